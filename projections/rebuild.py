"""Make views anew from the log beside the live ones, and put right the rows that differ."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

from psycopg import sql

from projections.convoy import take_in
from projections.database import SCHEMA
from projections.log import Batch, EventLog
from projections.read_model import View
from projections.rows import Connection
from projections.tracking import hold, position_of

BESIDE: Final = "thirtyone_rebuild"
"""The schema in which views are made anew."""

LOCK: Final = 32
"""The advisory lock of whoever rebuilds: one at a time."""

Progress = Callable[[int], None]
"""Told how many events have been taken in."""


class RebuildRunning(Exception):  # noqa: N818 - a state of the world
    """Somebody else is rebuilding views of this database."""


@dataclass(frozen=True)
class Rebuilt:
    """What has become of a view.

    Attributes:
        name: The view.
        position: The place in the log up to which old and new were compared.
        events: Events up to there.
        rows: Rows of the new view.
        different: Rows in which the live view was not the same; they have been replaced.
    """

    name: str
    position: int
    events: int
    rows: int
    different: int


def rebuild(
    connection: Connection,
    log: EventLog,
    views: Sequence[View],
    progress: Progress = lambda _: None,
    batch: int = 20_000,
) -> list[Rebuilt]:
    """Fold the whole log into new tables, and replace the live rows that are not the same.

    Readers see the old rows until it is done. Followers go on meanwhile, and wait only for the
    last step, in which both are compared at the same place in the log.

    Args:
        connection: A connection that commits by itself.
        log: The log.
        views: What to rebuild; the log is read once for all of them.
        progress: Told how far it is.
        batch: Events taken in at once.

    Raises:
        RebuildRunning: Somebody else is at it.
    """
    work = _Work(connection, log, batch, progress)
    with _beside(connection, views):
        folded = work.fold(views, min(position_of(connection, view.name) for view in views))
        return [work.settle(view, folded) for view in views]


@dataclass(frozen=True)
class _Work:
    connection: Connection
    log: EventLog
    batch: int
    progress: Progress

    def fold(self, views: Sequence[View], last: int) -> int:
        """Bring new views, which are at the same place, up to a place; return how many events."""
        folded = 0
        position = position_of(self.connection, views[0].name, BESIDE)
        while entries := self.log.after(self.connection, position, self.batch, last):
            take_in(self.connection, views, position, Batch.of(entries), BESIDE)
            position = entries[-1].position
            folded += len(entries)
            self.progress(len(entries))
        return folded

    def settle(self, view: View, folded: int) -> Rebuilt:
        """Bring old and new to the same place, compare them, and let the new one stand."""
        connection = self.connection
        with connection.transaction():
            hold(connection, view.name)
            position = position_of(connection, view.name)
            events = folded + self.fold([view], position)
            different = sum(_different(connection, view, table) for table in view.tables)
            if different:
                for table in view.tables:
                    _replace(connection, view, table)
            rows = sum(_count(connection, table) for table in view.tables)
        return Rebuilt(view.name, position, events, rows, different)


def _different(connection: Connection, view: View, table: str) -> int:
    """Count the keys under which the two have not the same, or only one has anything."""
    question = sql.SQL(
        "SELECT count(*) FROM (SELECT {key} FROM ("
        "(SELECT {columns} FROM {live} EXCEPT ALL SELECT {columns} FROM {beside}) UNION ALL"
        " (SELECT {columns} FROM {beside} EXCEPT ALL SELECT {columns} FROM {live})) AS sides"
        " GROUP BY {key}) AS d"
    ).format(
        key=_listed(_key(connection, table)),
        columns=_listed(_columns(connection, table) - view.volatile),
        live=sql.Identifier(SCHEMA, table),
        beside=sql.Identifier(BESIDE, table),
    )
    return _number(connection, question)


def _replace(connection: Connection, view: View, table: str) -> None:
    """Put the new rows in the place of the live ones that are not the same.

    The others stay, with what is volatile in them: what a clock has in hand stays in its hand,
    and a reminder that was seen to is not due again.
    """
    live, beside = sql.Identifier(SCHEMA, table), sql.Identifier(BESIDE, table)
    columns = _columns(connection, table)
    wrong = sql.SQL(
        "DELETE FROM {live} AS live WHERE NOT EXISTS (SELECT FROM {beside} AS made"
        " WHERE ({made_key}) = ({live_key}) AND ({made}) IS NOT DISTINCT FROM ({told}))"
    ).format(
        live=live,
        beside=beside,
        made_key=_listed(_key(connection, table), "made"),
        live_key=_listed(_key(connection, table), "live"),
        made=_listed(columns - view.volatile, "made"),
        told=_listed(columns - view.volatile, "live"),
    )
    missing = sql.SQL(
        "INSERT INTO {live} ({columns}) SELECT {columns} FROM {beside} ON CONFLICT DO NOTHING"
    ).format(live=live, beside=beside, columns=_listed(columns))
    connection.execute(wrong)
    connection.execute(missing)


def _count(connection: Connection, table: str) -> int:
    question = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier(SCHEMA, table))
    return _number(connection, question)


def _columns(connection: Connection, table: str) -> frozenset[str]:
    """Return the columns of a table that are not computed from others."""
    rows = connection.execute(
        "SELECT column_name FROM information_schema.columns"
        " WHERE table_schema = %s AND table_name = %s AND is_generated = 'NEVER'",
        [SCHEMA, table],
    ).fetchall()
    return frozenset(name for (name,) in rows)


def _key(connection: Connection, table: str) -> frozenset[str]:
    """Return the columns of a table's primary key."""
    rows = connection.execute(
        "SELECT attname FROM pg_index JOIN pg_attribute"
        " ON attrelid = indrelid AND attnum = ANY(indkey)"
        " WHERE indrelid = %s::regclass AND indisprimary",
        [f"{SCHEMA}.{table}"],
    ).fetchall()
    return frozenset(name for (name,) in rows)


def _listed(names: frozenset[str], *table: str) -> sql.Composed:
    """Write columns in an order that is always the same, with the name of their table if given."""
    return sql.SQL(", ").join(sql.Identifier(*table, name) for name in sorted(names))


def _number(connection: Connection, question: sql.Composed) -> int:
    row = connection.execute(question).fetchone()
    return int(row[0]) if row else 0


@contextmanager
def _beside(connection: Connection, views: Sequence[View]) -> Iterator[None]:
    """Make empty tables for the time of the work."""
    row = connection.execute("SELECT pg_try_advisory_lock(%s, 0)", [LOCK]).fetchone()
    if not row or not row[0]:
        raise RebuildRunning
    schema = sql.Identifier(BESIDE)
    try:
        connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(schema))
        connection.execute(sql.SQL("CREATE SCHEMA {}").format(schema))
        for view in views:
            for table in (*view.tables, f"{view.name}_tracking"):
                _make_beside(connection, table)
        yield
    finally:
        # Whoever is killed leaves the schema behind, and the next one drops it.
        if not connection.broken:
            connection.execute(sql.SQL("DROP SCHEMA IF EXISTS {} CASCADE").format(schema))
            connection.execute("SELECT pg_advisory_unlock(%s, 0)", [LOCK])


def _make_beside(connection: Connection, table: str) -> None:
    """Make an empty table with the keys of a live one, and nothing that nobody will ask for.

    It need not survive a crash of the server.
    """
    live, beside = sql.Identifier(SCHEMA, table), sql.Identifier(BESIDE, table)
    connection.execute(
        sql.SQL("CREATE UNLOGGED TABLE {} (LIKE {} INCLUDING ALL)").format(beside, live)
    )
    indexes = connection.execute(
        "SELECT relname FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid"
        " WHERE indrelid = %s::regclass AND NOT indisunique",
        [f"{BESIDE}.{table}"],
    ).fetchall()
    for (index,) in indexes:
        connection.execute(sql.SQL("DROP INDEX {}").format(sql.Identifier(BESIDE, index)))
