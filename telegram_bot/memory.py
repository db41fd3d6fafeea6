"""What a process remembers of the database, for as long as nobody says that it has changed."""

import asyncio
import logging
from collections.abc import Callable, Hashable
from typing import Any, Final, TypeVar

import psycopg
from psycopg import sql

from projections.database import Database
from projections.rows import Connection

logger = logging.getLogger(__name__)

V = TypeVar("V")

CHANNEL: Final = "thirtyone_contacts"
"""Where processes tell each other that what they remember is not so any more."""

MOST: Final = 20_000
"""Entries that are remembered at once."""

ASK_SECONDS: Final = 30.0
"""How often the connection is tried on which such news would come."""

RETRY_SECONDS: Final = 1.0


class Memory:
    """Answers that need not be asked for again. Any thread may use it.

    Nothing is remembered unless news of changes would come.
    """

    def __init__(self) -> None:
        """Remember nothing yet."""
        self._entries: dict[Hashable, Any] = {}
        self._listening = False

    def recall(self, key: Hashable, told: object, ask: Callable[[], V]) -> V:
        """Return what is remembered under a key, else what is answered now; nothing is none.

        Args:
            key: Whom or what it is about.
            told: What is told of them. If that is not what it was, it is asked again.
            ask: Answers the question.
        """
        entries = self._entries
        found: tuple[object, V] | None = entries.get(key)
        if found is not None and found[0] == told:
            return found[1]
        answer = ask()
        if len(entries) >= MOST:
            self.forget()
        if self._listening and answer is not None:
            entries[key] = told, answer  # in vain, if all was forgotten meanwhile
        return answer

    def forget(self) -> None:
        """Forget everything."""
        self._entries = {}

    async def keep_true(self, database: Database) -> None:
        """Forget whenever something changes, until cancelled."""
        while True:
            try:
                await self._listen(database)
            except psycopg.Error as trouble:
                logger.warning("Nothing is remembered for now (%s)", type(trouble).__name__)
            finally:
                self._listening = False
                self.forget()
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self, database: Database) -> None:
        connection = await psycopg.AsyncConnection.connect(database.conninfo, autocommit=True)
        async with connection:
            await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(CHANNEL)))
            self.forget()  # what is asked at this moment may have changed since
            self._listening = True
            while True:
                async for _ in connection.notifies(timeout=ASK_SECONDS):
                    self.forget()
                await connection.execute("SELECT 1")


def tell(connection: Connection) -> None:
    """Tell every process, once the transaction is committed, to forget what it remembers."""
    connection.execute(sql.SQL("NOTIFY {}").format(sql.Identifier(CHANNEL)))
