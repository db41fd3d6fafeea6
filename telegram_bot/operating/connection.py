"""A connection for the length of a command; what is wrong with it is said in one line."""

from collections.abc import Iterator
from contextlib import contextmanager

import psycopg

from projections.database import Database
from projections.rows import Connection
from telegram_bot.database import reached
from telegram_bot.errors import OperatorError
from telegram_bot.settings import NAME, Settings


@contextmanager
def connected(settings: Settings) -> Iterator[tuple[Database, Connection]]:
    """Connect to the database of the settings, also while a bot is at work on it.

    Raises:
        OperatorError: It cannot be reached, or has not got the tables of this version.
    """
    with reached(settings) as database:
        try:
            with psycopg.connect(database.conninfo, autocommit=True) as connection:
                yield database, connection
        except (psycopg.errors.UndefinedTable, psycopg.errors.UndefinedColumn):
            msg = f"The database {database.place} is of an older version: run {NAME} migrate"
            raise OperatorError(msg) from None
        except psycopg.OperationalError as error:
            reason = (str(error).splitlines() or [type(error).__name__])[0]
            msg = f"The database {database.place} cannot be used: {reason} (check DATABASE_URL)"
            raise OperatorError(msg) from None
