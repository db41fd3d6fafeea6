"""What a round costs, counted in the chance to win the match.

What is lost, who is out and who has won is asked of the rules (`domain.showdown.settle`) for each
way in which a round can end. The lives that are left count for the chance to outlive the others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

import numpy as np

from domain.cards import Hand
from domain.circle import Ending
from domain.computer.hand_table import Floats, HandTable, hand_table
from domain.facts import Seat
from domain.rules import RuleSet
from domain.showdown import Settlement, settle

_KNOCKED = {"draw": "knock", "exchange": "close"}


@dataclass(frozen=True, eq=False)
class Stakes:
    """What the ends of a round are worth to one player, as chances to win the match.

    Arrays have one entry for each opponent, in the order given, and a last one for the player.

    Attributes:
        even: The chance if nobody loses anything.
        lowest: What it changes when that one has the lowest hand.
        alone: What it changes when that one has knocked and is strictly lowest (RULES 7.3).
        tied: What it changes when that one has knocked and ties for lowest, apart from what the
            other one pays (RULES 7.5, 7.6).
        instant: The chance once that one ends the round at once, where all others pay (RULES 6.1).
        all_pay: Whether all others pay then, and not the lowest alone (RULES 6.6).
    """

    even: float
    lowest: Floats
    alone: Floats
    tied: Floats
    instant: Floats
    all_pay: bool


def stakes(rules: RuleSet, lives: Mapping[Seat, int], players: Sequence[Seat]) -> Stakes:
    """Return what is at stake for the last of the players.

    Args:
        rules: The rules of the table.
        lives: Lives of everybody still in the match.
        players: Who plays: the opponents, then the player.
    """
    return _stakes(rules, tuple(lives[seat] for seat in players))


@lru_cache(maxsize=4096)
def _stakes(rules: RuleSet, lives: tuple[int, ...]) -> Stakes:
    table = hand_table(rules)
    count = len(lives)
    ask = _Question(rules, lives, table)
    even = ask.chance(Settlement({}, {}, dict(enumerate(lives))))
    other = [(place + 1) % count for place in range(count)]
    lowest = np.array([ask.knocked({place}, other[place]) for place in range(count)]) - even
    alone = np.array([ask.knocked({place}, place) for place in range(count)]) - even
    tied = np.array([ask.knocked({place, other[place]}, place) for place in range(count)]) - even
    return Stakes(
        even=even,
        lowest=lowest,
        alone=alone,
        tied=tied - lowest[other],
        instant=np.array([ask.instant(place) for place in range(count)]),
        all_pay=rules.instant_penalty == "all_others",
    )


@dataclass(frozen=True, eq=False)
class _Question:
    """Asks the rules about ends of a round, in which hands are low, middling or the best."""

    rules: RuleSet
    lives: tuple[int, ...]
    table: HandTable

    def knocked(self, lowest: set[int], knocker: int) -> float:
        """Return the chance after a showdown that some are lowest in."""
        high = self.table.examples[np.flatnonzero(~self.table.instant)[-1]]
        hands = [self.table.examples[0] if n in lowest else high for n in range(len(self.lives))]
        return self._settled(hands, Ending(_KNOCKED[self.rules.mode], knocker))

    def instant(self, place: int) -> float:
        """Return the chance after one of them has ended the round at once."""
        best = self.table.examples[np.flatnonzero(self.table.instant)[0]]
        low, middling = self.table.examples[0], self.table.examples[self.table.count // 2]
        hands = [best if n == place else middling for n in range(len(self.lives))]
        hands[(place + 1) % len(hands)] = low
        return self._settled(hands, Ending("instant", None))

    def _settled(self, hands: Sequence[Hand], ending: Ending) -> float:
        lives = dict(enumerate(self.lives))
        return self.chance(settle(self.rules, dict(enumerate(hands)), lives, ending))

    def chance(self, settled: Settlement) -> float:
        """Return the chance of the last player to win from what a round has left."""
        me = len(self.lives) - 1
        for sharing in (settled.winners, settled.tie_break):
            if sharing:
                return (me in sharing) / len(sharing)
        if me in settled.eliminated:
            return 0.0
        others = sorted(
            lives
            for place, lives in settled.lives.items()
            if place not in {me, *settled.eliminated}
        )
        return chance_to_outlive(self.rules.grace, settled.lives[me], tuple(others))


@lru_cache(maxsize=65536)
def chance_to_outlive(grace: bool, lives: int, others: tuple[int, ...]) -> float:  # noqa: FBT001 - a rule
    """Return the chance to be the last one left, if all lose lives equally often.

    Whoever loses next is then any of those left, as if each lost lives at times of their own, at
    the same rate. So the time until a player is out has a gamma distribution, and the chance is
    that of being the latest.

    Args:
        grace: Whether whoever has no life left is still in (RULES 7.9).
        lives: Lives of the player.
        others: Lives of the others, in any order.
    """
    times = np.linspace(0.0, 30.0 + 3.0 * max(lives, *others, 1), 1500)
    density = _losses(times, lives + grace - 1)[-1]
    survived = [_losses(times, other + grace - 1).sum(axis=0) for other in others]
    outlived = np.prod([1.0 - still_in for still_in in survived], axis=0)
    return float(np.trapezoid(density * outlived, times))


def _losses(times: Floats, most: int) -> Floats:
    """Return the chances of exactly 0, 1 … `most` losses up to each time, at one a unit of it."""
    chances = [np.exp(-times)]
    for count in range(1, most + 1):
        chances.append(chances[-1] * times / count)
    return np.array(chances)
