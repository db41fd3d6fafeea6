"""When the bot was in service: each role leaves a beat, and its last silence."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from psycopg.rows import class_row
from psycopg_pool import ConnectionPool

CLOCK: Final = "clock"
INTAKE: Final = "intake"

SILENCE: Final[dict[str, timedelta]] = {
    CLOCK: timedelta(seconds=10),
    INTAKE: timedelta(seconds=30),
}
"""After how long without a beat a role counts as out of service."""


@dataclass(frozen=True)
class Gap:
    """A time in which the bot was not in service.

    Attributes:
        since: When it began.
        until: When it ended; none while it lasts.
    """

    since: datetime
    until: datetime | None

    def overlaps(self, since: datetime, until: datetime) -> bool:
        """Tell whether it took some of a time away."""
        return self.since < until and (self.until is None or self.until > since)


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
                {"role": role, "now": now, "silence": SILENCE[role]},
            )

    def gaps(self, now: datetime) -> list[Gap]:
        """Return the last silence of each role, one that lasts included."""
        with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(_Beat)) as cursor,
        ):
            beats = cursor.execute("SELECT * FROM thirtyone.heartbeats").fetchall()
        return [gap for beat in beats for gap in _gaps(beat, now)]


def _gaps(beat: _Beat, now: datetime) -> list[Gap]:
    gaps = []
    if beat.gap_since is not None:
        gaps.append(Gap(beat.gap_since, beat.gap_until))
    if now - beat.beat_at > SILENCE[beat.role]:
        gaps.append(Gap(beat.beat_at, None))
    return gaps
