"""What goes wrong with updates for reasons that pass."""

from typing import Final

import psycopg
from eventsourcing.persistence import PersistenceError
from psycopg_pool import PoolTimeout

PASSING: Final = (
    psycopg.OperationalError,
    psycopg.InterfaceError,
    PersistenceError,
    PoolTimeout,
)
"""What goes wrong while the database is away."""


class NotNow(Exception):  # noqa: N818 - a state of the world, not a defect
    """An update could not be handled for a reason that passes; it is to be handled again."""
