"""How strong every hand of a pack is, looked up for thousands of hands at once.

The rules say how strong a hand is (`domain.hands.strength`); a table asks them once for each.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import chain, combinations, permutations
from math import comb
from threading import Condition
from typing import Final

import numpy as np
from cachetools import LRUCache, cached
from numpy.typing import NDArray

from domain.cards import DECKS, POINTS, RANK, RANKS, SUIT, SUITS, Card, Hand
from domain.hands import Strength, is_instant, strength
from domain.rules import RuleSet

Ints = NDArray[np.int64]
Levels = NDArray[np.uint8]
Floats = NDArray[np.float64]

NO_CARDS: Final[Ints] = np.array([], dtype=np.int64)


@dataclass(frozen=True, eq=False)
class HandTable:
    """The levels of all hands under some rules: 0 is the weakest, equal hands are on one level.

    Attributes:
        pack: The cards, in the order in which arrays number them.
        levels: Level of a hand, indexed by the numbers of its cards in any order.
        examples: A hand of each level.
        values: Points of each level.
        instant: Whether a hand of a level ends the round at once, by level.
        points: Points of each card, by its number.
        dealt: How likely each level is in a hand just dealt.
    """

    pack: Hand
    levels: Levels
    examples: tuple[Hand, ...]
    values: Floats
    instant: NDArray[np.bool_]
    points: Ints
    dealt: Floats

    @property
    def hand_size(self) -> int:
        """Cards in a hand."""
        return self.levels.ndim

    @property
    def count(self) -> int:
        """How many levels there are."""
        return len(self.examples)

    def numbers(self, cards: Iterable[Card]) -> Ints:
        """Return the numbers of cards."""
        return np.array([self.pack.index(card) for card in cards], dtype=np.int64)

    def level(self, hand: Iterable[Card]) -> int:
        """Return the level of one hand at rest."""
        return int(self.levels[tuple(self.numbers(hand))])

    def levels_of(self, hands: Ints) -> Levels:
        """Return the level of each hand, one a row."""
        found: Levels = self.levels[tuple(hands[..., place] for place in range(self.hand_size))]
        return found

    def with_one_of(self, hands: Ints, cards: Ints) -> Levels:
        """Return the best level of each hand (row) with each card (column) to keep or to throw."""
        return self.with_each_of(hands, np.broadcast_to(cards, (len(hands), len(cards))))

    def with_each_of(self, hands: Ints, cards: Ints) -> Levels:
        """Return the same, where each hand has a row of cards of its own."""
        best = np.repeat(self.levels_of(hands)[:, None], cards.shape[1], axis=1)
        for place in range(self.hand_size):
            others = [hands[:, k, None] for k in range(self.hand_size) if k != place]
            np.maximum(best, self.levels[(*others, cards)], out=best)
        return best

    def with_any_card(self, hands: Ints) -> Levels:
        """Return the best level of each hand (row) with each card of the pack (column)."""
        best = np.repeat(self.levels_of(hands)[:, None], len(self.pack), axis=1)
        for place in range(self.hand_size):
            others = (hands[:, k] for k in range(self.hand_size) if k != place)
            np.maximum(best, self.levels[tuple(others)], out=best)
        return best


_HAND_OPTIONS = ("mode", "deck", "hand_size", "trio_value", "instant_total", "fire", "tie_break")


def hand_table(rules: RuleSet) -> HandTable:
    """Return the table of all hands, made once for all rule sets that value them alike."""
    return _table(tuple(getattr(rules, option) for option in _HAND_OPTIONS))


@cached(LRUCache(16), condition=Condition())
def _table(options: tuple[object, ...]) -> HandTable:
    rules = RuleSet(players=(2, 2), **dict(zip(_HAND_OPTIONS, options, strict=True)))  # type: ignore[arg-type] # its own options
    pack = DECKS[rules.deck]
    hands = choices(len(pack), rules.hand_size)
    _, first, kind_of = np.unique(_alike(hands, rules), return_index=True, return_inverse=True)
    asked = [strength(tuple(pack[number] for number in hands[n]), rules) for n in first]
    order: dict[Strength, int] = {held: n for n, held in enumerate(sorted(set(asked)))}
    found = np.array([order[held] for held in asked], dtype=np.uint8)[kind_of]
    table = np.zeros((len(pack),) * rules.hand_size, dtype=np.uint8)
    for turned in permutations(range(rules.hand_size)):
        table[tuple(hands[:, k] for k in turned)] = found
    examples = dict(zip(found[first].tolist(), hands[first].tolist(), strict=True))
    shown = tuple(tuple(pack[n] for n in examples[level]) for level in range(len(order)))
    return HandTable(
        pack=pack,
        levels=table,
        examples=shown,
        values=_values(order, rules),
        instant=np.array([is_instant(hand, rules) for hand in shown]),
        points=np.array([POINTS[card] for card in pack], dtype=np.int64),
        dealt=np.bincount(found) / len(found),
    )


def choices(count: int, size: int) -> Ints:
    """Return every choice of so many out of so many, one a row, in ascending order."""
    every, rows = chain.from_iterable(combinations(range(count), size)), comb(count, size)
    return np.fromiter(every, np.int64, rows * size).reshape(rows, size)


def _alike(hands: Ints, rules: RuleSet) -> Ints:
    """Return a number for each hand that is equal for hands that no rule can tell apart.

    Those have the same points in each suit and the same rank three times; and where suits are not
    ranked (RULES 8.6), it does not matter which suit is which. So the rules are asked about some
    thousand hands only, and not about 270,725 of four cards.
    """
    pack = DECKS[rules.deck]
    places = np.ascontiguousarray(hands.T)
    suits = np.array([SUITS.index(SUIT[card]) for card in pack], dtype=np.int8)[places]
    ranks = np.array([RANKS.index(RANK[card]) for card in pack], dtype=np.int8)[places]
    points = np.array([POINTS[card] for card in pack])[places]
    totals = np.stack([np.where(suits == suit, points, 0).sum(axis=0) for suit in range(4)])
    if rules.tie_break == "none":
        totals.sort(axis=0)
    counts = np.stack([(ranks == rank).sum(axis=0, dtype=np.int8) for rank in range(len(RANKS))])
    trio = np.where(counts.max(axis=0) >= 3, counts.argmax(axis=0) + 1, 0)
    number = trio
    for total in totals:
        number = number * 64 + total
    return np.asarray(number, dtype=np.int64)


def _values(order: Iterable[Strength], rules: RuleSet) -> Floats:
    """Return the points of the levels; Fire is worth whatever is more than all else."""
    points = np.array([min(held[0], 2.0 * rules.instant_total) for held in sorted(order)])
    return np.asarray(np.minimum(points, max(rules.instant_total, rules.trio_value or 0) + 1))
