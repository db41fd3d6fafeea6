"""Views brought along the log by hand, as the follower does it."""

from collections.abc import Sequence

from projections.convoy import Convoy, take_in
from projections.log import Batch, EventLog
from projections.read_model import View
from projections.read_models import READ_MODELS
from projections.rows import Connection
from projections.tracking import position_of


def keep_up(
    connection: Connection, log: EventLog, views: Sequence[View] = READ_MODELS, batch: int = 500
) -> None:
    """Bring views up to date, together where they stand together."""
    convoy = Convoy(connection, log, views, batch)
    while convoy.advance():
        pass


def catch_up(connection: Connection, log: EventLog, view: View, batch: int) -> bool:
    """Let one view take in a batch by itself, and tell whether there was anything to take in.

    Raises:
        Overtaken: Somebody else has taken it in meanwhile.
    """
    position = position_of(connection, view.name)
    entries = log.after(connection, position, batch)
    if entries:
        take_in(connection, [view], position, Batch.of(entries))
    return bool(entries)
