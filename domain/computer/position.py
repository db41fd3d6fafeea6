"""An observation thought through: who may hold what, and what the ends of the round are worth."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from domain.cards import Hand
from domain.computer.belief import belief
from domain.computer.forecast import Forecast, Opposition
from domain.computer.habits import knocks
from domain.computer.hand_table import NO_CARDS, Floats, HandTable, Ints, Levels
from domain.computer.memory import Memory
from domain.computer.observation import Observation
from domain.computer.reason import Reason
from domain.computer.stakes import stakes
from domain.computer.study import study
from domain.moves import Knock, Tap
from domain.rules import RuleSet

Worth = Callable[[Ints], Floats]
"""What hands are worth, one a row, as chances to win the match."""


@dataclass(frozen=True, eq=False)
class Position:
    """All that a decision is made of.

    Attributes:
        seen: The observation.
        memory: What is remembered of the round.
        forecast: How rounds go on under these rules with these lives.
        opposition: What the others may have now.
        unseen: Numbers of the cards that may come from the stock.
        hand: Numbers of the player's cards.
    """

    seen: Observation
    memory: Memory
    forecast: Forecast
    opposition: Opposition
    unseen: Ints
    hand: Ints

    @classmethod
    def of(cls, seen: Observation) -> "Position":
        """Think an observation through."""
        public, memory = seen.view.public, Memory.of(seen)
        rules, opponents = public.rules, memory.opponents
        learnt, habit = study(rules), knocks(rules, len(opponents) + 1)
        unseen = learnt.table.numbers(memory.unseen)
        levels = [belief(learnt, habit, opponent, unseen) for opponent in opponents]
        players = (*(opponent.seat for opponent in opponents), seen.view.seat)
        lives = {seat.seat: seat.lives for seat in public.seats}
        bought = {seat.seat: seat.buy_ins for seat in public.seats}
        return cls(
            seen=seen,
            memory=memory,
            forecast=Forecast(learnt, habit, stakes(rules, lives, players, bought)),
            opposition=Opposition(
                levels=np.array(levels),
                may_knock=tuple(rules.first_turn_knock or o.turns > 0 for o in opponents),
            ),
            unseen=unseen,
            hand=learnt.table.numbers(seen.view.hand),
        )

    @property
    def rules(self) -> RuleSet:
        """The rules of the table."""
        return self.seen.view.public.rules

    @property
    def table(self) -> HandTable:
        """The table of all hands."""
        return self.forecast.learnt.table

    @property
    def final(self) -> bool:
        """Whether somebody has knocked, so that this is the last turn."""
        return self.knocker is not None

    @property
    def knocker(self) -> int | None:
        """The row of the opponent who has knocked."""
        rows = (row for row, one in enumerate(self.memory.opponents) if one.has_knocked)
        return next(rows, None)

    def showdown_levels(self) -> Floats:
        """Return what the others will show, now that one of them has knocked."""
        return self.levels_shown(self.forecast.grown(self.opposition))

    def levels_shown(self, grown: Floats) -> Floats:
        """Return what the others will show: who plays before the knocker has a turn left."""
        rows = np.arange(grown.shape[-2])[:, None]
        return np.where(rows < (self.knocker or 0), grown, self.opposition.levels)

    def final_worth(self, levels: Floats) -> Floats:
        """Return what a level is worth at the end of the final turn, given what others show."""
        worth = self.forecast.showdown(levels, self.knocker)
        if self.rules.instant_after_knock == "showdown":
            return worth
        own = self.forecast.at_once(levels, levels.shape[-2])
        return np.where(self.table.instant, own, worth)

    def cards(self, numbers: Ints) -> Hand:
        """Return cards by their numbers."""
        return tuple(self.table.pack[number] for number in numbers.tolist())


class Later(NamedTuple):
    """What hands may be when they are shown: how safe, and of how many points if that is known."""

    safe: Floats
    soon: Floats | None = None

    def of(self, row: int) -> "Later":
        """Return what one of the hands may be."""
        one = slice(row, row + 1)
        return Later(self.safe[one], None if self.soon is None else self.soon[one])


class Because:
    """Makes the reasons for moves in a position."""

    def __init__(self, position: Position, shown: Floats) -> None:
        """Note how safe each level is.

        Args:
            position: The position.
            shown: What the others may have when hands are shown, a row for each.
        """
        self._position = position
        forecast, tie = position.forecast, position.rules.knocker_tie
        self.safe = forecast.safe(shown, if_tied=False)
        """The chance not to be lowest, by level, for whoever has not knocked."""
        self._knocking = forecast.safe(shown, if_tied=tie == "safe")

    def __call__(  # noqa: PLR0913 - all that there is to say of a move
        self,
        tap: Tap,
        levels: Levels,
        worth: Floats,
        *,
        gives: Ints = NO_CARDS,
        takes: Ints = NO_CARDS,
        later: Later | None = None,
    ) -> Reason:
        """Return the reason for a move.

        Args:
            tap: The move.
            levels: Where it may lead, each as likely as the others.
            worth: What that is worth, likewise.
            gives: Numbers of the cards that it gives away.
            takes: Numbers of the open cards that it takes.
            later: What another turn of the player's makes of that, likewise, if there is one.
        """
        if later is None:
            later = Later((self._knocking if tap == Knock() else self.safe)[levels])
        return Reason(
            tap=tap,
            gives=self._position.cards(gives),
            takes=self._position.cards(takes),
            before=self._position.seen.view.value,
            after=float(self._position.table.values[levels].mean()),
            safe=float(later.safe.mean()),
            win=float(np.clip(worth.mean(), 0, 1)),
            soon=None if later.soon is None else float(later.soon.mean()),
        )
