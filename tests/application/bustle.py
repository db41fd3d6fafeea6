"""Games in which deadlines pass and people vanish, return, vote and leave, in a card room."""

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import timedelta
from uuid import UUID

from domain.computer.identity import Level, is_computer
from domain.errors import Refused
from domain.match import Deadline, DeadlineKind, Match
from domain.pace import Pace
from domain.rules import RuleSet
from domain.timing import Grace
from domain.voting import END, KICK
from tests.application.rooms import Evening


@dataclass(frozen=True)
class Habits:
    """How often something else happens than a move, each as a part of all that happens.

    Attributes:
        missing: A deadline passes.
        wandering: A clock comes at the wrong time, or for something that is over.
        gracing: A deadline is moved.
        returning: Somebody taps something that changes nothing by itself.
        voting: Somebody calls a vote, or votes.
        leaving: Somebody leaves for good, or the round is declared void.
    """

    missing: float = 0.1
    wandering: float = 0.05
    gracing: float = 0.05
    returning: float = 0.05
    voting: float = 0.05
    leaving: float = 0.01


@dataclass
class Bustle(Evening):
    """An evening of which everything is drawn by chance: moves, and what comes between them."""

    habits: Habits = field(default_factory=Habits)

    def start(
        self,
        rules: RuleSet,
        players: int,
        pace: Pace,
        computers: int = 0,
        substitute: Level | None = None,
    ) -> UUID:
        """Start a game at a pace; so many of the players are computer players.

        Others of the level `substitute` take over from people who leave or are away.
        """
        ids = [self.new_id() for _ in range(players - computers)]
        game_id = self.room.open_game(self.group_id, ids[0], "scat", rules, pace).match.id
        for player_id in ids[1:]:
            self.room.join(game_id, player_id)
        for seat in range(len(ids), players):
            self.room.seat_computer(game_id, ids[0], self.random.choice([*Level]), seat)
        self.room.choose_substitute(game_id, ids[0], substitute)
        self.room.start(game_id, ids[0])
        return game_id

    def happen(self, game_id: UUID) -> Match:
        """Let the next thing happen, whatever it is; what is refused changes nothing."""
        match = self.room.match(game_id)
        with suppress(Refused):
            self._next()(match)
        return self.room.match(game_id)

    def _next(self) -> Callable[[Match], object]:
        habits = self.habits
        others: dict[Callable[[Match], object], float] = {
            self._miss: habits.missing,
            self._wander: habits.wandering,
            self._give_grace: habits.gracing,
            self._tap: habits.returning,
            self._vote: habits.voting,
            self._leave: habits.leaving,
        }
        shares = [*others.values(), max(0.0, 1 - sum(others.values()))]
        (chosen,) = self.random.choices([*others, self._move], shares)
        return chosen

    def _move(self, match: Match) -> None:
        """Do what is waited for, some time before the deadline."""
        assert match.deadline is not None
        left = match.deadline.until - self.clock.now
        if left > timedelta():
            self.clock.now += left * self.random.choice([0, 0.5, 0.999])
        self.step(match.id)

    def _miss(self, match: Match) -> None:
        deadline = self._some_deadline(match)
        self.clock.now = max(self.clock.now, deadline.until)
        self.room.time_out(match.id, deadline.kind, deadline.number)

    def _wander(self, match: Match) -> None:
        deadline = self._some_deadline(match)
        kind = self.random.choice([deadline.kind, *DeadlineKind])
        number = deadline.number + self.random.choice([-1, 0, 1])
        self.room.time_out(match.id, kind, number)

    def _give_grace(self, match: Match) -> None:
        deadline = self._some_deadline(match)
        longer = timedelta(minutes=self.random.randint(-5, 60))
        number = deadline.number + self.random.choice([-1, 0, 0])
        self.room.give_grace(
            match.id, Grace(deadline.kind, number, deadline.until + longer, "outage")
        )

    def _tap(self, match: Match) -> None:
        self.room.come_back(match.id, self.random.choice([*match.player_ids, self.new_id()]))

    def _vote(self, match: Match) -> None:
        voter = self.random.choice([one for one in match.player_ids if not is_computer(one)])
        if match.vote is not None:
            aye = self.random.random() < 0.6
            self.room.vote(match.id, voter, match.vote.number, aye=aye)
            return
        target = self.random.choice([None, *range(len(match.player_ids))])
        self.room.call_vote(match.id, voter, END if target is None else KICK, target)

    def _leave(self, match: Match) -> None:
        if self.random.random() < 0.3:
            self.room.void_round(match.id, "arbiter")
            return
        self.room.depart(match.id, self.random.choice(match.player_ids), "left")

    def _some_deadline(self, match: Match) -> Deadline:
        """Return what the table waits for: mostly the game, sometimes a vote."""
        assert match.deadline is not None
        if match.vote is not None and self.random.random() < 0.3:
            return match.vote.deadline
        return match.deadline
