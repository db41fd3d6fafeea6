"""The event log as followers read it: in order, from a position on."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, LiteralString, Self
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import Mapper, StoredEvent
from psycopg import sql
from psycopg.rows import tuple_row

from domain.audit.game_file import Line
from domain.events import STORED, TOPICS, Stored
from projections.database import SCHEMA
from projections.rows import Connection

KINDS: Final[Mapping[str, type[Stored]]] = {topic: STORED[fact] for topic, fact in TOPICS.items()}
"""The stored form of each topic."""

PAGE: Final = 5_000
"""Events that are read at once where all are."""

END: Final = 2**63 - 1
"""A position that no entry reaches."""

NAMES: Final[LiteralString] = "position(%(named)s::bytea IN state) > 0"
"""Holds of the rows of events that name somebody, `named` being the id `as_stored`."""

_ENTRIES: Final[LiteralString] = (
    "SELECT notification_id, originator_id, originator_version, topic, state FROM {table}"
)


def as_stored(one_id: UUID) -> bytes:
    """Return an id as the state of an event holds it."""
    return one_id.hex.encode()


@dataclass(eq=False, slots=True)
class Entry:
    """An event at its place in the log, read in full only by those whom it concerns.

    Only its own reading changes it. A frozen value that reads by a function takes five times as
    long to make, and a rebuild makes one of every event that there is.

    Attributes:
        position: Its place; positions grow, with gaps.
        originator_id: The game or group that it happened to.
        kind: What has happened.
    """

    position: int
    originator_id: UUID
    kind: type[Stored]
    _read: Callable[["Entry"], Stored]
    _version: int = 0
    _state: bytes = b""
    _event: Stored | None = None

    @classmethod
    def of(cls, position: int, event: Stored) -> Self:
        """Place an event in a log."""
        return cls(position, event.originator_id, type(event), lambda _: event)

    @property
    def stored(self) -> StoredEvent:
        """The event as it is stored."""
        return StoredEvent(self.originator_id, self._version, self.kind.TOPIC, self._state)

    @property
    def event(self) -> Stored:
        """The event."""
        if self._event is None:
            self._event = self._read(self)
        return self._event


@dataclass(frozen=True)
class Batch:
    """Entries that follow each other, to be taken in at once.

    Attributes:
        entries: All of them, in the order of the log.
        by_game: The same, apart for every aggregate: for every game, and for groups as well.
    """

    entries: Sequence[Entry]
    by_game: Mapping[UUID, Sequence[Entry]]

    @classmethod
    def of(cls, entries: Sequence[Entry]) -> Self:
        """Sort entries by their aggregates."""
        by_game: dict[UUID, list[Entry]] = {}
        for entry in entries:
            by_game.setdefault(entry.originator_id, []).append(entry)
        return cls(entries, by_game)


@dataclass(frozen=True)
class EventLog:
    """The log of an application.

    Attributes:
        mapper: Makes domain events of stored ones.
        table: Where these are.
        channel: Where PostgreSQL tells that there are new ones.
    """

    mapper: Mapper[UUID]
    table: str
    channel: str

    @classmethod
    def of(cls, application: Application[UUID]) -> Self:
        """Return the log of an application; the library names table and channel alike."""
        name = f"{application.name}_events"
        return cls(application.mapper, name, name)

    def after(
        self, connection: Connection, position: int, limit: int, last: int = END
    ) -> Sequence[Entry]:
        """Return up to `limit` entries that follow a position, none of them beyond the last.

        Writers commit in the order of their positions (migration 0020), so that none appears
        before a position that somebody has read.
        """
        question = self._sql(
            _ENTRIES + " WHERE notification_id > %s AND notification_id <= %s"
            " ORDER BY notification_id LIMIT %s"
        )
        with connection.cursor(binary=True) as cursor:
            rows = cursor.execute(question, [position, last, limit]).fetchall()
        return list(self._entries(rows))

    def find(
        self, connection: Connection, where: LiteralString, **values: object
    ) -> Iterator[Entry]:
        """Return the entries that a condition holds for, in the order that it says, bit by bit.

        They last no longer than the caller's transaction.
        """
        question = self._sql(_ENTRIES + " " + where)
        with connection.cursor("entries", row_factory=tuple_row) as cursor:
            yield from self._entries(cursor.execute(question, values))

    def histories(self, connection: Connection) -> Iterator[tuple[UUID, list[Line]]]:
        """Return the events of each aggregate, one aggregate after the other.

        Only a page of events is held at a time, beside those of one aggregate.
        """
        question = self._sql(
            "SELECT originator_id, originator_version, topic, state FROM {table}"
            " WHERE (originator_id, originator_version) > (%s, %s)"
            " ORDER BY originator_id, originator_version LIMIT %s"
        )
        last: tuple[UUID, int] = (UUID(int=0), 0)
        lines: list[Line] = []
        with connection.cursor(binary=True) as cursor:
            while page := cursor.execute(question, [*last, PAGE]).fetchall():
                for owner_id, version, topic, state in page:
                    if lines and owner_id != last[0]:
                        yield last[0], lines
                        lines = []
                    last = owner_id, version
                    lines.append(Line(topic, state))
        if lines:
            yield last[0], lines

    def count_after(self, connection: Connection, position: int) -> int:
        """Return how many entries follow a position."""
        question = self._sql("SELECT count(*) FROM {table} WHERE notification_id > %s")
        row = connection.execute(question, [position]).fetchone()
        return int(row[0]) if row else 0

    def _entries(self, rows: Iterable[tuple[Any, ...]]) -> Iterator[Entry]:
        for position, owner_id, version, topic, state in rows:
            yield Entry(position, owner_id, _kind(topic), self._read, version, state)

    def _read(self, entry: Entry) -> Stored:
        event: Stored = self.mapper.to_domain_event(entry.stored)  # type: ignore[assignment] # its kind
        return event

    def _sql(self, text: LiteralString) -> bytes:
        return _written(text, self.table)


@cache
def _written(text: LiteralString, table: str) -> bytes:
    return sql.SQL(text).format(table=sql.Identifier(SCHEMA, table)).as_bytes()


def _kind(topic: str) -> type[Stored]:
    kind = KINDS.get(topic)
    if kind is None:
        msg = f"{topic} is no event of this domain"
        raise TypeError(msg)
    return kind
