"""How fast views take in the log: `uv run python -m benchmarks.standings`.

The yardstick, measured in the same run on the same database, is the library's own runner of
projections: one transaction for each event, with the standings as its view. Its view is exactly
ours, by the same code; only the way along the log differs.

The database is a PostgreSQL of its own in a temporary directory; `TMPDIR` chooses the disk.
"""

import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from itertools import count, islice
from pathlib import Path
from random import Random
from time import perf_counter, process_time
from typing import Any, Final
from uuid import UUID, uuid4

import psycopg
from eventsourcing.persistence import Tracking
from eventsourcing.postgres import PostgresTrackingRecorder
from eventsourcing.projection import Projection, ProjectionRunner
from psycopg.rows import dict_row, tuple_row

from domain.card_room import CardRoom
from domain.events import STORED, Stored
from domain.facts import Fact
from projections.convoy import Convoy
from projections.database import Database
from projections.follower import Pace
from projections.log import Batch, Entry, EventLog
from projections.migrate import upgrade
from projections.read_model import View
from projections.read_models import READ_MODELS
from projections.rebuild import rebuild
from projections.rows import Connection
from projections.standings.projector import STANDINGS
from telegram_bot import embedded
from tests.standings.histories import in_place, real_game
from tests.standings.seasons import FIRST_DAY
from tests.support.following import keep_up
from tests.support.games import Chance

SEED: Final = 31
EVENTS: Final = 150_000
YARDSTICK_EVENTS: Final = 3_000
GROUPS: Final = 50
PLAYERS: Final = 300
SEATS: Final = 4
COMMIT: Final = 6
"""Events that follow each other before another group is heard of, at most."""

TAPS: Final = 500
EVENTS_OF_TAP: Final = 2
"""What a tap leads to, on average."""

TEMPLATES: Final = 12
"""Games that are really played; the log consists of copies with other people and groups."""


class OneByOne(PostgresTrackingRecorder):
    """The standings as a view of the library, with a transaction for each event."""

    def take(self, event: Stored, tracking: Tracking) -> None:
        """Take an event in, and note that."""
        with self.datastore.transaction(commit=True) as cursor:
            self._insert_tracking(cursor, tracking)
            connection: Connection = cursor.connection
            connection.row_factory = tuple_row
            try:
                entry = Entry.of(tracking.notification_id, event)
                STANDINGS.begin(connection, Batch.of([entry]))()
            finally:
                connection.row_factory = dict_row


class LibraryProjection(Projection[OneByOne]):
    """Hands each event to the view."""

    name = "library"

    def process_event(self, domain_event: Any, tracking: Tracking) -> None:
        """Hand an event on."""
        self.view.take(domain_event, tracking)


@dataclass(frozen=True)
class Measured:
    """How a way along the log has done.

    Attributes:
        name: The way.
        events: Events taken in.
        seconds: How long that took.
    """

    name: str
    events: int
    seconds: float

    @property
    def rate(self) -> float:
        """Events per second."""
        return self.events / self.seconds


def main() -> None:
    """Measure and print a small table."""
    with tempfile.TemporaryDirectory() as directory, embedded.serve(Path(directory)) as url:
        database = Database(url)
        upgrade(database)
        with (
            CardRoom(database.environment) as room,
            psycopg.connect(database.conninfo, autocommit=True) as connection,
        ):
            log = EventLog.of(room)
            written = write_log(room, connection)
            print(f"{written:,} events of random games of {GROUPS} groups and {PLAYERS} players")
            show(measure(database, connection, log))
            took = 1_000 * tap_by_tap(room, connection)
            print(f"\na tap taken in by all views: {took:.1f} ms of this process's CPU")


def measure(database: Database, connection: Connection, log: EventLog) -> Iterator[Measured]:
    """Go along the log in every way; the yardstick first."""
    events = log.count_after(connection, 0)
    yield Measured("library's runner, standings", YARDSTICK_EVENTS, run_library(database, log))
    for name, views in (("standings", (STANDINGS,)), ("all views", READ_MODELS)):
        begin_again(connection, [STANDINGS])
        follow = partial(keep_up, connection, log, views, Pace().batch)
        yield timed(f"follower, {name}", events, follow)
    yield timed("rebuild, standings", events, lambda: proven(connection, log, [STANDINGS]))
    yield timed("rebuild, all views", events, lambda: proven(connection, log, READ_MODELS))


def tap_by_tap(room: CardRoom, connection: Connection) -> float:
    """Take in what taps lead to, each by itself, and return the seconds of CPU for one."""
    convoy = Convoy(connection, EventLog.of(room), READ_MODELS, Pace().batch)
    games = evenings(uuid4(), [played(number) for number in range(TEMPLATES)], Random(SEED))
    seconds = 0.0
    for _ in range(TAPS):
        room.save(*islice(games, EVENTS_OF_TAP))
        started = process_time()
        convoy.advance()
        seconds += process_time() - started
    return seconds / TAPS


def run_library(database: Database, log: EventLog) -> float:
    """Let the library take in the first events, and return the seconds."""
    with psycopg.connect(database.conninfo, autocommit=True) as connection:
        last = log.after(connection, 0, YARDSTICK_EVENTS)[-1].position
    environment = {**database.environment, "CREATE_TABLE": "yes"}
    started = perf_counter()
    with ProjectionRunner(
        application_class=CardRoom,
        projection_class=LibraryProjection,
        view_class=OneByOne,
        env=environment,
    ) as runner:
        runner.wait(last, timeout=600)
        return perf_counter() - started


def proven(connection: Connection, log: EventLog, views: Sequence[View]) -> None:
    """Rebuild views; they must be found equal."""
    for rebuilt in rebuild(connection, log, views):
        if rebuilt.different:
            raise AssertionError(rebuilt)


def begin_again(connection: Connection, views: Sequence[View]) -> None:
    """Empty views, as if they were new."""
    for view in views:
        tables = ", ".join(f"thirtyone.{name}" for name in (*view.tables, f"{view.name}_tracking"))
        connection.execute(f"TRUNCATE {tables}".encode())


def timed(name: str, events: int, work: Callable[[], object]) -> Measured:
    """Measure a piece of work."""
    started = perf_counter()
    work()
    return Measured(name, events, perf_counter() - started)


def write_log(room: CardRoom, connection: Connection) -> int:
    """Write a log in which every group plays one game after another, and return its length."""
    random = Random(SEED)
    games = [played(number) for number in range(TEMPLATES)]
    groups = [evenings(uuid4(), games, random) for _ in range(GROUPS)]
    written = 0
    columns = "originator_id, originator_version, topic, state"
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY thirtyone.thirtyone_events ({columns}) FROM STDIN") as copy,
    ):
        while written < EVENTS:
            for event in islice(random.choice(groups), random.randint(1, COMMIT)):
                stored = room.mapper.to_stored_event(event)
                copy.write_row(
                    (stored.originator_id, stored.originator_version, stored.topic, stored.state)
                )
                written += 1
    return written


def evenings(group: UUID, games: Sequence[Sequence[Fact]], random: Random) -> Iterator[Stored]:
    """Let a group play for ever, each game with other people."""
    for number in count():
        moved = random.randrange(PLAYERS - SEATS)
        told = [in_place(fact, group, moved) for fact in random.choice(games)]
        yield from recorded(uuid4(), told, number)


def played(number: int) -> list[Fact]:
    """Play a game by chance."""
    preset = ("scat", "schwimmen")[number % 2]
    return list(real_game(preset, SEATS, Chance(number, knocking=0.2, missing=0.05)))


def recorded(game_id: UUID, told: Sequence[Fact], number: int) -> Iterator[Stored]:
    """Give facts the form in which they are stored; a game begins every hour."""
    for version, fact in enumerate(told, 1):
        yield STORED[type(fact)](
            originator_id=game_id,
            originator_version=version,
            timestamp=FIRST_DAY + timedelta(hours=number, seconds=version),
            **vars(fact),
        )


def show(ways: Iterator[Measured]) -> None:
    """Print rates, each with its ratio to the first, the yardstick."""
    yardstick = next(ways)
    print(f"\n{'':34}{'events per second':>20}{'/ yardstick':>14}")
    for way in (yardstick, *ways):
        print(f"{way.name:34}{way.rate:20,.0f}{way.rate / yardstick.rate:14.3g}", flush=True)


if __name__ == "__main__":
    main()
