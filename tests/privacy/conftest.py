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
        here, elsewhere = Process(database, stack), Process(database, stack)
        follower = Follower(database, EventLog.of(here.room), [TABLES])
        follower.start()
        stack.callback(follower.stop)
        yield here, elsewhere


@pytest.fixture
def here(processes: tuple[Process, Process]) -> Process:
    return processes[0]


@pytest.fixture
def elsewhere(processes: tuple[Process, Process]) -> Process:
    return processes[1]
