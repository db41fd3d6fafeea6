"""How far a long command is: a bar on a terminal, and elsewhere a line now and then."""

import logging
import time
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

logger = logging.getLogger(__name__)

EVERY: Final = 10.0
"""Seconds between two lines in the log."""


@contextmanager
def progress(doing: str, events: int) -> Iterator[Callable[[int], None]]:
    """Show how many events are done while the block lasts; it is told of each few that are.

    Args:
        doing: What is being done, as a participle.
        events: How many there are.
    """
    console = Console(stderr=True)
    if not console.is_terminal:
        yield LoggedProgress(doing, events)
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


class LoggedProgress:
    """Tells the log how far a command is."""

    def __init__(
        self, doing: str, events: int, clock: Callable[[], float] = time.monotonic
    ) -> None:
        """Begin.

        Args:
            doing: What is being done, as a participle.
            events: How many there are.
            clock: Tells the time in seconds.
        """
        self._doing = doing
        self._events = events
        self._clock = clock
        self._done = 0
        self._told_at = clock()

    def __call__(self, events: int) -> None:
        """Note that so many more are done; some may come while it is going on."""
        self._done += events
        now = self._clock()
        if now - self._told_at >= EVERY:
            self._told_at = now
            share = min(self._done / self._events, 1)
            logger.info("%s: %s events done (%s)", self._doing, f"{self._done:,}", f"{share:.0%}")
