"""Whether the bot is in service, and since when, as its roles leave it in the database."""

import asyncio
from collections.abc import Callable, Iterator
from datetime import datetime, timedelta
from typing import cast
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg import OperationalError
from psycopg_pool import ConnectionPool

from domain import facts
from domain.match import DeadlineKind
from domain.timing import Grace
from projections.database import Database
from telegram_bot.clock import Clock
from telegram_bot.database import pool_of
from telegram_bot.game import Games
from telegram_bot.heartbeats import (
    CLOCK,
    EVERY,
    INTAKE,
    SILENCE,
    Gap,
    Heartbeats,
    Service,
    SignsOfLife,
)
from telegram_bot.threads import Threads
from tests.projections import stories
from tests.projections.conftest import Room, follow
from tests.projections.stories import NOON, recorded

SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)


@pytest.fixture
def pool(database: Database) -> Iterator[ConnectionPool]:
    with pool_of(database, 4) as pool:
        yield pool


@pytest.fixture
def heartbeats(pool: ConnectionPool) -> Heartbeats:
    return Heartbeats(pool)


@pytest.fixture
def threads() -> Iterator[Threads]:
    threads = Threads(2)
    yield threads
    threads.close()


def test_a_bot_that_never_ran_has_missed_nothing(heartbeats: Heartbeats) -> None:
    assert heartbeats.service(NOON) == Service(runs=True)


def test_regular_beats_leave_no_gap(heartbeats: Heartbeats) -> None:
    for beats in range(4):
        for role in (CLOCK, INTAKE):
            heartbeats.beat(role, NOON + beats * SILENCE)

    last = NOON + 3 * SILENCE
    assert heartbeats.service(last) == Service(runs=True, heard=last)


def test_a_silence_is_a_gap_once_it_is_over(heartbeats: Heartbeats) -> None:
    heartbeats.beat(CLOCK, NOON)
    heartbeats.beat(CLOCK, NOON + HOUR)
    heartbeats.beat(CLOCK, NOON + HOUR + SECOND)

    assert heartbeats.service(NOON + HOUR + SECOND).gaps == (Gap(NOON, NOON + HOUR),)


def test_each_role_has_its_own_last_gap(heartbeats: Heartbeats) -> None:
    for role, hours in ((CLOCK, (0, 1, 3)), (INTAKE, (0, 2, 4))):
        for hour in hours:
            heartbeats.beat(role, NOON + hour * HOUR)

    gaps = {(gap.since - NOON, gap.until - NOON) for gap in heartbeats.service(NOON).gaps}
    assert gaps == {(HOUR, 3 * HOUR), (2 * HOUR, 4 * HOUR)}


@pytest.mark.parametrize("silent", [CLOCK, INTAKE])
def test_a_role_that_is_silent_takes_the_bot_out_of_service(
    heartbeats: Heartbeats, silent: str
) -> None:
    heartbeats.beat(CLOCK, NOON)
    heartbeats.beat(INTAKE, NOON)
    later = NOON + SILENCE + SECOND
    heartbeats.beat(INTAKE if silent == CLOCK else CLOCK, later)

    assert not heartbeats.service(later).runs
    heartbeats.beat(silent, later)
    assert heartbeats.service(later).runs


def test_a_beat_that_comes_late_takes_nothing_back(heartbeats: Heartbeats) -> None:
    heartbeats.beat(INTAKE, NOON + HOUR)
    heartbeats.beat(INTAKE, NOON)

    assert heartbeats.service(NOON + HOUR) == Service(runs=True, heard=NOON + HOUR)


def test_a_role_is_in_service_while_one_of_its_copies_is(pool: ConnectionPool) -> None:
    one, other = Heartbeats(pool), Heartbeats(pool)
    for role in (CLOCK, INTAKE):
        one.beat(role, NOON)
    for seconds in range(0, 60, 5):
        for role in (CLOCK, INTAKE):
            other.beat(role, NOON + seconds * SECOND)

    last = NOON + 55 * SECOND
    assert other.service(last + SECOND) == Service(runs=True, heard=last)


async def test_what_keeps_a_role_from_its_work_is_left_for_others_to_read(
    pool: ConnectionPool, heartbeats: Heartbeats, threads: Threads
) -> None:
    signs = SignsOfLife(heartbeats, INTAKE, threads)
    for trouble, at in (("a webhook was set", NOON), ("TimedOut", NOON + SECOND)):
        signs.complain(trouble, at)
        assert signs._leaving is not None
        await signs._leaving

    with pool.connection() as connection:
        rows = connection.execute("SELECT * FROM thirtyone.troubles").fetchall()
    assert rows == [(INTAKE, "TimedOut", NOON + SECOND)]
    assert heartbeats.service(NOON) == Service(runs=True)


async def test_signs_of_life_are_left_now_and_then(
    heartbeats: Heartbeats, threads: Threads
) -> None:
    signs = SignsOfLife(heartbeats, INTAKE, threads)

    async def shown(at: datetime) -> datetime | None:
        signs.show(at)
        assert signs._leaving is not None
        await signs._leaving
        return heartbeats.service(at).heard

    assert await shown(NOON) == NOON
    assert await shown(NOON + EVERY / 2) == NOON
    assert await shown(NOON + EVERY) == NOON + EVERY


async def test_a_sign_that_cannot_be_left_holds_up_nobody(threads: Threads) -> None:
    class Away:
        """A database that is not there at first."""

        left: list[datetime] = []  # noqa: RUF012 - one test, one instance
        there = False

        def beat(self, _: str, at: datetime) -> None:
            if not self.there:
                raise OperationalError
            self.left.append(at)

    away = Away()
    signs = SignsOfLife(cast("Heartbeats", away), INTAKE, threads)
    for at, away.there in ((NOON, False), (NOON, True)):
        signs.show(at)
        signs.show(at + HOUR)  # while the first is on its way
        assert signs._leaving is not None
        await signs._leaving

    assert away.left == [NOON]


class Carried:
    """A façade of the game that notes what the clock has carried out."""

    def __init__(self) -> None:
        self.out: list[str] = []

    async def time_out(self, _: UUID, kind: DeadlineKind, number: int) -> None:
        self.out.append(f"{kind}:{number}")

    async def give_grace(self, _: UUID, grace: Grace) -> None:
        self.out.append(f"{grace.cause} until {grace.until - NOON}")


@pytest.fixture
def offer(database: Database) -> datetime:
    """An offer to buy back in, of 31 seconds, that the table shows; returns until when."""
    game, until = uuid4(), NOON + timedelta(seconds=40)
    offered = facts.BuyInOffered(seats=(1,), stake=1, until=until)
    ended = [*stories.started(), stories.dealt(1), stories.showdown(1), offered]
    with (
        Room(env=database.environment) as room,
        psycopg.connect(database.conninfo, autocommit=True) as connection,
    ):
        room.happen(*recorded(game, ended))
        follow(connection, room)
        connection.execute(
            "INSERT INTO thirtyone.posted_screens"
            " (game_id, telegram_chat_id, message_id, shown_deadline, shown_since)"
            " VALUES (%s, -100, 5, 'buy_in:1', %s)",
            [game, NOON + timedelta(seconds=len(ended))],
        )
    return until


@pytest.fixture
def carried() -> Carried:
    return Carried()


@pytest.fixture
def beat(
    pool: ConnectionPool, threads: Threads, carried: Carried
) -> Callable[[datetime], list[str]]:
    """Lets the clock beat at a time, and returns what it has carried out."""

    def beat(at: datetime) -> list[str]:
        clock = Clock(cast("Games", carried), pool, threads, timedelta(), lambda: at)
        asyncio.run(clock.beat())
        done, carried.out = carried.out, []
        return done

    return beat


Beat = Callable[[datetime], list[str]]


def test_after_a_stop_nothing_is_over_before_telegram_has_answered(
    heartbeats: Heartbeats, offer: datetime, beat: Beat
) -> None:
    heartbeats.beat(INTAKE, offer - SECOND)
    assert beat(offer - SECOND) == []
    back = NOON + HOUR

    assert beat(back) == []
    heartbeats.beat(INTAKE, back)
    assert beat(back) == ["outage until 1:00:31"]


def test_a_short_stop_costs_nobody_a_tap_that_waits(
    heartbeats: Heartbeats, offer: datetime, beat: Beat
) -> None:
    heartbeats.beat(INTAKE, offer - SECOND)

    assert beat(offer + SECOND) == []
    heartbeats.beat(INTAKE, offer)
    assert beat(offer + 2 * SECOND) == ["buy_in:1"]


def test_while_telegram_cannot_be_reached_nothing_is_over(
    heartbeats: Heartbeats, offer: datetime, beat: Beat
) -> None:
    heartbeats.beat(INTAKE, offer - SECOND)
    for seconds in range(0, 60, 5):
        assert beat(offer + seconds * SECOND) == []

    back = offer + 60 * SECOND
    heartbeats.beat(INTAKE, back)
    assert beat(back) == ["outage until 0:02:11"]


def test_a_clock_that_was_down_alone_gives_time_as_well(
    heartbeats: Heartbeats, offer: datetime, beat: Beat
) -> None:
    heartbeats.beat(INTAKE, NOON)
    beat(NOON)
    for seconds in range(0, 120, 5):
        heartbeats.beat(INTAKE, NOON + seconds * SECOND)
    back = NOON + timedelta(minutes=2)

    assert offer < back
    assert beat(back) == ["outage until 0:02:31"]


async def test_a_clock_that_is_slow_but_lives_was_never_away(
    heartbeats: Heartbeats, pool: ConnectionPool, threads: Threads, offer: datetime
) -> None:
    at, asked, answered = offer, asyncio.Event(), asyncio.Event()
    carried = Carried()

    async def is_muted(_group_id: UUID) -> bool:
        asked.set()
        await answered.wait()
        return False

    clock = Clock(
        cast("Games", carried), pool, threads, timedelta(), lambda: at, is_muted=is_muted
    )
    heartbeats.beat(INTAKE, at)
    pulse = asyncio.create_task(clock.beat())
    await asked.wait()
    for _ in range(5):
        at += SILENCE / 2
        heartbeats.beat(INTAKE, at)
        await clock.show_life()
    answered.set()
    await pulse

    assert carried.out == ["buy_in:1"]
    assert heartbeats.service(at) == Service(runs=True, heard=at)


def test_a_bot_that_was_in_service_all_the_while_gives_none(
    heartbeats: Heartbeats, offer: datetime, beat: Beat
) -> None:
    for seconds in range(0, 40, 5):
        at = NOON + seconds * SECOND
        heartbeats.beat(INTAKE, at)
        assert beat(at) == []

    heartbeats.beat(INTAKE, offer)
    assert beat(offer) == ["buy_in:1"]
