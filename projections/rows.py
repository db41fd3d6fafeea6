"""Rows of a view as frozen values: one dataclass is the row, its fields are the columns."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import Field, fields
from functools import cache
from typing import Any, ClassVar, Generic, LiteralString, Protocol, TypeVar
from uuid import UUID

import psycopg
from psycopg import sql
from psycopg.rows import class_row

from projections.database import SCHEMA

Connection = psycopg.Connection[Any]


class GameRow(Protocol):
    """A dataclass with the id of a game among its fields."""

    __dataclass_fields__: ClassVar[dict[str, Field[Any]]]

    @property
    def game_id(self) -> UUID:
        """The game."""
        ...


Row = TypeVar("Row", bound=GameRow)


class RowPerGame(Generic[Row]):
    """A table with at most one row per game."""

    def __init__(self, table: str, row_class: type[Row]) -> None:
        """Name the table and the class of its rows."""
        self._table = table
        self._row_class = row_class
        self._names = tuple(field.name for field in fields(row_class))

    def find(self, connection: Connection, where: LiteralString, **values: object) -> list[Row]:
        """Return the rows that a condition holds for."""
        return self._find(connection, SCHEMA, where, values).fetchall()

    def load(
        self, connection: Connection, game_ids: Sequence[UUID], schema: str = SCHEMA
    ) -> Iterable[tuple[UUID, Row]]:
        """Ask for the rows of some games; they are waited for when they are gone through."""
        asked = {"games": list(game_ids)}
        rows = self._find(connection, schema, "WHERE game_id = ANY(%(games)s)", asked)
        return ((row.game_id, row) for row in rows)

    def store(
        self, connection: Connection, rows: Mapping[UUID, Row | None], schema: str = SCHEMA
    ) -> None:
        """Write the rows of some games; where it is none, remove it."""
        gone = [game_id for game_id, row in rows.items() if row is None]
        kept = [row for row in rows.values() if row is not None]
        with connection.cursor() as cursor:
            if gone:
                delete = self._sql("DELETE FROM {table} WHERE game_id = ANY(%s)", schema)
                cursor.execute(delete, [gone])
            if kept:
                upsert = self._sql(
                    "INSERT INTO {table} ({columns}) VALUES ({values})"
                    " ON CONFLICT (game_id) DO UPDATE SET {changes}",
                    schema,
                )
                cursor.executemany(
                    upsert, [{name: getattr(row, name) for name in self._names} for row in kept]
                )

    def _find(
        self,
        connection: Connection,
        schema: str,
        where: LiteralString,
        values: Mapping[str, object],
    ) -> psycopg.Cursor[Row]:
        select = self._sql("SELECT {columns} FROM {table} {where}", schema, where)
        cursor = connection.cursor(row_factory=class_row(self._row_class))
        return cursor.execute(select, values)

    def _sql(self, text: LiteralString, schema: str, where: LiteralString = "") -> bytes:
        return _written(text, schema, self._table, self._names, where)


@cache
def _written(
    text: LiteralString, schema: str, table: str, names: Sequence[str], where: LiteralString
) -> bytes:
    """Name table and columns in a statement."""
    columns = [sql.Identifier(name) for name in names]
    statement = sql.SQL(text).format(
        table=sql.Identifier(schema, table),
        where=sql.SQL(where),
        columns=sql.SQL(", ").join(columns),
        values=sql.SQL(", ").join(map(sql.Placeholder, names)),
        changes=sql.SQL(", ").join(
            sql.SQL("{0} = EXCLUDED.{0}").format(column) for column in columns
        ),
    )
    return statement.as_bytes()
