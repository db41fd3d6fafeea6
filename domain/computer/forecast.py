"""How a round will go on: who knocks when, who is lowest then, and what that is worth.

Hands are thought of by their levels, and as if each grew by itself. Turns are followed for a few
circuits: at each, others knock by their habits, and the player does what is worth more, to knock
or to go on.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from domain.computer.hand_table import Floats
from domain.computer.stakes import Stakes
from domain.computer.study import Study

CIRCUITS: Final = 3
"""How many turns of one's own are thought of in advance."""


@dataclass(frozen=True, eq=False)
class Ahead:
    """What the player's hand is worth after a turn, by what becomes of it. Arrays are by level.

    Attributes:
        ended: Chance to win the match by rounds that others end whatever the player holds.
        final: The share of rounds in which another knocks first, and what the level after the
            player's final turn is worth in them.
        turn: The share of rounds that come back to the player.
        knock: What a knock is worth then, by the level at that time.
        onward: What it is worth to play on then, by the level after that turn.
    """

    ended: float
    final: Floats
    turn: float
    knock: Floats
    onward: Floats


@dataclass(frozen=True, eq=False)
class Opposition:
    """The others, in the order of their next turns, as levels that their hands may be on.

    Attributes:
        levels: One row for each.
        may_knock: Whether each may knock on the next turn (RULES 5.4).
        next_turn: What the first of them will have after a turn, where that can be told better
            than in general; likewise `next_final` after a final turn.
    """

    levels: Floats
    may_knock: tuple[bool, ...]
    next_turn: Floats | None = None
    next_final: Floats | None = None


@dataclass(frozen=True, eq=False)
class Forecast:
    """Looks ahead in a round, for the player who stands last in `at_stake`.

    Attributes:
        learnt: How hands grow.
        habit: How likely others are to knock, by level.
        at_stake: What the ends of a round are worth.
    """

    learnt: Study
    habit: Floats
    at_stake: Stakes

    def showdown(self, levels: Floats, knocker: int | None) -> Floats:
        """Return what a showdown is worth to the player, by the player's level.

        Args:
            levels: What the others may have, a row for each.
            knocker: Which row has knocked; `len(levels)` for the player; nobody, if none.
        """
        me, stake = len(levels), self.at_stake
        above = chance_above(levels)
        at_least = above + levels
        strictly, loosely = _others(above), _others(at_least)
        paid = np.zeros(levels.shape[1])
        beaten = np.zeros(levels.shape[1])
        for row in range(me):
            lowest = levels[row] * loosely[row]
            if row == knocker:
                alone = levels[row] * strictly[row]
                beaten += alone * stake.alone[row]
                paid += (lowest - alone) * stake.tied[row]
            else:
                paid += lowest * stake.lowest[row]
        all_above, all_at_least = above.prod(axis=0), at_least.prod(axis=0)
        if knocker == me:
            own = all_above * stake.alone[me] + (all_at_least - all_above) * stake.tied[me]
        else:
            own = all_at_least * stake.lowest[me]
        # Who is lower than the player pays without, who is level with them as well.
        below = beaten.cumsum() - beaten
        worth: Floats = stake.even + paid.cumsum() + below + own
        return worth

    @staticmethod
    def safe(levels: Floats) -> Floats:
        """Return the chance that somebody is as low or lower, by the player's level."""
        chance: Floats = np.maximum(1 - chance_above(levels).prod(axis=0), 0.0)
        return chance

    def at_once(self, levels: Floats, row: int) -> Floats:
        """Return what it is worth that one ends the round at once, by the player's level."""
        stake = self.at_stake
        if stake.all_pay:
            return np.full(levels.shape[1], stake.instant[row])
        best = levels.copy()
        if row < len(levels):
            best[row] = 0.0
            best[row, -1] = 1.0
        return self.showdown(best, None)

    def grown(self, opposition: Opposition) -> Floats:
        """Return what the others will have after a final turn each."""
        levels = opposition.levels @ self.learnt.final
        if opposition.next_final is not None and len(levels):
            levels[0] = opposition.next_final
        return levels

    def knock(self, opposition: Opposition) -> Floats:
        """Return what it is worth to knock now, by the level of the hand."""
        return self.showdown(self.grown(opposition), len(opposition.levels))

    def another_turn(self, opposition: Opposition) -> Floats:
        """Return what it is worth to play on instead of knocking, by the level of the hand."""
        worth: Floats = self.learnt.turn @ self._onward(opposition, CIRCUITS)
        return worth

    def ahead(self, opposition: Opposition, circuits: int = CIRCUITS) -> Ahead:
        """Look ahead from the end of a turn of the player's on which nobody has knocked."""
        levels = opposition.levels.copy()
        size = levels.shape[1]
        ended, final, left = 0.0, np.zeros(size), 1.0
        instant = self.learnt.table.instant
        for row in range(len(levels)):
            first = row == 0
            if opposition.may_knock[row]:
                knocking = levels[row] * self.habit
                share = float(knocking.sum())
                now = Opposition(levels, (), next_final=opposition.next_final if first else None)
                others = self.grown(now)
                others[row] = knocking / max(share, 1e-12)
                final += left * share * self.showdown(others, row)
                left *= 1 - share
                levels[row] = (levels[row] - knocking) / max(1 - share, 1e-12)
            grown = levels[row] @ self.learnt.turn
            if first and opposition.next_turn is not None:
                grown = opposition.next_turn
            blitz = float(grown[instant].sum())
            if blitz > 0:
                ended += left * blitz * float(self.at_once(levels, row).mean())
                left *= 1 - blitz
                grown = np.where(instant, 0.0, grown) / max(1 - blitz, 1e-12)
            levels[row] = grown
        later = Opposition(levels, (True,) * len(levels))
        knock = self.knock(later)
        onward = self._onward(later, circuits) if circuits > 1 else knock
        return Ahead(ended, final, left, knock, onward)

    def _onward(self, later: Opposition, circuits: int) -> Floats:
        """Return what it is worth to have played on, by the level after the turn."""
        then = self.ahead(later, circuits - 1)
        growth = self.learnt
        again = np.maximum(then.knock, growth.turn @ then.onward)
        worth = then.ended + growth.final @ then.final + then.turn * again
        own = self.at_once(later.levels, len(later.levels))
        return np.where(growth.table.instant, own, worth)


def chance_above(levels: Floats) -> Floats:
    """Return the chance of being above each level, given the chances of the levels."""
    above: Floats = levels[..., ::-1].cumsum(axis=-1)[..., ::-1] - levels
    return np.maximum(above, 0.0)


def _others(chances: Floats) -> Floats:
    """Return, for each row, the product of all other rows."""
    count = len(chances)
    before, after = np.ones_like(chances), np.ones_like(chances)
    for row in range(1, count):
        before[row] = before[row - 1] * chances[row - 1]
        after[count - 1 - row] = after[count - row] * chances[count - row]
    product: Floats = before * after
    return product
