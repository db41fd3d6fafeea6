"""Forgetting people: what is known of them goes, their seats in finished games stay, nameless.

Nobody who is forgotten may sit at an open table, so that each of the two keeps the other waiting:
whoever sits down holds their own row until that is saved, and it is erased only by a transaction
that has seen, with the row in hand, that they sit nowhere. It is the same for all processes.
"""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final
from uuid import UUID

from psycopg import sql
from psycopg_pool import ConnectionPool

from domain.errors import Refused
from projections.database import SCHEMA
from projections.rows import Connection
from projections.tables import queries
from projections.tables.projector import MODEL as TABLES
from projections.tracking import end_of_log, position_of
from telegram_bot import memory
from telegram_bot.contacts import Contacts
from telegram_bot.intake import set_aside
from telegram_bot.patience import PATIENCE, wait_for
from telegram_bot.screens.privacy import Kept
from telegram_bot.threads import Threads

_ABOUT_PLAYERS: Final = (
    *("posted_panels", "posted_offers", "posted_reminders"),
    "ways_of_showing",
)
"""Tables of delivery with what was sent to a player, or is to be."""

_ABOUT_CHATS: Final = ("chat_pauses", "posted_screens", "chats")
"""Tables with what is known of chats, of which a private one has its player's Telegram id."""


class Forgetting:
    """Says what is kept of people, and erases it."""

    def __init__(
        self,
        pool: ConnectionPool,
        contacts: Contacts,
        threads: Threads,
        patience: float = PATIENCE,
    ) -> None:
        """Work on a pool of connections, another one than that of the event log."""
        self._pool = pool
        self._contacts = contacts
        self._threads = threads
        self._patience = patience

    @contextmanager
    def seating(self, player_ids: Sequence[UUID]) -> Iterator[None]:
        """Let nobody of some players be forgotten until it is saved that they sit down.

        Raises:
            Refused: `forgotten`, since one of them has been.
        """
        with self._pool.connection() as connection, connection.transaction():
            held = connection.execute(
                "SELECT id FROM thirtyone.players WHERE id = ANY(%s) FOR KEY SHARE",
                (list(player_ids),),
            ).fetchall()
            forgotten = {*player_ids} - {player_id for (player_id,) in held}
            if forgotten:
                self._contacts.lose()
                raise Refused("forgotten")
            yield

    async def kept(self, player_id: UUID) -> Kept:
        """Return what is kept of a player's games, up to those of this moment.

        Raises:
            Refused: `not_now`, when the view of the tables is too far behind.
        """
        end = await self._threads.run(self._end_of_log)
        look = partial(self._threads.run, self._kept, player_id, end)
        kept = await wait_for(look, self._patience)
        if kept is None:
            raise Refused("not_now")
        return kept

    async def forget(self, player_id: UUID) -> Kept:
        """Erase what is known of a player, and return what is kept of their games.

        From then on their random id points to nobody; whoever comes back is a new player.

        Raises:
            Refused: `still_playing`, `unknown_to_me`, or `not_now` as above.
        """
        kept = await self.kept(player_id)
        if not kept.playing:
            kept = await self._threads.run(self._forget, player_id)
        if kept.playing:
            raise Refused("still_playing")
        return kept

    def _end_of_log(self) -> int:
        with self._pool.connection() as connection:
            return end_of_log(connection)

    def _kept(self, player_id: UUID, end: int) -> Kept | None:
        """Say what is kept, once the view of the tables has come so far."""
        with self._pool.connection() as connection:
            if position_of(connection, TABLES.name) < end:
                return None
            return _kept(connection, player_id)

    def _forget(self, player_id: UUID) -> Kept:
        """Erase somebody, unless they sit somewhere by now."""
        with self._pool.connection() as connection, connection.transaction():
            telegram_id = _held(connection, player_id)
            kept = _kept(connection, player_id)
            if kept.playing:
                return kept
            _erase(connection, player_id, telegram_id)
        self._contacts.lose()
        return kept


def _held(connection: Connection, player_id: UUID) -> int:
    """Keep a player from sitting down until the transaction ends, and return their Telegram id."""
    question = "SELECT telegram_id FROM thirtyone.players WHERE id = %s FOR UPDATE"
    row = connection.execute(question, (player_id,)).fetchone()
    if row is None:
        raise Refused("unknown_to_me")
    telegram_id: int = row[0]
    return telegram_id


def _kept(connection: Connection, player_id: UUID) -> Kept:
    """Say what is kept, and whether they sit somewhere, even if the view has not heard of it."""
    position = position_of(connection, TABLES.name)
    open_games = queries.open_games_of_player(connection, player_id)
    return Kept(
        playing=bool(open_games) or queries.sits_down_after(connection, player_id, position),
        games=queries.finished_games_of_player(connection, player_id),
    )


def _erase(connection: Connection, player_id: UUID, telegram_id: int) -> None:
    """Erase who a player is, and what delivery has noted of them."""
    connection.execute("DELETE FROM thirtyone.players WHERE id = %s", (player_id,))
    for table in _ABOUT_PLAYERS:
        statement = sql.SQL("DELETE FROM {} WHERE player_id = %s")
        connection.execute(statement.format(sql.Identifier(SCHEMA, table)), (player_id,))
    for table in _ABOUT_CHATS:
        statement = sql.SQL("DELETE FROM {} WHERE telegram_chat_id = %s")
        connection.execute(statement.format(sql.Identifier(SCHEMA, table)), (telegram_id,))
    set_aside.drop_those_about(connection, telegram_id)
    memory.tell(connection)
