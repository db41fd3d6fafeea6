"""How far a long command is: a bar on a terminal, and elsewhere a line now and then."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

EVERY: Final = 100_000
"""Events between two lines."""


@contextmanager
def progress(doing: str, events: int) -> Iterator[Callable[[int], None]]:
    """Show how many events are done while the block lasts; it is told of each few that are.

    Args:
        doing: What is being done, as a participle.
        events: How many there are.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        yield _lines(doing, events)
        return
    columns = (
        TextColumn(doing),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("events"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as bar:
        task = bar.add_task(doing, total=events)
        yield lambda done: bar.advance(task, done)


def _lines(doing: str, events: int) -> Callable[[int], None]:
    counted = 0

    def advance(done: int) -> None:
        nonlocal counted
        before, counted = counted, counted + done
        if before // EVERY < counted // EVERY:
            sys.stderr.write(f"{doing}: {counted:,} of {events:,} events\n")

    return advance
