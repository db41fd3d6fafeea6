"""`/health` over HTTP: how the bot is doing, for whoever watches over it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from psycopg import Error
from psycopg_pool import ConnectionPool, PoolTimeout
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

from projections.log import EventLog
from projections.read_model import View
from projections.read_models import READ_MODELS
from telegram_bot.heartbeats import SILENCE
from telegram_bot.operating.condition import Lag, beats, lags, troubles
from telegram_bot.threads import Threads


@dataclass(frozen=True)
class Condition:
    """What is answered.

    Attributes:
        views: How many events each view is behind.
        beats: Seconds since each role was at work last.
        troubles: What keeps roles from their work, in a few words.
        still: Views and roles that should move, and do not.
    """

    views: dict[str, int]
    beats: dict[str, float]
    troubles: dict[str, str]
    still: tuple[str, ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the answer."""
        return {"ok": not self.still, **vars(self)}


class Health:
    """Looks at the views and the roles, and remembers when each view has moved."""

    def __init__(
        self,
        pool: ConnectionPool,
        log: EventLog,
        now: Callable[[], datetime],
        views: Sequence[View] = READ_MODELS,
    ) -> None:
        """Prepare to look.

        Args:
            pool: Connections to the database.
            log: The log that the views follow.
            now: Tells the time.
            views: What to look at.
        """
        self._pool = pool
        self._log = log
        self._now = now
        self._views = views
        self._seen: dict[str, tuple[int, datetime]] = {}

    def look(self) -> Condition:
        """Return how the bot is doing."""
        now = self._now()
        with self._pool.connection() as connection:
            views = lags(connection, self._log, self._views)
            silences = beats(connection, now)
            met = troubles(connection)
        still = [lag.view for lag in views if self._stands_still(lag, now)]
        still += [role for role, silence in silences.items() if silence > SILENCE]
        still += [role for role in met if role not in silences]
        return Condition(
            views={lag.view: lag.behind for lag in views},
            beats={role: silence.total_seconds() for role, silence in silences.items()},
            troubles=met,
            still=tuple(still),
        )

    def _stands_still(self, lag: Lag, now: datetime) -> bool:
        """Tell whether events have waited for long, and the view has not moved meanwhile.

        One that goes through years of events, as after an update, is behind but moves.
        """
        position, since = self._seen.get(lag.view, (-1, now))
        if position != lag.position:
            since = now
        self._seen[lag.view] = lag.position, since
        return _long_ago(lag.waiting_since, now) and _long_ago(since, now)


def _long_ago(since: datetime | None, now: datetime) -> bool:
    return since is not None and now - since > SILENCE


def health_route(health: Health, threads: Threads) -> Route:
    """Return the route that answers `/health`: 200, or 503 when something stands still."""

    async def answer(_request: Request) -> JSONResponse:
        try:
            condition = await threads.run(health.look)
        except (Error, PoolTimeout):
            return JSONResponse({"ok": False, "still": ["database"]}, status_code=503)
        return JSONResponse(condition.to_dict(), status_code=503 if condition.still else 200)

    return Route("/health", answer)
