"""A real PostgreSQL for the tests, and a migrated database of its own for each that asks.

Tests run in several processes, each with a server of its own and each with whole files of tests.
"""

import itertools
import os
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path

import hypothesis
import psycopg
import pytest
from psycopg import sql

from projections.database import Database
from projections.migrate import upgrade
from telegram_bot import embedded
from telegram_bot.errors import OperatorError

MOST_WORKERS = 8
"""Each has a PostgreSQL of its own."""

QUICK = """
fsync = off
full_page_writes = off
synchronous_commit = off
autovacuum = off
"""
"""Settings of a server whose data nobody wants after the tests, and which no test kills."""

_numbers = itertools.count(1)

# A machine at work is no defect; what fails must be repeatable elsewhere.
hypothesis.settings.register_profile("thirtyone", deadline=None, print_blob=True)
hypothesis.settings.load_profile("thirtyone")


def pytest_configure(config: pytest.Config) -> None:
    """Add root's stand-in, who owns the servers' files, before several processes want to."""
    if not hasattr(config, "workerinput"):
        with suppress(OperatorError):  # tests that need a server will tell
            embedded._owner_of(Path("/nowhere"))


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int | None:
    """Choose how many processes run the tests: none but pytest's own for one file or one core."""
    if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ:
        return None
    named = {argument.partition("::")[0] for argument in config.args}
    files = len(named) if all(name.endswith(".py") for name in named) else MOST_WORKERS
    workers = min(_cores(), files, MOST_WORKERS)
    return workers if workers > 1 else 0


def _cores() -> int:
    """Return how many processors this process may use, where the system tells that."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Begin with whole houses, which take longest, so that all processes end at about one time."""
    items.sort(key=lambda item: not item.nodeid.startswith("tests/end_to_end/"))


@dataclass(frozen=True)
class Server:
    """The databases of one test run."""

    url: str

    def create(self, template: str | None = None) -> Database:
        """Create a database, empty or as a copy of another."""
        name = f"test_{next(_numbers)}"
        # Files are copied in half the time that the default takes, page by page through the log.
        command = sql.SQL("CREATE DATABASE {} TEMPLATE {} STRATEGY FILE_COPY").format(
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
def server(used_data: Path) -> Iterator[Server]:
    """A server that tests share, and that does without what only a power cut would show."""
    with room_for_a_server() as directory:
        _copy(used_data, directory)
        with (directory / "postgres" / "postgresql.conf").open("a") as settings:
            settings.write(QUICK)
        with embedded.serve(directory) as url:
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
    _copy(used_data, empty_data)
    return empty_data


def _copy(used: Path, empty: Path) -> None:
    """Copy a server's files, whoever owns them."""
    subprocess.run(["cp", "-a", f"{used}/postgres", empty], check=True)


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
