"""The strong player: it weighs every move by the chance to win the match, and can say why."""

from dataclasses import dataclass
from random import Random
from typing import Final

from domain.computer.drawing import Drawing
from domain.computer.exchanging import Exchanging
from domain.computer.habits import knocks
from domain.computer.observation import Observation
from domain.computer.position import Position
from domain.computer.reason import Reason
from domain.moves import Tap
from domain.rules import RuleSet

_NO_LESS: Final = 5e-5
"""Chances to win that differ by less are the same: where all is lost, a hint makes sense still."""


@dataclass(frozen=True)
class Hard:
    """Computes what can be computed, and believes of others what they have shown."""

    def choose(self, observation: Observation, chance: Random) -> Tap:
        """Return the tap that wins most often."""
        return best(reasons(observation, chance)).tap


def reasons(observation: Observation, chance: Random) -> tuple[Reason, ...]:
    """Return every move that a seat on turn has, and what is to be expected of each."""
    position = Position.of(observation)
    if position.rules.mode == "draw":
        return Drawing(position).reasons()
    return Exchanging(position, chance).reasons()


def best(weighed: tuple[Reason, ...]) -> Reason:
    """Return the move that wins most often; of those that are as good the one with most points."""
    most = max(reason.win for reason in weighed)
    as_good = (reason for reason in weighed if reason.win > most - _NO_LESS)
    return max(as_good, key=lambda reason: reason.after)


def hint(observation: Observation, chance: Random) -> Reason:
    """Return the move that `Hard` would make for a seat on turn, and why."""
    return best(reasons(observation, chance))


def prepare(rules: RuleSet) -> None:
    """Learn what is to be known under some rules, so that no decision has to wait for it."""
    for players in range(2, rules.players[1] + 1):
        knocks(rules, players)
