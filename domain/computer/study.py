"""How hands grow from turn to turn: learnt by playing turns of one's own, under any rules.

A few thousand hands are dealt and improved side by side, by a player who keeps what promises
most. No rounds are played, nobody knocks and nobody pays: what is learnt is how far a hand gets,
and what its thrown cards tell of it. The chance is seeded, so that everybody learns the same.
"""

from dataclasses import dataclass
from itertools import combinations
from threading import Condition
from typing import Final

import numpy as np
from cachetools import LRUCache, cached

from domain.computer.hand_table import Floats, HandTable, Ints, hand_table
from domain.rules import RuleSet

TURNS: Final = 8
"""Turns that are told apart; later ones are as the last."""

_HANDS: Final = 3000
_SEED: Final = 31
_SECOND_DRAW: Final = 0.7
"""What a second draw brings, as a share of what the first one does: hands grow ever less."""

_MOST_POINTS: Final = 12


@dataclass(frozen=True, eq=False)
class Study:
    """What was learnt of the hands of one kind of game. Arrays of chances are by level.

    Attributes:
        table: The hands themselves.
        dealt: The level of a hand just dealt.
        turn: The level after a turn, by the level before it.
        final: The level after a final turn, likewise.
        thrown: How likely a card of so many points is the last one thrown, by turns finished, by
            points and by level; all 1 in exchange games.
        upcard: How much more often a card of so many points lies on the discard pile than by
            chance; all 1 in exchange games.
    """

    table: HandTable
    dealt: Floats
    turn: Floats
    final: Floats
    thrown: Floats
    upcard: Floats


def study(rules: RuleSet) -> Study:
    """Return what is known of the hands under some rules, learnt once for all that play alike."""
    return _study(hand_table(rules), rules.mode, rules.exchange_sizes)


@cached(LRUCache(16), condition=Condition())
def _study(table: HandTable, mode: str, sizes: tuple[int, ...]) -> Study:
    notes = _Notes(table)
    if mode == "draw":
        _practise_drawing(table, notes)
    else:
        _practise_exchanging(table, sizes, notes)
    return notes.study()


class _Notes:
    """Counts of what was seen while practising; a little of everything is assumed."""

    def __init__(self, table: HandTable) -> None:
        self.table = table
        self.turn = np.eye(table.count) * 0.5
        self.final = np.eye(table.count) * 0.5
        self.levels = np.full((TURNS, 1, table.count), 0.5)
        self.thrown = np.full((TURNS, _MOST_POINTS, table.count), 0.5 / _MOST_POINTS)
        self.cards = np.zeros(_MOST_POINTS)

    def note(self, before: Ints, after: Ints, at_last: Ints) -> None:
        """Note levels before a turn, after it, and after it had it been the final one."""
        np.add.at(self.turn, (before, after), 1)
        np.add.at(self.final, (before, at_last), 1)

    def note_thrown(self, turns: int, points: Ints, after: Ints) -> None:
        """Note what was thrown at the end of a turn."""
        np.add.at(self.levels[turns, 0], after, 1)
        np.add.at(self.thrown[turns], (points, after), 1)
        np.add.at(self.cards, points, 1)

    def study(self) -> Study:
        """Draw the conclusions."""
        seen = np.bincount(self.table.points, minlength=_MOST_POINTS)
        upcard = self.cards / max(self.cards.sum(), 1) * seen.sum() / np.maximum(seen, 1)
        return Study(
            table=self.table,
            dealt=self.table.dealt,
            turn=self.turn / self.turn.sum(axis=1, keepdims=True),
            final=self.final / self.final.sum(axis=1, keepdims=True),
            thrown=self.thrown / self.levels,
            upcard=upcard if self.cards.any() else np.ones(_MOST_POINTS),
        )


def _practise_drawing(table: HandTable, notes: _Notes) -> None:
    """Draw or take, and throw. What one has thrown is the upcard of another."""
    chance = np.random.default_rng(_SEED)
    decks = chance.permuted(np.tile(np.arange(len(table.pack)), (_HANDS, 1)), axis=1)
    size = table.hand_size
    hands, upcards = decks[:, :size], decks[:, size]
    for turns in range(1, TURNS):
        drawn = decks[:, size + turns]
        upcards = np.where((hands == upcards[:, None]).any(axis=1), drawn, upcards)
        before = table.levels_of(hands).astype(np.int64)
        now, soon = table.values[before], expectation(table, hands)
        kept_drawn, thrown_drawn, _ = _keep(table, hands, drawn, may_return=True)
        kept_taken, thrown_taken, promise = _keep(table, hands, upcards, may_return=False)
        takes = promise >= soon + _SECOND_DRAW * (soon - now)
        best_drawn = table.with_any_card(hands)
        rows = np.arange(_HANDS)
        with_upcard, with_drawn = best_drawn[rows, upcards], best_drawn[rows, drawn]
        at_last = np.where(table.values[with_upcard] >= soon, with_upcard, with_drawn)
        hands = np.where(takes[:, None], kept_taken, kept_drawn)
        thrown = np.where(takes, thrown_taken, thrown_drawn)
        after = table.levels_of(hands).astype(np.int64)
        notes.note(before, after, at_last.astype(np.int64))
        notes.note_thrown(turns, table.points[thrown], after)
        # The drawn card of a later turn must not be held already.
        _bury(decks[:, size + turns + 1 :], hands)
        upcards = np.roll(thrown, 1)


def _bury(rest: Ints, hands: Ints) -> None:
    """Replace the next card of each deck, where the hand holds it already, by a later one."""
    for _ in range(3):
        held = (hands == rest[:, :1]).any(axis=1)
        rest[held, 0] = rest[held, -1]
        rest[:, 1:] = np.roll(rest[:, 1:], 1, axis=1)


def expectation(table: HandTable, hands: Ints) -> Floats:
    """Return the points that each hand can expect to have after one more card of the pack."""
    points = table.values[table.with_any_card(hands)]
    np.put_along_axis(points, hands, 0.0, axis=1)
    mean: Floats = points.sum(axis=1) / (len(table.pack) - table.hand_size)
    return mean


def _keep(
    table: HandTable, hands: Ints, cards: Ints, *, may_return: bool
) -> tuple[Ints, Ints, Floats]:
    """Add a card to each hand and throw what leaves most hope: what is kept, thrown, promised."""
    full = np.concatenate([hands, cards[:, None]], axis=1)
    size = table.hand_size
    choices = size + may_return
    kept = np.stack([np.delete(full, place, axis=1) for place in range(choices)], axis=1)
    promise = expectation(table, kept.reshape(-1, size)).reshape(-1, choices)
    best = promise.argmax(axis=1)
    rows = np.arange(len(hands))
    return kept[rows, best], full[rows, best], promise[rows, best]


def exchanges(hand_size: int, sizes: tuple[int, ...]) -> tuple[tuple[Ints, Ints], ...]:
    """Return every exchange by places, counted from 0: what is given and what is taken."""
    return tuple(
        (np.array(given), np.array(taken))
        for size in sizes
        for given in combinations(range(hand_size), size)
        for taken in combinations(range(hand_size), size)
    )


def after_exchanges(
    table: HandTable, hands: Ints, centres: Ints, sizes: tuple[int, ...]
) -> tuple[Ints, Ints]:
    """Return each hand and each centre after every exchange; the last of them is none.

    Args:
        table: The hands.
        hands: A hand in each row.
        centres: The centre beside it.
        sizes: How many cards may be exchanged.

    Returns:
        Hands and centres, each of the shape (rows, exchanges + 1, cards).
    """
    held, left = [], []
    for given, taken in exchanges(table.hand_size, sizes):
        hand, centre = hands.copy(), centres.copy()
        hand[:, given], centre[:, taken] = centres[:, taken], hands[:, given]
        held.append(hand)
        left.append(centre)
    return np.stack([*held, hands], axis=1), np.stack([*left, centres], axis=1)


def _practise_exchanging(table: HandTable, sizes: tuple[int, ...], notes: _Notes) -> None:
    """Exchange for the best hand. What one leaves in the centre lies before another."""
    chance = np.random.default_rng(_SEED)
    decks = chance.permuted(np.tile(np.arange(len(table.pack)), (2 * _HANDS, 1)), axis=1)
    hands, centres = decks[:, :3], decks[:, 3:6]
    rows = np.arange(len(hands))
    for _ in range(1, TURNS):
        apart = ~(hands[:, :, None] == centres[:, None, :]).any(axis=(1, 2))
        centres = np.where(apart[:, None], centres, _fresh(decks, hands))
        before = table.levels_of(hands).astype(np.int64)
        held, left = after_exchanges(table, hands, centres, sizes)
        levels = table.levels_of(held)
        best = levels.argmax(axis=1)
        after = levels[rows, best].astype(np.int64)
        hands, centres = held[rows, best], left[rows, best]
        notes.note(before, after, after)
        centres = np.roll(centres, 1, axis=0)


def _fresh(decks: Ints, hands: Ints) -> Ints:
    """Return three cards of each deck that the hand does not hold."""
    free = ~(decks[:, :, None] == hands[:, None, :]).any(axis=2)
    places = np.argsort(~free, axis=1, kind="stable")[:, 3:6]
    return np.take_along_axis(decks, places, axis=1)
