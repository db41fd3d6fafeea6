"""The ranking of a week waits for the standings, so that the last game of the week counts."""

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import cast
from uuid import UUID, uuid4
from zoneinfo import ZoneInfo

import pytest
from psycopg_pool import ConnectionPool

from domain import facts
from domain.customs import Customs
from projections.rows import Connection
from projections.standings.periods import Period, Span
from projections.standings.queries import top
from telegram_bot.clock import Clock
from telegram_bot.delivery.weekly import WeeklyOutbox, week_to_tell
from telegram_bot.game import Games
from telegram_bot.threads import Threads
from tests.projections import stories
from tests.projections.conftest import Room
from tests.standings.conftest import keep_up
from tests.standings.histories import Thread
from tests.support.timed_bot import MOMENT

GROUP = stories.GROUP
ZONE = "America/Sao_Paulo"
WEEK = date(2026, 3, 2)


def on_the_wall(day: int, hour: int) -> datetime:
    """Return a time in March 2026 by the clocks of the group."""
    return datetime(2026, 3, day, hour, tzinfo=ZoneInfo(ZONE)).astimezone(UTC)


MIDNIGHT, MORNING = on_the_wall(9, 0), on_the_wall(9, 9)


def play(room: Room, ended_at: datetime) -> None:
    """Let a game be won."""
    room.happen(*Thread(uuid4(), [*stories.started(), stories.ENDED], ended_at).stored())


@pytest.fixture
def outbox(room: Room, connection: Connection, pool: ConnectionPool) -> WeeklyOutbox:
    """The outbox of a group that wants its ranking; its last game is not in the standings yet."""
    wanted = facts.CustomsChosen(
        player_id=stories.ANN, customs=Customs(time_zone=ZONE, weekly=True).to_dict()
    )
    room.happen(*Thread(GROUP, [facts.GroupRegistered(), wanted], on_the_wall(2, 9)).stored())
    play(room, on_the_wall(7, 20))
    keep_up(connection, room)
    play(room, MIDNIGHT - MOMENT)
    return WeeklyOutbox(pool)


def taken_down(connection: Connection) -> list[tuple[UUID, date]]:
    return connection.execute("SELECT group_id, week FROM thirtyone.posted_weeklies").fetchall()


def games_of_ann(connection: Connection) -> int:
    (first, *_) = top(connection, GROUP, Span(Period.WEEK, WEEK), 3)
    return first.games


def test_it_is_not_taken_down_before_the_standings_know_of_the_last_game(
    outbox: WeeklyOutbox, room: Room, connection: Connection
) -> None:
    end = outbox.end_of_log()

    assert games_of_ann(connection) == 1
    assert outbox.take_down(MORNING, end) is None
    assert taken_down(connection) == []

    keep_up(connection, room)

    assert outbox.take_down(MORNING, end) == 1
    assert taken_down(connection) == [(GROUP, WEEK)]
    assert games_of_ann(connection) == 2


def test_what_happens_from_then_on_does_not_hold_it_up(
    outbox: WeeklyOutbox, room: Room, connection: Connection
) -> None:
    keep_up(connection, room)
    end = outbox.end_of_log()
    play(room, MORNING + MOMENT)

    assert outbox.take_down(MORNING, end) == 1


MakeClock = Callable[[float], Clock]


@pytest.fixture
def clock_with(pool: ConnectionPool, threads: Threads) -> MakeClock:
    """What makes a clock of so much patience, on Monday morning."""
    return lambda patience: Clock(
        cast("Games", None), pool, threads, timedelta(), lambda: MORNING, patience=patience
    )


@pytest.mark.usefixtures("outbox")
async def test_while_the_follower_stands_still_it_waits_for_the_next_quarter_of_an_hour(
    clock_with: MakeClock, room: Room, connection: Connection, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.WARNING)
    clock = clock_with(0.0)

    await clock.take_down_weeklies()
    assert taken_down(connection) == []
    assert caplog.messages == ["The rankings of the week wait for the standings"]
    keep_up(connection, room)
    await clock.take_down_weeklies()

    assert taken_down(connection) == [(GROUP, WEEK)]


@pytest.mark.usefixtures("outbox")
async def test_it_waits_for_a_follower_that_is_about_to_know_the_last_game(
    clock_with: MakeClock, room: Room, connection: Connection
) -> None:
    waiting = asyncio.create_task(clock_with(30.0).take_down_weeklies())
    await asyncio.to_thread(keep_up, connection, room)
    await waiting

    assert taken_down(connection) == [(GROUP, WEEK)]


@pytest.mark.parametrize("place", [ZONE, "Asia/Kathmandu", "Australia/Eucla", "Pacific/Chatham"])
async def test_the_clock_looks_at_nine_on_the_wall_wherever_that_is(
    clock_with: MakeClock, place: str
) -> None:
    nine = datetime(2026, 3, 9, 9, tzinfo=ZoneInfo(place)).astimezone(UTC)
    clock = clock_with(0.0)
    clock.start()
    try:
        job = clock._scheduler.get_job("weeklies")
        looks = job.trigger.get_next_fire_time(None, nine - MOMENT)
    finally:
        clock.stop()
        await asyncio.sleep(0)

    assert job.func == clock.take_down_weeklies
    assert looks == nine
    assert week_to_tell(looks, MIDNIGHT - timedelta(weeks=9), ZoneInfo(place)) == WEEK
