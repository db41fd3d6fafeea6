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
    (SELECT game_id FROM thirtyone.posted_screens
     UNION SELECT game_id FROM thirtyone.tables WHERE status IN ('lobby', 'playing')
     UNION SELECT game_id FROM thirtyone.screens WHERE changed_at > %(since)s)
    """
)
"""The games of which a table was posted, those that are open, and those that are news."""
