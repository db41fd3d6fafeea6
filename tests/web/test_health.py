"""`/health` tells how the bot is doing, and fails when something stands still."""

from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from datetime import timedelta

import httpx
import psycopg
import pytest
from psycopg_pool import ConnectionPool
from starlette.applications import Starlette

from projections.database import Database
from projections.read_models import READ_MODELS
from projections.rows import Connection
from projections.standings.projector import STANDINGS
from telegram_bot.heartbeats import CLOCK, INTAKE, Heartbeats
from telegram_bot.threads import Threads
from telegram_bot.web.health import Health, health_route
from telegram_bot.web.server import serving
from tests.projections.conftest import Room, follow
from tests.standings.seasons import FIRST_DAY, season
from tests.support.following import catch_up


class Evening:
    """A bot that is looked at, and the time."""

    def __init__(self, room: Room, pool: ConnectionPool) -> None:
        self.now = FIRST_DAY + timedelta(days=30)
        self.room, self.pool = room, pool
        self.health = Health(pool, room.entries, lambda: self.now)

    def later(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)

    async def ask(self) -> tuple[int, dict[str, object]]:
        """Ask as a watchman would, over HTTP."""
        threads = Threads(1)
        app = Starlette(routes=[health_route(self.health, threads)])
        transport = httpx.ASGITransport(app)
        async with httpx.AsyncClient(transport=transport, base_url="http://bot") as client:
            answer = await client.get("/health")
        threads.close()
        return answer.status_code, answer.json()


@pytest.fixture
def connection(database: Database) -> Iterator[Connection]:
    with psycopg.connect(database.conninfo, autocommit=True) as connection:
        yield connection


@pytest.fixture
def evening(database: Database) -> Iterator[Evening]:
    with (
        Room(env=database.environment) as room,
        ConnectionPool(database.conninfo, min_size=1, timeout=1, open=True) as pool,
    ):
        yield Evening(room, pool)


async def test_all_is_well(evening: Evening, connection: Connection) -> None:
    Heartbeats(evening.pool).beat(CLOCK, evening.now)
    evening.room.happen(*next(season(1)))
    follow(connection, evening.room)
    evening.later(2)

    assert await evening.ask() == (
        200,
        {
            "ok": True,
            "views": {view.name: 0 for view in READ_MODELS},
            "beats": {"clock": 2.0},
            "troubles": {},
            "still": [],
        },
    )


async def test_a_view_that_is_behind_and_does_not_move(
    evening: Evening, connection: Connection
) -> None:
    follow(connection, evening.room)
    evening.room.happen(*next(season(1)))
    for view in READ_MODELS:
        if view is not STANDINGS:
            catch_up(connection, evening.room.entries, view, 500)

    status, told = await evening.ask()
    assert (status, told["views"]["standings"]) == (200, 2)  # type: ignore[index] # a mapping

    evening.later(11)

    status, told = await evening.ask()
    assert (status, told["still"]) == (503, ["standings"])


async def test_a_view_that_goes_through_years_of_events_is_behind_but_moves(
    evening: Evening, connection: Connection
) -> None:
    for events in season(2):
        evening.room.happen(*events)
    for _ in range(3):
        for view in READ_MODELS:
            catch_up(connection, evening.room.entries, view, 5)
        evening.later(11)

        status, told = await evening.ask()

        assert status == 200
        assert min(told["views"].values()) > 0  # type: ignore[attr-defined] # a mapping


async def test_a_role_that_is_silent(evening: Evening) -> None:
    Heartbeats(evening.pool).beat(CLOCK, evening.now)
    evening.later(10)
    assert (await evening.ask())[0] == 200

    evening.later(1)

    status, told = await evening.ask()
    assert (status, told["still"], told["ok"]) == (503, ["clock"], False)


async def test_what_keeps_a_role_from_its_work_is_told_until_it_is_at_work_again(
    evening: Evening,
) -> None:
    heartbeats = Heartbeats(evening.pool)
    heartbeats.complain(INTAKE, "another program polls", evening.now)

    status, told = await evening.ask()
    assert (status, told["still"]) == (503, ["intake"])
    assert told["troubles"] == {"intake": "another program polls"}

    heartbeats.beat(INTAKE, evening.now)
    status, told = await evening.ask()
    assert (status, told["troubles"]) == (200, {})


async def test_a_database_that_is_away(evening: Evening) -> None:
    evening.pool.close()

    assert await evening.ask() == (503, {"ok": False, "still": ["database"]})


@asynccontextmanager
async def served(evening: Evening) -> AsyncIterator[str]:
    threads = Threads(1)
    async with serving(
        Starlette(routes=[health_route(evening.health, threads)]), 0, "127.0.0.1"
    ) as port:
        yield f"http://127.0.0.1:{port}"
    threads.close()


async def test_it_is_answered_on_a_port(evening: Evening) -> None:
    async with served(evening) as url, httpx.AsyncClient() as client:
        answer = await client.get(f"{url}/health")

    assert (answer.status_code, answer.json()["ok"]) == (200, True)
