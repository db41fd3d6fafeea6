"""The players that `benchmarks.strength` measures `hard` against, beside the product's own."""

from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import Final

import numpy as np

from domain.computer.hand_table import HandTable, hand_table
from domain.computer.observation import Observation
from domain.computer.study import after_exchanges, expectation
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

KNOCKS_AT: Final[dict[str, dict[int, float]]] = {
    "scat": {2: 24, 3: 23, 4: 23, 5: 22, 6: 22, 7: 22},
    "trinta": {2: 24, 3: 23, 4: 23, 5: 22, 6: 22, 7: 22},
    "scat_four": {2: 30, 3: 30, 4: 29, 5: 28, 6: 28, 7: 28},
    "schwimmen": {2: 25, 3: 27, 4: 26, 5: 26},
}
"""Points with which the tuned player knocks, by players left.

They are the best replies to themselves, or within a point of them, where the players differ in
nothing else.
"""

_FIRST_TURN: Final = 20
"""Points with which it knocks on its first turn, where that is allowed."""


@dataclass(frozen=True)
class RandomPlayer:
    """Taps whatever there is."""

    def choose(self, observation: Observation, chance: Random) -> Tap:
        """Return any tap."""
        return chance.choice(observation.view.taps)


@dataclass(frozen=True)
class Expecting:
    """Keeps the hand that is worth most after one more card, and knocks at a fixed bound.

    It remembers no card and thinks nothing of others: a tuned yardstick.

    Attributes:
        knocks_at: The bound, by players left.
        swaps_to: Points up to which it swaps its hand as the dealer (RULES 4.6).
        at_last: How many points earlier it knocks on its last life or without one.
    """

    knocks_at: dict[int, float]
    swaps_to: int = 17
    at_last: int = 0

    def choose(self, observation: Observation, chance: Random) -> Tap:  # noqa: ARG002 - the protocol's
        """Return the tap with the highest expectation."""
        view, public = observation.view, observation.view.public
        table = hand_table(public.rules)
        hand = tuple(table.numbers(view.hand).tolist())
        throws = [tap for tap in view.taps if isinstance(tap, ThrowAt)]
        if throws:
            return self._throw(table, hand, throws, final=public.knocker is not None)
        if Knock() in view.taps and self._knocks(observation):
            return Knock()
        if public.rules.mode == "exchange":
            return self._exchange(table, observation)
        return _draw(table, hand, observation)

    def _knocks(self, observation: Observation) -> bool:
        view, public = observation.view, observation.view.public
        bound = self.knocks_at[sum(seat.playing for seat in public.seats)]
        if public.seats[view.seat].lives <= 1:
            bound -= self.at_last
        first = not any(deed.seat == view.seat for deed in observation.history)
        return (view.value or 0) >= (max(bound, _FIRST_TURN) if first else bound)

    @staticmethod
    def _throw(
        table: HandTable, hand: tuple[int, ...], throws: list[ThrowAt], *, final: bool
    ) -> ThrowAt:
        def worth(tap: ThrowAt) -> tuple[float, float]:
            kept = hand[: tap.place - 1] + hand[tap.place :]
            now, soon = float(table.values[table.levels[kept]]), _soon(table, kept)
            return (now, soon) if final else (soon, now)

        return max(throws, key=worth)

    def _exchange(self, table: HandTable, observation: Observation) -> Tap:
        if KeepHand() in observation.view.taps:
            keeps = (observation.view.value or 0) > self.swaps_to
            return KeepHand() if keeps else SwapHand()
        return _exchange(table, observation)


def _draw(table: HandTable, hand: tuple[int, ...], observation: Observation) -> Tap:
    view, public = observation.view, observation.view.public
    top = int(table.numbers(public.face_up[-1:])[0])
    kept = [(*hand[:place], *hand[place + 1 :], top) for place in range(len(hand))]
    now = float(table.values[table.levels[hand]])
    if public.knocker is not None:
        taking = max(float(table.values[table.levels[one]]) for one in kept)
        drawing = _soon(table, hand) if Draw() in view.taps else 0.0
        if taking > now and taking >= drawing:
            return Take()
        return next(tap for tap in (Draw(), Stand(), Take()) if tap in view.taps)
    taking = max(_soon(table, one) for one in kept)
    if Draw() in view.taps and taking < _later(table, hand):
        return Draw()
    return Take() if taking > now or Pass() not in view.taps else Pass()


def _exchange(table: HandTable, observation: Observation) -> Tap:
    view, public = observation.view, observation.view.public
    if EndTurn() in view.taps:
        return EndTurn()
    swaps = [tap for tap in view.taps if isinstance(tap, ExchangeAt)]
    if not swaps:
        return Pass()
    hand, centre = table.numbers(view.hand)[None, :], table.numbers(public.face_up)[None, :]
    held, _ = after_exchanges(table, hand, centre, public.rules.exchange_sizes)
    levels = table.levels_of(held[0])
    worth = table.values[levels] if public.knocker is not None else expectation(table, held[0])
    best = int(np.lexsort((levels, worth))[-1])
    return Pass() if best == len(held[0]) - 1 else swaps[best]


@lru_cache(maxsize=200_000)
def _soon(table: HandTable, hand: tuple[int, ...]) -> float:
    """Return the points that a hand can expect after one more card."""
    return float(expectation(table, np.array([sorted(hand)]))[0])


@lru_cache(maxsize=200_000)
def _later(table: HandTable, hand: tuple[int, ...]) -> float:
    """Return the best expectation that a hand can expect to have after one more card."""
    size = len(hand)
    cards = np.array([card for card in range(len(table.pack)) if card not in hand])
    kept = np.repeat(np.array(hand)[None, None, :], len(cards) * (size + 1), axis=1)
    kept = kept.reshape(len(cards), size + 1, size)
    kept[:, np.arange(size), np.arange(size)] = cards[:, None]
    soon = expectation(table, kept.reshape(-1, size)).reshape(len(cards), size + 1)
    return float(soon.max(axis=1).mean())
