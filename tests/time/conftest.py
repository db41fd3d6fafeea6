"""A house on a database of the test's own."""

from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from projections.database import Database
from tests.time.house import House


@pytest.fixture
def house(database: Database) -> Iterator[House]:
    with ExitStack() as stack:
        yield House(database, stack)
