"""When others are thought to knock: as soon as it is worth more to them than another turn.

How early that is depends on when others knock, and so on itself: the bound is approached step by
step, with everybody alike and no life lost yet. Where a knock brings as good as nothing for some
points from there, people wait for more.
"""

from threading import Condition
from typing import Final

import numpy as np
from cachetools import LRUCache, cached

from domain.computer.forecast import Forecast, Opposition
from domain.computer.hand_table import Floats
from domain.computer.stakes import Stakes, stakes
from domain.computer.study import Study, study
from domain.rules import RuleSet

_TURNS: Final = (1, 2)
"""Turns that others have finished when a knock is judged: rounds are not much longer."""

_UNCERTAINTY: Final = 0.4
"""How blurred the bound is, in points: people differ."""

_STEPS: Final = 10

_NOTHING: Final = 2.5e-4
"""A gain that nobody would knock for, as a chance to win the match."""


@cached(LRUCache(256), condition=Condition())
def knocks(rules: RuleSet, players: int) -> Floats:
    """Return how likely a player is to knock or close, by the level of the hand."""
    learnt = study(rules)
    everybody = dict.fromkeys(range(players), rules.lives)
    at_stake = stakes(rules, everybody, range(players))
    bounds = [_bound(learnt, at_stake, players, turns) for turns in _TURNS]
    return _habit(learnt, float(np.mean(bounds)))


def _bound(learnt: Study, at_stake: Stakes, players: int, turns: int) -> float:
    """Return the points with which it is worth to knock, once others have had so many turns."""
    values = learnt.table.values
    bound = float(values[-1])
    for _ in range(_STEPS):
        gains = _gains(learnt, at_stake, players, turns, bound)
        worth = gains >= 0
        fair = float(values[np.argmax(worth)] if worth.any() else values[-1])
        bound = (bound + fair) / 2
    return max(bound, _patient(values, _gains(learnt, at_stake, players, turns, bound), bound))


def _gains(learnt: Study, at_stake: Stakes, players: int, turns: int, bound: float) -> Floats:
    """Return what a knock is worth more than another turn, by level, if others have a bound."""
    habit = _habit(learnt, bound)
    levels = np.tile(_grown(learnt, habit, turns), (players - 1, 1))
    forecast = Forecast(learnt, habit, at_stake)
    others = Opposition(levels, (True,) * (players - 1))
    return forecast.knock(others) - forecast.another_turn(others)


def _patient(values: Floats, gains: Floats, bound: float) -> float:
    """Return the most points, in one run from the bound, with which a knock gains nothing yet."""
    first = int(np.searchsorted(values, bound - 0.5))
    gained = gains[first:]
    idle = (gained >= 0) & (gained < _NOTHING)
    return float(values[first:][np.logical_and.accumulate(idle)].max(initial=bound))


def _habit(learnt: Study, bound: float) -> Floats:
    short = (bound - 0.5 - learnt.table.values) / _UNCERTAINTY
    return np.asarray(1 / (1 + np.exp(short)))


def _grown(learnt: Study, habit: Floats, turns: int) -> Floats:
    """Return the levels of a hand after some turns on which its player has not knocked."""
    levels = learnt.dealt @ learnt.turn
    for _ in range(turns - 1):
        quiet = levels * (1 - habit)
        levels = quiet / quiet.sum() @ learnt.turn
    return np.asarray(levels)
