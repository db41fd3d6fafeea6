"""Views go along the log together, and one that cannot go on holds up no other."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import psycopg
import pytest

from domain import facts
from projections.announcements.projector import MODEL as ANNOUNCEMENTS
from projections.convoy import Convoy
from projections.database import Database
from projections.read_model import ReadModel, View
from projections.read_models import READ_MODELS
from projections.rows import Connection
from projections.screens.projector import MODEL as SCREENS
from projections.tables.projector import MODEL as TABLES
from projections.tracking import Overtaken, advance, positions_of
from tests.projections import stories
from tests.projections.conftest import Room
from tests.projections.stories import recorded
from tests.support.following import catch_up, keep_up

OPENING = [*stories.started(), stories.dealt(1)]
NAMES = [view.name for view in READ_MODELS]


class CountingCursor(psycopg.Cursor[Any]):
    """Counts statements on its connection."""

    def execute(self, *args: Any, **kwargs: Any) -> Any:
        self._count(1)
        return super().execute(*args, **kwargs)

    def executemany(self, query: Any, params_seq: Iterable[Any], **kwargs: Any) -> None:
        rows = list(params_seq)
        self._count(len(rows))
        super().executemany(query, rows, **kwargs)

    def _count(self, statements: int) -> None:
        assert isinstance(self.connection, Counting)
        self.connection.statements += statements


class Counting(psycopg.Connection[Any]):
    """A connection that counts statements, but not BEGIN and COMMIT."""

    statements = 0

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cursor_factory = CountingCursor


@pytest.fixture
def counting(database: Database) -> Iterator[Counting]:
    with Counting.connect(database.conninfo, autocommit=True) as connection:
        yield connection


@pytest.fixture
def game(room: Room) -> UUID:
    """A game in its first turn."""
    game_id = uuid4()
    room.happen(*recorded(game_id, OPENING))
    return game_id


def play(room: Room, game_id: UUID, number: int) -> None:
    """Let the next turn end and another one begin, in one commit."""
    since, until = stories.NOON, stories.NOON + timedelta(minutes=10)
    happened = [*stories.turn(1), facts.DeadlineSet("turn", number, since, until)]
    room.happen(*recorded(game_id, happened, len(OPENING) + 3 * number - 2))


def places(connection: Connection, views: Sequence[View] = READ_MODELS) -> set[int]:
    """Return the positions at which there are views."""
    return set(positions_of(connection, [view.name for view in views]).values())


def end(room: Room) -> int:
    return room.recorder.max_notification_id() or 0


class Stumbling:
    """Storage that fails with a batch, in the database, as long as it shall."""

    failing = True

    def load(
        self, connection: Connection, game_ids: Sequence[UUID], schema: str
    ) -> Iterable[tuple[UUID, Any]]:
        return TABLES.storage.load(connection, game_ids, schema)

    def store(self, connection: Connection, rows: Mapping[UUID, Any], schema: str) -> None:
        if self.failing:
            connection.execute("SELECT 1 / 0")
        TABLES.storage.store(connection, rows, schema)


def stumble(_row: object, _entry: object) -> None:
    raise ZeroDivisionError


def test_a_tap_costs_a_few_statements_for_all_views(
    room: Room, counting: Counting, game: UUID
) -> None:
    convoy = Convoy(counting, room.entries, READ_MODELS, batch=500)
    convoy.advance()
    play(room, game, 1)
    counting.statements = 0

    assert not convoy.advance()

    read_and_advance, load_and_store = 2, 2
    concerned = ["screens", "deadlines", "reminders"]
    assert counting.statements == read_and_advance + load_and_store * len(concerned)
    assert places(counting) == {end(room)}


@pytest.mark.usefixtures("game")
def test_that_nothing_has_happened_costs_one_statement(room: Room, counting: Counting) -> None:
    convoy = Convoy(counting, room.entries, READ_MODELS, batch=500)
    convoy.advance()
    counting.statements = 0

    assert not convoy.advance()

    assert counting.statements == 1


@pytest.mark.parametrize("games", [1, 50])
def test_many_events_cost_no_more_than_their_rows(
    room: Room, counting: Counting, games: int
) -> None:
    convoy = Convoy(counting, room.entries, READ_MODELS, batch=500)
    convoy.advance()
    for _ in range(games):
        room.happen(*recorded(uuid4(), stories.opened()))
    counting.statements = 0

    convoy.advance()

    one_row_for_each_game_in = ["screens", "deadlines", "vote_deadlines", "reminders", "tables"]
    read_advance_load_and_store_standings = 1 + 1 + 7 + 2
    assert counting.statements <= (
        read_advance_load_and_store_standings + games * len(one_row_for_each_game_in)
    )


def test_whoever_asks_is_told_once_of_each_view_of_which_rows_have_changed(
    room: Room, connection: Connection, game: UUID
) -> None:
    told: list[str] = []
    convoy = Convoy(connection, room.entries, READ_MODELS, 500, told.append)
    convoy.advance()
    told.clear()

    play(room, game, 1)
    play(room, game, 2)
    convoy.advance()

    assert told == ["screens", "deadlines", "reminders"]


def test_nobody_is_told_of_what_changes_no_row(room: Room, connection: Connection) -> None:
    told: list[str] = []
    convoy = Convoy(connection, room.entries, READ_MODELS, 500, told.append)
    room.happen(*recorded(uuid4(), [facts.GroupRegistered()]))

    convoy.advance()

    assert not told
    assert places(connection) == {end(room)}


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("batch", [1, 4, 500])
def test_views_that_stand_apart_come_together(
    room: Room, connection: Connection, batch: int
) -> None:
    for number, view in enumerate(READ_MODELS):
        catch_up(connection, room.entries, view, number + 1)
    assert len(places(connection)) > 1

    keep_up(connection, room.entries, batch=batch)

    assert places(connection) == {end(room)}


def test_a_view_from_the_beginning_does_not_keep_the_others_from_what_is_new(
    room: Room, connection: Connection, game: UUID
) -> None:
    others = [view for view in READ_MODELS if view is not TABLES]
    keep_up(connection, room.entries, others)
    play(room, game, 1)

    assert Convoy(connection, room.entries, READ_MODELS, batch=3).advance()

    assert places(connection, others) == {end(room)}
    assert positions_of(connection, ["tables"])["tables"] == 3


def test_together_again_they_cost_as_little_as_before(
    room: Room, counting: Counting, game: UUID
) -> None:
    catch_up(counting, room.entries, TABLES, 2)
    convoy = Convoy(counting, room.entries, READ_MODELS, batch=500)
    while convoy.advance():
        pass
    play(room, game, 1)
    counting.statements = 0

    convoy.advance()

    assert counting.statements == 8


@pytest.mark.parametrize("place", [0, 3, 6])
def test_a_defect_in_one_view_leaves_the_others_going_until_it_is_gone(
    room: Room,
    connection: Connection,
    game: UUID,
    caplog: pytest.LogCaptureFixture,
    place: int,
) -> None:
    storage = Stumbling()
    others = [view for view in READ_MODELS if view is not TABLES]
    views = [*others[:place], replace(TABLES, storage=storage), *others[place:]]
    convoy = Convoy(connection, room.entries, views, batch=500)

    convoy.advance()
    play(room, game, 1)
    convoy.advance()

    assert places(connection, others) == {end(room)}
    assert places(connection, [TABLES]) == {0}
    assert [r.message for r in caplog.records if r.exc_info] == ["tables stands still"]

    storage.failing = False
    while convoy.advance():
        pass

    assert places(connection) == {end(room)}


@pytest.mark.usefixtures("game")
def test_two_views_with_a_defect_hold_up_no_third(room: Room, connection: Connection) -> None:
    models: list[ReadModel[Any]] = [ANNOUNCEMENTS, SCREENS]
    broken = [replace(model, changes={facts.GameOpened: stumble}) for model in models]

    Convoy(connection, room.entries, [*broken, TABLES], batch=500).advance()

    assert places(connection, broken) == {0}
    assert places(connection, [TABLES]) == {end(room)}


def test_a_view_that_somebody_else_moves_on_holds_up_no_other(
    room: Room, connection: Connection, game: UUID
) -> None:
    convoy = Convoy(connection, room.entries, READ_MODELS, batch=500)
    convoy.advance()
    play(room, game, 1)
    catch_up(connection, room.entries, TABLES, 500)

    convoy.advance()

    assert places(connection) == {end(room)}
    assert not convoy.advance()


def test_where_views_are_is_asked_anew_when_that_is_wished(
    room: Room, connection: Connection, game: UUID
) -> None:
    convoy = Convoy(connection, room.entries, READ_MODELS, batch=500)
    convoy.advance()
    connection.execute("TRUNCATE thirtyone.tables, thirtyone.tables_tracking")

    convoy.look_anew()
    convoy.advance()

    assert places(connection) == {end(room)}
    assert connection.execute("SELECT game_id FROM thirtyone.tables").fetchall() == [(game,)]


def test_a_view_that_was_emptied_is_not_moved_on_from_where_it_was(
    connection: Connection,
) -> None:
    with pytest.raises(Overtaken), connection.transaction():
        advance(connection, NAMES, before=5, after=6)()

    assert places(connection) == {0}


def test_either_all_views_are_moved_on_or_none(connection: Connection) -> None:
    with connection.transaction():
        advance(connection, ["tables"], before=0, after=3)()

    with pytest.raises(Overtaken), connection.transaction():
        advance(connection, NAMES, before=0, after=3)()

    assert places(connection, [TABLES]) == {3}
    assert places(connection, [SCREENS]) == {0}
