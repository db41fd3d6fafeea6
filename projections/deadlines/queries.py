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


def claim_due(  # noqa: PLR0913 - each of them is a time
    connection: Connection,
    now: datetime,
    lease: timedelta,
    *,
    seen_for: timedelta = timedelta(0),
    unseen: timedelta = timedelta(0),
    limit: int = 100,
) -> list[Due]:
    """Take deadlines in hand that are due, the oldest first, so that no other clock does.

    A claim ends with its lease: what a clock that was killed had in hand is due again then. It
    is dropped by the event that its command makes.

    Args:
        connection: The database.
        now: The time.
        lease: How long a claim holds.
        seen_for: How long a round must have been seen in its chat before it is dealt.
        unseen: How long after its time a round is dealt all the same, seen or not.
        limit: At most so many.
    """
    with connection.transaction(), connection.cursor(row_factory=class_row(Due)) as cursor:
        claimed = cursor.execute(
            """
            UPDATE thirtyone.deadlines SET claimed_until = %(until)s
             WHERE game_id IN (
                SELECT game_id FROM thirtyone.deadlines
                  LEFT JOIN thirtyone.posted_screens posted USING (game_id)
                 WHERE due_at <= %(now)s AND (claimed_until IS NULL OR claimed_until <= %(now)s)
                   AND (kind <> 'deal' OR due_at <= %(now)s - %(unseen)s
                        OR (shown_round >= round AND shown_since <= %(now)s - %(seen_for)s))
                 ORDER BY due_at LIMIT %(limit)s FOR UPDATE OF deadlines SKIP LOCKED)
            RETURNING game_id, round, kind, due_at
            """,
            {
                "now": now,
                "until": now + lease,
                "seen_for": seen_for,
                "unseen": unseen,
                "limit": limit,
            },
        )
        return sorted(claimed, key=lambda due: due.due_at)
