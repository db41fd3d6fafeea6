"""What a game has changed of the ratings, which its result tells."""

import logging
from functools import partial
from uuid import UUID

from telegram_bot.patience import PATIENCE, wait_for
from telegram_bot.standings import Standings

logger = logging.getLogger(__name__)


class Ratings:
    """Asks the standings, which may be a moment behind."""

    def __init__(self, standings: Standings, patience: float = PATIENCE) -> None:
        """Ask some standings, and wait for them for so many seconds."""
        self._standings = standings
        self._patience = patience

    async def changed_by(self, game_id: UUID) -> tuple[float | None, ...]:
        """Return what a game has changed, by seat; nothing while that is not known.

        The standings are waited for, but not for long: whoever has won shall read it.
        """
        record = await wait_for(partial(self._standings.finished, game_id), self._patience)
        if record is None:
            logger.warning("Game %s is shown without ratings", game_id)
            return ()
        return tuple(seat.rating for seat in record.seats)
