"""Questions to the view `screens`, seen together with what delivery has posted."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from psycopg import sql
from psycopg.rows import class_row

from projections.pauses import LEFT_ALONE
from projections.remembered import NEWS, REMEMBERED
from projections.rows import Connection
from projections.tracking import APPLICATION


@dataclass(frozen=True)
class DirtyScreen:
    """A screen that does not show what it should.

    Attributes:
        game_id: The game.
        group_id: Where it is shown.
        version: The version of the game that it should show.
        telegram_chat_id: The chat, as Telegram has it now.
        thread_id: The topic in the chat, 0 for none.
        language: The language of the chat, if chosen.
        message_id: The message that shows it, if one was posted.
        left_message_id: One that showed it before, to be removed once there is a newer.
        posted_chat_id: The chat of these messages; another one when the chat has moved since.
        posted_version: The version that message shows.
        digest: What was last sent, so that the same is not sent again.
        failures: Attempts that failed since one succeeded.
        question: The button that was tapped last to choose a card, whatever its turn.
    """

    game_id: UUID
    group_id: UUID
    version: int
    telegram_chat_id: int
    thread_id: int
    language: str | None
    message_id: int | None
    left_message_id: int | None
    posted_chat_id: int | None
    posted_version: int | None
    digest: str | None
    failures: int
    question: str | None


def dirty_screens(connection: Connection, now: datetime, limit: int = 100) -> list[DirtyScreen]:
    """Return the screens to draw now, the one that has waited longest first.

    A screen waits until all is said that its game had to say up to then, in the same place.

    Args:
        connection: The database.
        now: Screens whose retry, and chats whose pause, ends later are left out.
        limit: At most so many.
    """
    with connection.cursor(row_factory=class_row(DirtyScreen)) as cursor:
        return cursor.execute(_DIRTY, {"now": now, "since": now - NEWS, "limit": limit}).fetchall()


# Few are listed, and what is known and said is asked of these alone. `OFFSET 0` lets each be
# looked up by its key: of a list that is mostly empty PostgreSQL expects more than there is.
_DIRTY: Final = (
    sql.SQL(
        """
    WITH dirty AS MATERIALIZED (
        SELECT found.* FROM thirtyone.screens_to_draw AS listed CROSS JOIN LATERAL (
            SELECT screens.game_id, group_id, screens.version, chats.telegram_chat_id,
                   chats.thread_id, chats.language, posted.message_id, posted.left_message_id,
                   posted.telegram_chat_id AS posted_chat_id, posted.version AS posted_version,
                   posted.digest, coalesce(posted.failures, 0) AS failures, posted.question,
                   changed_at
              FROM thirtyone.screens
              JOIN thirtyone.chats ON chats.id = group_id
              LEFT JOIN thirtyone.posted_screens posted USING (game_id)
             WHERE screens.game_id = listed.game_id AND {remembered}
               AND (posted.version IS DISTINCT FROM screens.version
                    OR posted.shown_question IS DISTINCT FROM posted.question)
               AND (posted.retry_at IS NULL OR posted.retry_at <= %(now)s)
               AND NOT {left_alone}
            OFFSET 0) AS found)
    SELECT game_id, group_id, version, telegram_chat_id, thread_id, language, message_id,
           left_message_id, posted_chat_id, posted_version, digest, failures, question
      FROM dirty WHERE {all_is_known} AND {all_is_said}
     ORDER BY changed_at LIMIT %(limit)s
    """
    )
    .format(
        remembered=REMEMBERED,
        left_alone=LEFT_ALONE,
        all_is_known=sql.SQL(
            """
        (SELECT coalesce(max(notification_id), 0) FROM thirtyone.announcements_tracking
          WHERE application_name = {application})
        >= (SELECT coalesce(max(notification_id), 0) FROM thirtyone.screens_tracking
             WHERE application_name = {application})
        """
        ).format(application=APPLICATION),
        # It is said in order, so that the last tells of all.
        all_is_said=sql.SQL(
            """
        coalesce((SELECT said.sent_at IS NOT NULL FROM thirtyone.announcements
                    LEFT JOIN thirtyone.posted_announcements said USING (position)
                   WHERE announcements.game_id = dirty.game_id
                   ORDER BY position DESC LIMIT 1), true)
        """
        ),
    )
    .as_bytes()
)
