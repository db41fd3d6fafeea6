"""The pulse: deadlines that have passed become commands that name what they belong to.

The deadlines are rows in the database, so that nothing is lost with a process; APScheduler only
says when to look.
"""

import logging
from datetime import UTC, datetime, timedelta

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from psycopg_pool import ConnectionPool

from domain.errors import Refused
from projections.deadlines import view
from projections.deadlines.queries import Due, claim_due
from telegram_bot.game import Games
from telegram_bot.threads import Threads

logger = logging.getLogger(__name__)

PULSE_SECONDS = 1.0
UNSEEN = timedelta(minutes=1)
"""How long a deal waits for a chat that cannot be written to."""

LEASE = timedelta(seconds=10)
"""After this a deadline that was claimed and not carried out is due again."""


class Clock:
    """Carries out what is due, every second."""

    def __init__(
        self, games: Games, pool: ConnectionPool, threads: Threads, seen_for: timedelta
    ) -> None:
        """Prepare the pulse; `start` begins it.

        Args:
            games: What is carried out.
            pool: Where the deadlines are.
            threads: Where the database is waited for.
            seen_for: How long a round must have been seen before it is dealt.
        """
        self._seen_for = seen_for
        self._games = games
        self._pool = pool
        self._threads = threads
        self._scheduler = AsyncIOScheduler(
            timezone=UTC, job_defaults={"misfire_grace_time": None, "coalesce": True}
        )

    def start(self) -> None:
        """Begin to beat on the running event loop."""
        self._scheduler.add_job(
            self.beat, "interval", seconds=PULSE_SECONDS, id="pulse", max_instances=1
        )
        self._scheduler.start()

    def stop(self) -> None:
        """Stop beating."""
        self._scheduler.shutdown(wait=False)

    async def beat(self) -> None:
        """Carry out everything that is due now."""
        try:
            due = await self._threads.run(self._claim)
        except Exception as trouble:  # noqa: BLE001 - the database comes back or a person sees to it
            logger.warning("The clock waits for the database (%s)", type(trouble).__name__)
            return
        for deadline in due:
            try:
                await self._carry_out(deadline)
            except Refused as refusal:
                logger.info("Game %s: %s at its deadline", deadline.game_id, refusal.code)
            except Exception:
                logger.exception("A deadline of game %s failed", deadline.game_id)

    def _claim(self) -> list[Due]:
        with self._pool.connection() as connection:
            return claim_due(
                connection, datetime.now(UTC), LEASE, seen_for=self._seen_for, unseen=UNSEEN
            )

    async def _carry_out(self, due: Due) -> None:
        if due.kind == view.DEAL:
            await self._games.deal(due.game_id, due.round)
        else:
            await self._games.end_buy_in(due.game_id, due.round)
