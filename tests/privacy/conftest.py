"""Processes of a bot on one database, whose view of the tables is kept up to date."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from projections.database import Database
from projections.follower import Follower
from projections.log import EventLog
from projections.tables.projector import MODEL as TABLES
from tests.privacy.process import Process


@pytest.fixture
def processes(database: Database) -> Iterator[tuple[Process, Process]]:
    with ExitStack() as stack:
        yield Process(database, stack), Process(database, stack)


@pytest.fixture(autouse=True)
def follower(database: Database, here: Process) -> Iterator[Follower]:
    follower = Follower(database, EventLog.of(here.room), models=[TABLES])
    follower.start()
    yield follower
    follower.stop()


@pytest.fixture
def here(processes: tuple[Process, Process]) -> Process:
    return processes[0]


@pytest.fixture
def elsewhere(processes: tuple[Process, Process]) -> Process:
    return processes[1]
