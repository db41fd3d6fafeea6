"""What a read model is made of, and how a batch of events changes its rows."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, Protocol, TypeVar
from uuid import UUID

from projections.database import SCHEMA
from projections.log import Entry
from projections.rows import Connection

Row = TypeVar("Row")


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

    def apply(
        self, connection: Connection, entries: Sequence[Entry], schema: str = SCHEMA
    ) -> None:
        """Take a batch of entries in, within the caller's transaction."""
        ...


class Storage(Protocol[Row]):
    """Where the rows of a read model are kept."""

    def load(
        self, connection: Connection, game_ids: Sequence[UUID], schema: str
    ) -> dict[UUID, Row]:
        """Return the rows of some games."""
        ...

    def store(self, connection: Connection, rows: Mapping[UUID, Row | None], schema: str) -> None:
        """Write the rows of some games; where it is none, remove it."""
        ...


@dataclass(frozen=True)
class ReadModel(Generic[Row]):
    """Rows folded from the log, at most one per game.

    Attributes:
        name: The table it lives in. Its position in the log is kept in `<name>_tracking`.
        project: Says what an entry makes of a game's row; a pure function.
        storage: Keeps the rows.
        volatile: Columns that others write to as well.
    """

    name: str
    project: Callable[[Row | None, Entry], Row | None]
    storage: Storage[Row]
    volatile: frozenset[str] = frozenset()

    @property
    def tables(self) -> tuple[str, ...]:
        """The table it lives in."""
        return (self.name,)

    def fold(self, rows: dict[UUID, Row | None], entries: Iterable[Entry]) -> None:
        """Let entries change rows in memory, so that each row is written once in the end."""
        for entry in entries:
            game_id = entry.event.originator_id
            rows[game_id] = self.project(rows.get(game_id), entry)

    def apply(
        self, connection: Connection, entries: Sequence[Entry], schema: str = SCHEMA
    ) -> None:
        """Change the stored rows as the entries say, within the caller's transaction."""
        games = list({entry.event.originator_id for entry in entries})
        before = self.storage.load(connection, games, schema)
        after: dict[UUID, Row | None] = dict(before)
        self.fold(after, entries)
        changed = {game: row for game, row in after.items() if row != before.get(game)}
        self.storage.store(connection, changed, schema)
