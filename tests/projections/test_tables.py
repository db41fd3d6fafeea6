"""The view of the tables: what is open where, and who sits there."""

from uuid import uuid4

from domain import facts
from domain.codes import code_of
from domain.facts import Fact
from projections.rows import Connection
from projections.tables import queries
from projections.tables.projector import MODEL
from projections.tables.view import TableRow
from tests.projections import stories
from tests.projections.conftest import Room, follow
from tests.projections.stories import ANN, BEA, CAM, GROUP, recorded


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


def test_a_started_game_is_played_by_those_who_sat_there_then() -> None:
    table = _table(*stories.started())

    assert table.status == "playing"
    assert table.player_ids == [ANN, BEA, CAM]


def test_a_game_given_up_is_abandoned() -> None:
    given_up = facts.GameAbandoned(cause="away", player_id=None)

    assert _table(*stories.started(), given_up).status == "abandoned"


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


def test_a_game_is_not_open_any_more_to_those_who_have_forfeited_it(
    room: Room, connection: Connection
) -> None:
    game = uuid4()
    forfeit = facts.PlayerForfeited(seat=1, cause="left")
    room.happen(*recorded(game, [*stories.started(), forfeit]))
    follow(connection, room)

    assert queries.open_games_of_player(connection, BEA) == []
    assert [row.game_id for row in queries.open_games_of_player(connection, ANN)] == [game]
    assert [row.game_id for row in queries.games_of_player(connection, BEA)] == [game]


def test_a_code_finds_its_game_however_it_is_typed(room: Room, connection: Connection) -> None:
    game = uuid4()
    room.happen(*recorded(game, stories.opened()))
    follow(connection, room)

    found = queries.game_by_code(connection, f" {code_of(game).upper()} ")

    assert found is not None
    assert found.game_id == game
