"""A log to write, and connections to what is made of it."""

from collections.abc import Iterator

import psycopg
import pytest
from psycopg_pool import ConnectionPool

from projections.database import Database
from projections.rows import Connection
from telegram_bot.database import pool_of
from telegram_bot.threads import Threads
from tests.projections.conftest import Room


@pytest.fixture
def room(database: Database) -> Iterator[Room]:
    with Room(env=database.environment) as room:
        yield room


@pytest.fixture
def connection(database: Database) -> Iterator[Connection]:
    with psycopg.connect(database.conninfo, autocommit=True) as connection:
        yield connection


@pytest.fixture
def pool(database: Database) -> Iterator[ConnectionPool]:
    with pool_of(database, 4) as pool:
        yield pool


@pytest.fixture
def threads() -> Iterator[Threads]:
    threads = Threads(2)
    yield threads
    threads.close()
