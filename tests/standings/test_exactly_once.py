"""A batch and its position are one transaction: whatever breaks between two statements."""

import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing, contextmanager
from itertools import count

import psycopg
import pytest

from projections.database import Database
from projections.follower import LEAD, Pace
from projections.rows import Connection
from projections.standings.projector import STANDINGS
from projections.tracking import Overtaken, position_of
from tests.projections.test_follower import FOLLOW, soon
from tests.standings.conftest import Room, Watched, in_order, standings
from tests.standings.recount import read_log, recount
from tests.standings.seasons import season
from tests.support.following import catch_up

BATCH = 60
TAKEOVER_SECONDS = 2
BEGIN_SECONDS = 60
"""Patience with two processes that begin at once on a busy machine."""


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


def at_work(connection: Connection) -> str | None:
    """Return the name of the follower that leads, if one does."""
    row = connection.execute(
        "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)"
        " WHERE locktype = 'advisory' AND (classid, objid) = (%s, %s)",
        LEAD,
    ).fetchone()
    return row[0] if row else None


@contextmanager
def follower(database: Database, name: str) -> Iterator[subprocess.Popen[bytes]]:
    """Let a process follow the log; whatever happens, it does not outlive the block."""
    command = [sys.executable, "-c", FOLLOW, database.url]
    with subprocess.Popen(command, env=os.environ | {"PGAPPNAME": name}) as process:
        try:
            yield process
        finally:
            process.kill()


def test_of_two_followers_one_works_and_when_it_is_killed_the_other_takes_over(
    database: Database, room: Room, connection: Connection
) -> None:
    games = season(4)

    def play() -> bool:
        room.happen(*next(games))
        last = room.recorder.max_notification_id()
        return soon(lambda: position_of(connection, "standings") == last)

    with follower(database, "first") as first, follower(database, "second") as second:
        names = {"first": first, "second": second}
        assert soon(lambda: connected(connection) >= names.keys(), BEGIN_SECONDS)
        assert play()
        working = at_work(connection)
        assert working in names
        assert play()
        assert at_work(connection) == working

        names.pop(working).kill()

        assert play()
        assert at_work(connection) in names
        assert play()
    assert in_order(standings(connection)) == in_order(recount(read_log(connection)))


def connected(connection: Connection) -> set[str]:
    """Return the names of all that are connected."""
    rows = connection.execute("SELECT application_name FROM pg_stat_activity").fetchall()
    return {name for (name,) in rows}


def test_a_follower_that_stands_by_looks_often_enough_to_take_over_within_two_seconds() -> None:
    """A lock is gone with its holder; `benchmarks.takeover` measures how soon that is noticed."""
    assert Pace().poll <= TAKEOVER_SECONDS / 2


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
