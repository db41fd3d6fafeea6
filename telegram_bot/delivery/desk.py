"""Delivery's own memory: which message shows a game, what was sent, who is waited for."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from psycopg import sql
from psycopg_pool import ConnectionPool

from projections import news
from projections.announcements.queries import Unsent, unsent_announcements
from projections.pauses import EVERY_TOPIC
from projections.rows import Connection
from projections.screens.queries import DirtyScreen, dirty_screens
from telegram_bot.delivery import pauses

BACKOFF = (1, 2, 5, 15, 60)
"""Seconds to wait after the first failure in a row, the second, and so on."""


@dataclass(frozen=True)
class Posted:
    """The message that shows a game."""

    chat_id: int
    message_id: int


@dataclass(frozen=True)
class Drawn:
    """What was drawn.

    Attributes:
        version: The version of the game.
        deadline: The name of the deadline that is shown, as `turn:17`, if any.
        digest: The screen's fingerprint.
        at: When.
    """

    version: int
    deadline: str | None
    digest: str
    at: datetime


class Desk:
    """The tables `posted_screens`, `posted_announcements` and `chat_pauses`."""

    def __init__(self, pool: ConnectionPool) -> None:
        """Work on a pool of connections."""
        self._pool = pool

    def screens(self, now: datetime) -> list[DirtyScreen]:
        """Return the screens to draw now."""
        with self._pool.connection() as connection:
            return dirty_screens(connection, now)

    def announcements(self, now: datetime) -> list[Unsent]:
        """Return the announcements to send now."""
        with self._pool.connection() as connection:
            return unsent_announcements(connection, now)

    def shown(self, game_id: UUID) -> Posted | None:
        """Return the message that shows a game, if there is one."""
        with self._pool.connection() as connection:
            row = connection.execute(
                """
                SELECT telegram_chat_id, message_id FROM thirtyone.posted_screens
                WHERE game_id = %s AND message_id IS NOT NULL
                """,
                (game_id,),
            ).fetchone()
        return Posted(*row) if row else None

    def drawn(self, screen: DirtyScreen, message_id: int, drawn: Drawn) -> bool:
        """Note what a message shows, and since when this deadline has been shown.

        Returns:
            Whether it shows the game. It does not where the game has been given another message
            meanwhile, or is to be posted anew: of that nothing is undone.
        """
        with self._pool.connection() as connection, connection.transaction():
            noted = connection.execute(
                """
                INSERT INTO thirtyone.posted_screens
                    (game_id, telegram_chat_id, thread_id, message_id, version, digest,
                     shown_question, shown_deadline, shown_since)
                VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
                ON CONFLICT (game_id) DO UPDATE SET
                    telegram_chat_id = excluded.telegram_chat_id,
                    thread_id = excluded.thread_id, message_id = excluded.message_id,
                    version = excluded.version, digest = excluded.digest,
                    shown_question = excluded.shown_question,
                    shown_since = CASE
                        WHEN posted_screens.shown_deadline = excluded.shown_deadline
                        THEN posted_screens.shown_since ELSE excluded.shown_since END,
                    shown_deadline = excluded.shown_deadline,
                    left_message_id = NULL, retry_at = NULL, failures = 0, unheard = false
                WHERE posted_screens.message_id IS NOT DISTINCT FROM %s
                   OR posted_screens.message_id = excluded.message_id
                """,
                (
                    screen.game_id,
                    screen.telegram_chat_id,
                    screen.thread_id,
                    message_id,
                    drawn.version,
                    drawn.digest,
                    screen.question,
                    drawn.deadline,
                    drawn.at,
                    screen.message_id,
                ),
            )
            # Schedules come last, as with the follower: else each could wait for the other.
            if message_id != screen.message_id:
                chat_id, thread_id = screen.telegram_chat_id, screen.thread_id
                pauses.reopen(connection, chat_id, thread_id, drawn.at)
            return noted.rowcount > 0

    def ask(self, game_id: UUID, question: str) -> None:
        """Let a game's screen show what a button leads to."""
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(
                """
                INSERT INTO thirtyone.posted_screens
                    (game_id, telegram_chat_id, thread_id, question)
                SELECT game_id, telegram_chat_id, thread_id, %s
                  FROM thirtyone.screens JOIN thirtyone.chats ON chats.id = group_id
                 WHERE game_id = %s
                ON CONFLICT (game_id) DO UPDATE SET question = excluded.question
                """,
                (question, game_id),
            )
            news.tell(connection)

    def redraw(self, game_id: UUID) -> None:
        """Let a game be drawn anew in its message."""
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(
                "UPDATE thirtyone.posted_screens SET version = 0 WHERE game_id = %s", (game_id,)
            )
            news.tell(connection)

    def leave_behind(self, game_id: UUID) -> None:
        """Let a game be posted anew in place of its message so far, as somebody asks for it."""
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(_LEAVE_BEHIND + sql.SQL("WHERE game_id = %s"), (game_id,))
            news.tell(connection)

    def try_now(self, chat_id: int, thread_id: int, now: datetime) -> bool:
        """Let a chat, or a topic, be tried at once if it is closed; tell whether it is."""
        with self._pool.connection() as connection, connection.transaction():
            closed = pauses.try_now(connection, chat_id, thread_id, now)
            if closed:
                news.tell(connection)
            return closed

    def announced(self, unsent: Unsent, message_id: int | None, now: datetime) -> None:
        """Note that an announcement was made. It has taken the place of the game's screen.

        Args:
            unsent: The announcement.
            message_id: Its message; none where it had nothing to say.
            now: The time.
        """
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(
                """
                INSERT INTO thirtyone.posted_announcements (position, message_id, sent_at)
                VALUES (%s, %s, %s)
                ON CONFLICT (position) DO UPDATE SET
                    message_id = excluded.message_id, sent_at = excluded.sent_at
                """,
                (unsent.position, message_id, now),
            )
            # The next table is another message, which nobody has seen yet.
            connection.execute(
                """
                UPDATE thirtyone.posted_screens
                   SET message_id = NULL, digest = NULL, version = 0, unheard = false,
                       retry_at = NULL, failures = 0,
                       left_message_id = nullif(left_message_id, %s),
                       shown_deadline = NULL, shown_since = NULL
                 WHERE game_id = %s
                """,
                (message_id, unsent.game_id),
            )
            if message_id is not None:
                chat_id, thread_id = unsent.telegram_chat_id, unsent.thread_id
                pauses.reopen(connection, chat_id, thread_id, now)

    def screen_failed(self, screen: DirtyScreen, now: datetime, *, unheard: bool = False) -> None:
        """Note that drawing a screen failed; it is tried again after a while.

        Args:
            screen: The screen.
            now: The time.
            unheard: Whether it may have been posted nevertheless.
        """
        with self._pool.connection() as connection:
            connection.execute(
                """
                INSERT INTO thirtyone.posted_screens
                    (game_id, telegram_chat_id, thread_id, retry_at, failures, unheard)
                VALUES (%s, %s, %s, %s, 1, %s)
                ON CONFLICT (game_id) DO UPDATE SET
                    retry_at = excluded.retry_at, failures = posted_screens.failures + 1,
                    unheard = posted_screens.unheard OR excluded.unheard
                """,
                (
                    screen.game_id,
                    screen.telegram_chat_id,
                    screen.thread_id,
                    now + backoff(screen.failures),
                    unheard,
                ),
            )

    def adopt(self, game_id: UUID, met: Posted) -> bool:
        """Take a message for the table that was posted without word of it.

        Returns:
            Whether it was: it is newer than any known table, or none is known while one was sent.
        """
        with self._pool.connection() as connection, connection.transaction():
            adopted = connection.execute(
                """
                UPDATE thirtyone.posted_screens
                   SET message_id = %(message)s, digest = NULL, version = 0, unheard = false,
                       retry_at = NULL, failures = 0
                 WHERE game_id = %(game)s AND telegram_chat_id = %(chat)s
                   AND (message_id IS NOT NULL OR unheard)
                   AND %(message)s > coalesce(message_id, left_message_id, 0)
                """,
                {"game": game_id, "chat": met.chat_id, "message": met.message_id},
            )
            if adopted.rowcount > 0:
                news.tell(connection)
            return adopted.rowcount > 0

    def announcement_failed(self, unsent: Unsent, now: datetime) -> None:
        """Note that an announcement failed; it is tried again after a while."""
        with self._pool.connection() as connection:
            connection.execute(
                """
                INSERT INTO thirtyone.posted_announcements (position, retry_at, failures)
                VALUES (%s, %s, 1)
                ON CONFLICT (position) DO UPDATE SET
                    retry_at = excluded.retry_at,
                    failures = posted_announcements.failures + 1
                """,
                (unsent.position, now + backoff(unsent.failures)),
            )

    def pause(self, chat_id: int, now: datetime, until: datetime) -> None:
        """Leave a chat alone until a time, as Telegram wants it."""
        with self._pool.connection() as connection, connection.transaction():
            pauses.leave_alone(connection, chat_id, now, until)

    def close(self, chat_id: int, thread_id: int, now: datetime) -> None:
        """Pause the games of a chat, or of one topic, that cannot be written to.

        It is tried again now and then, by a new message for each of them.
        """
        with self._pool.connection() as connection, connection.transaction():
            pauses.close(connection, chat_id, thread_id, now)
            _leave_games_behind(connection, chat_id, thread_id)

    def reopen(self, chat_id: int, thread_id: int, now: datetime) -> None:
        """Resume the games of a chat, or of one topic, that can be written to again."""
        with self._pool.connection() as connection, connection.transaction():
            _leave_games_behind(connection, chat_id, thread_id)
            pauses.reopen(connection, chat_id, thread_id, now)
            news.tell(connection)


_LEAVE_BEHIND: Final = sql.SQL(
    """
    UPDATE thirtyone.posted_screens
       SET left_message_id = coalesce(message_id, left_message_id),
           message_id = NULL, digest = NULL, version = 0, unheard = false,
           retry_at = NULL, failures = 0
    """
)


def _leave_games_behind(connection: Connection, chat_id: int, thread_id: int) -> None:
    """Let the games that are open in a chat, or in one topic of it, be posted anew."""
    where = sql.SQL(
        """
        WHERE game_id IN (SELECT game_id FROM thirtyone.tables
                            JOIN thirtyone.chats ON chats.id = group_id
                           WHERE chats.telegram_chat_id = %(chat)s
                             AND %(thread)s IN (chats.thread_id, {every_topic})
                             AND status IN ('lobby', 'playing'))
        """
    ).format(every_topic=EVERY_TOPIC)
    connection.execute(_LEAVE_BEHIND + where, {"chat": chat_id, "thread": thread_id})


def backoff(failures: int) -> timedelta:
    """Return how long to wait after so many failures in a row before this one."""
    return timedelta(seconds=BACKOFF[min(failures, len(BACKOFF) - 1)])
