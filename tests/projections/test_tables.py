"""The view of the tables: who sits where, and whose turn it is."""

from uuid import UUID, uuid4

import pytest

from domain import facts
from domain.facts import Fact
from projections.rows import Connection
from projections.tables import queries
from projections.tables.projector import MODEL, code_of
from projections.tables.view import TableRow
from tests.projections import stories
from tests.projections.conftest import Room, follow
from tests.projections.stories import ANN, BEA, CAM, CARD, GROUP, recorded


def _table(*happened: Fact) -> TableRow:
    row = stories.fold(MODEL, happened)
    assert row is not None
    return row


def test_an_opened_table_is_a_lobby_with_those_who_sat_down() -> None:
    table = _table(*stories.opened(players=(ANN, BEA)), facts.PlayerLeft(player_id=ANN))

    assert table.status == "lobby"
    assert table.player_ids == [BEA]
    assert table.group_id == GROUP


def test_a_closed_table_is_closed() -> None:
    assert (
        _table(*stories.opened(), facts.TableClosed(player_id=ANN, cause="player")).status
        == "closed"
    )


def test_nobody_is_awaited_before_the_deal() -> None:
    table = _table(*stories.started())

    assert table.status == "playing"
    assert table.round == 1
    assert table.awaited_player_id is None


def test_the_dealers_left_plays_first() -> None:
    table = _table(*stories.started(), stories.dealt(1))

    assert table.awaited_seat == 1
    assert table.awaited_player_id == BEA
    assert table.turn == 1


@pytest.mark.parametrize(
    ("last", "awaited"),
    [
        (facts.CardDrawn(seat=1, card=CARD), BEA),
        (facts.CardDiscarded(seat=1, card=CARD), CAM),
        (facts.PlayerKnocked(seat=1), CAM),
        (facts.PlayerStood(seat=1), CAM),
        (facts.PlayerPassed(seat=1), CAM),
        (facts.PlayerForfeited(seat=1, cause="left"), CAM),
        (facts.PlayerForfeited(seat=2, cause="left"), BEA),
        (stories.showdown(1), None),
        (facts.RoundVoided(round=1, cause="arbiter"), None),
        (stories.ENDED, None),
    ],
    ids=lambda value: type(value).__name__ if isinstance(value, Fact) else None,
)
def test_who_is_awaited_after(last: Fact, awaited: UUID | None) -> None:
    assert _table(*stories.started(), stories.dealt(1), last).awaited_player_id == awaited


def test_a_seat_that_has_left_is_passed_over() -> None:
    left = facts.PlayerForfeited(seat=2, cause="left")
    table = _table(*stories.started(), stories.dealt(1), left, *stories.turn(1))

    assert table.awaited_player_id == ANN


def test_a_finished_game_is_finished() -> None:
    assert _table(*stories.started(), stories.ENDED).status == "finished"


def test_events_of_a_group_make_no_table() -> None:
    assert stories.fold(MODEL, [facts.GroupRegistered()]) is None


def test_questions_find_open_games_and_past_ones(room: Room, connection: Connection) -> None:
    past, present = uuid4(), uuid4()
    room.happen(*recorded(past, [*stories.started(), stories.ENDED]))
    room.happen(*recorded(present, stories.opened(players=(ANN,))))
    follow(connection, room)

    found = queries.open_game_of_group(connection, GROUP)

    assert found is not None
    assert found.game_id == present
    assert queries.open_game_of_group(connection, uuid4()) is None
    assert [row.game_id for row in queries.open_games_of_player(connection, ANN)] == [present]
    assert {row.game_id for row in queries.games_of_player(connection, ANN)} == {past, present}
    assert [row.game_id for row in queries.games_of_player(connection, CAM)] == [past]


def test_a_code_finds_its_game_however_it_is_typed(room: Room, connection: Connection) -> None:
    game = uuid4()
    room.happen(*recorded(game, stories.opened()))
    follow(connection, room)

    found = queries.game_by_code(connection, f" {code_of(game).upper()} ")

    assert found is not None
    assert found.game_id == game
