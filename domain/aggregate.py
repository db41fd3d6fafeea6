"""What the two aggregates share: a state folded from facts, and the facts not yet saved."""

from collections.abc import Callable, Iterable
from datetime import datetime
from typing import Any, Generic, Self, TypeVar
from uuid import UUID

from domain.events import STORED, Stored
from domain.facts import Fact

S = TypeVar("S")


class EventSourced(Generic[S]):
    """An aggregate whose state is a frozen value, so that copies and caches are cheap and safe.

    Attributes:
        id: The aggregate's id.
        version: The number of its last event; 0 before the first.
    """

    def __init__(self, aggregate_id: UUID) -> None:
        """Begin with no events."""
        self.id = aggregate_id
        self.version = 0
        self._state: S | None = None
        self._pending: list[Stored] = []

    @property
    def state(self) -> S:
        """The state after the last event.

        Raises:
            LookupError: There is no event yet.
        """
        if self._state is None:
            msg = f"{type(self).__name__} {self.id} has no events"
            raise LookupError(msg)
        return self._state

    @property
    def unsaved(self) -> tuple[Stored, ...]:
        """The events not yet saved."""
        return tuple(self._pending)

    def evolve(self, state: S | None, fact: Fact) -> S:
        """Return the state after a fact. Each aggregate says how."""
        raise NotImplementedError

    def record(self, happened: Iterable[Fact], now: datetime) -> None:
        """Take facts as having happened now; they are saved with the aggregate."""
        for fact in happened:
            event = STORED[type(fact)](
                originator_id=self.id,
                originator_version=self.version + 1,
                timestamp=now,
                **vars(fact),
            )
            self.replay(event)
            self._pending.append(event)

    def replay(self, event: Stored) -> None:
        """Fold one event into the state."""
        self._state = self.evolve(self._state, event)  # type: ignore[arg-type]
        self.version = event.originator_version

    def collect_events(self) -> list[Stored]:
        """Hand over the events not yet saved, once."""
        pending, self._pending = self._pending, []
        return pending

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        """Copy for a command; the frozen state is shared.

        Another thread may be replaying on the original. It sets the state before the version and
        this reads them the other way round, so a mixed copy is too old and fails to save.
        """
        copy = type(self)(self.id)
        copy.version = self.version
        copy._state = self._state  # noqa: SLF001 - its own class
        return copy


A = TypeVar("A", bound=EventSourced[Any])


def projector(
    aggregate_class: Callable[[UUID], A],
) -> Callable[[A | None, Iterable[Stored]], A | None]:
    """Return the function that rebuilds an aggregate from its events.

    The library's own asserts a protocol for each event, which costs half of the time.
    """

    def project(aggregate: A | None, events: Iterable[Stored]) -> A | None:
        for event in events:
            if aggregate is None:
                aggregate = aggregate_class(event.originator_id)
            aggregate.replay(event)
        return aggregate

    return project
