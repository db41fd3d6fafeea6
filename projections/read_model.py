"""What a read model is made of, and how a batch of events changes its rows."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Generic, Protocol, TypeVar
from uuid import UUID

from domain.events import STORED, Stored
from domain.facts import Fact
from projections.database import SCHEMA
from projections.log import Batch, Entry
from projections.rows import Connection

Row = TypeVar("Row")

Finish = Callable[[], bool]
"""Changes the rows that were asked for as a batch says, and tells whether it has changed any."""


class View(Protocol):
    """Tables that are folded from the log.

    Attributes:
        name: Its position in the log is kept in `<name>_tracking`.
        tables: The tables that it owns.
        volatile: Columns in these that others write to as well, so that the log does not tell
            what is in them.
    """

    @property
    def name(self) -> str:
        """Its name."""
        ...

    @property
    def tables(self) -> tuple[str, ...]:
        """Its tables."""
        ...

    @property
    def volatile(self) -> frozenset[str]:
        """Columns that the log does not determine."""
        ...

    def begin(self, connection: Connection, batch: Batch, schema: str = SCHEMA) -> Finish:
        """Ask for the rows that a batch concerns, within the caller's transaction."""
        ...


class Storage(Protocol[Row]):
    """Where the rows of a read model are kept."""

    def load(
        self, connection: Connection, game_ids: Sequence[UUID], schema: str
    ) -> Iterable[tuple[UUID, Row]]:
        """Ask for the rows of some games; they are waited for when they are gone through."""
        ...

    def store(self, connection: Connection, rows: Mapping[UUID, Row | None], schema: str) -> None:
        """Write the rows of some games; where it is none, remove it."""
        ...


Change = Callable[[Row | None, Entry], Row | None]
"""Says what an entry makes of a game's row; a pure function."""


def of_known(change: Callable[[Row, Any], Row]) -> Change[Row]:
    """Change the row of a game whose opening was seen, as an event of it says."""
    return lambda row, entry: None if row is None else change(row, entry.event)


@dataclass(frozen=True)
class ReadModel(Generic[Row]):
    """Rows folded from the log, at most one per game.

    Attributes:
        name: The table it lives in. Its position in the log is kept in `<name>_tracking`.
        changes: What the facts of each kind make of a row; all others leave it as it is.
        storage: Keeps the rows.
        volatile: Columns that others write to as well.
        anew: Facts that leave nothing of what a row said before but whose it is; in a batch, what
            comes before the last of them need not be read.
        last: What the last entry of a batch makes of its game's row, whatever it is about.
    """

    name: str
    changes: Mapping[type[Fact], Change[Row]]
    storage: Storage[Row]
    volatile: frozenset[str] = frozenset()
    anew: frozenset[type[Fact]] = frozenset()
    last: Callable[[Row, Entry], Row] | None = None

    @property
    def tables(self) -> tuple[str, ...]:
        """The table it lives in."""
        return (self.name,)

    @cached_property
    def _changes(self) -> dict[type[Stored], Change[Row]]:
        # By the stored class, so that the many events that change nothing are passed over at once.
        return {STORED[fact]: change for fact, change in self.changes.items()}

    @cached_property
    def _anew(self) -> frozenset[type[Stored]]:
        return frozenset(STORED[fact] for fact in self.anew)

    def fold(self, row: Row | None, entries: Sequence[Entry]) -> Row | None:
        """Return a game's row after some of its entries."""
        changes = self._changes
        telling = [entry for entry in entries if entry.kind in changes]
        for entry in self._without_moot(telling, first=0 if row is not None else 1):
            row = changes[entry.kind](row, entry)
        return row if row is None or self.last is None else self.last(row, entries[-1])

    def _without_moot(self, entries: Sequence[Entry], first: int) -> Sequence[Entry]:
        """Leave out what is made anew later on, but not the first, which may make the row."""
        anew = self._anew
        last = max((at for at, entry in enumerate(entries) if entry.kind in anew), default=0)
        return entries if last <= first else (*entries[:first], *entries[last:])

    def begin(self, connection: Connection, batch: Batch, schema: str = SCHEMA) -> Finish:
        """Ask for the rows of the games that a batch tells something new of."""
        told = {game_id: told for game_id, told in batch.by_game.items() if self._concerns(told)}
        before = self.storage.load(connection, list(told), schema) if told else ()
        return partial(self._finish, connection, told, before, schema)

    def _concerns(self, entries: Sequence[Entry]) -> bool:
        return self.last is not None or any(entry.kind in self._changes for entry in entries)

    def _finish(
        self,
        connection: Connection,
        told: Mapping[UUID, Sequence[Entry]],
        before: Iterable[tuple[UUID, Row]],
        schema: str,
    ) -> bool:
        rows = dict(before)
        changed: dict[UUID, Row | None] = {}
        for game_id, entries in told.items():
            row = rows.get(game_id)
            after = self.fold(row, entries)
            if after != row:
                changed[game_id] = after
        if changed:
            self.storage.store(connection, changed, schema)
        return bool(changed)
