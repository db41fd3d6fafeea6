"""The log, aggregate by aggregate: each is whole, and a page of it is in memory at a time."""

from uuid import UUID

import pytest

from domain import facts
from projections import log
from projections.rows import Connection
from tests.projections.conftest import Room
from tests.projections.stories import ANN, BEA, CAM, recorded

JOINED = [facts.PlayerJoined(player_id=person) for person in (ANN, BEA, CAM)]
GAMES = [UUID(int=number << 96) for number in (5, 2, 9)]


def happen(room: Room, game_id: UUID, events: int) -> None:
    """Let so many people sit down."""
    room.happen(*recorded(game_id, (JOINED * 3)[:events]))


@pytest.mark.parametrize("page", [1, 2, 3, 4, 100])
def test_each_history_is_whole_wherever_a_page_ends(
    page: int, room: Room, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "PAGE", page)
    for game_id, events in zip(GAMES, (3, 1, 4), strict=True):
        happen(room, game_id, events)

    histories = dict(room.entries.histories(connection))

    assert list(histories) == sorted(GAMES)
    for game_id, lines in histories.items():
        stored = room.recorder.select_events(game_id)
        assert [tuple(line) for line in lines] == [(row.topic, row.state) for row in stored]


def test_there_are_no_histories_in_an_empty_log(room: Room, connection: Connection) -> None:
    assert list(room.entries.histories(connection)) == []


def test_it_reads_on_only_when_it_is_asked_for_more(
    room: Room, connection: Connection, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(log, "PAGE", 2)
    first, second, third = sorted(GAMES)
    happen(room, first, 1)
    happen(room, second, 1)
    histories = room.entries.histories(connection)

    assert next(histories)[0] == first
    happen(room, third, 1)
    assert [owner_id for owner_id, _ in histories] == [second, third]
