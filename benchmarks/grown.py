"""What a tap costs in a store that has grown: `uv run python -m benchmarks.grown`.

The same bot plays with the same people on two databases: on one with nothing in it, the yardstick,
and on one with a million events and ten thousand open games of others. They take turns; each turn
is so many taps through the whole bot over HTTP, as in `benchmarks/taps.py`.

The databases are in one PostgreSQL in a temporary directory; `TMPDIR` chooses the disk.
"""

import asyncio
import tempfile
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from datetime import UTC, datetime
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final

from benchmarks.grown_store import fill
from benchmarks.pulse import created
from benchmarks.taps import OURS, Cost, Side, side
from telegram_bot import embedded

EVENTS: Final = 1_000_000
OPEN: Final = 10_000
PARTIES: Final = 6
TURNS: Final = 15
TAPS: Final = 10
"""Taps of a party in a turn."""

COSTS: Final[dict[str, Callable[[Cost], float]]] = {
    "from tap to tap": lambda cost: cost.wall,
    "processor, bot and PostgreSQL": lambda cost: cost.bot + cost.postgres,
    "of it the bot": lambda cost: cost.bot,
    "of it PostgreSQL": lambda cost: cost.postgres,
}


async def measure(url: str) -> None:
    """Let both stores take turns, and print what that took."""
    empty, grown = created(url, "empty"), created(url, "grown")
    begun = perf_counter()
    fill(grown, EVENTS, OPEN, datetime.now(UTC))
    print(f"{EVENTS:,} events and {OPEN:,} open games were there after", end="")
    print(f" {perf_counter() - begun:.0f} seconds", flush=True)
    async with AsyncExitStack() as stack:
        sides = [
            await stack.enter_async_context(side(name, OURS, database, PARTIES))
            for name, database in (("empty", empty), ("grown", grown))
        ]
        for each in sides:
            await each.rush(TAPS * PARTIES)  # everything is warm afterwards
        for number in range(TURNS):
            for each in sides if number % 2 else reversed(sides):
                each.rounds.append(await each.rush(TAPS * PARTIES))
        show(*sides)


def show(empty: Side, grown: Side) -> None:
    """Print medians, and the median ratio of neighbours in time."""
    print(f"\n{'median of a tap, in milliseconds':36}{'empty':>10}{'grown':>10}{'ratio':>8}")
    for name, of in COSTS.items():
        few, many = each_tap(empty.rounds, of), each_tap(grown.rounds, of)
        ratio = median(most / least for least, most in zip(few, many, strict=True))
        print(f"{name:36}{median(few):10.1f}{median(many):10.1f}{ratio:8.2f}")


def each_tap(rounds: Sequence[Cost], of: Callable[[Cost], float]) -> list[float]:
    """Return what a tap has cost in each turn, in milliseconds."""
    return [1000 * of(cost) / cost.taps for cost in rounds]


def main() -> None:
    """Measure and print a small table."""
    with tempfile.TemporaryDirectory() as directory, embedded.serve(Path(directory)) as url:
        asyncio.run(measure(url))


if __name__ == "__main__":
    main()
