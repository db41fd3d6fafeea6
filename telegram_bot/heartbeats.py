"""When the bot was in service: each role leaves a beat, and its last silence."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from psycopg.rows import class_row
from psycopg_pool import ConnectionPool

from telegram_bot.threads import Threads

logger = logging.getLogger(__name__)

CLOCK: Final = "clock"
INTAKE: Final = "intake"

SILENCE: Final = timedelta(seconds=10)
"""After how long without a beat a role counts as out of service."""

EVERY: Final = timedelta(seconds=1)
"""How often a role leaves a beat, at most."""


@dataclass(frozen=True)
class Gap:
    """A time in which the bot was not in service."""

    since: datetime
    until: datetime


@dataclass(frozen=True)
class Service:
    """What is known of the bot's own service.

    Attributes:
        runs: Whether every role is in service now.
        gaps: When one was not, the last time; that suffices, since a pause counts by its end.
        heard: Up to when everything that people did is taken in; none if they never could.
    """

    runs: bool
    gaps: tuple[Gap, ...] = ()
    heard: datetime | None = None


@dataclass(frozen=True)
class _Beat:
    role: str
    beat_at: datetime
    gap_since: datetime | None
    gap_until: datetime | None


class Heartbeats:
    """The table `heartbeats`."""

    def __init__(self, pool: ConnectionPool) -> None:
        """Work on a pool of connections."""
        self._pool = pool

    def beat(self, role: str, now: datetime) -> None:
        """Note that a role is in service; after a silence, note that as well."""
        with self._pool.connection() as connection:
            connection.execute(
                """
                INSERT INTO thirtyone.heartbeats AS last (role, beat_at) VALUES (%(role)s, %(now)s)
                ON CONFLICT (role) DO UPDATE SET
                    gap_since = CASE WHEN last.beat_at < %(now)s - %(silence)s
                                     THEN last.beat_at ELSE last.gap_since END,
                    gap_until = CASE WHEN last.beat_at < %(now)s - %(silence)s
                                     THEN %(now)s ELSE last.gap_until END,
                    beat_at = greatest(last.beat_at, excluded.beat_at)
                """,
                {"role": role, "now": now, "silence": SILENCE},
            )

    def complain(self, role: str, trouble: str, now: datetime) -> None:
        """Note what keeps a role from its work. It is over with the next beat."""
        with self._pool.connection() as connection:
            connection.execute(
                """
                INSERT INTO thirtyone.troubles (role, said, met_at) VALUES (%s, %s, %s)
                ON CONFLICT (role) DO UPDATE SET said = excluded.said, met_at = excluded.met_at
                """,
                (role, trouble, now),
            )

    def service(self, now: datetime) -> Service:
        """Return what is known of the bot's service."""
        with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(_Beat)) as cursor,
        ):
            beats = cursor.execute("SELECT * FROM thirtyone.heartbeats").fetchall()
        return Service(
            runs=all(now - beat.beat_at <= SILENCE for beat in beats),
            gaps=tuple(
                Gap(beat.gap_since, beat.gap_until)
                for beat in beats
                if beat.gap_since is not None and beat.gap_until is not None
            ),
            heard=next((beat.beat_at for beat in beats if beat.role == INTAKE), None),
        )


class SignsOfLife:
    """Leaves the signs of a role that runs on the event loop, which is never held up by them.

    The database may be away.
    """

    def __init__(self, heartbeats: Heartbeats, role: str, threads: Threads) -> None:
        """Leave signs for a role, through a pool of threads."""
        self._heartbeats = heartbeats
        self._role = role
        self._threads = threads
        self._last: datetime | None = None
        self._leaving: asyncio.Task[None] | None = None

    def show(self, at: datetime) -> None:
        """Say that the role was in service at a time."""
        if self._last is None or at - self._last >= EVERY:
            self._leave(partial(self._beat, at))

    def complain(self, trouble: str, at: datetime) -> None:
        """Say what keeps the role from its work."""
        self._leave(partial(self._heartbeats.complain, self._role, trouble, at))

    def _leave(self, sign: Callable[[], None]) -> None:
        if self._leaving is None or self._leaving.done():
            self._leaving = asyncio.create_task(self._left(sign))

    async def _left(self, sign: Callable[[], None]) -> None:
        try:
            await self._threads.run(sign)
        except Exception as trouble:  # noqa: BLE001 - what is not noted counts as a silence
            logger.warning("A sign of life of the %s is lost (%s)", self._role, trouble)

    def _beat(self, at: datetime) -> None:
        self._heartbeats.beat(self._role, at)
        self._last = at
