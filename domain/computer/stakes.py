"""What a round costs, counted in the chance to win the match.

What is lost, who is out and who has won is asked of the rules (`domain.showdown.settle`) for each
way in which a round can end. The lives that are left count for the chance to outlive the others,
and so do those of whoever may buy back in (RULES 9.1): it is thought that everybody does.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from domain.circle import Ending
from domain.computer.hand_table import Floats, hand_table
from domain.facts import Seat
from domain.rules import RuleSet
from domain.showdown import settle

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
        late: The chance once that one does so after the player has knocked (RULES 6.3); nothing
            where hands are shown then, and the lowest pays.
    """

    even: float
    lowest: Floats
    alone: Floats
    tied: Floats
    instant: Floats
    all_pay: bool
    late: Floats | None


def stakes(
    rules: RuleSet,
    lives: Mapping[Seat, int],
    players: Sequence[Seat],
    bought: Mapping[Seat, int] | None = None,
) -> Stakes:
    """Return what is at stake for the last of the players.

    Args:
        rules: The rules of the table.
        lives: Lives of everybody still in the match.
        players: Who plays: the opponents, then the player.
        bought: How often each has bought back in, if anybody has.
    """
    most, times = rules.buy_in.max * rules.buy_in.enabled, bought or {}
    back = tuple(max(most - times.get(seat, 0), 0) for seat in players)
    return _stakes(rules, tuple(lives[seat] for seat in players), back)


@lru_cache(maxsize=4096)
def _stakes(rules: RuleSet, lives: tuple[int, ...], back: tuple[int, ...]) -> Stakes:
    ends, places = _Ends(rules, lives, back), range(len(lives))
    all_pay = rules.instant_penalty == "all_others"
    late = all_pay and rules.instant_after_knock != "showdown"
    *others, mine = (_all_lives(rules, *each) for each in zip(lives, back, strict=True))
    even = chance_to_outlive(rules.grace, mine, tuple(sorted(others)))
    other = [*places[1:], 0]
    lowest = np.array([ends.shown({place}, other[place]) for place in places]) - even
    alone = np.array([ends.shown({place}, place) for place in places]) - even
    tied = np.array([ends.shown({place, other[place]}, place) for place in places]) - even
    return Stakes(
        even=even,
        lowest=lowest,
        alone=alone,
        tied=tied - lowest[other],
        instant=np.array([ends.instant(place) for place in places]),
        all_pay=all_pay,
        late=np.array([ends.late(place) for place in places[:-1]]) if late else None,
    )


class _Player(NamedTuple):
    """A player at the end of a round: what is held before anybody pays."""

    lives: int
    back: int
    level: int
    knocked: bool = False


@dataclass(frozen=True, eq=False)
class _Ends:
    """Ends of a round in which hands are low, middling, high or the best."""

    rules: RuleSet
    lives: tuple[int, ...]
    back: tuple[int, ...]

    def shown(self, lowest: set[int], knocker: int) -> float:
        """Return the chance to win after a showdown that some are lowest in."""
        high = int(np.flatnonzero(~hand_table(self.rules).instant)[-1])
        held = [0 if place in lowest else high for place in range(len(self.lives))]
        return self._chance(_KNOCKED[self.rules.mode], held, knocker)

    def instant(self, place: int) -> float:
        """Return the chance to win after one has ended the round at once; 0 if none can."""
        return self._with_best(place, "instant", None)

    def late(self, place: int) -> float:
        """Return the chance to win after one has ended the round at once on a final turn."""
        return self._with_best(place, "instant_final_turn", len(self.lives) - 1)

    def _with_best(self, place: int, reason: str, knocker: int | None) -> float:
        table = hand_table(self.rules)
        if not table.instant.any():
            return 0.0
        held = [table.count // 2] * len(self.lives)
        held[place] = int(np.flatnonzero(table.instant)[0])
        held[(place + 1) % len(held)] = 0
        return self._chance(reason, held, knocker)

    def _chance(self, reason: str, held: Sequence[int], knocker: int | None) -> float:
        *others, me = (
            _Player(lives, back, level, place == knocker)
            for place, (lives, back, level) in enumerate(
                zip(self.lives, self.back, held, strict=True)
            )
        )
        # Who of the others is who makes no difference, so the rules are asked once for all.
        return _chance(self.rules, reason, (*sorted(others), me))


@lru_cache(maxsize=16384)
def _chance(rules: RuleSet, reason: str, players: tuple[_Player, ...]) -> float:
    """Return the chance of the last player to win from what the end of a round leaves."""
    examples, me = hand_table(rules).examples, len(players) - 1
    hands = {place: examples[player.level] for place, player in enumerate(players)}
    lives = {place: player.lives for place, player in enumerate(players)}
    knocker = next((place for place, player in enumerate(players) if player.knocked), None)
    settled = settle(rules, hands, lives, Ending(reason, knocker))
    for sharing in (settled.winners, settled.tie_break):
        if sharing:
            return (me in sharing) / len(sharing)
    left = {
        place: _all_lives(rules, settled.lives[place], player.back)
        for place, player in enumerate(players)
        if place not in settled.eliminated
    }
    for place in settled.eliminated:
        if players[place].back:
            left[place] = _all_lives(rules, rules.lives, players[place].back - 1)
    if me not in left:
        return 0.0
    mine = left.pop(me)
    return chance_to_outlive(rules.grace, mine, tuple(sorted(left.values())))


def _all_lives(rules: RuleSet, lives: int, back: int) -> int:
    """Return lives with those that a player can still buy: a life less than losses until out."""
    return lives + back * (rules.lives + rules.grace)


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
