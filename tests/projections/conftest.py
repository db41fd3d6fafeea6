"""A log to write, a connection to ask, a follower to drive by hand."""

from collections.abc import Iterator
from datetime import datetime
from uuid import UUID

import psycopg
import pytest
from eventsourcing.application import Application

from domain.events import Stored
from projections.database import Database
from projections.log import EventLog
from projections.pauses import EVERY_TOPIC
from projections.rows import Connection
from tests.support.following import keep_up


class Room(Application[UUID]):
    """An event store without commands."""

    name = "thirtyone"

    def happen(self, *events: Stored) -> None:
        """Let events happen, in one commit."""
        self.save(*events)

    @property
    def entries(self) -> EventLog:
        return EventLog.of(self)


@pytest.fixture
def room(database: Database) -> Iterator[Room]:
    with Room(env=database.environment) as room:
        yield room


@pytest.fixture
def connection(database: Database) -> Iterator[Connection]:
    with psycopg.connect(database.conninfo, autocommit=True) as connection:
        yield connection


def follow(connection: Connection, room: Application[UUID], batch: int = 500) -> None:
    """Bring every view up to date."""
    keep_up(connection, EventLog.of(room), batch=batch)


def pause(
    connection: Connection,
    chat_id: int,
    since: datetime,
    until: datetime,
    thread_id: int = EVERY_TOPIC,
    *,
    closed: bool = False,
) -> None:
    """Let a chat, or a topic of it, not be written to for a while."""
    connection.execute(
        "INSERT INTO thirtyone.chat_pauses (telegram_chat_id, thread_id, since, until, closed)"
        " VALUES (%s, %s, %s, %s, %s)",
        [chat_id, thread_id, since, until, closed],
    )
