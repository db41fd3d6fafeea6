"""How far each read model has come, in the tracking tables of the library's convention."""

from psycopg import sql

from projections.database import SCHEMA
from projections.rows import Connection

APPLICATION = "thirtyone"


class Overtaken(Exception):  # noqa: N818 - it is news, not a defect
    """Somebody else has moved the read model on. Nothing of ours may be kept."""


def position_of(connection: Connection, model: str, schema: str = SCHEMA) -> int:
    """Return the position of the last entry that a read model has taken in; 0 for none."""
    question = sql.SQL("SELECT notification_id FROM {} WHERE application_name = %s")
    found = connection.execute(question.format(_table(model, schema)), [APPLICATION]).fetchone()
    return found[0] if found else 0


def end_of_log(connection: Connection) -> int:
    """Return the position of the last entry of the log; 0 for none."""
    question = "SELECT coalesce(max(notification_id), 0) FROM thirtyone.thirtyone_events"
    found = connection.execute(question).fetchone()
    return found[0] if found else 0


def hold(connection: Connection, model: str) -> None:
    """Keep everybody else from moving a read model on until the caller's transaction ends."""
    connection.execute(sql.SQL("LOCK TABLE {} IN EXCLUSIVE MODE").format(_table(model, SCHEMA)))


def advance(
    connection: Connection, model: str, before: int, after: int, schema: str = SCHEMA
) -> None:
    """Move a read model on within the caller's transaction, which then is the only one to do so.

    Raises:
        Overtaken: It is not where the caller thinks.
    """
    statement = sql.SQL(
        "INSERT INTO {0} AS t VALUES (%(application)s, %(after)s)"
        " ON CONFLICT (application_name) DO UPDATE SET notification_id = EXCLUDED.notification_id"
        " WHERE t.notification_id = %(before)s RETURNING 1"
    ).format(_table(model, schema))
    values = {"application": APPLICATION, "before": before, "after": after}
    if connection.execute(statement, values).fetchone() is None:
        raise Overtaken(model)


def _table(model: str, schema: str) -> sql.Identifier:
    return sql.Identifier(schema, f"{model}_tracking")
