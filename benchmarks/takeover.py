"""How soon another follower goes on when one is killed: `uv run python -m benchmarks.takeover`.

Two processes follow the log with all views. Again and again the one at work is killed, something
happens at once, and it is measured until the last view knows of it; then a new one stands by.
"""

import os
import signal
import subprocess
import sys
import tempfile
from itertools import count
from pathlib import Path
from statistics import median
from time import perf_counter, sleep
from typing import Final
from uuid import uuid4

import psycopg

from projections.database import Database
from projections.migrate import upgrade
from projections.read_models import READ_MODELS
from projections.rows import Connection
from projections.tracking import end_of_log, position_of
from telegram_bot import embedded
from tests.projections import stories
from tests.projections.conftest import Room
from tests.projections.test_follower import FOLLOW

REPEATS: Final = 21
GLANCE_SECONDS: Final = 0.002

Followers = dict[str, subprocess.Popen[bytes]]


def main() -> None:
    """Kill followers, and print how long nobody followed."""
    with tempfile.TemporaryDirectory() as directory, embedded.serve(Path(directory)) as url:
        database = Database(url)
        upgrade(database)
        with (
            Room(env=database.environment) as room,
            psycopg.connect(database.conninfo, autocommit=True) as connection,
        ):
            gaps = measure(database, room, connection)
    print(f"{len(gaps)} followers killed at work, all {len(READ_MODELS)} views taken over after")
    print(f"{median(gaps):.2f} s (median), {max(gaps):.2f} s (longest)")


def measure(database: Database, room: Room, connection: Connection) -> list[float]:
    """Return for how many seconds the views stood still, each time that one was killed."""
    names, gaps = (f"follower {number}" for number in count(1)), list[float]()
    followers: Followers = {}
    try:
        for _ in range(REPEATS):
            while len(followers) < 2:
                name = next(names)
                followers[name] = follow(database, name)
                wait_until_connected(connection, name)
            play(room)
            wait_until_viewed(connection)
            working = followers.pop(at_work(connection))
            working.send_signal(signal.SIGKILL)
            started = perf_counter()
            play(room)
            wait_until_viewed(connection)
            gaps.append(perf_counter() - started)
            working.wait()
    finally:
        for process in followers.values():
            process.kill()
            process.wait()
    return gaps


def follow(database: Database, name: str) -> subprocess.Popen[bytes]:
    """Let a process follow the log under a name."""
    command = [sys.executable, "-c", FOLLOW, database.url]
    return subprocess.Popen(command, env=os.environ | {"PGAPPNAME": name})  # noqa: S603 - ours


def play(room: Room) -> None:
    """Let a game be played in one commit."""
    room.happen(*stories.recorded(uuid4(), [*stories.started(), stories.ENDED]))


def wait_until_connected(connection: Connection, name: str) -> None:
    """Wait until a follower is there."""
    asked = "SELECT FROM pg_stat_activity WHERE application_name = %s"
    while connection.execute(asked, [name]).fetchone() is None:
        sleep(GLANCE_SECONDS)


def wait_until_viewed(connection: Connection) -> None:
    """Wait until the last view knows all that has happened."""
    while position_of(connection, READ_MODELS[-1].name) < end_of_log(connection):
        sleep(GLANCE_SECONDS)


def at_work(connection: Connection) -> str:
    """Return the name of the follower that holds the views."""
    row = connection.execute(
        "SELECT application_name FROM pg_locks JOIN pg_stat_activity USING (pid)"
        " WHERE locktype = 'advisory' AND application_name LIKE 'follower %' LIMIT 1"
    ).fetchone()
    if row is None:
        raise LookupError
    return str(row[0])


if __name__ == "__main__":
    main()
