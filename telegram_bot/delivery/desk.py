"""Delivery's own memory: which message shows a game, what was sent, who is waited for."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from psycopg.rows import class_row
from psycopg_pool import ConnectionPool

from projections.announcements.queries import Unsent, unsent_announcements
from projections.screens.queries import DirtyScreen, dirty_screens

BACKOFF = (1, 2, 5, 15, 60)
"""Seconds to wait after the first failure in a row, the second, and so on."""


@dataclass(frozen=True)
class Posted:
    """The message that shows a game."""

    chat_id: int
    message_id: int


@dataclass(frozen=True)
class Panel:
    """The private message that shows a player's hand.

    Attributes:
        turn: The turn for which it was sent.
        message_id: The message; none when it could not be sent.
    """

    turn: int
    message_id: int | None


@dataclass(frozen=True)
class Drawn:
    """What was drawn: a game at a version, in a round, with the screen's fingerprint."""

    version: int
    round: int
    digest: str
    at: datetime


class Desk:
    """The tables `posted_screens`, `posted_panels`, `posted_announcements` and `chat_pauses`."""

    def __init__(self, pool: ConnectionPool) -> None:
        """Work on a pool of connections."""
        self._pool = pool

    def pending(self, now: datetime) -> tuple[list[Unsent], list[DirtyScreen]]:
        """Return the announcements to send and the screens to draw now.

        Screens are asked for first, so that what is announced before one of them is found too.
        """
        with self._pool.connection() as connection:
            screens = dirty_screens(connection, now)
            return unsent_announcements(connection, now), screens

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

    def drawn(self, screen: DirtyScreen, message_id: int, drawn: Drawn) -> None:
        """Note what a message shows, and since when it has shown this round."""
        with self._pool.connection() as connection:
            connection.execute(
                """
                INSERT INTO thirtyone.posted_screens
                    (game_id, telegram_chat_id, thread_id, message_id, version, digest,
                     shown_question, shown_round, shown_since)
                VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s)
                ON CONFLICT (game_id) DO UPDATE SET
                    telegram_chat_id = excluded.telegram_chat_id,
                    thread_id = excluded.thread_id, message_id = excluded.message_id,
                    version = excluded.version, digest = excluded.digest,
                    shown_question = excluded.shown_question,
                    shown_since = CASE
                        WHEN posted_screens.shown_round = excluded.shown_round
                        THEN posted_screens.shown_since ELSE excluded.shown_since END,
                    shown_round = excluded.shown_round,
                    retry_at = NULL, failures = 0
                """,
                (
                    screen.game_id,
                    screen.telegram_chat_id,
                    screen.thread_id,
                    message_id,
                    drawn.version,
                    drawn.digest,
                    screen.question,
                    drawn.round,
                    drawn.at,
                ),
            )

    def ask(self, game_id: UUID, question: str) -> None:
        """Let a game's screen show what a button leads to."""
        with self._pool.connection() as connection:
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

    def let_go(self, game_id: UUID) -> None:
        """Forget the message that shows a game, so that the game is posted anew."""
        with self._pool.connection() as connection:
            connection.execute(_LET_GO, (game_id,))

    def panel(self, game_id: UUID, player_id: UUID) -> Panel | None:
        """Return the message that shows a player's hand in private, if one was tried."""
        with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(Panel)) as cursor,
        ):
            return cursor.execute(
                """
                SELECT turn, message_id FROM thirtyone.posted_panels
                WHERE game_id = %s AND player_id = %s
                """,
                (game_id, player_id),
            ).fetchone()

    def panel_sent(self, game_id: UUID, player_id: UUID, panel: Panel) -> None:
        """Note which message shows a player's hand in private."""
        with self._pool.connection() as connection:
            connection.execute(
                """
                INSERT INTO thirtyone.posted_panels (game_id, player_id, turn, message_id)
                VALUES (%s, %s, %s, %s)
                ON CONFLICT (game_id, player_id) DO UPDATE SET
                    turn = excluded.turn, message_id = excluded.message_id
                """,
                (game_id, player_id, panel.turn, panel.message_id),
            )

    def announced(self, unsent: Unsent, message_id: int, now: datetime) -> None:
        """Note that an announcement was made. It has taken the place of the game's screen."""
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
            connection.execute(_LET_GO, (unsent.game_id,))

    def screen_failed(self, screen: DirtyScreen, now: datetime) -> None:
        """Note that drawing a screen failed; it is tried again after a while."""
        with self._pool.connection() as connection:
            connection.execute(
                """
                INSERT INTO thirtyone.posted_screens
                    (game_id, telegram_chat_id, thread_id, retry_at, failures)
                VALUES (%s, %s, %s, %s, 1)
                ON CONFLICT (game_id) DO UPDATE SET
                    retry_at = excluded.retry_at, failures = posted_screens.failures + 1
                """,
                (
                    screen.game_id,
                    screen.telegram_chat_id,
                    screen.thread_id,
                    now + backoff(screen.failures),
                ),
            )

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

    def pause(self, chat_id: int, until: datetime) -> None:
        """Leave a chat alone until a time."""
        with self._pool.connection() as connection:
            connection.execute(
                """
                INSERT INTO thirtyone.chat_pauses (telegram_chat_id, until) VALUES (%s, %s)
                ON CONFLICT (telegram_chat_id) DO UPDATE SET until = excluded.until
                """,
                (chat_id, until),
            )


_LET_GO = """
    UPDATE thirtyone.posted_screens
    SET message_id = NULL, digest = NULL, version = 0 WHERE game_id = %s
"""


def backoff(failures: int) -> timedelta:
    """Return how long to wait after so many failures in a row before this one."""
    return timedelta(seconds=BACKOFF[min(failures, len(BACKOFF) - 1)])
