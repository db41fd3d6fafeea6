"""What a pulse of the clock costs among many open deadlines: `uv run python -m benchmarks.pulse`.

The yardstick, measured in the same run, is the same pulse with nothing open but what is due. Both
time a hundred turns out at tables of real games; what else is open are rows as so many games would
leave them: in the schedules, the chats and the screens.

The database is a PostgreSQL of its own in a temporary directory; `TMPDIR` chooses the disk.
"""

import asyncio
import tempfile
from collections.abc import Callable
from contextlib import ExitStack
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Any, ClassVar, Final, Self
from uuid import uuid4

import psycopg
from psycopg import sql
from psycopg_pool import ConnectionPool

from domain.card_room import CardRoom
from domain.pace import LIMITS, Pace
from domain.rules import rule_set
from projections.database import SCHEMA, Database
from projections.deadlines.queries import claim_due
from projections.deadlines.view import SCHEDULES
from projections.log import EventLog
from projections.migrate import upgrade
from telegram_bot import embedded
from telegram_bot.clock import LEASE, Clock
from telegram_bot.game import Games
from telegram_bot.threads import THREADS, Threads
from tests.support.following import keep_up

SEED: Final = 31
DUE: Final = 100
OPEN: Final = 100_000
PULSES: Final = 11
CLAIMS: Final = 5
"""How often what is due is claimed before each pulse, and given back."""

PLAYERS: Final = 7
"""Enough for so many turns to be missed before a game is given up."""

SEEN_FOR: Final = timedelta(seconds=6)
TURN: Final = LIMITS[Pace.FAST].turn or timedelta()
CACHE: Final = {"AGGREGATE_CACHE_MAXSIZE": "500", "AGGREGATE_CACHE_FASTFORWARD": "y"}

FILL_CHATS = """
    INSERT INTO thirtyone.chats (id, telegram_chat_id, kind, updated_at)
    SELECT md5('chat' || n)::uuid, -1000000 - n, 'group', %(now)s
      FROM generate_series(1, %(number)s) n
"""
FILL_SCREENS = """
    INSERT INTO thirtyone.posted_screens
           (game_id, telegram_chat_id, message_id, shown_deadline, shown_since)
    SELECT md5('game' || n)::uuid, -1000000 - n, n, 'turn:1', %(now)s
      FROM generate_series(1, %(number)s) n
"""
FILL_SCHEDULE = """
    INSERT INTO {schedule} (game_id, group_id, kind, number, since, length, due_at)
    SELECT md5('game' || n)::uuid, md5('chat' || n)::uuid, 'turn', 1, %(now)s, interval '2 days',
           %(now)s + interval '1 day' + n * interval '1 second'
      FROM generate_series(1, %(number)s) n
"""
SHOW = """
    INSERT INTO thirtyone.posted_screens AS posted
           (game_id, telegram_chat_id, message_id, shown_deadline, shown_since)
    SELECT game_id, -1, 1, kind || ':' || number, %(now)s
      FROM thirtyone.deadlines WHERE due_at < %(now)s + interval '1 hour'
    ON CONFLICT (game_id) DO UPDATE
       SET shown_deadline = excluded.shown_deadline, shown_since = excluded.shown_since
"""
IN_SERVICE = """
    INSERT INTO thirtyone.heartbeats (role, beat_at) VALUES ('clock', %(now)s)
    ON CONFLICT (role) DO UPDATE SET beat_at = excluded.beat_at
"""
TIMED_OUT = "SELECT FROM thirtyone.thirtyone_events WHERE topic = 'game.turn_timed_out'"


@dataclass
class Took:
    """What was measured, in seconds."""

    pulses: list[float] = field(default_factory=list)
    claims: list[float] = field(default_factory=list)


class Bench:
    """A database with games in it, the clock that sees to them, and time that is told to pass."""

    def __init__(self, database: Database, stack: ExitStack) -> None:
        """Set up; the stack closes what is opened here."""
        upgrade(database)
        self.now = datetime(2026, 1, 1, tzinfo=UTC)
        self.took = Took()
        random = Random(SEED)
        environment = {**database.environment, **CACHE}
        self._room = stack.enter_context(
            CardRoom(environment, lambda: self.now, lambda: random.randbytes(32))
        )
        threads = Threads()
        stack.callback(threads.close)
        pool = ConnectionPool(database.conninfo, min_size=THREADS, max_size=THREADS, open=True)
        stack.enter_context(pool)
        games = Games(self._room, threads)
        self._clock = Clock(games, pool, threads, SEEN_FOR, lambda: self.now)
        self.connection: psycopg.Connection[Any] = stack.enter_context(
            psycopg.connect(database.conninfo, autocommit=True)
        )

    def open_games(self, number: int) -> None:
        """Start so many games, whose first decks are committed."""
        rules = rule_set("scat", {"stock_empty": "reshuffle"})
        for _ in range(number):
            first, *others = (uuid4() for _ in range(PLAYERS))
            game_id = self._room.open_game(uuid4(), first, "scat", rules, Pace.FAST).match.id
            for player_id in others:
                self._room.join(game_id, player_id)
            self._room.start(game_id, first)

    def fill(self, number: int) -> None:
        """Leave so many other deadlines open in each schedule, with their chats and screens."""
        fills = [sql.SQL(FILL_CHATS), sql.SQL(FILL_SCREENS)]
        for name in SCHEDULES:
            schedule = sql.Identifier(SCHEMA, name)
            fills.append(sql.SQL(FILL_SCHEDULE).format(schedule=schedule))  # type: ignore[arg-type]
        for fill in fills:
            self.connection.execute(fill, {"now": self.now, "number": number})
        self.connection.execute("VACUUM ANALYZE")

    async def pulse(self, passed: timedelta) -> None:
        """Let time pass in service, with every table shown, and see to what is due then."""
        keep_up(self.connection, EventLog.of(self._room))
        self.connection.execute(SHOW, {"now": self.now})
        self.now += passed
        self.connection.execute(IN_SERVICE, {"now": self.now})
        self.took.claims += [seconds(self._claim) for _ in range(CLAIMS)]
        started = perf_counter()
        await self._clock.beat()
        self.took.pulses.append(perf_counter() - started)

    def _claim(self) -> None:
        with self.connection.transaction(force_rollback=True):
            claim_due(self.connection, self.now, LEASE)

    def turns_timed_out(self) -> int:
        """Count the turns that were timed out."""
        return len(self.connection.execute(TIMED_OUT).fetchall())

    def plan(self) -> list[str]:
        """Return how PostgreSQL goes about a claim in the schedule of the games."""
        with psycopg.connect(
            self.connection.info.dsn, autocommit=True, cursor_factory=Explaining
        ) as connection:
            claim_due(connection, self.now, LEASE)
        return Explaining.plans[0]


class Explaining(psycopg.Cursor[Any]):
    """A cursor that tells of every statement how it would be carried out, beside doing it."""

    plans: ClassVar[list[list[str]]] = []

    def execute(self, query: Any, params: Any = None, **more: Any) -> Self:
        """Carry a statement out."""
        with psycopg.Cursor(self.connection) as cursor:
            explained = cursor.execute(sql.SQL("EXPLAIN ") + query, params).fetchall()
        self.plans.append([line for (line,) in explained])
        return super().execute(query, params, **more)


def seconds(work: Callable[[], object]) -> float:
    """Return what a piece of work takes."""
    started = perf_counter()
    work()
    return perf_counter() - started


def main() -> None:
    """Measure and print a small table, and how a claim is carried out."""
    with ExitStack() as stack:
        directory = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        url = stack.enter_context(embedded.serve(directory))
        few, many = (Bench(created(url, name), stack) for name in ("few", "many"))
        asyncio.run(measure(few, many))
        show(few, many)


def created(url: str, name: str) -> Database:
    """Create a database."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    return Database(url.replace("/postgres?", f"/{name}?"))


async def measure(few: Bench, many: Bench) -> None:
    """Let both clocks beat by turns. The deals, which come first, are not measured."""
    many.fill(OPEN)
    for bench in (few, many):
        bench.open_games(DUE)
        await bench.pulse(SEEN_FOR)
        bench.took = Took()
    for number in range(PULSES):
        for bench in (few, many) if number % 2 else (many, few):
            await bench.pulse(TURN)


def show(few: Bench, many: Bench) -> None:
    """Print what was measured; ratios are between neighbours in time."""
    for bench, others in ((few, 0), (many, OPEN)):
        timed_out = bench.turns_timed_out() / PULSES
        print(f"{others:,} others open: {timed_out:.0f} turns timed out by a pulse")
    print(f"\n{'median, in milliseconds':32}{'few open':>12}{'many open':>12}{'ratio':>8}")
    for name, of_few, of_many in (
        ("a pulse", few.took.pulses, many.took.pulses),
        ("of it, to claim what is due", few.took.claims, many.took.claims),
    ):
        ratio = median(most / least for least, most in zip(of_few, of_many, strict=True))
        least, most = 1000 * median(of_few), 1000 * median(of_many)
        print(f"{name:32}{least:12.1f}{most:12.1f}{ratio:8.2f}")
    print(f"\nA claim among {OPEN:,}:")
    print("\n".join(many.plan()))


if __name__ == "__main__":
    main()
