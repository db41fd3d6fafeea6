"""The beginner: grabs what is of one suit, is careless with throws, and knocks late."""

from dataclasses import dataclass
from random import Random
from typing import Final

from domain.computer.observation import Observation
from domain.computer.outlook import best_suit, hand_after, lowest_outside
from domain.hands import value
from domain.moves import (
    Draw,
    EndTurn,
    ExchangeAt,
    KeepHand,
    Knock,
    Pass,
    Stand,
    SwapHand,
    Take,
    Tap,
    ThrowAt,
)
from domain.views import SeatView

_CARELESS: Final = 0.25
"""How often a beginner throws or swaps any card at all."""

_SHORT_OF_BEST: Final = 2
"""Points short of the best hand with which a beginner knocks."""

_CONTENT: Final = 0.6
"""The share of the best hand with which a beginner leaves well alone."""


@dataclass(frozen=True)
class Easy:
    """Plays like somebody who has just been told the rules."""

    def choose(self, observation: Observation, chance: Random) -> Tap:
        """Return a tap that a beginner might choose."""
        view = observation.view
        if any(isinstance(tap, ThrowAt) for tap in view.taps):
            return _throw(view, chance)
        for tap in _wishes(view, chance):
            if tap in view.taps:
                return tap
        return view.taps[0]


def _throw(view: SeatView, chance: Random) -> Tap:
    throws = [tap for tap in view.taps if isinstance(tap, ThrowAt)]
    if chance.random() < _CARELESS:
        return chance.choice(throws)
    worst = lowest_outside(view.hand, best_suit(view.hand))
    return next((tap for tap in throws if view.hand[tap.place - 1] == worst), throws[0])


def _wishes(view: SeatView, chance: Random) -> tuple[Tap, ...]:
    """Return what a beginner would like to do, best first; not all of it may be possible."""
    rules = view.public.rules
    points = value(view.hand, rules)
    content = points >= _CONTENT * rules.instant_total
    choice = (KeepHand(), SwapHand()) if content else (SwapHand(), KeepHand())
    if points >= rules.instant_total - _SHORT_OF_BEST:
        choice = (Knock(), Stand(), *choice)
    if rules.mode == "exchange":
        return (*choice, *_swap(view, chance), EndTurn(), Pass())
    suited = view.public.top is not None and view.public.top[-1] == best_suit(view.hand)
    drawing = (Take(), Draw()) if suited else (Draw(), Take())
    return (*choice, *((Stand(),) if content else ()), *drawing)


def _swap(view: SeatView, chance: Random) -> tuple[Tap, ...]:
    """Return the exchange for more of the best suit, if there is one."""
    swaps = [tap for tap in view.taps if isinstance(tap, ExchangeAt)]
    if not swaps:
        return ()
    if chance.random() < _CARELESS:
        return (chance.choice(swaps),)
    suit = best_suit(view.hand)
    suited = {tap: sum(card[-1] == suit for card in hand_after(view, tap)) for tap in swaps}
    best = max(swaps, key=lambda tap: suited[tap])
    more = suited[best] > sum(card[-1] == suit for card in view.hand)
    return (best,) if more else ()
