"""Questions to the view `deadlines`, and the one thing a clock writes there: its claim."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from psycopg.rows import class_row

from projections.rows import Connection


@dataclass(frozen=True)
class Due:
    """A deadline that has passed.

    Attributes:
        game_id: The game.
        round: The round it is about.
        kind: `deal` or `buy_in`.
        due_at: When it was due.
    """

    game_id: UUID
    round: int
    kind: str
    due_at: datetime


def claim_due(
    connection: Connection, now: datetime, lease: timedelta, limit: int = 100
) -> list[Due]:
    """Take deadlines in hand that are due, the oldest first, so that no other clock does.

    A claim ends with its lease: what a clock that was killed had in hand is due again then. It
    is dropped by the event that its command makes.
    """
    with connection.transaction(), connection.cursor(row_factory=class_row(Due)) as cursor:
        claimed = cursor.execute(
            """
            UPDATE thirtyone.deadlines SET claimed_until = %(until)s
             WHERE game_id IN (
                SELECT game_id FROM thirtyone.deadlines
                 WHERE due_at <= %(now)s AND (claimed_until IS NULL OR claimed_until <= %(now)s)
                 ORDER BY due_at LIMIT %(limit)s FOR UPDATE SKIP LOCKED)
            RETURNING game_id, round, kind, due_at
            """,
            {"now": now, "until": now + lease, "limit": limit},
        )
        return sorted(claimed, key=lambda due: due.due_at)


def next_due(connection: Connection) -> datetime | None:
    """Return when the next unclaimed deadline is due, if there is one."""
    found = connection.execute(
        "SELECT min(due_at) FROM thirtyone.deadlines WHERE claimed_until IS NULL"
    ).fetchone()
    return found[0] if found else None
