"""Games in a card room with a database, asked for over HTTP as anybody might."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from uuid import UUID

import httpx
import pytest
import pytest_asyncio
from psycopg_pool import ConnectionPool
from starlette.applications import Starlette

from domain.match import Match
from projections.database import Database
from telegram_bot.contacts import Contacts
from telegram_bot.database import pool_of
from telegram_bot.threads import Threads
from telegram_bot.web.replays import Replays, replay_route
from tests.application.rooms import Evening

NAMES = ("Ana", "Bruno", "Carla")


@dataclass
class PublicEvening(Evening):
    """An evening on a database that also tells who people are."""

    pool: ConnectionPool = field(kw_only=True)

    @property
    def contacts(self) -> Contacts:
        """Who people are."""
        return Contacts(self.pool)

    def finished(self, preset: str = "scat", players: int = 3) -> UUID:
        """Play a game to its end, among people who are known by name."""
        game_id = self.begin(players, preset, lives=1)
        self.introduce(self.play_out(game_id))
        return game_id

    def running(self) -> Match:
        """Return a game in the middle of a round."""
        return self.deal(self.begin(3))

    def introduce(self, match: Match) -> None:
        """Let the people of a game be known, seat by seat."""
        with self.pool.connection() as connection:
            for name, player_id in zip(NAMES, match.player_ids, strict=False):
                connection.execute(
                    "INSERT INTO thirtyone.players (id, telegram_id, first_name, updated_at)"
                    " VALUES (%s, %s, %s, %s)",
                    [player_id, player_id.int % 10**12, name, self.clock.now],
                )

    def forget(self, player_id: UUID) -> None:
        """Let nothing be known of somebody any more."""
        with self.pool.connection() as connection:
            connection.execute("DELETE FROM thirtyone.players WHERE id = %s", [player_id])


@pytest.fixture
def evening(database: Database) -> Iterator[PublicEvening]:
    with pool_of(database, 4) as pool:
        evening = PublicEvening(31, database.environment, pool=pool)
        yield evening
        evening.room.close()


@pytest.fixture
def app(evening: PublicEvening) -> Iterator[Starlette]:
    threads = Threads(1)
    yield Starlette(routes=[replay_route(Replays(evening.room, evening.contacts), threads)])
    threads.close()


@pytest_asyncio.fixture
async def client(app: Starlette) -> AsyncIterator[httpx.AsyncClient]:
    transport = httpx.ASGITransport(app)
    async with httpx.AsyncClient(transport=transport, base_url="http://bot") as client:
        yield client
