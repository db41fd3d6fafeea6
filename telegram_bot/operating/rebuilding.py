"""`thirtyone rebuild`: make views anew from the log, and say whether they were as they should."""

import logging
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from typing import Final

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    TextColumn,
    TimeRemainingColumn,
)

from domain.card_room import CardRoom
from projections import rebuild
from projections.log import EventLog
from projections.read_model import View
from projections.read_models import READ_MODELS
from projections.rebuild import RebuildRunning, Rebuilt
from projections.rows import Connection
from telegram_bot.errors import OperatorError
from telegram_bot.operating.connection import connected
from telegram_bot.settings import Settings

logger = logging.getLogger(__name__)

EVERY: Final = 10.0
"""Seconds between two lines in the log."""


def run(settings: Settings, names: Sequence[str]) -> int:
    """Rebuild some views, or all; a line for each says what has become of it.

    Raises:
        OperatorError: There is no such view, or somebody else is rebuilding.
    """
    views = _chosen(names)
    with (
        connected(settings) as (database, connection),
        CardRoom(database.environment) as room,
    ):
        for rebuilt in _rebuilt(connection, EventLog.of(room), views):
            sys.stdout.write(f"{_line(rebuilt)}\n")
    return 0


def _chosen(names: Sequence[str]) -> list[View]:
    known = {view.name: view for view in READ_MODELS}
    unknown = [name for name in names if name not in known]
    if unknown:
        msg = f"There is no view {', '.join(unknown)}: the views are {', '.join(known)}"
        raise OperatorError(msg)
    return [view for name, view in known.items() if name in names or not names]


def _rebuilt(connection: Connection, log: EventLog, views: Sequence[View]) -> list[Rebuilt]:
    with _progress(log.count_after(connection, 0)) as progress:
        try:
            return rebuild.rebuild(connection, log, views, progress)
        except RebuildRunning:
            msg = "Another rebuild is running on this database: wait until it is done"
            raise OperatorError(msg) from None


@contextmanager
def _progress(events: int) -> Iterator[rebuild.Progress]:
    """Show a bar on a terminal, else write a line to the log now and then, for a block."""
    console = Console(stderr=True)
    if not console.is_terminal:
        yield LoggedProgress(events)
        return
    columns = (
        TextColumn("Rebuilding"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("events"),
        TimeRemainingColumn(),
    )
    with Progress(*columns, console=console) as bar:
        yield partial(bar.advance, bar.add_task("rebuild", total=events))


class LoggedProgress:
    """Tells the log how far a rebuild is."""

    def __init__(self, events: int, clock: Callable[[], float] = time.monotonic) -> None:
        """Begin.

        Args:
            events: How many there are.
            clock: Tells the time in seconds.
        """
        self._events = events
        self._clock = clock
        self._done = 0
        self._told_at = clock()

    def __call__(self, events: int) -> None:
        """Note that so many more are taken in; some come while it is going on."""
        self._done += events
        now = self._clock()
        if now - self._told_at >= EVERY:
            self._told_at = now
            share = min(self._done / self._events, 1)
            logger.info("Rebuilding: %s events taken in (%s)", f"{self._done:,}", f"{share:.0%}")


def _line(view: Rebuilt) -> str:
    found = "equal" if not view.different else f"replaced, {view.different:,} rows differed"
    return f"{view.name:15}{view.events:>12,} events{view.rows:>12,} rows  {found}"
