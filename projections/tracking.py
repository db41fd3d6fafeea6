"""How far each read model has come, in the tracking tables of the library's convention."""

from collections.abc import Callable, Sequence
from functools import cache
from typing import LiteralString

from psycopg import sql

from projections.database import SCHEMA
from projections.rows import Connection

APPLICATION = "thirtyone"


class Overtaken(Exception):  # noqa: N818 - it is news, not a defect
    """Somebody else has moved a read model on. Nothing of ours may be kept."""


def position_of(connection: Connection, model: str, schema: str = SCHEMA) -> int:
    """Return the position of the last entry that a read model has taken in; 0 for none."""
    return positions_of(connection, (model,), schema)[model]


def positions_of(
    connection: Connection, models: Sequence[str], schema: str = SCHEMA
) -> dict[str, int]:
    """Return the position of the last entry that each of some read models has taken in."""
    found = connection.execute(_ask(tuple(models), schema), [APPLICATION] * len(models)).fetchall()
    return dict.fromkeys(models, 0) | dict(found)


def end_of_log(connection: Connection) -> int:
    """Return the position of the last entry of the log; 0 for none."""
    question = "SELECT coalesce(max(notification_id), 0) FROM thirtyone.thirtyone_events"
    found = connection.execute(question).fetchone()
    return found[0] if found else 0


def hold(connection: Connection, model: str) -> None:
    """Keep everybody else from moving a read model on until the caller's transaction ends."""
    connection.execute(sql.SQL("LOCK TABLE {} IN EXCLUSIVE MODE").format(_table(model, SCHEMA)))


def advance(
    connection: Connection, models: Sequence[str], before: int, after: int, schema: str = SCHEMA
) -> Callable[[], None]:
    """Move read models on within the caller's transaction, which then is the only one to do so.

    Returns:
        What makes sure of that: it raises `Overtaken` if one of them was somewhere else.
    """
    values = {"application": APPLICATION, "before": before, "after": after}
    moved = connection.execute(_advance(tuple(models), schema), values)

    def confirm() -> None:
        if len(moved.fetchall()) < len(models):
            raise Overtaken(", ".join(models))

    return confirm


@cache
def _ask(models: tuple[str, ...], schema: str) -> bytes:
    return _joined(
        "SELECT {name}, notification_id FROM {table} WHERE application_name = %s",
        " UNION ALL ",
        models,
        schema,
    )


@cache
def _advance(models: tuple[str, ...], schema: str) -> bytes:
    """Write one statement for all, whose parts find each read model where it was before."""
    steps = _joined(
        "{step} AS (INSERT INTO {table} AS t SELECT %(application)s, %(after)s"
        " WHERE %(before)s = 0"
        " OR EXISTS (SELECT FROM {table} WHERE application_name = %(application)s)"
        " ON CONFLICT (application_name) DO UPDATE SET notification_id = EXCLUDED.notification_id"
        " WHERE t.notification_id = %(before)s RETURNING 1)",
        ", ",
        models,
        schema,
    )
    moved = _joined("SELECT * FROM {step}", " UNION ALL ", models, schema)
    return b"WITH " + steps + b" " + moved


def _joined(
    text: LiteralString, between: LiteralString, models: tuple[str, ...], schema: str
) -> bytes:
    parts = [
        sql.SQL(text).format(name=model, step=sql.Identifier(model), table=_table(model, schema))
        for model in models
    ]
    return sql.SQL(between).join(parts).as_bytes()


def _table(model: str, schema: str) -> sql.Identifier:
    return sql.Identifier(schema, f"{model}_tracking")
