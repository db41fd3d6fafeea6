"""A view is made anew beside the live one, equals it, and harms nobody who plays meanwhile."""

import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from itertools import groupby

import psycopg
import pytest

from projections.database import SCHEMA, Database
from projections.read_models import READ_MODELS
from projections.rebuild import BESIDE, RebuildRunning, rebuild
from projections.rows import Connection
from projections.standings.projector import STANDINGS
from projections.tracking import position_of
from tests.projections.conftest import follow
from tests.standings.conftest import Room, Watched, in_order, keep_up, standings
from tests.standings.recount import read_log, recount
from tests.standings.seasons import season

REBUILD = """
import sys, psycopg
from projections.database import Database
from projections.read_models import READ_MODELS
from projections.rebuild import rebuild
from tests.projections.conftest import Room

def told(_events):
    sys.stdout.write("on the way\\n")
    sys.stdout.flush()

database = Database(sys.argv[1])
with Room(env=database.environment) as room:
    with psycopg.connect(database.conninfo, autocommit=True) as connection:
        rebuild(connection, room.entries, READ_MODELS, told, batch=1)
"""


def play(room: Room, games: int) -> None:
    for events in season(games):
        room.happen(*events)


@pytest.fixture
def second(database: Database) -> Iterator[Connection]:
    with psycopg.connect(database.conninfo, autocommit=True) as connection:
        yield connection


def test_while_people_play_on_both_are_compared_at_the_same_place(
    room: Room, connection: Connection, second: Connection
) -> None:
    """The log grows and the live views follow, in the middle of the rebuild."""
    games = season(8)
    for _ in range(3):
        room.happen(*next(games))
    follow(second, room)

    def play_on(_events: int) -> None:
        events = next(games, None)
        if events is not None:
            room.happen(*events)
            follow(second, room, batch=13)

    rebuilt = rebuild(connection, room.entries, READ_MODELS, play_on, batch=50)

    assert next(games, None) is None
    assert [view.different for view in rebuilt] == [0] * len(READ_MODELS)
    keep_up(connection, room)
    assert in_order(standings(connection)) == in_order(recount(read_log(connection)))


def test_a_thread_that_plays_and_one_that_follows_wait_for_nobody_and_lose_nothing(
    database: Database, room: Room, connection: Connection
) -> None:
    over = threading.Event()

    def play_all() -> None:
        play(room, 6)
        over.set()

    def follow_all() -> None:
        with psycopg.connect(database.conninfo, autocommit=True) as own:
            while not over.is_set():
                follow(own, room, batch=20)

    threads = [threading.Thread(target=work) for work in (play_all, follow_all)]
    for thread in threads:
        thread.start()
    differences = []
    while not over.is_set():
        differences += [view.different for view in rebuild(connection, room.entries, READ_MODELS)]
    for thread in threads:
        thread.join()

    follow(connection, room)
    assert sum(differences) == 0
    assert in_order(standings(connection)) == in_order(recount(read_log(connection)))


def test_each_wrong_row_is_counted_once_and_replaced(room: Room, connection: Connection) -> None:
    play(room, 3)
    keep_up(connection, room)
    changed = connection.execute(
        "UPDATE thirtyone.rankings SET points = points + 1 WHERE period = 'week'"
    )
    lost = connection.execute("DELETE FROM thirtyone.player_meetings")
    added = connection.execute(
        "INSERT INTO thirtyone.player_meetings"
        " SELECT player_id, player_id, 1, 2, 3 FROM thirtyone.player_figures"
    )
    spoilt = [changed.rowcount, lost.rowcount, added.rowcount]
    assert all(spoilt)

    [rebuilt] = rebuild(connection, room.entries, [STANDINGS])

    assert rebuilt.different == sum(spoilt)
    assert in_order(standings(connection)) == in_order(recount(read_log(connection)))


def test_readers_see_the_old_rows_or_the_new_ones_and_wait_for_nobody(
    database: Database, room: Room, connection: Connection, second: Connection
) -> None:
    play(room, 3)
    keep_up(connection, room)
    right = in_order(standings(connection))
    connection.execute("DELETE FROM thirtyone.game_records")
    connection.execute("UPDATE thirtyone.rankings SET points = points + 1 WHERE period = 'week'")
    connection.execute(
        "INSERT INTO thirtyone.player_meetings"
        " SELECT player_id, player_id, 1, 2, 3 FROM thirtyone.player_figures"
    )
    wrong = in_order(standings(connection))
    second.execute("SET lock_timeout = '1ms'")
    seen = []
    with Watched.connect(database.conninfo, autocommit=True) as watched:
        watched.before = lambda: seen.append(in_order(standings(second)))

        rebuild(watched, room.entries, [STANDINGS])

    assert [rows for rows, _ in groupby(seen)] == [wrong, right]


def test_one_that_is_killed_leaves_the_live_views_alone_and_the_next_one_works(
    database: Database, room: Room, connection: Connection
) -> None:
    play(room, 3)
    follow(connection, room)
    before = in_order(standings(connection))
    killed = subprocess.Popen(
        [sys.executable, "-c", REBUILD, database.url], stdout=subprocess.PIPE, text=True
    )
    assert killed.stdout is not None
    for _ in range(40):
        assert killed.stdout.readline() == "on the way\n"
    killed.send_signal(signal.SIGKILL)
    killed.communicate()
    wait_until_unlocked(connection)

    assert in_order(standings(connection)) == before
    assert [view.different for view in rebuild(connection, room.entries, READ_MODELS)] == (
        [0] * len(READ_MODELS)
    )
    assert schemas(connection) == {SCHEMA}


def wait_until_unlocked(connection: Connection) -> None:
    """Wait until the server has noticed that somebody is gone."""
    held = "SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND classid = 32"
    while connection.execute(held).fetchone():
        time.sleep(0.01)


def test_one_that_fails_leaves_nothing_behind(room: Room, connection: Connection) -> None:
    play(room, 1)
    keep_up(connection, room)

    def fail(_events: int) -> None:
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        rebuild(connection, room.entries, [STANDINGS], fail)

    assert schemas(connection) == {SCHEMA}


def test_only_one_rebuilds_at_a_time(
    room: Room, connection: Connection, second: Connection
) -> None:
    play(room, 1)
    keep_up(connection, room)
    refused = []

    def try_too(_events: int) -> None:
        with pytest.raises(RebuildRunning):
            rebuild(second, room.entries, [STANDINGS])
        refused.append(position_of(second, "standings", BESIDE))

    rebuild(connection, room.entries, [STANDINGS], try_too)

    assert refused
    assert [view.different for view in rebuild(second, room.entries, [STANDINGS])] == [0]


def schemas(connection: Connection) -> set[str]:
    rows = connection.execute(
        "SELECT nspname FROM pg_namespace WHERE nspname LIKE 'thirtyone%'"
    ).fetchall()
    return {name for (name,) in rows}
