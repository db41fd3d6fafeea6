"""The games that delivery has to look at: of all others there is nothing to show any more.

So no question goes through every game that was ever played, and what was posted of a game that
is over for long can be forgotten: that nothing is known of it does not mean that it was not shown.
"""

from datetime import timedelta
from typing import Final

from psycopg import sql

NEWS: Final = timedelta(days=1)
"""How long it is worth telling of a game that is over, if nothing of it was ever posted."""

REMEMBERED: Final = sql.SQL(
    """
    (screens.changed_at > %(since)s
     OR EXISTS (SELECT FROM thirtyone.posted_screens AS known
                 WHERE known.game_id = screens.game_id)
     OR EXISTS (SELECT FROM thirtyone.tables
                 WHERE tables.game_id = screens.game_id AND status IN ('lobby', 'playing')))
    """
)
"""Whether a row of `screens` is of a game that is news, was posted, or is open."""
