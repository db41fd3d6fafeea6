"""Once a day: what need not be remembered any more is forgotten."""

from datetime import datetime, timedelta
from typing import Final

from psycopg import sql
from psycopg_pool import ConnectionPool

from telegram_bot.intake import set_aside

KEPT: Final = timedelta(weeks=1)
"""How long it is remembered after it has been of use."""

OLDEST_WEEK: Final = timedelta(weeks=4)
"""Rankings of older weeks are not posted any more, and no clock takes them down again."""

OF_GAMES: Final = ("posted_offers", "posted_panels", "posted_reminders")
"""Tables about games, of which nothing is asked once the game is over and all is shown."""


class Housekeeping:
    """Forgets. Any number may do so at once, and as often as they like."""

    def __init__(self, pool: ConnectionPool) -> None:
        """Work on a pool of connections."""
        self._pool = pool

    def tidy(self, now: datetime) -> None:
        """Forget what has been of no use for a while."""
        values = {"before": now - KEPT}
        with self._pool.connection() as connection:
            for table in OF_GAMES:
                connection.execute(_OVER.format(table=sql.Identifier("thirtyone", table)), values)
            connection.execute(_ENDED, values)
            connection.execute(_LAPSED, values)
            connection.execute(_TOLD, {"oldest": now - OLDEST_WEEK})
            connection.execute(_SET_ASIDE, {"before": now - set_aside.KEPT})


# Each leaves alone what another has in hand, so that none waits for another.

_OVER: Final = sql.SQL(
    """
    DELETE FROM {table} WHERE ctid IN
        (SELECT posted.ctid FROM {table} posted JOIN thirtyone.tables USING (game_id)
           JOIN thirtyone.screens USING (game_id)
          WHERE status NOT IN ('lobby', 'playing') AND changed_at < %(before)s
            FOR UPDATE OF posted SKIP LOCKED)
    """
)

_ENDED: Final = """
    DELETE FROM thirtyone.chat_pauses WHERE ctid IN
        (SELECT ctid FROM thirtyone.chat_pauses
          WHERE NOT closed AND until < %(before)s FOR UPDATE SKIP LOCKED)
"""

_LAPSED: Final = """
    DELETE FROM thirtyone.ways_of_showing WHERE ctid IN
        (SELECT ctid FROM thirtyone.ways_of_showing
          WHERE until < %(before)s FOR UPDATE SKIP LOCKED)
"""

_TOLD: Final = """
    DELETE FROM thirtyone.posted_weeklies WHERE ctid IN
        (SELECT ctid FROM thirtyone.posted_weeklies
          WHERE week < %(oldest)s::date FOR UPDATE SKIP LOCKED)
"""

_SET_ASIDE: Final = """
    DELETE FROM thirtyone.set_aside_updates WHERE ctid IN
        (SELECT ctid FROM thirtyone.set_aside_updates
          WHERE NOT again AND set_aside_at < %(before)s FOR UPDATE SKIP LOCKED)
"""
