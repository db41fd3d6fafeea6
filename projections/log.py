"""The event log as followers read it: in order, from a position on."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Final, Self, cast
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import ApplicationRecorder, Mapper, StoredEvent

from domain.events import STORED, TOPICS, Stored

KINDS: Final[Mapping[str, type[Stored]]] = {topic: STORED[fact] for topic, fact in TOPICS.items()}
"""The stored form of each topic."""


@dataclass(frozen=True)
class Entry:
    """An event at its place in the log, read in full only by those whom it concerns.

    Attributes:
        position: Its place; positions grow, with gaps.
        originator_id: The game or group that it happened to.
        kind: What has happened.
        read: Reads the event.
    """

    position: int
    originator_id: UUID
    kind: type[Stored]
    read: Callable[[], Stored]

    @classmethod
    def of(cls, position: int, event: Stored) -> Self:
        """Place an event in a log."""
        return cls(position, event.originator_id, type(event), lambda: event)

    @cached_property
    def event(self) -> Stored:
        """The event."""
        return self.read()


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
        recorder: Reads the stored events; in the order in which they were committed.
        mapper: Makes domain events of them.
        channel: Where PostgreSQL tells that there are new ones.
    """

    recorder: ApplicationRecorder
    mapper: Mapper[UUID]
    channel: str

    @classmethod
    def of(cls, application: Application[UUID]) -> Self:
        """Return the log of an application."""
        return cls(application.recorder, application.mapper, f"{application.name}_events")

    def after(self, position: int, limit: int) -> Sequence[Entry]:
        """Return up to `limit` entries that follow a position."""
        stored = self.recorder.select_notifications(position, limit, inclusive_of_start=False)
        return [self._entry(found.id, found) for found in stored]

    def _entry(self, position: int, stored: StoredEvent) -> Entry:
        game_id = cast("UUID", stored.originator_id)
        return Entry(position, game_id, _kind(stored), partial(self._read, stored))

    def _read(self, stored: StoredEvent) -> Stored:
        event: Stored = self.mapper.to_domain_event(stored)  # type: ignore[assignment] # its kind
        return event


def _kind(stored: StoredEvent) -> type[Stored]:
    if stored.topic not in KINDS:
        msg = f"{stored.topic} is no event of this domain"
        raise TypeError(msg)
    return KINDS[stored.topic]
