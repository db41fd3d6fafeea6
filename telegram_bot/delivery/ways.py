"""In which ways hands can be shown to players, and what is remembered to work."""

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Final
from uuid import UUID

from psycopg.rows import class_row
from psycopg_pool import ConnectionPool

from domain.views import SeatView, Spectacle
from telegram_bot.delivery.messenger import PrivateChat


class Way(StrEnum):
    """How a hand is shown (TABLE 3)."""

    EPHEMERAL = "ephemeral"
    """In the group, by a message that its player alone sees."""
    PRIVATE = "private"
    """In the player's private chat."""
    ALERT = "alert"
    """By the answer to a tap: no message at all."""


@dataclass(frozen=True)
class Reader:
    """A player in a group, and what is known of how they can be shown their hand there.

    Attributes:
        player_id: The player.
        group_id: The group.
        telegram_id: Their private chat.
        language: Their language code.
        reachable: Whether the bot may write there, as far as is known.
        telegram_chat_id: The group's chat.
        thread_id: The topic, 0 for none.
        title: The group's name.
        way: What worked last, if anything is remembered.
        until: Until when nothing better is tried; for good if it is the best.
    """

    player_id: UUID
    group_id: UUID
    telegram_id: PrivateChat
    language: str | None
    reachable: bool
    telegram_chat_id: int
    thread_id: int
    title: str | None
    way: Way | None
    until: datetime | None

    @property
    def alone(self) -> bool:
        """Whether the game is played in their private chat."""
        return self.telegram_chat_id == self.telegram_id

    def way_at(self, now: datetime) -> Way | None:
        """Return what worked last, while that is remembered."""
        return self.way if self.until is None or self.until > now else None


class Ways:
    """The table `ways_of_showing`."""

    def __init__(self, pool: ConnectionPool) -> None:
        """Work on a pool of connections."""
        self._pool = pool

    def reader(self, view: SeatView) -> Reader:
        """Return whose view it is, in the group where the game is played.

        Raises:
            LookupError: Who that is has been forgotten.
        """
        asked = {"player": view.player_id, "group": view.public.group_id}
        with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(Reader)) as cursor,
        ):
            found = cursor.execute(_READER, asked).fetchone()
        if found is None:
            msg = f"nobody is known as {view.player_id}"
            raise LookupError(msg)
        return found

    def remember(self, reader: Reader, way: Way, until: datetime | None) -> None:
        """Remember what works for a player in a group."""
        with self._pool.connection() as connection:
            connection.execute(_REMEMBER, (reader.player_id, reader.group_id, way, until))

    def is_shown_by_message(self, view: Spectacle, now: datetime) -> bool:
        """Tell whether the awaited player is shown the hand by a message, as far as is known."""
        if view.awaited is None:
            return False
        player_id = view.seats[view.awaited].player_id
        with self._pool.connection() as connection:
            row = connection.execute(
                """
                SELECT FROM thirtyone.ways_of_showing
                 WHERE player_id = %s AND group_id = %s AND way <> %s
                   AND (until IS NULL OR until > %s)
                """,
                (player_id, view.group_id, Way.ALERT, now),
            ).fetchone()
        return row is not None


_READER: Final = """
    SELECT players.id AS player_id, chats.id AS group_id, telegram_id,
           players.language, reachable IS NOT FALSE AS reachable,
           telegram_chat_id, thread_id, title, ways.way, ways.until
      FROM thirtyone.players
      JOIN thirtyone.chats ON chats.id = %(group)s
      LEFT JOIN thirtyone.ways_of_showing ways
        ON ways.player_id = players.id AND ways.group_id = chats.id
     WHERE players.id = %(player)s
"""

_REMEMBER: Final = """
    INSERT INTO thirtyone.ways_of_showing (player_id, group_id, way, until)
    VALUES (%s, %s, %s, %s)
    ON CONFLICT (player_id, group_id) DO UPDATE SET way = excluded.way, until = excluded.until
"""
