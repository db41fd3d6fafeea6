"""A real PostgreSQL for the tests, and a migrated database of its own for each that asks."""

import itertools
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

import hypothesis
import psycopg
import pytest
from psycopg import sql

from projections.database import Database
from projections.migrate import upgrade
from telegram_bot import embedded

_numbers = itertools.count(1)

# A machine at work is no defect; what fails must be repeatable elsewhere.
hypothesis.settings.register_profile("thirtyone", deadline=None, print_blob=True)
hypothesis.settings.load_profile("thirtyone")


@dataclass(frozen=True)
class Server:
    """The databases of one test run."""

    url: str

    def create(self, template: str | None = None) -> Database:
        """Create a database, empty or as a copy of another."""
        name = f"test_{next(_numbers)}"
        command = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(
            sql.Identifier(name), sql.Identifier(template or "template0")
        )
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(command)
        return Database(self.url.replace("/postgres?", f"/{name}?"))

    def drop(self, database: Database) -> None:
        """Drop a database, whoever is connected to it."""
        command = sql.SQL("DROP DATABASE {} (FORCE)").format(sql.Identifier(database.name))
        with psycopg.connect(self.url, autocommit=True) as connection:
            connection.execute(command)


@contextmanager
def room_for_a_server() -> Iterator[Path]:
    """Make a directory apart from pytest's, which every run of pytest closes to others than root.

    Root's servers run as somebody else.
    """
    with tempfile.TemporaryDirectory(prefix="thirtyone-") as directory:
        yield Path(directory)


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with room_for_a_server() as directory, embedded.serve(directory) as url:
        yield Server(url)


@pytest.fixture
def empty_data() -> Iterator[Path]:
    """A data directory in which nothing has been run."""
    with room_for_a_server() as directory:
        yield directory


@pytest.fixture(scope="session")
def used_data() -> Iterator[Path]:
    """A data directory that is only ever copied, since to make one takes a second."""
    with room_for_a_server() as directory:
        with embedded.serve(directory):
            pass
        yield directory


@pytest.fixture
def data(empty_data: Path, used_data: Path) -> Path:
    """A data directory for a server of the test's own."""
    subprocess.run(["cp", "-a", f"{used_data}/postgres", empty_data], check=True)
    return empty_data


@pytest.fixture(scope="session")
def database_url(server: Server) -> str:
    """The address of the server, for what does not mind company."""
    return server.url


@pytest.fixture(scope="session")
def template(server: Server) -> str:
    """The name of a migrated database that is only ever copied."""
    database = server.create()
    upgrade(database)
    return database.name


@pytest.fixture
def empty_database(server: Server) -> Iterator[Database]:
    """A database without any tables."""
    database = server.create()
    yield database
    server.drop(database)


@pytest.fixture
def database(server: Server, template: str) -> Iterator[Database]:
    """A migrated database of the test's own: `.url`, `.conninfo`, `.environment`."""
    database = server.create(template)
    yield database
    server.drop(database)
