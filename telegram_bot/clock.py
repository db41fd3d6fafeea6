"""The pulse: deadlines that have passed become commands that name what they belong to.

The deadlines are rows in the database, so that nothing is lost with a process, and any number of
clocks may run; APScheduler only says when to look.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import partial
from uuid import UUID

from apscheduler.schedulers.asyncio import AsyncIOScheduler
from psycopg_pool import ConnectionPool

from domain.errors import Refused
from domain.match import DeadlineKind
from domain.timing import Grace
from projections.deadlines.queries import Due, claim_due, put_off
from projections.deadlines.view import REMINDER
from projections.pauses import EVERY_TOPIC
from telegram_bot import heartbeats
from telegram_bot.contacts import Contacts
from telegram_bot.delivery.desk import Desk
from telegram_bot.delivery.weekly import WeeklyOutbox
from telegram_bot.game import Games
from telegram_bot.heartbeats import Heartbeats, Service
from telegram_bot.housekeeping import Housekeeping
from telegram_bot.lateness import SOON, TO_BE_SEEN, TimeOut, Wait, judge
from telegram_bot.patience import PATIENCE, wait_for
from telegram_bot.reminding import Reminding, awaited
from telegram_bot.threads import Threads

logger = logging.getLogger(__name__)

PULSE_SECONDS = 1.0

LEASE = timedelta(seconds=10)
"""After this a deadline that was claimed and not carried out is due again."""

AT_ONCE = 4
"""Deadlines carried out side by side; the other threads are for those who tap."""

BATCH = 100

TIDY_HOUR = 4
"""When the clock tidies up, in universal time."""

QUARTERS = "*/15"
"""When it looks for mornings: all time zones are apart by quarters of an hour."""


LIFE_SECONDS = 2.0
"""How often the clock shows that it lives, however long a pulse takes."""


HasLeft = Callable[[UUID, UUID], Awaitable[bool]]
"""Tells whether the chat of a group is known to have lost a player."""

IsMuted = Callable[[UUID], Awaitable[bool]]
"""Tells whether the bot is known not to be allowed to write in the chat of a group."""


async def _nobody_has(_group_id: UUID, _player_id: UUID) -> bool:
    return False


async def _none_is(_group_id: UUID) -> bool:
    return False


class Clock:
    """Carries out what is due, every second."""

    def __init__(  # noqa: PLR0913 - the parts it is put together from
        self,
        games: Games,
        pool: ConnectionPool,
        threads: Threads,
        seen_for: timedelta,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        *,
        has_left: HasLeft = _nobody_has,
        is_muted: IsMuted = _none_is,
        patience: float = PATIENCE,
    ) -> None:
        """Prepare the pulse; `start` begins it.

        Args:
            games: What is carried out.
            pool: Where the deadlines are.
            threads: Where the database is waited for.
            seen_for: How long a round must have been seen before it is dealt.
            now: Tells the time.
            has_left: Asked about whoever was waited for in vain.
            is_muted: Asked about the chat where they were.
            patience: For how many seconds the standings are waited for.
        """
        self._games = games
        self._pool = pool
        self._heartbeats = Heartbeats(pool)
        self._housekeeping = Housekeeping(pool)
        self._weeklies = WeeklyOutbox(pool)
        self._reminding = Reminding(games, pool, threads)
        self._threads = threads
        self._seen_for = seen_for
        self._now = now
        self._has_left = has_left
        self._is_muted = is_muted
        self._patience = patience
        self._contacts = Contacts(pool)
        self._desk = Desk(pool)
        self._scheduler = AsyncIOScheduler(
            timezone=UTC, job_defaults={"misfire_grace_time": None, "coalesce": True}
        )

    def start(self) -> None:
        """Begin to beat on the running event loop."""
        self._scheduler.add_job(
            self.beat, "interval", seconds=PULSE_SECONDS, id="pulse", max_instances=1
        )
        self._scheduler.add_job(
            self.show_life, "interval", seconds=LIFE_SECONDS, id="life", max_instances=1
        )
        self._scheduler.add_job(self.tidy, "cron", hour=TIDY_HOUR, id="housekeeping")
        self._scheduler.add_job(
            self.take_down_weeklies, "cron", minute=QUARTERS, id="weeklies", max_instances=1
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

    async def show_life(self) -> None:
        """Show that the clock is in service, also while what is due takes its time."""
        try:
            await self._threads.run(self._heartbeats.beat, heartbeats.CLOCK, self._now())
        except Exception as trouble:  # noqa: BLE001 - what is not noted counts as a silence
            logger.warning("A sign of life of the clock is lost (%s)", type(trouble).__name__)

    async def tidy(self) -> None:
        """Forget what has been of no use for a while."""
        try:
            await self._threads.run(self._housekeeping.tidy, self._now())
        except Exception as trouble:  # noqa: BLE001 - tomorrow is another day
            logger.warning("Nothing was tidied up (%s)", type(trouble).__name__)

    async def take_down_weeklies(self) -> None:
        """Take down the rankings of the week that are to be posted now.

        Where the standings are too far behind, they are not: the next quarter of an hour is soon.
        """
        try:
            now, end = self._now(), await self._threads.run(self._weeklies.end_of_log)
            take_down = partial(self._threads.run, self._weeklies.take_down, now, end)
            if await wait_for(take_down, self._patience) is None:
                logger.warning("The rankings of the week wait for the standings")
        except Exception as trouble:  # noqa: BLE001 - as above
            logger.warning("No ranking was taken down (%s)", type(trouble).__name__)

    async def _carry_out_some(self) -> Sequence[Due]:
        now = self._now()
        due, service = await self._threads.run(self._claim, now)
        slots = asyncio.Semaphore(AT_ONCE)
        await asyncio.gather(*(self._carry_out(one, now, service, slots) for one in due))
        return due

    def _claim(self, now: datetime) -> tuple[list[Due], Service]:
        """Take in hand what is due: nothing while Telegram may hold back what people do."""
        self._heartbeats.beat(heartbeats.CLOCK, now)
        service = self._heartbeats.service(now)
        if not service.runs:
            return [], service
        with self._pool.connection() as connection:
            return claim_due(connection, now, LEASE, BATCH), service

    async def _carry_out(
        self, due: Due, now: datetime, service: Service, slots: asyncio.Semaphore
    ) -> None:
        try:
            reminder = due.kind == REMINDER
            decision = None if reminder else judge(due, now, service, self._seen_for)
            over = isinstance(decision, TimeOut)
            if over and due.kind in TO_BE_SEEN and await self._is_muted(due.group_id):
                await self._threads.run(self._close, due.group_id, now)
                decision = Wait(now + SOON)
                over = False
            leaver_id = await self._leaver(due, slots) if over else None
            async with slots:
                match decision:
                    case None:
                        await self._reminding.see_to(due, now)
                    case Wait(until=until):
                        await self._threads.run(self._put_off, due, until)
                    case Grace() as grace:
                        await self._games.give_grace(due.game_id, grace)
                    case TimeOut() if due.kind == DeadlineKind.COMPUTER:
                        await self._games.computer_moves(due.game_id, due.number)
                    case TimeOut() if leaver_id is not None:
                        await self._games.depart(due.game_id, leaver_id, "left_group")
                    case TimeOut():
                        kind = DeadlineKind(due.kind)
                        await self._games.time_out(due.game_id, kind, due.number)
        except Refused as refusal:
            logger.info("Game %s: %s at its deadline", due.game_id, refusal.code)
        except Exception:
            logger.exception("A deadline of game %s failed", due.game_id)

    async def _leaver(self, due: Due, slots: asyncio.Semaphore) -> UUID | None:
        """Return whose turn is over, if they have left the group; no slot waits for Telegram."""
        if due.kind != DeadlineKind.TURN:
            return None
        async with slots:
            turn = awaited((await self._games.look(due.game_id)).view, due.number)
        if turn is None or not await self._has_left(due.group_id, turn.player_id):
            return None
        return turn.player_id

    def _close(self, group_id: UUID, now: datetime) -> None:
        """Note that a chat cannot be written to, as delivery does that finds it closed."""
        self._desk.close(self._contacts.spot(group_id).chat_id, EVERY_TOPIC, now)

    def _put_off(self, due: Due, until: datetime) -> None:
        with self._pool.connection() as connection:
            put_off(connection, due, until)
