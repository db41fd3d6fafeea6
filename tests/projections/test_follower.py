"""A follower takes in each event exactly once, whatever is killed when."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from typing import Any
from uuid import uuid4

import pytest
from psycopg import sql

from domain import facts
from projections import news
from projections.announcements.projector import MODEL as ANNOUNCEMENTS
from projections.database import Database
from projections.follower import Follower, Pace
from projections.read_model import ReadModel, View
from projections.read_models import READ_MODELS
from projections.rebuild import rebuild
from projections.rows import Connection
from projections.standings.projector import STANDINGS
from projections.tables.projector import MODEL as TABLES
from projections.tables.queries import open_game_of_group
from projections.tracking import Overtaken, advance, position_of
from tests.projections import stories
from tests.projections.conftest import Room, follow
from tests.projections.stories import GROUP, recorded
from tests.support.following import catch_up

QUICK = Pace(poll=0.1, pauses=(0.05,))

FOLLOW = """
import sys
from projections.database import Database
from projections.follower import Follower, Pace
from tests.projections.conftest import Room
database = Database(sys.argv[1])
with Room(env=database.environment) as room:
    Follower(database, room.entries, pace=Pace(batch=7)).run()
"""


@contextmanager
def following(database: Database, room: Room, **more: Any) -> Iterator[Follower]:
    follower = Follower(database, room.entries, **{"pace": QUICK} | more)
    follower.start()
    try:
        yield follower
    finally:
        follower.stop()


def soon(condition: Callable[[], bool], patience: float = 20) -> bool:
    """Wait for something that other threads or processes bring about."""
    until = time.monotonic() + patience
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.01)
    return True


def turns(connection: Connection) -> int:
    """Return what a doubled or lost event would change: turns counted, one in play."""
    row = connection.execute("SELECT seats FROM thirtyone.game_records").fetchone()
    return 1 + sum(seat["timeouts"] for seat in row[0]) if row else 0


def reached(connection: Connection, turn: int) -> bool:
    return turns(connection) >= turn


class Play:
    """A game of three that goes on and on, each turn in a commit."""

    def __init__(self, room: Room) -> None:
        self._room, self._game, self._turns = room, uuid4(), 0
        self._opening = [*stories.started(), stories.dealt(1)]
        room.happen(*recorded(self._game, self._opening))

    def turns(self, number: int) -> None:
        for _ in range(number):
            self._turns += 1
            version = len(self._opening) - 2 + 3 * self._turns
            seat = self._turns % 3
            late = facts.TurnTimedOut(turn=self._turns, seat=seat, cause="deadline")
            self._room.happen(*recorded(self._game, [late, *stories.turn(seat)], version))


@pytest.fixture
def game(room: Room) -> Play:
    """A game that was dealt, which makes turn 1."""
    return Play(room)


def test_it_takes_in_what_was_there_and_what_comes(
    database: Database, room: Room, connection: Connection, game: Play
) -> None:
    with following(database, room):
        assert soon(lambda: turns(connection) == 1)

        game.turns(5)

        assert soon(lambda: turns(connection) == 6)


@pytest.mark.usefixtures("game")
def test_whoever_asked_is_told_of_each_change(database: Database, room: Room) -> None:
    told: set[str] = set()
    unchanged = {"announcements"}

    with following(database, room, on_change=told.add):
        assert soon(lambda: told == {model.name for model in READ_MODELS} - unchanged)


def test_it_is_woken_without_waiting_for_its_poll(
    database: Database, room: Room, connection: Connection, game: Play
) -> None:
    with following(database, room, pace=Pace(poll=3600)):
        assert soon(lambda: turns(connection) == 1)
        game.turns(1)

        assert soon(lambda: turns(connection) == 2)


def test_no_news_is_lost_while_it_is_at_work(
    database: Database, room: Room, connection: Connection, game: Play
) -> None:
    with following(database, room, pace=Pace(poll=3600)):
        for turn in range(1, 200):
            game.turns(1)
            if turn % 20 == 0:
                assert soon(partial(reached, connection, turn + 1))


def test_it_finds_by_itself_what_nobody_woke_it_for(
    database: Database, room: Room, connection: Connection, game: Play
) -> None:
    deaf = replace(room.entries, channel="nobody_speaks_here")
    follower = Follower(database, deaf, pace=QUICK)
    follower.start()
    assert soon(lambda: turns(connection) == 1)
    game.turns(1)

    assert soon(lambda: turns(connection) == 2)

    follower.stop()


def test_it_finds_by_itself_that_a_view_was_emptied(
    database: Database, room: Room, connection: Connection, game: Play
) -> None:
    with following(database, room):
        assert soon(lambda: turns(connection) == 1)
        game.turns(2)
        assert soon(lambda: turns(connection) == 3)

        connection.execute("TRUNCATE thirtyone.game_records, thirtyone.standings_tracking")

        assert soon(lambda: turns(connection) == 3)


def test_it_stops_when_told(database: Database, room: Room) -> None:
    with following(database, room, pace=Pace(poll=3600)) as follower:
        began = time.monotonic()
        follower.stop()

    assert time.monotonic() - began < 5


@pytest.mark.usefixtures("game")
def test_a_batch_that_fails_half_way_leaves_nothing(room: Room, connection: Connection) -> None:
    def fail_after_writing(connection: Connection, rows: Any, schema: str) -> None:
        TABLES.storage.store(connection, rows, schema)
        raise ConnectionAbortedError

    class Failing:
        load = staticmethod(TABLES.storage.load)
        store = staticmethod(fail_after_writing)

    with pytest.raises(ConnectionAbortedError):
        catch_up(connection, room.entries, replace(TABLES, storage=Failing()), 500)

    assert position_of(connection, "tables") == 0
    assert open_game_of_group(connection, GROUP) is None


def test_the_size_of_batches_makes_no_difference(
    room: Room, connection: Connection, game: Play
) -> None:
    game.turns(9)

    follow(connection, room, batch=3)

    assert turns(connection) == 10


@pytest.mark.usefixtures("game")
def test_the_same_batch_is_never_taken_in_twice(room: Room, connection: Connection) -> None:
    follow(connection, room)
    position = position_of(connection, "tables")

    with pytest.raises(Overtaken), connection.transaction():
        advance(connection, ["tables"], position - 1, position + 1)()

    assert position_of(connection, "tables") == position


def test_a_second_follower_stands_by_and_takes_over(
    database: Database, room: Room, connection: Connection, game: Play
) -> None:
    idle: set[str] = set()
    busy: set[str] = set()
    with following(database, room, on_change=busy.add) as first:
        assert soon(lambda: STANDINGS.name in busy)
        with following(database, room, on_change=idle.add):
            game.turns(3)
            assert soon(lambda: turns(connection) == 4)
            assert not idle

            first.stop()
            game.turns(3)

            assert soon(lambda: turns(connection) == 7)
            assert soon(lambda: STANDINGS.name in idle)


def test_whoever_leads_is_told_at_once_that_there_is_something_else_to_do(
    database: Database, room: Room, connection: Connection
) -> None:
    leading, told = threading.Event(), threading.Event()

    def tell(what: str) -> None:
        if what == news.NEWS:
            told.set()

    with following(
        database, room, pace=Pace(poll=3600), on_change=tell, leading=leading
    ) as follower:
        assert leading.wait(20)
        news.tell(connection)

        assert told.wait(20)
        follower.stop()
    assert not leading.is_set()


def test_it_survives_the_loss_of_its_connection(
    database: Database, room: Room, connection: Connection, game: Play
) -> None:
    with following(database, room):
        assert soon(lambda: turns(connection) == 1)

        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND pid <> pg_backend_pid()"
        )
        game.turns(3)

        assert soon(lambda: turns(connection) == 4)


def test_a_view_that_cannot_go_on_does_not_hold_up_the_others(
    database: Database,
    room: Room,
    connection: Connection,
    game: Play,
    caplog: pytest.LogCaptureFixture,
) -> None:
    def stumble(_row: object, _entry: object) -> None:
        raise ZeroDivisionError

    broken: ReadModel[Any] = replace(ANNOUNCEMENTS, changes={facts.GameOpened: stumble})
    with following(database, room, models=(broken, STANDINGS)):
        assert soon(lambda: turns(connection) == 1)
        game.turns(3)
        assert soon(lambda: turns(connection) == 4)

    assert position_of(connection, "announcements") == 0
    assert [r.message for r in caplog.records if r.exc_info] == ["announcements stands still"]


def test_whoever_is_told_of_changes_cannot_stop_them(
    database: Database, room: Room, connection: Connection, game: Play
) -> None:
    def stumble(_name: str) -> None:
        raise ZeroDivisionError

    with following(database, room, on_change=stumble):
        assert soon(lambda: turns(connection) == 1)
        game.turns(1)

        assert soon(lambda: turns(connection) == 2)


def test_killed_again_and_again_it_still_counts_each_event_once(
    database: Database, room: Room, connection: Connection, game: Play
) -> None:
    writing = threading.Thread(target=game.turns, args=(300,))
    writing.start()
    for seen in (10, 100, 200):
        killed = subprocess.Popen([sys.executable, "-c", FOLLOW, database.url])
        assert soon(partial(reached, connection, seen))
        killed.send_signal(signal.SIGKILL)
        killed.wait()
    writing.join()

    with following(database, room):
        assert soon(
            lambda: position_of(connection, "standings") == room.recorder.max_notification_id()
        )

    assert turns(connection) == 301


def test_a_view_is_made_anew_from_the_log(room: Room, connection: Connection, game: Play) -> None:
    game.turns(5)
    follow(connection, room)
    before = open_game_of_group(connection, GROUP)
    connection.execute("UPDATE thirtyone.tables SET preset = 'none', status = 'lobby'")

    rebuild(connection, room.entries, [TABLES], batch=5)

    assert open_game_of_group(connection, GROUP) == before
    assert position_of(connection, "tables") == room.recorder.max_notification_id()


@pytest.mark.parametrize("model", READ_MODELS, ids=lambda model: model.name)
def test_every_view_made_anew_equals_the_one_that_followed(
    room: Room, connection: Connection, model: View
) -> None:
    played = [*stories.started(), stories.dealt(1), *stories.turn(1), stories.showdown(1)]
    room.happen(*recorded(uuid4(), [*played, stories.committed(2)]))
    room.happen(*recorded(uuid4(), [*played, stories.ENDED]))
    follow(connection, room, batch=2)
    followed = [rows(connection, table) for table in model.tables]
    for table in model.tables:
        connection.execute(sql.SQL("DELETE FROM thirtyone.{}").format(sql.Identifier(table)))

    [rebuilt] = rebuild(connection, room.entries, [model])

    assert rebuilt.different > 0
    assert [rows(connection, table) for table in model.tables] == followed


@pytest.mark.parametrize("model", READ_MODELS, ids=lambda model: model.name)
def test_a_view_that_followed_is_found_equal(
    room: Room, connection: Connection, model: View, game: Play
) -> None:
    game.turns(2)
    follow(connection, room, batch=2)

    [rebuilt] = rebuild(connection, room.entries, [model])

    assert rebuilt.different == 0
    assert rebuilt.position == room.recorder.max_notification_id()


def rows(connection: Connection, table: str) -> list[Any]:
    question = sql.SQL("SELECT * FROM thirtyone.{} ORDER BY 1, 2").format(sql.Identifier(table))
    return connection.execute(question).fetchall()
