"""Make a view anew from the log, when its projector has changed."""

from typing import Any
from uuid import UUID

from psycopg import sql

from projections.database import SCHEMA
from projections.log import EventLog
from projections.read_model import ReadModel
from projections.rows import Connection
from projections.tracking import advance, hold, position_of


def rebuild(
    connection: Connection, log: EventLog, model: ReadModel[Any], batch: int = 5_000
) -> None:
    """Fold the whole log and replace the view's rows, in one transaction.

    Readers see the old rows until it is done; a follower waits, and goes on from there.
    """
    rows: dict[UUID, Any] = {}
    position = 0
    with connection.transaction():
        hold(connection, model.name)
        while entries := log.after(position, batch):
            model.fold(rows, entries)
            position = entries[-1].position
        connection.execute(sql.SQL("DELETE FROM {}").format(sql.Identifier(SCHEMA, model.name)))
        model.storage.store(connection, rows)
        advance(connection, model.name, position_of(connection, model.name), position)
