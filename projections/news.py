"""A word to whoever leads that there is something to do beside what the log tells."""

from typing import Final

from projections.rows import Connection

NEWS: Final = "thirtyone_news"
"""The channel of PostgreSQL on which it is said."""


def tell(connection: Connection) -> None:
    """Say so, once the caller's transaction is committed."""
    connection.execute("SELECT pg_notify(%s, '')", (NEWS,))
