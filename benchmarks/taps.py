"""What taps cost through the whole bot: `uv run python -m benchmarks.taps`.

People in many groups play by what they see: a tap, its answer, the table as it becomes, the next
tap. The bot is a process of its own that speaks HTTP to a sandbox and commits to a PostgreSQL. The
yardstick is a plain bot (`benchmarks/plain_bot.py`) that plays the same, in a sandbox and on a
database of its own; both take turns. The pace of chats is set so high that it holds up neither.

The database is a PostgreSQL of its own in a temporary directory; `TMPDIR` chooses the disk.
"""

import asyncio
import os
import subprocess
import sys
import tempfile
from collections import deque
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from statistics import median, quantiles
from time import perf_counter
from typing import Final

from benchmarks.people import Party, Watch
from benchmarks.pulse import created
from projections.database import Database
from projections.migrate import upgrade
from telegram_bot import embedded
from telegram_bot.sandbox.budget import Limits
from telegram_bot.sandbox.demo import DEMO_TOKEN, empty_world
from telegram_bot.sandbox.server import serving

PARTIES: Final = 24
ROUNDS: Final = 2
SECONDS: Final = 6.0
STEADY: Final = 50
"""Taps per second at which answers are timed."""

OURS: Final = "telegram_bot"
PLAIN: Final = "benchmarks.plain_bot"

UNHURRIED: Final = {
    "CHAT_MESSAGES_PER_MINUTE": "1000000",
    "CHAT_BURST": "1000",
    "MESSAGES_PER_SECOND": "1000000",
    "CUT_SECONDS": "600",
    "LOG_LEVEL": "WARNING",
}


@dataclass
class Took:
    """What was measured.

    Attributes:
        rates: Taps per second, as fast as people can, by round.
        answers: Seconds from a tap to its answer, at a steady rate.
        missed: Taps that could not be made in time, since no table was ready.
    """

    rates: list[float] = field(default_factory=list)
    answers: list[float] = field(default_factory=list)
    missed: int = 0


@dataclass
class Side:
    """A bot at work, and the people who play with it."""

    name: str
    parties: Sequence[Party]
    took: Took = field(default_factory=Took)

    async def rush(self, seconds: float) -> float:
        """Let everybody play as fast as they can; return the taps answered per second."""
        before, begun = sum(party.taps for party in self.parties), perf_counter()
        until = begun + seconds
        await asyncio.gather(*(self._play(party, until) for party in self.parties))
        return (sum(party.taps for party in self.parties) - before) / (perf_counter() - begun)

    async def _play(self, party: Party, until: float) -> None:
        while perf_counter() < until:
            await party.play()

    async def steady(self, per_second: float, seconds: float) -> None:
        """Let so many taps a second be made, and note how long each waits for its answer."""
        ready = deque(self.parties)
        playing: set[asyncio.Task[None]] = set()

        async def play(party: Party) -> None:
            self.took.answers.append(await party.play())
            ready.append(party)

        begun = perf_counter()
        for number in range(int(per_second * seconds)):
            await asyncio.sleep(max(0.0, begun + number / per_second - perf_counter()))
            if not ready:
                self.took.missed += 1
                continue
            task = asyncio.create_task(play(ready.popleft()))
            playing.add(task)
            task.add_done_callback(playing.discard)
        await asyncio.gather(*playing)


@asynccontextmanager
async def side(name: str, module: str, database: Database) -> AsyncIterator[Side]:
    """Run a bot on a sandbox and a database of its own, with a table open in every group."""
    upgrade(database)
    world = empty_world(limits=Limits.none())
    world.knows_ephemeral = False  # hands are shown by alerts, as the plain bot does
    async with AsyncExitStack() as stack:
        server = await stack.enter_async_context(serving(world, port=0))
        log = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "log"
        bot = start(module, database, server.url, log)
        stack.callback(end, bot)
        watch = Watch(world)
        parties = [Party.gather(watch, number) for number in range(PARTIES)]
        await asyncio.gather(*(party.sit_down() for party in parties))
        yield Side(name, parties)


def start(module: str, database: Database, url: str, log: Path) -> subprocess.Popen[bytes]:
    """Start a bot."""
    environment: Mapping[str, str] = {
        "PATH": os.environ["PATH"],
        "BOT_TOKEN": DEMO_TOKEN,
        "BOT_API_URL": url,
        "DATABASE_URL": database.url,
        **UNHURRIED,
    }
    with log.open("wb") as output:
        return subprocess.Popen(  # noqa: S603 - our own program
            [sys.executable, "-m", module], env=environment, stdout=output, stderr=output
        )


def end(bot: subprocess.Popen[bytes]) -> None:
    """End a bot."""
    bot.terminate()
    bot.wait(30)


async def measure(url: str) -> list[Side]:
    """Let both bots take turns."""
    async with AsyncExitStack() as stack:
        sides = [
            await stack.enter_async_context(side(name, module, created(url, name)))
            for name, module in (("plain", PLAIN), ("ours", OURS))
        ]
        for each in sides:
            await each.rush(SECONDS)  # everything is warm afterwards
        for _ in range(ROUNDS):
            for each in sides:
                each.took.rates.append(await each.rush(SECONDS))
            for each in sides:
                await each.steady(STEADY, SECONDS)
        return sides


def show(sides: Sequence[Side]) -> None:
    """Print what was measured."""
    yardstick = sides[0].took
    print(f"{'':12}{'taps/s':>10}{'×':>7}{'p50 ms':>10}{'p99 ms':>10}{'missed':>10}")
    for each in sides:
        took = each.took
        ratio = median(
            ours / plain for ours, plain in zip(took.rates, yardstick.rates, strict=True)
        )
        cuts = quantiles(took.answers, n=100)
        print(
            f"{each.name:12}{median(took.rates):10.1f}{ratio:7.2f}"
            f"{1000 * cuts[49]:10.1f}{1000 * cuts[98]:10.1f}{took.missed:10}"
        )
    print(f"(answers at {STEADY} taps per second)")


def main() -> None:
    """Measure and print a small table."""
    with tempfile.TemporaryDirectory() as directory, embedded.serve(Path(directory)) as url:
        show(asyncio.run(measure(url)))


if __name__ == "__main__":
    main()
