"""What the tests of commands on a database share."""

import pytest

from tests.projections.conftest import Room
from tests.standings.seasons import season


def play(room: Room, games: int) -> None:
    """Let a season of games be played."""
    for events in season(games):
        room.happen(*events)


def complaint(capsys: pytest.CaptureFixture[str]) -> str:
    """Return what was complained of in one line."""
    said = capsys.readouterr()
    assert said.out == ""
    assert "hush-hush" not in said.err
    [line] = said.err.splitlines()
    assert line.startswith("thirtyone: ")
    return str(line)
