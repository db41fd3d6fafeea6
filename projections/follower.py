"""Drives read models along the log, each entry exactly once.

One follower at a time leads, and holds an advisory lock; others stand by. Even if two believed
that they lead, the position of a read model lets one of them through.
"""

import logging
import threading
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass

import psycopg
from psycopg import sql

from projections.convoy import DATABASE_TROUBLE, Convoy
from projections.database import Database
from projections.log import EventLog
from projections.news import NEWS
from projections.read_model import View
from projections.read_models import READ_MODELS
from projections.rows import Connection

logger = logging.getLogger(__name__)

LEAD = (31, 0)
"""The advisory lock of whoever leads."""

SLICE_SECONDS = 0.2
"""How soon a follower that is asleep notices that it shall stop."""


@dataclass(frozen=True)
class Pace:
    """How a follower goes about its work.

    Attributes:
        batch: Entries taken at once.
        gather: Seconds from one look to the next at the least. What is recorded in quick
            succession is taken in together, for little more than one entry costs.
        poll: Seconds after which it looks by itself, since a wake-up can be lost.
        pauses: Seconds to wait when the database is gone, longer each time.
    """

    batch: int = 500
    gather: float = 0.05
    poll: float = 1.0
    pauses: tuple[float, ...] = (0.1, 0.5, 1, 2, 5)


class Follower:
    """Drives read models in a thread of its own."""

    def __init__(  # noqa: PLR0913 - what it follows, and whom it tells
        self,
        database: Database,
        log: EventLog,
        *,
        models: Sequence[View] = READ_MODELS,
        on_change: Callable[[str], None] = lambda _: None,
        pace: Pace = Pace(),
        leading: threading.Event | None = None,
    ) -> None:
        """Prepare to follow.

        Args:
            database: Where the views are.
            log: What to follow.
            models: What to drive.
            on_change: Told the name of a read model whenever rows of it have changed, and `NEWS`
                when there is something else to do. It is called in the follower's thread and
                should only wake somebody up.
            pace: How to go about it.
            leading: Set while this follower leads.
        """
        self._database = database
        self._log = log
        self._models = models
        self._on_change = on_change
        self._pace = pace
        self._leading = leading or threading.Event()
        self._stopping = threading.Event()
        self._thread = threading.Thread(target=self.run, name="follower", daemon=True)

    def start(self) -> None:
        """Begin to follow."""
        self._thread.start()

    def stop(self, patience: float = 10.0) -> None:
        """Finish the batch in hand and end. A dead database is waited for only so long."""
        self._stopping.set()
        if self._thread.is_alive():
            self._thread.join(patience)

    def run(self) -> None:
        """Follow until stopped, through losses of the database."""
        failures = 0
        while not self._stopping.is_set():
            try:
                with self._connect() as connection:
                    failures = 0
                    self._follow(connection)
            except DATABASE_TROUBLE as trouble:
                logger.warning("The views wait for the database (%s)", type(trouble).__name__)
            except Exception:
                # A view that stands still in silence is worse than one that tries again.
                logger.exception("The views were interrupted")
                failures = len(self._pace.pauses)
            else:
                return
            finally:
                self._leading.clear()
            self._stopping.wait(self._pace.pauses[min(failures, len(self._pace.pauses) - 1)])
            failures += 1

    def _connect(self) -> Connection:
        connection = psycopg.connect(self._database.conninfo, autocommit=True)
        for channel in (self._log.channel, NEWS):
            connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
        return connection

    def _follow(self, connection: Connection) -> None:
        convoy = Convoy(connection, self._log, self._models, self._pace.batch, self._on_change)
        while not self._stopping.is_set():
            begun = time.monotonic()
            if self._lead(connection) and convoy.advance():
                continue
            if not self._rest(connection):
                convoy.look_anew()
            self._stopping.wait(begun + self._pace.gather - time.monotonic())

    def _lead(self, connection: Connection) -> bool:
        """Tell whether this follower leads, as whoever is first does until its connection ends."""
        if not self._leading.is_set() and _hold(connection, LEAD):
            self._leading.set()
        return self._leading.is_set()

    def _rest(self, connection: Connection) -> bool:
        """Wait for news, at most until it is time to look anyway; tell whether there is any."""
        until = time.monotonic() + self._pace.poll
        while not self._stopping.is_set() and (left := until - time.monotonic()) > 0:
            notices = connection.notifies(timeout=min(left, SLICE_SECONDS), stop_after=1)
            heard = {notice.channel for notice in notices}
            if NEWS in heard:
                self._on_change(NEWS)
            if heard:
                return True
        return False


def _hold(connection: Connection, lock: tuple[int, int]) -> bool:
    answer = connection.execute("SELECT pg_try_advisory_lock(%s, %s)", lock).fetchone()
    return bool(answer and answer[0])
