"""A house: a local Telegram, a database, and the bot as its own process."""

import itertools
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import psycopg
import pytest

from domain.card_room import CardRoom
from projections.database import Database
from telegram_bot.sandbox.budget import Limits
from telegram_bot.sandbox.clock import ManualClock
from telegram_bot.sandbox.demo import demo_world
from tests.conftest import Server
from tests.end_to_end.ledger import Ledger
from tests.end_to_end.play import Table
from tests.support.chance import chance_of_this_test
from tests.support.running_bot import RunningBot, running_bot
from tests.support.running_sandbox import RunningSandbox, running_sandbox
from tests.support.sandbox_client import Chat, Person, SandboxClient
from tests.support.timed_bot import TimedBot, timed_bot

LANGUAGES = {"Bruno": "pt-br"}
"""What people speak, if not English."""


@dataclass(kw_only=True)
class Venue:
    """Where people play.

    Attributes:
        sandbox: The local Telegram.
        database: The bot's database.
        room: The bot's log, read by the tests.
        ephemeral: Whether Telegram knows ephemeral messages.
    """

    sandbox: RunningSandbox
    database: Database
    room: CardRoom
    ephemeral: bool = False
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    @property
    def client(self) -> SandboxClient:
        """The people's side of Telegram."""
        return self.sandbox.client

    def ledger(self, table: Table) -> Ledger:
        """Read the log of the game on a table."""
        return Ledger(self.room, table.see().game_id)

    def people(self, *names: str) -> list[Person]:
        """Return new people with these names."""
        return [self.client.new_person(name, language=LANGUAGES.get(name, "en")) for name in names]

    def group(self, *people: Person) -> Chat:
        """Found a group of their own for people."""
        return self.client.new_chat(f"Group {next(self._numbers)}", *people)

    def table(
        self, *names: str, seed: int | None = None, knocking: float = 0.5, chat: Chat | None = None
    ) -> Table:
        """Bring new people together in a new group."""
        people = self.people(*(names or ("Ana", "Bruno", "Carla")))
        chosen = chance_of_this_test().randrange(10**6) if seed is None else seed
        group = chat or self.group(*people)
        return Table(group, people, chosen, knocking, panels=self.ephemeral)


@dataclass(kw_only=True)
class House(Venue):
    """Where people play, and the bot that serves them.

    Attributes:
        bot: The bot's process.
    """

    bot: RunningBot

    def settle(self) -> None:
        """Wait until everything that has happened is shown in its chat."""
        with psycopg.connect(self.database.conninfo, autocommit=True) as connection:

            def shown() -> bool:
                row = connection.execute(_ALL_IS_SHOWN).fetchone()
                return row is not None and bool(row[0])

            self.client.wait_until(shown, "everything to be shown")


@dataclass(kw_only=True)
class TimedHouse(Venue):
    """Where people play while time passes only as a test says.

    Attributes:
        bot: The bot, in a thread of this process.
    """

    bot: TimedBot


_ALL_IS_SHOWN = """
    SELECT (SELECT min(notification_id) FROM (
                SELECT notification_id FROM thirtyone.screens_tracking
                 WHERE application_name = 'thirtyone'
                UNION ALL
                SELECT notification_id FROM thirtyone.announcements_tracking
                 WHERE application_name = 'thirtyone') AS positions)
           = (SELECT max(notification_id) FROM thirtyone.thirtyone_events)
       AND NOT EXISTS (
            SELECT 1 FROM thirtyone.announcements
              LEFT JOIN thirtyone.posted_announcements posted USING (position)
             WHERE posted.sent_at IS NULL)
       AND NOT EXISTS (
            SELECT 1 FROM thirtyone.screens
              LEFT JOIN thirtyone.posted_screens posted USING (game_id)
             WHERE posted.version IS DISTINCT FROM screens.version)
"""


@contextmanager
def open_house(database: Database, *, ephemeral: bool = False, **settings: str) -> Iterator[House]:
    """Open a house for the length of a block.

    Nothing is dealt before everybody has cut or mixed, unless the settings say so. Hands are shown
    by alerts, unless Telegram is to know ephemeral messages.
    """
    chosen = {"CUT_SECONDS": "600", **settings}
    with (
        running_sandbox(ephemeral=ephemeral) as sandbox,
        running_bot(sandbox, database, **chosen) as bot,
        CardRoom(database.environment) as room,
    ):
        yield House(sandbox=sandbox, database=database, room=room, bot=bot, ephemeral=ephemeral)
        assert sandbox.client.problems == []
        assert bot.status is None, bot.log


@contextmanager
def open_timed_house(
    database: Database, *, ephemeral: bool = False, **settings: Any
) -> Iterator[TimedHouse]:
    """Open a house in which time stands still for the length of a block, as above."""
    clock = ManualClock()
    world = demo_world(now=clock, limits=Limits.none(), told=False)
    with (
        running_sandbox(world, ephemeral=ephemeral) as sandbox,
        timed_bot(sandbox, database, clock, **{"cut_seconds": 600, **settings}) as bot,
        CardRoom(database.environment, clock=bot.now) as room,
    ):
        yield TimedHouse(
            sandbox=sandbox, database=database, room=room, bot=bot, ephemeral=ephemeral
        )
        assert sandbox.client.problems == []


@pytest.fixture
def timed_house(database: Database, caplog: pytest.LogCaptureFixture) -> Iterator[TimedHouse]:
    """A house of the test's own in which time stands still until `bot.pass_time`."""
    with open_timed_house(database) as opened:
        yield opened
    told = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert told == []


@pytest.fixture(scope="package")
def house(server: Server, template: str) -> Iterator[House]:
    """A house that tests share; each has groups and people of its own in it."""
    database = server.create(template)
    with open_house(database, LOG_LEVEL="DEBUG") as opened:
        yield opened
    server.drop(database)


@pytest.fixture(scope="package")
def newer_house(server: Server, template: str) -> Iterator[House]:
    """Another such house, whose Telegram knows ephemeral messages."""
    database = server.create(template)
    with open_house(database, ephemeral=True, LOG_LEVEL="DEBUG") as opened:
        yield opened
    server.drop(database)


@pytest.fixture(scope="module")
def mortal_house(server: Server, template: str) -> Iterator[House]:
    """A house whose bot may be killed."""
    database = server.create(template)
    with open_house(database) as opened:
        yield opened
    server.drop(database)
