"""The outbox of reminders: whom to remind of which turn, and the messages that do, until it ends.

A row stays for as long as its turn lasts, so that nobody is reminded twice.
"""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from psycopg import sql
from psycopg.rows import class_row
from psycopg_pool import ConnectionPool

from projections.deadlines.queries import Due, seen_to
from projections.pauses import LEFT_ALONE
from telegram_bot.delivery.desk import backoff


@dataclass(frozen=True)
class Reminder:
    """A reminder to send, or one whose turn is over and whose message is to go.

    Attributes:
        game_id: The game.
        turn: The turn.
        private: Whether it is the one in the player's private chat, else that in the group.
        player_id: Who is reminded.
        telegram_id: Their Telegram id.
        wanted: Whether they want to be reminded.
        telegram_chat_id: The chat of the message, or where to send it.
        thread_id: The topic there, 0 for none.
        language: The language to write in.
        title: The group's name.
        message_id: The message, once it was sent.
        failures: Attempts that failed since one succeeded.
    """

    game_id: UUID
    turn: int
    private: bool
    player_id: UUID
    telegram_id: int
    wanted: bool
    telegram_chat_id: int
    thread_id: int
    language: str | None
    title: str | None
    message_id: int | None
    failures: int


class ReminderOutbox:
    """The table `posted_reminders`."""

    def __init__(self, pool: ConnectionPool) -> None:
        """Work on a pool of connections."""
        self._pool = pool

    def take_down(self, due: Due, player_id: UUID) -> None:
        """Take down that a player is to be reminded where they can be, and see to what was due."""
        with self._pool.connection() as connection, connection.transaction():
            connection.execute(
                """
                INSERT INTO thirtyone.posted_reminders (game_id, turn, private, player_id)
                SELECT %s, %s, private, id
                  FROM thirtyone.players, (VALUES (false), (true)) AS ways (private)
                 WHERE id = %s AND NOT (private AND reachable IS FALSE)
                ON CONFLICT DO NOTHING
                """,
                (due.game_id, due.number, player_id),
            )
            seen_to(connection, due)

    def end(self, game_id: UUID, last_turn: int) -> bool:
        """Take down that the turns of a game are over up to one; tell whether that is news."""
        with self._pool.connection() as connection:
            ended = connection.execute(
                """
                UPDATE thirtyone.posted_reminders SET over = true
                 WHERE game_id = %s AND turn <= %s AND NOT over
                """,
                (game_id, last_turn),
            )
            return ended.rowcount > 0

    def pending(self, now: datetime) -> list[Reminder]:
        """Return what to send or to remove now."""
        with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(Reminder)) as cursor,
        ):
            return cursor.execute(PENDING, {"now": now}).fetchall()

    def sent(self, reminder: Reminder, message_id: int) -> None:
        """Note which message reminds somebody; one that was forgotten meanwhile is to go."""
        with self._pool.connection() as connection:
            connection.execute(
                """
                INSERT INTO thirtyone.posted_reminders
                    (game_id, turn, private, player_id, over, telegram_chat_id, message_id)
                VALUES (%s, %s, %s, %s, true, %s, %s)
                ON CONFLICT (game_id, turn, private) DO UPDATE SET
                    telegram_chat_id = excluded.telegram_chat_id,
                    message_id = excluded.message_id, retry_at = NULL, failures = 0
                """,
                (
                    reminder.game_id,
                    reminder.turn,
                    reminder.private,
                    reminder.player_id,
                    reminder.telegram_chat_id,
                    message_id,
                ),
            )

    def put_off(self, reminder: Reminder, until: datetime) -> None:
        """Look at a reminder again at a later time."""
        with self._pool.connection() as connection:
            connection.execute(
                """
                UPDATE thirtyone.posted_reminders SET retry_at = %s
                 WHERE (game_id, turn, private) = (%s, %s, %s)
                """,
                (until, *_key(reminder)),
            )

    def failed(self, reminder: Reminder, now: datetime) -> None:
        """Note that an attempt failed; there is another after a while."""
        with self._pool.connection() as connection:
            connection.execute(
                """
                UPDATE thirtyone.posted_reminders SET retry_at = %s, failures = failures + 1
                 WHERE (game_id, turn, private) = (%s, %s, %s)
                """,
                (now + backoff(reminder.failures), *_key(reminder)),
            )

    def forget(self, reminder: Reminder) -> None:
        """Note that nothing is to be done about a reminder any more."""
        with self._pool.connection() as connection:
            connection.execute(
                """
                DELETE FROM thirtyone.posted_reminders
                 WHERE (game_id, turn, private) = (%s, %s, %s)
                """,
                _key(reminder),
            )


def _key(reminder: Reminder) -> tuple[UUID, int, bool]:
    return reminder.game_id, reminder.turn, reminder.private


PENDING: Final = sql.SQL(
    """
    SELECT posted.game_id, posted.turn, posted.private, posted.player_id, players.telegram_id,
           players.reminders AS wanted, chats.telegram_chat_id, chats.thread_id,
           CASE WHEN private THEN players.language ELSE home.language END AS language,
           home.title, posted.message_id, posted.failures
      FROM thirtyone.posted_reminders posted
      JOIN thirtyone.players ON players.id = posted.player_id
      JOIN thirtyone.screens USING (game_id)
      JOIN thirtyone.chats home ON home.id = screens.group_id
     CROSS JOIN LATERAL (SELECT
            coalesce(
                posted.telegram_chat_id,
                CASE WHEN private THEN players.telegram_id ELSE home.telegram_chat_id END
            ) AS telegram_chat_id,
            CASE WHEN private THEN 0 ELSE home.thread_id END AS thread_id) AS chats
     WHERE (posted.over OR posted.message_id IS NULL)
       AND (posted.retry_at IS NULL OR posted.retry_at <= %(now)s) AND NOT {left_alone}
     ORDER BY posted.game_id, posted.turn, posted.private LIMIT 100
    """
).format(left_alone=LEFT_ALONE)
