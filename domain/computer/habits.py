"""When others are thought to knock: once that is likelier to cost them less than a round does."""

from functools import lru_cache
from typing import Final

import numpy as np

from domain.computer.hand_table import Floats
from domain.computer.study import Study, study
from domain.rules import RuleSet

_TURNS_PLAYED: Final = 2
"""Turns after which a knock is judged: rounds of good players are not much longer."""

_UNCERTAINTY: Final = 0.8
"""How sharp the bound is, in points: people differ."""

_STEPS: Final = 12


@lru_cache(maxsize=256)
def knocks(rules: RuleSet, players: int) -> Floats:
    """Return how likely a player is to knock or close, by the level of the hand.

    A round costs each of the players one life in so many. A knock costs its penalty if all others
    get past the hand on their final turns. The bound between them moves with what others have who
    have not knocked, and so with itself: it is approached step by step.
    """
    learnt = study(rules)
    values = learnt.table.values
    bound = values[-1]
    for _ in range(_STEPS):
        habit = _habit(values, bound)
        past = chance_above(_grown(learnt, habit) @ learnt.final)
        cost = rules.knocker_lowest_penalty * past ** (players - 1)
        fair = float(values[int(np.argmax(cost <= 1 / players))])
        bound = (bound + fair) / 2
    return _habit(values, bound)


def chance_above(levels: Floats) -> Floats:
    """Return the chance of being above each level, given the chances of the levels."""
    above: Floats = levels[..., ::-1].cumsum(axis=-1)[..., ::-1] - levels
    return np.maximum(above, 0.0)


def _habit(values: Floats, bound: float) -> Floats:
    return np.asarray(1 / (1 + np.exp(-(values - bound + 0.5) / (_UNCERTAINTY / 2))))


def _grown(learnt: Study, habit: Floats) -> Floats:
    """Return the levels of a hand after some turns on which its player has not knocked."""
    levels = learnt.dealt @ learnt.turn
    for _ in range(_TURNS_PLAYED - 1):
        quiet = levels * (1 - habit)
        levels = quiet / quiet.sum() @ learnt.turn
    return levels
