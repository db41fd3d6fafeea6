"""A clean environment for each test: no settings but those it makes."""

import logging
from collections.abc import Iterator
from pathlib import Path

import pytest

from projections.database import Database
from telegram_bot.settings import Settings
from tests.projections.conftest import Room, connection

__all__ = ["connection"]


@pytest.fixture(autouse=True)
def _nothing_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (*Settings.model_fields, "DATA_DIR"):
        monkeypatch.delenv(name.upper(), raising=False)


@pytest.fixture(autouse=True)
def _logging_as_before() -> Iterator[None]:
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture
def room(database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[Room]:
    """A card room whose database is the operator's."""
    monkeypatch.setenv("DATABASE_URL", database.url)
    with Room(env=database.environment) as room:
        yield room
