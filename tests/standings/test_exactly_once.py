"""A batch and its position are one transaction: whatever breaks between two statements."""

import threading
import time
from contextlib import closing
from itertools import count

import psycopg
import pytest

from projections.database import Database
from projections.follower import Follower, Pace, catch_up
from projections.rows import Connection
from projections.standings.projector import STANDINGS
from projections.tracking import Overtaken, position_of
from tests.standings.conftest import Room, Watched, in_order, standings
from tests.standings.recount import read_log, recount
from tests.standings.seasons import season

BATCH = 60
TAKEOVER_SECONDS = 2


class BrokenOff(psycopg.OperationalError):
    """The connection is gone."""


@pytest.fixture
def played(room: Room) -> Room:
    for events in season(4):
        room.happen(*events)
    return room


def break_at(database: Database, room: Room, statement: int) -> bool:
    """Take in a batch on a connection that is lost at a statement, and tell whether it was."""
    left = count(statement, -1)
    with closing(Watched.connect(database.conninfo, autocommit=True)) as connection:

        def break_off() -> None:
            if next(left) == 0:
                connection.close()
                raise BrokenOff

        connection.before = break_off
        try:
            catch_up(connection, room.entries, STANDINGS, BATCH)
        except BrokenOff:
            return True
    return False


def test_a_crash_between_any_two_statements_loses_and_doubles_nothing(
    database: Database, played: Room, connection: Connection
) -> None:
    crashes = 0
    last = played.recorder.max_notification_id() or 0
    while (position := position_of(connection, "standings")) < last:
        before = in_order(standings(connection))
        statement = 0
        while break_at(database, played, statement):
            assert position_of(connection, "standings") == position
            assert in_order(standings(connection)) == before
            crashes, statement = crashes + 1, statement + 1

    assert in_order(standings(connection)) == in_order(recount(read_log(connection)))
    assert crashes > 50


def test_a_second_follower_takes_over_within_two_seconds(
    database: Database, room: Room, connection: Connection
) -> None:
    games = season(3)
    room.happen(*next(games))
    first, second = (Follower(database, room.entries, [STANDINGS], pace=Pace()) for _ in range(2))
    first.start()
    wait_for(connection, room, seconds=30)
    second.start()
    room.happen(*next(games))
    wait_for(connection, room, seconds=30)

    ended = connection.execute(
        "SELECT pg_terminate_backend(pid) FROM pg_locks"
        " WHERE locktype = 'advisory' AND classid = 31"
    ).fetchall()
    first.stop(patience=0)
    for events in games:
        room.happen(*events)

    wait_for(connection, room, TAKEOVER_SECONDS)
    second.stop()
    assert ended == [(True,)]
    assert in_order(standings(connection)) == in_order(recount(read_log(connection)))


def wait_for(connection: Connection, room: Room, seconds: float) -> None:
    """Wait until the standings have taken in all that there is."""
    last = room.recorder.max_notification_id()
    until = time.monotonic() + seconds
    while position_of(connection, "standings") != last:
        assert time.monotonic() < until
        time.sleep(0.01)


def test_two_followers_at_once_take_in_each_event_once(
    database: Database, played: Room, connection: Connection
) -> None:
    """Even where both believe that it is theirs to do."""

    def follow(room: Room) -> None:
        with psycopg.connect(database.conninfo, autocommit=True) as own:
            while True:
                try:
                    if not catch_up(own, room.entries, STANDINGS, 10):
                        return
                except Overtaken:
                    pass

    threads = [threading.Thread(target=follow, args=[played]) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert in_order(standings(connection)) == in_order(recount(read_log(connection)))
