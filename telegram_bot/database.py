"""The database that the bot works on: the operator's, or one of its own."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager

import psycopg
from alembic.util import CommandError
from psycopg_pool import ConnectionPool
from sqlalchemy.exc import DBAPIError

from projections.database import Database
from projections.migrate import upgrade
from telegram_bot import embedded
from telegram_bot.errors import OperatorError
from telegram_bot.settings import Settings
from telegram_bot.threads import THREADS

logger = logging.getLogger(__name__)


@contextmanager
def opened(settings: Settings) -> Iterator[Database]:
    """Give the database of the settings, or run an embedded one while the block lasts.

    Raises:
        OperatorError: The data directory cannot be used.
    """
    if settings.database is not None:
        settings.database.export_options()
        yield settings.database
        return
    with embedded.serve(settings.data) as url:
        yield Database(url)


@contextmanager
def reached(settings: Settings) -> Iterator[Database]:
    """Give the database of the settings, also while a bot runs on an embedded one.

    Raises:
        OperatorError: The data directory cannot be used.
    """
    url = embedded.running(settings.data) if settings.database is None else None
    if url is not None:
        yield Database(url)
        return
    with opened(settings) as database:
        yield database


def pool_of(database: Database, size: int = THREADS) -> ConnectionPool:
    """Return an open pool of at most so many connections, one for each thread that asks.

    They commit by themselves, as nearly all work is one statement. What takes several, or holds
    what it has read, says so by a transaction.
    """
    return ConnectionPool(
        database.conninfo,
        kwargs={"autocommit": True},
        min_size=1,
        max_size=size,
        timeout=5,
        open=True,
    )


def migrate(database: Database) -> None:
    """Bring a database to the newest form of its tables.

    Raises:
        OperatorError: It cannot be reached, it refuses, or it is of a newer version.
    """
    try:
        upgrade(database)
    except (DBAPIError, psycopg.Error) as error:
        logger.debug("The migration failed", exc_info=error)
        cause = error.orig if isinstance(error, DBAPIError) else error
        reason = (str(cause).splitlines() or [type(cause).__name__])[0]
        msg = f"The database {database.place} cannot be used: {reason} (check DATABASE_URL)"
        raise OperatorError(msg) from None
    except CommandError as error:
        msg = f"The database {database.place} is of a newer version: {error} (update thirtyone)"
        raise OperatorError(msg) from None
