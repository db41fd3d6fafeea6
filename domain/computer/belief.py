"""What others may hold, by what they have taken, thrown and not done."""

from functools import lru_cache
from math import comb
from typing import Final

import numpy as np

from domain.computer.hand_table import Floats, Ints, choices
from domain.computer.memory import Opponent
from domain.computer.study import TURNS, Study

_MOST_HANDS: Final = 5000
"""Hands that are looked at one by one; of more only the levels are thought of."""

_DOUBT: Final = 1e-6
"""Nothing is thought quite impossible, since nobody plays by the book."""


def belief(learnt: Study, habit: Floats, opponent: Opponent, unseen: Ints) -> Floats:
    """Return how likely each level is to be that of another player's hand.

    Args:
        learnt: What is known of hands in general.
        habit: How likely players are to knock, by level.
        opponent: What is known of this one.
        unseen: Numbers of the cards that may be in the hand beside the known ones.
    """
    missing = learnt.table.hand_size - len(opponent.known)
    if comb(len(unseen), max(missing, 0)) <= _MOST_HANDS:
        hands, chances = possible_hands(learnt, habit, opponent, unseen)
        levels = learnt.table.levels_of(hands)
        met = np.bincount(levels, weights=chances, minlength=learnt.table.count)
        return np.asarray(met, dtype=np.float64)
    grown = _grown(learnt, habit, opponent)
    if opponent.known:
        floor = _floor(learnt, opponent)
        grown = np.where(np.arange(len(grown)) < floor, _DOUBT, grown)
    return np.asarray(grown / grown.sum())


def possible_hands(
    learnt: Study, habit: Floats, opponent: Opponent, unseen: Ints
) -> tuple[Ints, Floats]:
    """Return every hand that another player may hold, one a row, and how likely each is."""
    table = learnt.table
    known = table.numbers(sorted(opponent.known))[: table.hand_size]
    rest = unseen[_choices(len(unseen), table.hand_size - len(known))]
    hands = np.concatenate([np.tile(known, (len(rest), 1)), rest], axis=1)
    # How much more often a level is met than it is dealt.
    likelier = (_grown(learnt, habit, opponent) + _DOUBT) / (learnt.dealt + _DOUBT)
    chances = likelier[table.levels_of(hands)]
    return hands, chances / chances.sum()


_choices = lru_cache(maxsize=256)(choices)


def _grown(learnt: Study, habit: Floats, opponent: Opponent) -> Floats:
    """Return the levels after so many turns on which the player did not knock, or one did."""
    turns = max(opponent.turns - opponent.has_knocked, 0)
    levels = learnt.dealt
    for turn in range(min(turns, TURNS)):
        quiet = levels * (1 - habit) if turn else levels
        levels = quiet / quiet.sum() @ learnt.turn
    if opponent.thrown is not None:
        points = learnt.table.points[learnt.table.pack.index(opponent.thrown)]
        levels = levels * learnt.thrown[min(turns, TURNS - 1), points]
    if opponent.has_knocked:
        levels = levels * habit + _DOUBT
    return np.asarray(levels / levels.sum())


def _floor(learnt: Study, opponent: Opponent) -> int:
    """Return the level that the known cards alone make sure of."""
    suits: dict[str, int] = {}
    for card in opponent.known:
        number = learnt.table.pack.index(card)
        suits[card[-1]] = suits.get(card[-1], 0) + int(learnt.table.points[number])
    return int(np.searchsorted(learnt.table.values, max(suits.values())))
