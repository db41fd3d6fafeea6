"""`thirtyone rebuild`: make views anew from the log, and say whether they were as they should."""

import sys
from collections.abc import Sequence

from domain.card_room import CardRoom
from projections import rebuild
from projections.log import EventLog
from projections.read_model import View
from projections.read_models import READ_MODELS
from projections.rebuild import RebuildRunning, Rebuilt
from projections.rows import Connection
from telegram_bot.errors import OperatorError
from telegram_bot.operating.connection import connected
from telegram_bot.operating.progress import progress
from telegram_bot.settings import Settings


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
    with progress("Rebuilding", log.count_after(connection, 0)) as advance:
        try:
            return rebuild.rebuild(connection, log, views, advance)
        except RebuildRunning:
            msg = "Another rebuild is running on this database: wait until it is done"
            raise OperatorError(msg) from None


def _line(view: Rebuilt) -> str:
    found = "equal" if not view.different else f"replaced, {view.different:,} rows differed"
    return f"{view.name:15}{view.events:>12,} events{view.rows:>12,} rows  {found}"
