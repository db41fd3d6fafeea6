"""A group that becomes a supergroup: all that is its own goes with it, once.

Telegram tells it by a message in each of the two chats, in either order, and by an error to
whoever still writes to the old one; any of these may be all that arrives. Messages of the old
chat cannot be changed any more.
"""

import logging
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Final, LiteralString
from uuid import UUID

from psycopg_pool import ConnectionPool

from domain.errors import Refused
from projections import news
from projections.deadlines.queries import look_again
from projections.pauses import EVERY_TOPIC
from projections.rows import Connection
from telegram_bot.delivery import pauses
from telegram_bot.delivery.desk import Desk
from telegram_bot.delivery.messenger import Messenger
from telegram_bot.game import Games
from telegram_bot.memory import Memory, tell
from telegram_bot.threads import Threads

logger = logging.getLogger(__name__)


class Moving:
    """Follows groups to where they have moved. Any process may, and as often as it is told."""

    def __init__(  # noqa: PLR0913 - all that a group has
        self,
        *,
        games: Games,
        desk: Desk,
        messenger: Messenger,
        pool: ConnectionPool,
        memory: Memory,
        threads: Threads,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Take the parts."""
        self._games = games
        self._desk = desk
        self._messenger = messenger
        self._pool = pool
        self._memory = memory
        self._threads = threads
        self._now = now

    async def follow(self, old_chat_id: int, new_chat_id: int) -> None:
        """Follow a group from its old chat to the supergroup that it has become.

        Where people have met the bot in the supergroup before that was known, what they have
        begun there gives way to the group's own, and a table that has not started is closed. Only
        if they have played there do they keep that, and the old group stays behind.
        """
        given_way = await self._threads.run(self._move, old_chat_id, new_chat_id)
        if given_way is not None:
            await self._close_table_of(given_way)

    def _move(self, old: int, new: int) -> UUID | None:
        """Move what belongs to a chat; return the group that has given way to it, if any."""
        now = self._now()
        with self._pool.connection() as connection, connection.transaction():
            _note(connection, old, new, now)
            group_id, settler_id = _group_in(connection, old), _group_in(connection, new)
            if group_id is None:
                return None
            if settler_id is not None and _has_played(connection, settler_id):
                pauses.close(connection, old, EVERY_TOPIC, now)
                return None
            if settler_id is not None:
                connection.execute("DELETE FROM thirtyone.chats WHERE id = %s", (settler_id,))
            for statement in _TAKE_ALONG:
                connection.execute(
                    statement, {"group": group_id, "old": old, "new": new, "now": now}
                )
            look_again(connection, new, now)
            tell(connection)
            news.tell(connection)
        self._memory.forget()
        return settler_id

    async def _close_table_of(self, group_id: UUID) -> None:
        game_id = await self._games.open_game(group_id)
        if game_id is None:
            return
        logger.info("Game %s gives way to the group that has moved in", game_id)
        opener, *_ = (await self._games.look(game_id)).view.seats
        try:
            await self._games.close_for_administrator(game_id, opener.player_id)
        except Refused as refusal:
            logger.warning("Game %s cannot be closed: %s", game_id, refusal.code)
        shown = await self._threads.run(self._desk.shown, game_id)
        if shown is not None:
            await self._messenger.remove(shown.chat_id, shown.message_id)


def _note(connection: Connection, old: int, new: int, now: datetime) -> None:
    """Note a move, so that the old id is known for good. Who notes it too waits for the first."""
    connection.execute(
        "INSERT INTO thirtyone.chat_moves VALUES (%s, %s, %s) ON CONFLICT DO NOTHING",
        (old, new, now),
    )


def _group_in(connection: Connection, chat_id: int) -> UUID | None:
    """Return the group of a chat; a basic group has no topics, and is no forum when it moves."""
    row = connection.execute(
        "SELECT id FROM thirtyone.chats WHERE (telegram_chat_id, thread_id) = (%s, 0) FOR UPDATE",
        (chat_id,),
    ).fetchone()
    return row[0] if row else None


def _has_played(connection: Connection, group_id: UUID) -> bool:
    row = connection.execute(
        """
        SELECT EXISTS (SELECT FROM thirtyone.game_records
                        WHERE group_id = %s AND started_at IS NOT NULL)
        """,
        (group_id,),
    ).fetchone()
    return row is not None and bool(row[0])


_TAKE_ALONG: Final[tuple[LiteralString, ...]] = (
    """
    UPDATE thirtyone.chats SET telegram_chat_id = %(new)s, kind = 'supergroup'
     WHERE id = %(group)s
    """,
    # What Telegram wanted of the old chat counts for the new one; a closed one is tried at once.
    """
    UPDATE thirtyone.chat_pauses AS pause
       SET telegram_chat_id = %(new)s,
           until = CASE WHEN closed THEN least(until, %(now)s) ELSE until END
     WHERE telegram_chat_id = %(old)s AND NOT EXISTS
           (SELECT FROM thirtyone.chat_pauses AS other
             WHERE (other.telegram_chat_id, other.thread_id, other.since)
                 = (%(new)s, pause.thread_id, pause.since))
    """,
    """
    UPDATE thirtyone.posted_screens
       SET telegram_chat_id = %(new)s, message_id = NULL, left_message_id = NULL, digest = NULL,
           version = 0, retry_at = NULL
     WHERE game_id IN (SELECT game_id FROM thirtyone.tables
                        WHERE group_id = %(group)s AND status IN ('lobby', 'playing'))
    """,
    "DELETE FROM thirtyone.posted_panels WHERE telegram_chat_id = %(old)s",
)
"""How a group's rows go with it. Its messages are out of reach: they are posted anew."""
