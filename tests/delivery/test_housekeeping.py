"""What is of no use any more is forgotten, and nothing else."""

import asyncio
from datetime import datetime, timedelta
from typing import cast
from uuid import UUID, uuid4

import psycopg
import pytest
from apscheduler.triggers.cron import CronTrigger
from psycopg import sql
from psycopg_pool import ConnectionPool

from projections.database import SCHEMA, Database
from projections.rows import Connection
from telegram_bot.clock import Clock
from telegram_bot.delivery.desk import Desk
from telegram_bot.game import Games
from telegram_bot.housekeeping import KEPT, OF_GAMES, Housekeeping
from telegram_bot.operating.condition import work
from telegram_bot.threads import Threads
from tests.projections import stories
from tests.projections.conftest import Room, follow, pause
from tests.projections.stories import ANN, NOON, recorded

CHAT = -100
LATER = NOON + KEPT + timedelta(minutes=1)
SECOND = timedelta(seconds=1)


def remember(connection: Connection, game: UUID) -> None:
    """Note something of a game wherever something is noted of games."""
    connection.execute(
        "INSERT INTO thirtyone.posted_offers (game_id, round, player_id, answer)"
        " VALUES (%s, 1, %s, 'out')",
        [game, ANN],
    )
    connection.execute(
        "INSERT INTO thirtyone.posted_panels (game_id, player_id, way, telegram_chat_id)"
        " VALUES (%s, %s, 'private', 1)",
        [game, ANN],
    )
    connection.execute(
        "INSERT INTO thirtyone.posted_pictures (game_id, version, kind) VALUES (%s, 1, 'podium')",
        [game],
    )
    connection.execute(
        "INSERT INTO thirtyone.posted_reminders (game_id, turn, private, player_id)"
        " VALUES (%s, 1, true, %s)",
        [game, ANN],
    )
    connection.execute(
        "INSERT INTO thirtyone.posted_screens (game_id, telegram_chat_id, message_id, version)"
        " SELECT game_id, %s, 5, version FROM thirtyone.screens WHERE game_id = %s",
        [CHAT, game],
    )
    connection.execute(
        "INSERT INTO thirtyone.posted_announcements (position, message_id, sent_at)"
        " SELECT position, 4, created_at FROM thirtyone.announcements WHERE game_id = %s",
        [game],
    )


def select(table: str) -> sql.Composed:
    return sql.SQL("SELECT game_id FROM {}").format(sql.Identifier(SCHEMA, table))


def remembered(connection: Connection) -> set[tuple[str, UUID]]:
    return {
        (table, game)
        for table in OF_GAMES
        for (game,) in connection.execute(select(table)).fetchall()
    }


def said_of(connection: Connection) -> set[UUID]:
    """Return the games of which delivery remembers what it has said."""
    rows = connection.execute(
        "SELECT game_id FROM thirtyone.posted_announcements"
        " JOIN thirtyone.announcements USING (position)"
    ).fetchall()
    return {game for (game,) in rows}


def pauses(connection: Connection) -> set[int]:
    rows = connection.execute("SELECT telegram_chat_id FROM thirtyone.chat_pauses").fetchall()
    return {chat for (chat,) in rows}


@pytest.fixture
def games(room: Room, connection: Connection) -> dict[str, UUID]:
    """A game that lasts and one that is over, both with something to remember."""
    connection.execute(
        "INSERT INTO thirtyone.chats (id, telegram_chat_id, kind, updated_at)"
        " VALUES (%s, %s, 'group', %s)",
        [stories.GROUP, CHAT, NOON],
    )
    games = {"lasts": uuid4(), "over": uuid4()}
    played = [*stories.started(), stories.dealt(1), stories.showdown(1)]
    room.happen(*recorded(games["lasts"], played))
    room.happen(*recorded(games["over"], [*played, stories.ENDED]))
    follow(connection, room)
    for game in games.values():
        remember(connection, game)
    return games


def test_games_are_forgotten_when_they_have_been_over_for_a_week(
    pool: ConnectionPool, connection: Connection, games: dict[str, UUID]
) -> None:
    both = remembered(connection)
    assert len(both) == 2 * len(OF_GAMES)

    Housekeeping(pool).tidy(LATER - timedelta(minutes=1))
    assert remembered(connection) == both
    assert said_of(connection) == {*games.values()}
    Housekeeping(pool).tidy(LATER)
    assert remembered(connection) == {(table, games["lasts"]) for table in OF_GAMES}
    assert said_of(connection) == {games["lasts"]}


@pytest.mark.usefixtures("games")
@pytest.mark.parametrize("now", [LATER - timedelta(days=5), LATER, LATER + KEPT])
def test_what_is_forgotten_is_not_shown_again(
    pool: ConnectionPool, connection: Connection, now: datetime
) -> None:
    """Not even by a delivery whose clock is late."""
    Housekeeping(pool).tidy(LATER)

    desk = Desk(pool)
    assert (desk.announcements(now), desk.screens(now)) == ([], [])
    assert work(connection, now).messages_waiting == 2  # the offer and the reminder that last


def test_a_result_that_could_not_be_shown_is_not_forgotten(
    pool: ConnectionPool, connection: Connection, games: dict[str, UUID]
) -> None:
    connection.execute(
        "UPDATE thirtyone.posted_screens SET version = 0 WHERE game_id = %s", [games["over"]]
    )

    Housekeeping(pool).tidy(LATER)

    desk = Desk(pool)
    assert desk.announcements(LATER) == []
    assert [screen.game_id for screen in desk.screens(LATER)] == [games["over"]]
    assert said_of(connection) == {*games.values()}


def test_pauses_are_forgotten_when_they_have_been_over_for_a_week(
    pool: ConnectionPool, connection: Connection
) -> None:
    before = LATER - KEPT
    pause(connection, -1, NOON, before - SECOND)
    pause(connection, -2, NOON, before)
    pause(connection, -3, NOON, before - SECOND, closed=True)

    Housekeeping(pool).tidy(LATER)
    Housekeeping(pool).tidy(LATER)

    assert pauses(connection) == {-2, -3}


def test_in_which_way_somebody_is_shown_the_hand_is_forgotten_once_it_no_longer_counts(
    pool: ConnectionPool, connection: Connection
) -> None:
    before = LATER - KEPT
    connection.cursor().executemany(
        "INSERT INTO thirtyone.ways_of_showing (player_id, group_id, way, until)"
        " VALUES (%s, %s, 'private', %s)",
        [(ANN, uuid4(), until) for until in (None, before, before - SECOND)],
    )

    Housekeeping(pool).tidy(LATER)

    rows = connection.execute("SELECT until FROM thirtyone.ways_of_showing").fetchall()
    assert {until for (until,) in rows} == {None, before}


@pytest.mark.usefixtures("games")
def test_nobody_waits_for_what_another_tidies_up(
    pool: ConnectionPool, database: Database, connection: Connection
) -> None:
    with psycopg.connect(database.conninfo) as other:
        for table in OF_GAMES:
            other.execute(select(table) + sql.SQL(" FOR UPDATE"))
        Housekeeping(pool).tidy(LATER)

    assert len(remembered(connection)) == 2 * len(OF_GAMES)


async def test_the_clock_tidies_up_once_a_day_however_late(
    pool: ConnectionPool, threads: Threads, connection: Connection
) -> None:
    pause(connection, -1, NOON, NOON)
    clock = Clock(cast("Games", None), pool, threads, timedelta(), lambda: LATER)
    clock.start()
    try:
        job = clock._scheduler.get_job("housekeeping")
        times = _fire_times(job.trigger, NOON)
        await job.func()
    finally:
        clock.stop()
        await asyncio.sleep(0)

    assert times[1] - times[0] == timedelta(days=1)
    assert job.misfire_grace_time is None
    assert job.coalesce
    assert pauses(connection) == set()


def _fire_times(trigger: CronTrigger, after: datetime) -> tuple[datetime, datetime]:
    first = trigger.get_next_fire_time(None, after)
    return first, trigger.get_next_fire_time(first, first)


def test_old_weeks_are_forgotten_and_the_last_one_is_not(
    connection: Connection, pool: ConnectionPool
) -> None:
    weeks = [(NOON - timedelta(weeks=number)).date() for number in (1, 2, 5)]
    connection.cursor().executemany(
        "INSERT INTO thirtyone.posted_weeklies (group_id, week) VALUES (%s, %s)",
        [(stories.GROUP, week) for week in weeks],
    )

    Housekeeping(pool).tidy(NOON)

    kept = connection.execute("SELECT week FROM thirtyone.posted_weeklies ORDER BY week DESC")
    assert [week for (week,) in kept.fetchall()] == weeks[:2]
