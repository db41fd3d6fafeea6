"""Questions to the schedules, and the one thing a clock writes there: what it has in hand."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from psycopg import sql
from psycopg.rows import class_row

from projections.database import SCHEMA
from projections.deadlines.view import SCHEDULES
from projections.pauses import BRIEF, EVERY_TOPIC
from projections.rows import Connection


@dataclass(frozen=True)
class Due:
    """Something that is due, and what is known of the chat it is about.

    Attributes:
        schedule: The view it is from, one of `SCHEDULES`.
        game_id: The game.
        group_id: The group it is played in.
        kind: What is due: a `domain.match.DeadlineKind`, or `reminder`.
        number: Which one.
        since: Since when the game has waited for it.
        length: How long people had for it in the first place.
        due_at: When it was due.
        shown: The deadline that the table in the chat shows, as `turn:17`, if any.
        shown_since: Since when.
        closed_until: Until when the chat could not be written to, the last time that mattered;
            later than now while it cannot be.
        closed_since: Since when the chat is closed until further notice, if it is.
        lease: Until when the claim holds, unless something ends it before.
    """

    schedule: str
    game_id: UUID
    group_id: UUID
    kind: str
    number: int
    since: datetime
    length: timedelta
    due_at: datetime
    shown: str | None
    shown_since: datetime | None
    closed_until: datetime | None
    closed_since: datetime | None
    lease: datetime


_CLAIM: Final = """
    UPDATE {schedule} AS claimed SET held_until = %(until)s
      FROM (SELECT game_id, group_id FROM {schedule}
             WHERE look_at <= %(now)s ORDER BY look_at LIMIT %(limit)s
               FOR UPDATE SKIP LOCKED) AS found
      LEFT JOIN thirtyone.posted_screens posted USING (game_id)
      LEFT JOIN LATERAL
           (SELECT max(CASE WHEN closed THEN greatest(until, %(soon)s) ELSE until END) AS until,
                   min(pauses.since) FILTER (WHERE closed) AS closed_since
              FROM thirtyone.chats JOIN thirtyone.chat_pauses pauses
                ON pauses.telegram_chat_id = chats.telegram_chat_id
               AND pauses.thread_id IN ({every_topic}, chats.thread_id)
             WHERE chats.id = found.group_id
               AND (closed OR until > %(now)s OR until - pauses.since > {brief})) AS pause ON true
     WHERE claimed.game_id = found.game_id
    RETURNING %(name)s AS schedule, claimed.game_id, claimed.group_id, kind, number, since, length,
              due_at, posted.shown_deadline AS shown, posted.shown_since,
              pause.until AS closed_until, pause.closed_since, held_until AS lease
"""

AGAIN: Final = timedelta(minutes=1)
"""How soon a closed chat is looked at again when nothing is known but that it is closed."""


def claim_due(
    connection: Connection, now: datetime, lease: timedelta, limit: int = 100
) -> list[Due]:
    """Take in hand what is due, the oldest first, so that no other clock does.

    A claim ends with its lease: what a clock that was killed had in hand is due again then. It
    is dropped by the event that its command makes.

    Args:
        connection: The database.
        now: The time.
        lease: How long a claim holds.
        limit: At most so many of each schedule.
    """
    claimed: list[Due] = []
    values = {"now": now, "until": now + lease, "soon": now + AGAIN, "limit": limit}
    with connection.transaction(), connection.cursor(row_factory=class_row(Due)) as cursor:
        for name in SCHEDULES:
            claim = sql.SQL(_CLAIM).format(
                schedule=sql.Identifier(SCHEMA, name), every_topic=EVERY_TOPIC, brief=BRIEF
            )
            claimed += cursor.execute(claim, values | {"name": name}).fetchall()
    return sorted(claimed, key=lambda due: due.due_at)


def put_off(connection: Connection, due: Due, until: datetime) -> None:
    """Look at something again at a later time, if the claim to it still holds."""
    _update(connection, due, "held_until", until)


def look_again(connection: Connection, chat_id: int, now: datetime) -> None:
    """Look at what is due in a chat again, now that it can be written to."""
    for name in SCHEDULES:
        statement = sql.SQL(
            """
            UPDATE {schedule} SET held_until = %(now)s
             WHERE held_until > %(now)s AND game_id IN
                   (SELECT game_id FROM thirtyone.tables
                      JOIN thirtyone.chats ON chats.id = group_id
                     WHERE telegram_chat_id = %(chat)s AND status IN ('lobby', 'playing'))
            """
        ).format(schedule=sql.Identifier(SCHEMA, name))
        connection.execute(statement, {"now": now, "chat": chat_id})


def seen_to(connection: Connection, due: Due) -> None:
    """Note that what was due is done, where no event says so, if the claim to it still holds."""
    _update(connection, due, "due_at", None)


def _update(connection: Connection, due: Due, column: str, value: datetime | None) -> None:
    # What became due anew since it was claimed was decided about with what is no longer so.
    statement = sql.SQL(
        "UPDATE {schedule} SET {column} = %(value)s"
        " WHERE game_id = %(game)s AND kind = %(kind)s AND number = %(number)s"
        " AND held_until = %(lease)s"
    ).format(schedule=sql.Identifier(SCHEMA, due.schedule), column=sql.Identifier(column))
    claim = {"game": due.game_id, "kind": due.kind, "number": due.number, "lease": due.lease}
    connection.execute(statement, {"value": value, **claim})
