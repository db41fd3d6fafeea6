"""The player of the books: one suit early, an eye on the discards, a knock at 26 to 28."""

from dataclasses import dataclass
from random import Random
from typing import Final

from domain.cards import POINTS, Hand
from domain.computer.memory import Memory
from domain.computer.observation import Observation
from domain.computer.outlook import hand_after, hands_with, loose_points
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

_SHORT_OF_BEST: Final = 4
"""Points short of 31 with which the books knock: at 27, in the middle of their 26 to 28."""

_LAST_LIFE: Final = 1
"""Points less that they ask for on the last life."""

_SHORT_OF_FOUR: Final = 8
"""The same for four cards, which the books do not treat: as rare a hand."""

_KEEP: Final = 18
"""Points with which a dealer keeps the hand (RULES 4.6): more than three unseen cards promise."""


@dataclass(frozen=True)
class Medium:
    """Follows the advice that is printed."""

    def choose(self, observation: Observation, chance: Random) -> Tap:  # noqa: ARG002 - the protocol's
        """Return the tap that the books advise."""
        view = observation.view
        throws = [tap for tap in view.taps if isinstance(tap, ThrowAt)]
        if throws:
            return max(throws, key=lambda tap: _after_throw(observation, tap))
        for tap in _wishes(observation):
            if tap in view.taps:
                return tap
        return view.taps[0]


def _after_throw(observation: Observation, tap: ThrowAt) -> tuple[float, int, bool, int]:
    """Return how good a throw is: by the hand it leaves, then by what it gives the next player."""
    view = observation.view
    thrown = view.hand[tap.place - 1]
    following = Memory.of(observation).opponents[0]
    collected = {card[-1] for card in following.known}
    worth = loose_points(hand_after(view, tap), observation)
    return *worth, thrown[-1] not in collected, -POINTS[thrown]


def _wishes(observation: Observation) -> tuple[Tap, ...]:
    """Return what the books advise, best first; not all of it may be possible."""
    view, public = observation.view, observation.view.public
    points = value(view.hand, public.rules)
    enough = points >= _bound(observation)
    wishes: tuple[Tap, ...] = (Knock(),) if enough else ()
    if public.rules.mode == "exchange":
        choice = KeepHand() if points >= _KEEP else SwapHand()
        return (*wishes, choice, EndTurn(), *_swap(observation), Pass())
    takes = public.top is not None and _best(observation, hands_with(view, public.top)) > points
    stays = (Stand(),) if enough else ()
    return (*wishes, *((Take(),) if takes else ()), *stays, Draw(), Stand(), Pass(), Take())


def _bound(observation: Observation) -> float:
    view, public = observation.view, observation.view.public
    short = _SHORT_OF_BEST if public.rules.hand_size == 3 else _SHORT_OF_FOUR
    lives = public.seats[view.seat].lives
    return public.rules.instant_total - short - (_LAST_LIFE if lives <= 1 else 0)


def _swap(observation: Observation) -> tuple[Tap, ...]:
    """Return the exchange for the best hand, if it is better than the one that is held."""
    view = observation.view
    swaps = [tap for tap in view.taps if isinstance(tap, ExchangeAt)]
    if not swaps:
        return ()
    best = max(swaps, key=lambda tap: loose_points(hand_after(view, tap), observation))
    better = loose_points(hand_after(view, best), observation) > loose_points(
        view.hand, observation
    )
    return (best,) if better else ()


def _best(observation: Observation, hands: tuple[Hand, ...]) -> float:
    return max(value(hand, observation.view.public.rules) for hand in hands)
