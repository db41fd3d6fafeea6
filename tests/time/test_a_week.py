"""A game of a week at the slow pace: a day is twenty-four hours, and nights are quiet.

The week is one in which the clocks of the group's zone are changed. Its players answer by chance.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, time, timedelta
from functools import partial
from itertools import cycle
from random import Random
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest

from domain import customs
from domain.aggregate import projector
from domain.customs import Quiet, end_of_quiet
from domain.facts import (
    DeadlineSet,
    GraceGiven,
    PlayerReturned,
    PlayerWentAway,
    RoundEnded,
    TurnTimedOut,
)
from domain.game import Game
from domain.match import Match, Phase
from domain.moves import Knock
from domain.pace import AWAY, Pace
from domain.views import spectacle
from telegram_bot.clock import Clock
from tests.time.house import House

SEED = 3
"""Of a week in which everything happens that the test is about."""

DAY = timedelta(hours=24)
WEEK = 7 * DAY
QUIET = Quiet(23, 8)
PULSE = timedelta(seconds=2)
"""A clock looks every second, and may find out only then that it must look again."""

ANSWERS = ("y", "yny", "nnny")
"""Whether a player plays a turn in time, by seat, again and again."""

PLACES = {
    "an hour is skipped": ("Europe/Lisbon", datetime(2026, 3, 26, 18, 45, tzinfo=UTC)),
    "an hour comes twice": ("America/New_York", datetime(2026, 10, 29, 22, 15, tzinfo=UTC)),
}


@dataclass
class Week:
    """A week as it was lived: who was reminded when, beside the log.

    Attributes:
        house: Where everything is.
        zone: The zone of the group.
        game_id: The game.
        random: Where all chance comes from.
        answers: Whether a player will play the next turn, by seat.
        plans: When the player on a turn will play it, by turn; none for never.
        reminded: When which turn was reminded of, whom, in the order in which it happened.
    """

    house: House
    zone: ZoneInfo
    game_id: UUID
    random: Random
    answers: tuple[Iterator[str], ...] = field(default_factory=lambda: tuple(map(cycle, ANSWERS)))
    plans: dict[int, datetime | None] = field(default_factory=dict)
    reminded: list[tuple[datetime, int, UUID]] = field(default_factory=list)

    @property
    def match(self) -> Match:
        """The game as it stands."""
        return self.house.room.match(self.game_id)

    @property
    def now(self) -> datetime:
        """The time."""
        return self.house.time.now

    async def live(self, until: datetime, *clocks: Clock) -> None:
        """Let people and clocks do what they do, each at its time."""
        while not self.match.phase.over:
            self.house.show()
            look, act = self.house.next_look(), self._next_act()
            assert look is not None
            self.house.time.now = max(self.now, min(look, act or look))
            if self.now > until:
                return
            if act == self.now:
                self._act()
            else:
                await self.house.beat(*clocks)
                self._note_reminders()

    def _next_act(self) -> datetime | None:
        """Return when the player on turn will play, who may not be there at all."""
        match = self.match
        if match.phase is not Phase.PLAYING or match.deadline is None:
            return None
        if match.turn not in self.plans:
            seat = match.in_play()[1].seat
            will = next(self.answers[seat]) == "y"
            after = (match.deadline.until - self.now) * 0.95 * self.random.random() ** 2
            self.plans[match.turn] = self.now + after if will else None
        return self.plans[match.turn]

    def _act(self) -> None:
        """Play the turn; players of this week hardly ever knock."""
        turn = self.match.turn
        while (match := self.match).turn == turn:
            taps = spectacle(match).taps
            quiet = [tap for tap in taps if tap != Knock()]
            tap = self.random.choice(quiet if self.random.random() < 0.8 else taps)
            player_id = match.player_ids[match.in_play()[1].seat]
            self.house.room.play(self.game_id, player_id, turn, tap)

    def _note_reminders(self) -> None:
        known = {turn for _, turn, _ in self.reminded}
        taken_down = self.house.connection.execute(
            "SELECT DISTINCT turn, player_id FROM thirtyone.posted_reminders"
        )
        self.reminded += [(self.now, turn, who) for turn, who in taken_down if turn not in known]

    @property
    def turns(self) -> list[tuple[DeadlineSet, datetime]]:
        """Every deadline of a turn, as the log tells it, with the time when it was over."""
        marks = self.house.happened(self.game_id, DeadlineSet, RoundEnded)
        ends = [*(event.timestamp for event in marks[1:]), self.now]
        return [
            (event, end)
            for event, end in zip(marks, ends, strict=True)
            if isinstance(event, DeadlineSet) and event.kind == "turn"
        ]

    @property
    def deadlines(self) -> list[DeadlineSet]:
        """Every deadline of a turn."""
        return [deadline for deadline, _ in self.turns]

    def wall(self, at: datetime) -> datetime:
        """Return what the clocks on the wall show, without their zone."""
        return at.astimezone(self.zone).replace(tzinfo=None)


@pytest.fixture(params=PLACES)
async def week(request: pytest.FixtureRequest, house: House) -> Week:
    """A week that has been lived, with two clocks."""
    name, begins = PLACES[request.param]
    house.time.now = begins
    group_id, ana = house.group(), house.evening.new_id()
    for choose in (
        partial(customs.choose_pace, name="slow"),
        partial(customs.choose_time_zone, name=name),
        partial(customs.choose_quiet, quiet=QUIET),
    ):
        house.room.choose_customs(group_id, ana, choose)
    game_id = house.begin(len(ANSWERS), pace=None, group_id=group_id, lives=20)
    seed = SEED
    print("seed", seed)
    lived = Week(house, ZoneInfo(name), game_id, Random(seed))
    await lived.live(begins + WEEK, house.clock(), house.clock())
    return lived


async def test_a_week_of_a_slow_game(week: Week) -> None:
    _check_that_it_was_a_full_week(week)
    _check_deadlines(week)
    _check_timeouts(week)
    _check_reminders(week)
    _check_who_was_reminded(week)
    assert not week.house.happened(week.game_id, GraceGiven)


def _check_that_it_was_a_full_week(week: Week) -> None:
    match, house = week.match, week.house
    assert match.phase.running
    assert match.pace is Pace.SLOW
    assert house.happened(week.game_id, PlayerWentAway)
    assert house.happened(week.game_id, PlayerReturned)
    assert len(week.reminded) > 3
    log = house.room.events.get(week.game_id)
    replayed = projector(Game)(None, log)  # type: ignore[arg-type] # they are
    assert replayed is not None
    assert replayed.state == match


def _check_deadlines(week: Week) -> None:
    """A day is a day, whatever the clocks on the wall are made to show in it."""
    assert {event.until - event.since for event in week.deadlines} == {DAY, AWAY}
    whole_days = [event for event in week.deadlines if event.until - event.since == DAY]
    on_the_wall = {week.wall(event.until) - week.wall(event.since) for event in whole_days}
    assert len(on_the_wall) == 2, "no deadline lay across the change of the clocks"
    assert DAY in on_the_wall


def _check_timeouts(week: Week) -> None:
    until = {event.number: event.until for event in week.deadlines}
    causes = set()
    for event in week.house.happened(week.game_id, TurnTimedOut):
        assert isinstance(event, TurnTimedOut)
        assert timedelta() <= event.timestamp - until[event.turn] <= PULSE
        causes.add(event.cause)
    assert causes == {"deadline", "away"}


def _check_reminders(week: Week) -> None:
    """Half a day into their turn players are reminded, or when the quiet hours are over."""
    reminded = {turn: at for at, turn, _ in week.reminded}
    assert len(reminded) == len(week.reminded), "somebody was reminded twice"
    at_night = 0
    for deadline, end in week.turns:
        half = deadline.since + (deadline.until - deadline.since) / 2
        due = end_of_quiet(week.house.room.customs(week.match.group_id), half)
        whole = deadline.until - deadline.since == DAY
        if not whole or due >= deadline.until or end <= due:
            assert deadline.number not in reminded
            continue
        at = reminded[deadline.number]
        assert timedelta() <= at - due <= PULSE
        assert QUIET.end <= at.astimezone(week.zone).hour < QUIET.start
        if due != half:
            at_night += 1
            assert week.wall(due).time() == time(QUIET.end)
    assert at_night, "half time was never at night"


def _check_who_was_reminded(week: Week) -> None:
    who = {turn: player_id for _, turn, player_id in week.reminded}
    for event in week.house.happened(week.game_id, TurnTimedOut):
        assert isinstance(event, TurnTimedOut)
        if event.turn in who:
            assert who[event.turn] == week.match.player_ids[event.seat]
