"""How a round will go on: who knocks when, who is lowest then, and what that is worth.

Hands are thought of by their levels, and as if each grew by itself. Turns are followed for a few
circuits: at each, others knock by their habits, and the player does what is worth more, to knock
or to go on.

Arrays end with the levels, and where there is something for each of the others, with those and
the levels. Whatever stands before are cases that are thought through side by side.
"""

from dataclasses import dataclass
from typing import Final

import numpy as np

from domain.computer.hand_table import Floats, Ints
from domain.computer.stakes import Stakes
from domain.computer.study import Study

CIRCUITS: Final = 3
"""How many turns of one's own are thought of in advance."""

_NEVER: Final = 1e-12
"""What is divided by in place of a chance of 0: it is then of no weight what comes out."""


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

    ended: Floats
    final: Floats
    turn: Floats
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

    def showdown(self, levels: Floats, knocker: int | Ints | None) -> Floats:
        """Return what a showdown is worth to the player, by the player's level.

        Args:
            levels: What the others may have, a row for each.
            knocker: Which row has knocked, the same in all cases or in each its own; their number
                for the player; nobody, if none.
        """
        me, stake = levels.shape[-2], self.at_stake
        above = chance_above(levels)
        at_least = above + levels
        lowest = levels * _others(at_least)
        all_at_least = at_least.prod(axis=-2)
        if isinstance(knocker, int) and knocker == me:
            all_above = above.prod(axis=-2)
            own = all_above * stake.alone[me] + (all_at_least - all_above) * stake.tied[me]
        else:
            own = all_at_least * stake.lowest[me]
        if knocker is None or (isinstance(knocker, int) and knocker == me):
            paid = stake.lowest[:me] @ lowest
            return np.asarray(stake.even + paid.cumsum(axis=-1) + own)
        knocks = np.arange(me) == np.asarray(knocker)[..., None]
        alone = levels * _others(above)
        paid = _in_all(np.where(knocks, stake.tied[:me], stake.lowest[:me]), lowest)
        paid -= _in_all(knocks * stake.tied[:me], alone)
        beaten = _in_all(knocks * stake.alone[:me], alone)
        # Who is lower than the player pays without, who is level with them as well.
        below = beaten.cumsum(axis=-1) - beaten
        return np.asarray(stake.even + paid.cumsum(axis=-1) + below + own)

    @staticmethod
    def safe(levels: Floats, *, if_tied: bool) -> Floats:
        """Return the chance not to be lowest, by the player's level.

        Args:
            levels: What the others may have, a row for each.
            if_tied: Whether it is safe to tie for lowest (RULES 7.5).
        """
        above = chance_above(levels)
        not_lower = above if if_tied else above + levels
        chance: Floats = np.maximum(1 - not_lower.prod(axis=-2), 0.0)
        return chance

    def at_once(self, levels: Floats, row: int | Ints) -> Floats:
        """Return what it is worth that one ends the round at once, by the player's level."""
        stake = self.at_stake
        if stake.all_pay:
            worth = np.asarray(stake.instant[row])[..., None]
            return np.broadcast_to(worth, (*levels.shape[:-2], levels.shape[-1]))
        ends = np.arange(levels.shape[-2]) == np.asarray(row)[..., None]
        best = np.eye(levels.shape[-1])[-1]
        return self.showdown(np.where(ends[..., None], best, levels), None)

    def grown(self, opposition: Opposition) -> Floats:
        """Return what the others will have after a final turn each."""
        levels = opposition.levels @ self.learnt.final
        return _with_first(levels, opposition.next_final)

    def knock(self, opposition: Opposition) -> Floats:
        """Return what it is worth to knock now, by the level of the hand."""
        grown, me = self.grown(opposition), opposition.levels.shape[-2]
        if self.at_stake.late is None:
            return self.showdown(grown, me)
        blitzes, shown = self._blitzes(grown)
        nobody = (1 - blitzes).cumprod(axis=-1)
        ended = (_turns(nobody) * blitzes) @ self.at_stake.late
        return np.asarray(ended[..., None] + nobody[..., -1:] * self.showdown(shown, me))

    def another_turn(self, opposition: Opposition) -> Floats:
        """Return what it is worth to play on instead of knocking, by the level of the hand."""
        worth: Floats = self.learnt.turn @ self._onward(opposition, CIRCUITS)
        return worth

    def ahead(self, opposition: Opposition, circuits: int = CIRCUITS) -> Ahead:
        """Look ahead from the end of a turn of the player's on which nobody has knocked."""
        levels = opposition.levels
        rows = np.arange(levels.shape[-2])
        knocking = levels * self.habit * np.array(opposition.may_knock)[:, None]
        knocks = knocking.sum(axis=-1)
        quiet = (levels - knocking) / np.maximum(1 - knocks, _NEVER)[..., None]
        grown = _with_first(quiet @ self.learnt.turn, opposition.next_turn)
        blitzes, played = self._blitzes(grown)
        # How often it is each one's turn, and what the others have then.
        goes_on = ((1 - knocks) * (1 - blitzes)).cumprod(axis=-1)
        turns = _turns(goes_on)
        shown = _in_turn(played @ self.learnt.final, levels @ self.learnt.final)
        shown[..., rows, rows, :] = knocking / np.maximum(knocks, _NEVER)[..., None]
        at_once = self.at_once(_in_turn(played, levels), rows).mean(axis=-1)
        later = Opposition(played, (True,) * len(rows))
        knock = self.knock(later)
        return Ahead(
            ended=(turns * (1 - knocks) * blitzes * at_once).sum(axis=-1),
            final=_in_all(turns * knocks, self.showdown(shown, rows)),
            turn=goes_on[..., -1],
            knock=knock,
            onward=self._onward(later, circuits) if circuits > 1 else knock,
        )

    def _blitzes(self, grown: Floats) -> tuple[Floats, Floats]:
        """Return how likely each hand ends the round at once, and the levels where it does not."""
        instant = self.learnt.table.instant
        blitzes = grown[..., instant].sum(axis=-1)
        return blitzes, np.where(instant, 0.0, grown) / np.maximum(1 - blitzes, _NEVER)[..., None]

    def _onward(self, later: Opposition, circuits: int) -> Floats:
        """Return what it is worth to have played on, by the level after the turn."""
        then = self.ahead(later, circuits - 1)
        growth = self.learnt
        again = np.maximum(then.knock, then.onward @ growth.turn.T)
        share = then.turn[..., None]
        worth = then.ended[..., None] + then.final @ growth.final.T + share * again
        own = self.at_once(later.levels, later.levels.shape[-2])
        return np.where(growth.table.instant, own, worth)


def chance_above(levels: Floats) -> Floats:
    """Return the chance of being above each level, given the chances of the levels."""
    above: Floats = levels[..., ::-1].cumsum(axis=-1)[..., ::-1] - levels
    return np.maximum(above, 0.0)


def _others(chances: Floats) -> Floats:
    """Return, for each row, the product of all other rows."""
    product = np.ones_like(chances)
    product[..., 1:, :] = chances[..., :-1, :].cumprod(axis=-2)
    product[..., :-1, :] *= chances[..., :0:-1, :].cumprod(axis=-2)[..., ::-1, :]
    return product


def _turns(goes_on: Floats) -> Floats:
    """Return how often it is each one's turn, given how often the round goes on after it."""
    return np.concatenate([np.ones_like(goes_on[..., :1]), goes_on[..., :-1]], axis=-1)


def _in_all(weights: Floats, rows: Floats) -> Floats:
    """Return the sum of the rows, each by its weight."""
    return np.asarray((weights[..., None, :] @ rows)[..., 0, :])


def _with_first(levels: Floats, first: Floats | None) -> Floats:
    """Return the levels with other ones in the first row, if they are known."""
    if first is None:
        return levels
    known = np.broadcast_to(levels, (*first.shape[:-1], *levels.shape[-2:])).copy()
    known[..., :1, :] = first[..., None, :]
    return known


def _in_turn(after: Floats, before: Floats) -> Floats:
    """Return the rows at the turn of each: those whose turn was earlier are as after it."""
    earlier = np.tri(after.shape[-2], k=-1, dtype=np.bool_)[..., None]
    return np.where(earlier, after[..., None, :, :], before[..., None, :, :])
