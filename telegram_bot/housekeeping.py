"""Once a day: what need not be remembered any more is forgotten."""

from collections.abc import Mapping
from datetime import datetime, timedelta
from typing import Final, LiteralString

from psycopg import sql
from psycopg_pool import ConnectionPool

from projections.database import SCHEMA
from projections.remembered import REMEMBERED
from telegram_bot.intake import set_aside

KEPT: Final = timedelta(weeks=1)
"""How long it is remembered after it has been of use."""

OLDEST_WEEK: Final = timedelta(weeks=4)
"""Rankings of older weeks are not posted any more, and no clock takes them down again."""

OF_GAMES: Final[Mapping[str, LiteralString]] = {
    "posted_offers": "true",
    "posted_panels": "true",
    "posted_pictures": "true",
    "posted_reminders": "true",
    "posted_screens": "posted.version = screens.version",
}
"""Tables about games, and which of their rows nobody asks for once the game is over for long.

Where a result could not be shown so far, its table waits on.
"""


class Housekeeping:
    """Forgets. Any number may do so at once, and as often as they like."""

    def __init__(self, pool: ConnectionPool) -> None:
        """Work on a pool of connections."""
        self._pool = pool

    def tidy(self, now: datetime) -> None:
        """Forget what has been of no use for a while."""
        values = {"before": now - KEPT}
        with self._pool.connection() as connection, connection.transaction():
            for table, moot in OF_GAMES.items():
                over = _OVER.format(table=sql.Identifier(SCHEMA, table), moot=sql.SQL(moot))
                connection.execute(over, values)
            connection.execute(_SAID, {"since": now - KEPT})
            for moot_in_list in _MOOT:
                connection.execute(moot_in_list, {"since": now - KEPT})
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
          WHERE status NOT IN ('lobby', 'playing') AND changed_at < %(before)s AND {moot}
            FOR UPDATE OF posted SKIP LOCKED)
    """
)

_SAID: Final = sql.SQL(
    """
    DELETE FROM thirtyone.posted_announcements WHERE ctid IN
        (SELECT posted.ctid FROM thirtyone.posted_announcements posted
           JOIN thirtyone.announcements USING (position)
           JOIN thirtyone.screens USING (game_id)
          WHERE NOT {remembered} FOR UPDATE OF posted SKIP LOCKED)
    """
).format(remembered=REMEMBERED)

# What a rebuild has listed although nobody asks for it any more.
_MOOT: Final = tuple(
    sql.SQL(
        """
        DELETE FROM {table} WHERE ctid IN
            (SELECT listed.ctid FROM {table} listed JOIN thirtyone.screens USING (game_id)
              WHERE NOT {remembered} FOR UPDATE OF listed SKIP LOCKED)
        """
    ).format(table=sql.Identifier(SCHEMA, name), remembered=REMEMBERED)
    for name in ("screens_to_draw", "announcements_to_make")
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
