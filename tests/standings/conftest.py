"""The log and the follower of the read side, and a view to be filled again and again."""

from collections.abc import Callable
from typing import Any

import psycopg
from psycopg import sql
from psycopg.rows import dict_row

from projections.rows import Connection
from projections.standings.projector import STANDINGS
from tests.projections.conftest import Room, connection, room
from tests.support import following

__all__ = ["Room", "connection", "room"]


class Watched(psycopg.Connection[Any]):
    """A connection on which something happens before each statement, BEGIN and COMMIT among them.

    Attributes:
        before: What happens.
    """

    before: Callable[[], object] = staticmethod(lambda: None)

    def wait(self, *args: Any, **kwargs: Any) -> Any:
        self.before()
        return super().wait(*args, **kwargs)


def begin_again(connection: Connection) -> None:
    """Forget every event, and all that was made of them."""
    tables = [*STANDINGS.tables, "standings_tracking", "thirtyone_events"]
    names = sql.SQL(", ").join(sql.Identifier("thirtyone", table) for table in tables)
    connection.execute(sql.SQL("TRUNCATE {}").format(names))


def keep_up(connection: Connection, room: Room, batch: int = 500) -> None:
    """Bring the standings up to date."""
    following.keep_up(connection, room.entries, [STANDINGS], batch)


def standings(connection: Connection) -> dict[str, list[dict[str, Any]]]:
    """Return every row of the standings."""
    found = {}
    with connection.cursor(row_factory=dict_row) as cursor:
        for table in STANDINGS.tables:
            question = sql.SQL("SELECT * FROM thirtyone.{}").format(sql.Identifier(table))
            found[table] = cursor.execute(question).fetchall()
    return found


def in_order(tables: dict[str, list[dict[str, Any]]]) -> dict[str, list[Any]]:
    """Return rows in an order that does not depend on who made them."""
    return {
        table: sorted((sorted(row.items()) for row in rows), key=repr)
        for table, rows in tables.items()
    }
