"""The pulse: deadlines that have passed become commands that name what they belong to.

The deadlines are rows in the database, so that nothing is lost with a process, and any number of
clocks may run; APScheduler only says when to look.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from psycopg_pool import ConnectionPool

from domain.errors import Refused
from domain.match import DeadlineKind
from domain.timing import Grace
from projections.deadlines.queries import Due, claim_due, put_off
from projections.deadlines.view import REMINDER
from telegram_bot import heartbeats
from telegram_bot.game import Games
from telegram_bot.heartbeats import Heartbeats, Service
from telegram_bot.lateness import TimeOut, Wait, judge
from telegram_bot.reminding import Reminding
from telegram_bot.threads import Threads

logger = logging.getLogger(__name__)

PULSE_SECONDS = 1.0

LEASE = timedelta(seconds=10)
"""After this a deadline that was claimed and not carried out is due again."""

AT_ONCE = 4
"""Deadlines carried out side by side; the other threads are for those who tap."""

BATCH = 100


class Clock:
    """Carries out what is due, every second."""

    def __init__(
        self,
        games: Games,
        pool: ConnectionPool,
        threads: Threads,
        seen_for: timedelta,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Prepare the pulse; `start` begins it.

        Args:
            games: What is carried out.
            pool: Where the deadlines are.
            threads: Where the database is waited for.
            seen_for: How long a round must have been seen before it is dealt.
            now: Tells the time.
        """
        self._games = games
        self._pool = pool
        self._heartbeats = Heartbeats(pool)
        self._reminding = Reminding(games, pool, threads)
        self._threads = threads
        self._seen_for = seen_for
        self._now = now
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
            while len(await self._carry_out_some()) >= BATCH:
                pass
        except Exception as trouble:  # noqa: BLE001 - the database comes back or a person sees to it
            logger.warning("The clock waits for the database (%s)", type(trouble).__name__)

    async def _carry_out_some(self) -> Sequence[Due]:
        now = self._now()
        due, service = await self._threads.run(self._claim, now)
        slots = asyncio.Semaphore(AT_ONCE)

        async def carry_out(one: Due) -> None:
            async with slots:
                await self._carry_out(one, now, service)

        await asyncio.gather(*map(carry_out, due))
        return due

    def _claim(self, now: datetime) -> tuple[list[Due], Service]:
        """Take in hand what is due: nothing while Telegram may hold back what people do."""
        self._heartbeats.beat(heartbeats.CLOCK, now)
        service = self._heartbeats.service(now)
        if not service.runs:
            return [], service
        with self._pool.connection() as connection:
            return claim_due(connection, now, LEASE, BATCH), service

    async def _carry_out(self, due: Due, now: datetime, service: Service) -> None:
        try:
            if due.kind == REMINDER:
                await self._reminding.see_to(due, now)
                return
            match judge(due, now, service, self._seen_for):
                case Wait(until=until):
                    await self._threads.run(self._put_off, due, until)
                case Grace() as grace:
                    await self._games.give_grace(due.game_id, grace)
                case TimeOut():
                    kind = DeadlineKind(due.kind)
                    await self._games.time_out(due.game_id, kind, due.number)
        except Refused as refusal:
            logger.info("Game %s: %s at its deadline", due.game_id, refusal.code)
        except Exception:
            logger.exception("A deadline of game %s failed", due.game_id)

    def _put_off(self, due: Due, until: datetime) -> None:
        with self._pool.connection() as connection:
            put_off(connection, due, until)
