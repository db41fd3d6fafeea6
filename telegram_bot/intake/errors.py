"""What goes wrong with updates: for reasons that pass, or for good."""

from typing import Final

import psycopg
from eventsourcing.persistence import PersistenceError

from projections.convoy import DATABASE_TROUBLE

PASSING: Final = (*DATABASE_TROUBLE, PersistenceError)
"""What goes wrong while the database is away."""

UNFIT: Final = (
    psycopg.DataError,
    psycopg.IntegrityError,
    psycopg.errors.ProgramLimitExceeded,
    psycopg.errors.StatementTooComplex,
    ValueError,
    TypeError,
    LookupError,
    RecursionError,
)
"""What goes wrong, today and for ever, with an update that the database cannot hold."""


class NotNow(Exception):  # noqa: N818 - a state of the world, not a defect
    """An update could not be handled for a reason that passes; it is to be handled again."""
