"""Questions to the view `announcements`, seen together with what delivery has sent."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from psycopg import sql
from psycopg.rows import class_row

from projections.pauses import LEFT_ALONE
from projections.remembered import NEWS, REMEMBERED
from projections.rows import Connection


@dataclass(frozen=True)
class Unsent:
    """An announcement that has not been sent.

    Attributes:
        position: Its number, by which it is reported as sent.
        game_id: The game.
        group_id: Where it belongs.
        version: The version of the game that its event made.
        kind: `showdown`, `void` or `abandoned`.
        created_at: When it happened.
        telegram_chat_id: The chat, as Telegram has it now.
        thread_id: The topic in the chat, 0 for none.
        language: The language of the chat, if chosen.
        failures: Attempts that have failed.
    """

    position: int
    game_id: UUID
    group_id: UUID
    version: int
    kind: str
    created_at: datetime
    telegram_chat_id: int
    thread_id: int
    language: str | None
    failures: int


def unsent_announcements(connection: Connection, now: datetime) -> list[Unsent]:
    """Return what to send now: for each group the first that is unsent, in the order of the log.

    An announcement that waits for a retry holds back those behind it in its group, and no others.

    Args:
        connection: The database.
        now: Announcements whose retry, and chats whose pause, ends later are left out.
    """
    with connection.cursor(row_factory=class_row(Unsent)) as cursor:
        return cursor.execute(UNSENT, {"now": now, "since": now - NEWS}).fetchall()


# `OFFSET 0` lets each that is listed be looked up by its key, as in `projections.screens.queries`.
UNSENT: Final = sql.SQL(
    """
    SELECT position, game_id, group_id, version, kind, created_at, telegram_chat_id, thread_id,
           language, failures
      FROM (
        SELECT DISTINCT ON (group_id) found.*
          FROM thirtyone.announcements_to_make AS listed CROSS JOIN LATERAL (
            SELECT announcements.*, screens.group_id, chats.telegram_chat_id, chats.thread_id,
                   chats.language, coalesce(posted.failures, 0) AS failures, posted.retry_at,
                   {left_alone} AS left_alone
              FROM thirtyone.announcements
              JOIN thirtyone.screens USING (game_id)
              JOIN thirtyone.chats ON chats.id = screens.group_id
              LEFT JOIN thirtyone.posted_announcements posted USING (position)
             WHERE position = listed.position AND {remembered} AND posted.sent_at IS NULL
            OFFSET 0) AS found
         ORDER BY group_id, position) AS first
     WHERE (retry_at IS NULL OR retry_at <= %(now)s) AND NOT left_alone
     ORDER BY position LIMIT 100
    """
).format(remembered=REMEMBERED, left_alone=LEFT_ALONE)
