"""A house: a local Telegram, a database, and the bot as its own process."""

import itertools
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from random import Random

import psycopg
import pytest

from domain.card_room import CardRoom
from projections.database import Database
from tests.conftest import Server
from tests.end_to_end.ledger import Ledger
from tests.end_to_end.play import Table
from tests.support.running_bot import RunningBot, running_bot
from tests.support.running_sandbox import RunningSandbox, running_sandbox
from tests.support.sandbox_client import Chat, Person, SandboxClient

LANGUAGES = {"Bruno": "pt-br"}
"""What people speak, if not English."""


@dataclass
class House:
    """Where people play, and the bot that serves them.

    Attributes:
        sandbox: The local Telegram.
        database: The bot's database.
        bot: The bot's process.
        room: The bot's log, read by the tests.
    """

    sandbox: RunningSandbox
    database: Database
    bot: RunningBot
    room: CardRoom
    _numbers: Iterator[int] = field(default_factory=lambda: itertools.count(1))

    @property
    def client(self) -> SandboxClient:
        """The people's side of Telegram."""
        return self.sandbox.client

    def ledger(self, table: Table) -> Ledger:
        """Read the log of the game on a table."""
        return Ledger(self.room, table.see().game_id)

    def settle(self) -> None:
        """Wait until everything that has happened is shown in its chat."""
        with psycopg.connect(self.database.conninfo, autocommit=True) as connection:

            def shown() -> bool:
                row = connection.execute(_ALL_IS_SHOWN).fetchone()
                return row is not None and bool(row[0])

            self.client.wait_until(shown, "everything to be shown")

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
        chosen = Random().randrange(10**6) if seed is None else seed
        return Table(chat or self.group(*people), people, chosen, knocking)


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
def open_house(database: Database, **settings: str) -> Iterator[House]:
    """Open a house for the length of a block.

    Nothing is dealt before everybody has cut or mixed, unless the settings say so.
    """
    chosen = {"CUT_SECONDS": "600", **settings}
    with (
        running_sandbox() as sandbox,
        running_bot(sandbox, database, **chosen) as bot,
        CardRoom(database.environment) as room,
    ):
        yield House(sandbox, database, bot, room)
        assert sandbox.client.problems == []
        assert bot.status is None, bot.log


@pytest.fixture(scope="package")
def house(server: Server, template: str) -> Iterator[House]:
    """A house that tests share; each has groups and people of its own in it."""
    database = server.create(template)
    with open_house(database, LOG_LEVEL="DEBUG") as opened:
        yield opened
    server.drop(database)


@pytest.fixture(scope="module")
def mortal_house(server: Server, template: str) -> Iterator[House]:
    """A house whose bot may be killed."""
    database = server.create(template)
    with open_house(database) as opened:
        yield opened
    server.drop(database)
