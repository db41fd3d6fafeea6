"""Views that go along the log together: those at the same place take a batch in at once.

Their rows and their new position are written in one transaction. Where that cannot be, each goes
by itself. Those that are behind go no further than to the next ones, and from there with them.
"""

import logging
from collections.abc import Callable, Sequence
from itertools import groupby

import psycopg
from psycopg.errors import PipelineAborted

from projections.database import SCHEMA
from projections.log import END, Batch, EventLog
from projections.read_model import View
from projections.rows import Connection
from projections.tracking import Overtaken, advance, positions_of

logger = logging.getLogger(__name__)

DATABASE_TROUBLE = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    psycopg.errors.ReadOnlySqlTransaction,
)
"""What goes wrong while the database is away, or is a standby that may not be written to yet."""


class Convoy:
    """Views on one connection. One that cannot go on holds up no other."""

    def __init__(
        self,
        connection: Connection,
        log: EventLog,
        views: Sequence[View],
        batch: int,
        on_change: Callable[[str], None] = lambda _: None,
    ) -> None:
        """Bring views together.

        Args:
            connection: A connection that commits by itself.
            log: What they follow.
            views: All of them, in the order in which they change their rows.
            batch: Entries taken at once.
            on_change: Told the name of a view when a batch has changed rows of it.
        """
        self._connection = connection
        self._log = log
        self._views = views
        self._batch = batch
        self._on_change = on_change
        self._positions: dict[str, int] = {}
        self._broken: set[str] = set()

    def look_anew(self) -> None:
        """Forget where the views are, in case that somebody else has moved them."""
        self._positions.clear()

    def advance(self) -> bool:
        """Let each view take in a batch, if there is anything to take in.

        Returns:
            Whether there may be more for one of them.
        """
        more = False
        until = END
        for position, views in self._places():
            entries = self._log.after(self._connection, position, self._batch, until)
            if entries and self._go(views, position, Batch.of(entries)):
                more |= until < END or len(entries) == self._batch
                until = entries[-1].position
            else:
                until = position
        return more

    def _places(self) -> list[tuple[int, list[View]]]:
        """Return which views stand where, the foremost first."""
        lost = [view.name for view in self._views if view.name not in self._positions]
        if lost:
            self._positions |= positions_of(self._connection, lost)

        def position(view: View) -> int:
            return self._positions[view.name]

        in_order = sorted(self._views, key=position, reverse=True)
        return [(place, list(views)) for place, views in groupby(in_order, position)]

    def _go(self, views: Sequence[View], position: int, batch: Batch) -> bool:
        """Let views take in a batch, together or else one by one; tell whether any has."""
        try:
            changed = take_in(self._connection, views, position, batch)
        except Exception as trouble:
            if _is_loss(trouble):
                raise
            if len(views) > 1:
                return sum(self._go([view], position, batch) for view in views) > 0
            self._stay(views[0].name, trouble)
            return False
        names = [view.name for view in views]
        self._positions |= dict.fromkeys(names, batch.entries[-1].position)
        self._broken.difference_update(names)
        for name in changed:
            self._on_change(name)
        return True

    def _stay(self, name: str, trouble: Exception) -> None:
        """Note what keeps a view from going on; it is tried again, and told once."""
        del self._positions[name]
        if isinstance(trouble, Overtaken):
            logger.info("%s was moved on by somebody else", name)
        elif name not in self._broken:
            logger.error("%s stands still", name, exc_info=trouble)
            self._broken.add(name)


def _is_loss(trouble: Exception) -> bool:
    """Tell whether it is the database that fails, and not a view."""
    # After one that failed, all else in a pipeline fails as well, and may hide the first.
    return isinstance(trouble, DATABASE_TROUBLE) and not isinstance(trouble, PipelineAborted)


def take_in(
    connection: Connection,
    views: Sequence[View],
    position: int,
    batch: Batch,
    schema: str = SCHEMA,
) -> list[str]:
    """Let views that are at the same position take in a batch, in one transaction.

    Nothing is waited for before all is asked that they ask first, nor between what they write.

    Returns:
        The names of those of which rows have changed.

    Raises:
        Overtaken: Somebody else has taken it in meanwhile.
    """
    with connection.transaction(), connection.pipeline():
        confirm = advance(
            connection, [view.name for view in views], position, batch.entries[-1].position, schema
        )
        begun = [(view.name, view.begin(connection, batch, schema)) for view in views]
        confirm()
        return [name for name, finish in begun if finish()]
