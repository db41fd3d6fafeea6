"""Forgetting people: what is known of them goes, their seats in finished games stay, nameless."""

from functools import partial
from uuid import UUID

from psycopg_pool import ConnectionPool

from domain.errors import Refused
from projections.tables import queries
from projections.tables.projector import MODEL as TABLES
from projections.tracking import end_of_log, position_of
from telegram_bot.contacts import Contacts
from telegram_bot.patience import PATIENCE, wait_for
from telegram_bot.screens.privacy import Kept
from telegram_bot.threads import Threads


class Forgetting:
    """Says what is kept of people, and erases it."""

    def __init__(
        self,
        pool: ConnectionPool,
        contacts: Contacts,
        threads: Threads,
        patience: float = PATIENCE,
    ) -> None:
        """Work on a pool of connections."""
        self._pool = pool
        self._contacts = contacts
        self._threads = threads
        self._patience = patience

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

    async def forget(self, player_id: UUID, telegram_id: int) -> Kept:
        """Erase what is known of a player, and return what is kept of their games.

        Raises:
            Refused: `still_playing`, or `not_now` as above.
        """
        kept = await self.kept(player_id)
        if kept.playing:
            raise Refused("still_playing")
        await self._threads.run(self._contacts.forget, player_id, telegram_id)
        return kept

    def _end_of_log(self) -> int:
        with self._pool.connection() as connection:
            return end_of_log(connection)

    def _kept(self, player_id: UUID, end: int) -> Kept | None:
        """Say what is kept, once the view of the tables has come so far."""
        with self._pool.connection() as connection:
            if position_of(connection, TABLES.name) < end:
                return None
            return Kept(
                playing=bool(queries.open_games_of_player(connection, player_id)),
                games=queries.finished_games_of_player(connection, player_id),
            )
