"""What taps cost through the whole bot: `uv run python -m benchmarks.taps`.

People in many groups play by what they see: a tap, its answer, the table as it becomes, the next
tap. The bot is a process of its own that speaks HTTP to a sandbox and commits to a PostgreSQL. The
yardstick is a plain bot (`benchmarks/plain_bot.py`) that plays the same; ours does so alone, in
roles, and in roles with updates posted to it. Each has a sandbox and a database of its own, and
they take turns, counted in taps, until most groups have played a game to its end. At last they
play from afar, as bots do that ask a real Telegram: each call takes a while. The pace of chats is
set so high that it holds up nobody.

The database is a PostgreSQL of its own in a temporary directory; `TMPDIR` chooses the disk.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import AsyncIterator, Iterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from functools import reduce
from pathlib import Path
from secrets import token_urlsafe
from statistics import quantiles
from time import perf_counter, process_time
from typing import Any, Final

import psycopg

from benchmarks.people import Party, Watch
from benchmarks.processor import taken_by, taken_by_postgres
from benchmarks.pulse import created
from projections.database import Database
from projections.migrate import upgrade
from telegram_bot import embedded
from telegram_bot.sandbox.budget import Limits
from telegram_bot.sandbox.demo import DEMO_TOKEN, empty_world
from telegram_bot.sandbox.faults import Fault, Trouble
from telegram_bot.sandbox.server import serving
from telegram_bot.sandbox.world import World
from tests.support.ports import free_port

PARTIES: Final = 20
SITTING_DOWN: Final = 3
"""Taps of a party until it plays: two join, one starts. They are not measured."""

ROUNDS: Final = 5
TAPS: Final = 30
"""Taps of a party in a round. A whole game takes about 130."""

STEADY: Final = 50
"""Taps per second at which answers are timed."""

SECONDS: Final = 20.0
"""How long they are."""

FAR: Final = 0.05
"""How long a call takes from afar, in seconds."""

TAPS_FROM_AFAR: Final = 10
"""Taps of a party from afar: a plain bot makes one after the other."""

Program = tuple[str, ...]

PLAIN: Final[tuple[Program, ...]] = ((sys.executable, "-m", "benchmarks.plain_bot"),)
OURS: Final[tuple[Program, ...]] = ((sys.executable, "-m", "telegram_bot"),)
IN_ROLES: Final[tuple[Program, ...]] = (
    (*OURS[0], "web"),
    ("nice", *OURS[0], "worker"),
    (*OURS[0], "clock"),
)
"""The programs of a bot. In roles it is run as the Procfile does."""

UNHURRIED: Final = {
    "CHAT_MESSAGES_PER_MINUTE": "1000000",
    "CHAT_BURST": "1000",
    "MESSAGES_PER_SECOND": "1000000",
    "CUT_SECONDS": "600",
    "LOG_LEVEL": "WARNING",
}


@dataclass(frozen=True)
class Cost:
    """What some taps took, in seconds.

    Attributes:
        taps: How many they were.
        wall: From the first to the last.
        bot: Of a processor, by the bot.
        postgres: Of a processor, by PostgreSQL.
        people: Of a processor, by those who tapped and their sandbox.
    """

    taps: int
    wall: float
    bot: float
    postgres: float
    people: float

    def __add__(self, other: "Cost") -> "Cost":
        return self._with(other, 1)

    def __sub__(self, other: "Cost") -> "Cost":
        return self._with(other, -1)

    def _with(self, other: "Cost", sign: int) -> "Cost":
        return Cost(
            self.taps + sign * other.taps,
            self.wall + sign * other.wall,
            self.bot + sign * other.bot,
            self.postgres + sign * other.postgres,
            self.people + sign * other.people,
        )

    @property
    def rate(self) -> float:
        """Taps per second."""
        return self.taps / self.wall


@dataclass
class Side:
    """A bot at work, and the people who play with it.

    Attributes:
        name: What it is called.
        parties: The people.
        bot: Its processes.
        database: Its database, to be asked what that has taken.
        world: Its sandbox.
        rounds: What each round took.
        afar: What the round took in which each call takes a while.
        answers: Seconds from a tap to its answer, at a steady rate.
        missed: Taps that could not be made in time, since no table was ready.
    """

    name: str
    parties: Sequence[Party]
    bot: Sequence[int]
    database: psycopg.Connection[Any]
    world: World
    rounds: list[Cost] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    missed: int = 0
    afar: Cost | None = None

    async def from_afar(self) -> None:
        """Let taps be made as fast as people can, while each call takes a while."""
        self.world.faults.add(Fault(Trouble.DELAY, times=sys.maxsize, seconds=FAR))
        self.afar = await self.rush(TAPS_FROM_AFAR * len(self.parties))

    async def rush(self, taps: int) -> Cost:
        """Let so many taps be made, as fast as people can; return what they took."""
        before, left = self._taken(), taps

        async def play(party: Party) -> None:
            nonlocal left
            while left > 0:
                left -= 1
                await party.play()

        await asyncio.gather(*map(play, self.parties))
        return self._taken() - before

    def _taken(self) -> Cost:
        return Cost(
            sum(party.taps for party in self.parties),
            perf_counter(),
            sum(map(taken_by, self.bot)),
            taken_by_postgres(self.database),
            process_time(),
        )

    async def steady(self, per_second: float, seconds: float) -> None:
        """Let so many taps a second be made, and note how long each waits for its answer."""
        ready = deque(self.parties)
        playing: set[asyncio.Task[None]] = set()

        async def play(party: Party) -> None:
            self.answers.append(await party.play())
            ready.append(party)

        begun = perf_counter()
        for number in range(int(per_second * seconds)):
            await asyncio.sleep(max(0.0, begun + number / per_second - perf_counter()))
            if not ready:
                self.missed += 1
                continue
            task = asyncio.create_task(play(ready.popleft()))
            playing.add(task)
            task.add_done_callback(playing.discard)
        await asyncio.gather(*playing)


def webhook() -> dict[str, str]:
    """Return the settings of a bot that has updates posted."""
    port = free_port()
    return {
        "WEBHOOK_URL": f"http://127.0.0.1:{port}/telegram",
        "WEBHOOK_SECRET": token_urlsafe(),
        "PORT": str(port),
    }


@asynccontextmanager
async def side(
    name: str,
    programs: Sequence[Program],
    database: Database,
    parties: int = PARTIES,
    settings: Mapping[str, str] = UNHURRIED,
) -> AsyncIterator[Side]:
    """Run a bot on a sandbox and a database of its own, with a game begun in every group."""
    upgrade(database)
    world = empty_world(limits=Limits.none())
    world.knows_ephemeral = False  # hands are shown by alerts, as the plain bot does
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(serving(world, port=0))
        bot = [
            stack.enter_context(started(program, database, server.url, settings))
            for program in programs
        ]
        watch = Watch(world)
        gathered = [Party.gather(watch, number) for number in range(parties)]
        await asyncio.gather(*(party.sit_down() for party in gathered))
        watching = stack.enter_context(psycopg.connect(database.conninfo, autocommit=True))
        made = Side(name, gathered, [process.pid for process in bot], watching, world)
        await made.rush(SITTING_DOWN * parties)
        yield made


@contextmanager
def started(
    program: Program, database: Database, url: str, settings: Mapping[str, str]
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a program of a bot."""
    environment: Mapping[str, str] = {
        "PATH": os.environ["PATH"],
        "BOT_TOKEN": DEMO_TOKEN,
        "BOT_API_URL": url,
        "DATABASE_URL": database.url,
        **settings,
    }
    with tempfile.TemporaryFile() as log:
        bot = subprocess.Popen(  # noqa: S603 - our own program
            program, env=environment, stdout=log, stderr=log
        )
        try:
            yield bot
        finally:
            bot.terminate()
            bot.wait(30)


async def measure(url: str) -> None:
    """Let the bots take turns, and print what that took."""
    async with AsyncExitStack() as stack:
        posted = UNHURRIED | webhook()
        sides = [
            await stack.enter_async_context(
                side(name, programs, created(url, name), settings=settings)
            )
            for name, programs, settings in (
                ("plain", PLAIN, UNHURRIED),
                ("alone", OURS, UNHURRIED),
                ("in_roles", IN_ROLES, UNHURRIED),
                ("posted", IN_ROLES, posted),
            )
        ]
        for number in range(ROUNDS):
            for each in sides if number % 2 else reversed(sides):
                each.rounds.append(await each.rush(TAPS * PARTIES))
        for each in sides:
            await each.steady(STEADY, SECONDS)
        for each in sides:
            await each.from_afar()
        show(sides)


def show(sides: Sequence[Side]) -> None:
    """Print what was measured."""
    print(f"{'':10}{'taps/s':>8}{'×':>7}{'processor, ms per tap:  bot':>30}", end="")
    print(f"{'PostgreSQL':>12}{'people':>9}{'games':>8}")
    totals = [reduce(Cost.__add__, each.rounds) for each in sides]
    for each, total in zip(sides, totals, strict=True):
        games = sum(party.games for party in each.parties)
        print(f"{each.name:10}{total.rate:8.1f}{total.rate / totals[0].rate:7.2f}", end="")
        print(f"{1000 * total.bot / total.taps:30.1f}", end="")
        print(f"{1000 * total.postgres / total.taps:12.1f}", end="")
        print(f"{1000 * total.people / total.taps:9.1f}{games:8}")
    print(f"(taps as fast as people can; × after every {TAPS} of a group:", end="")
    for each in sides[1:]:
        rounds = zip(sides[0].rounds, each.rounds, strict=True)
        ratios = ", ".join(f"{ours.rate / plain.rate:.2f}" for plain, ours in rounds)
        print(f" {each.name} {ratios}", end=";" if each is not sides[-1] else ")\n")
    print(f"\n{'':10}{'p50 ms':>8}{'p99 ms':>8}{'missed':>8}")
    for each in sides:
        cuts = quantiles(each.answers, n=100)
        print(f"{each.name:10}{1000 * cuts[49]:8.1f}{1000 * cuts[98]:8.1f}{each.missed:8}")
    print(f"(answers at {STEADY} taps per second)")
    print(f"\n{'':10}{'taps/s':>8}{'×':>7}")
    rates = [each.afar.rate for each in sides if each.afar is not None]
    for each, rate in zip(sides, rates, strict=True):
        print(f"{each.name:10}{rate:8.1f}{rate / rates[0]:7.2f}")
    print(f"(each call takes {1000 * FAR:.0f} ms)")


def main() -> None:
    """Measure and print three small tables."""
    with tempfile.TemporaryDirectory() as directory, embedded.serve(Path(directory)) as url:
        asyncio.run(measure(url))


if __name__ == "__main__":
    main()
