"""The event log as followers read it: in order, from a position on."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self
from uuid import UUID

from eventsourcing.application import Application
from eventsourcing.persistence import ApplicationRecorder, Mapper, StoredEvent

from domain.events import Stored


@dataclass(frozen=True)
class Entry:
    """An event at its place in the log. Positions grow, with gaps."""

    position: int
    event: Stored


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
        return [Entry(found.id, self._event(found)) for found in stored]

    def _event(self, stored: StoredEvent) -> Stored:
        event = self.mapper.to_domain_event(stored)
        if not isinstance(event, Stored):
            msg = f"{stored.topic} is no event of this domain"
            raise TypeError(msg)
        return event
