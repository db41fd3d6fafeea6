"""The bot in a thread of this process, for which time passes only when a test says so.

It is put together as in earnest and speaks HTTP to a sandbox on the same clock. Only its pulse is
the test's: `pass_time` goes from one thing that is due to the next, and waits each time until all
that follows is shown.
"""

import asyncio
import threading
import time
from collections.abc import Callable, Coroutine, Iterator, Sequence
from contextlib import ExitStack, aclosing, contextmanager
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, TypeVar

import psycopg
from psycopg import sql
from pydantic import SecretStr

from projections.database import SCHEMA, Database
from projections.deadlines.view import SCHEDULES
from projections.follower import Pace
from projections.read_models import READ_MODELS
from projections.rows import Connection
from projections.tracking import end_of_log, positions_of
from telegram_bot.bootstrap import Parts
from telegram_bot.client import Telegram, application_of, meet
from telegram_bot.roles import side_by_side
from telegram_bot.sandbox.clock import ManualClock
from telegram_bot.settings import Settings
from tests.support.chance import chance_of_this_test
from tests.support.running_sandbox import RunningSandbox

T = TypeVar("T")

PATIENCE = 30.0
BLINK = 0.005
"""Seconds between two looks at what other threads are doing."""

MOMENT = timedelta(microseconds=1)


class TimedBot:
    """A bot whose time is passed by a test."""

    def __init__(
        self,
        sandbox: RunningSandbox,
        database: Database,
        clock: ManualClock,
        chance: Random,
        **settings: Any,
    ) -> None:
        """Describe the bot.

        Args:
            sandbox: The Telegram it plays in.
            database: Its database, migrated.
            clock: The clock of both.
            chance: Where its decks come from.
            settings: More of its settings, by their names in `Settings`.
        """
        self._sandbox = sandbox
        self._database = database
        self._clock = clock
        self._chance = chance
        chosen: dict[str, Any] = {
            "_env_file": None,
            "bot_token": SecretStr(sandbox.token),
            "bot_api_url": sandbox.url,
            "chat_messages_per_minute": 1_000_000,
            "chat_burst": 1_000_000,
            "messages_per_second": 1_000_000,
            **settings,
        }
        self._settings = Settings(**chosen)
        self._loop = asyncio.new_event_loop()
        self._stop = asyncio.Event()
        self._tasks: Sequence[asyncio.Task[object]] = []
        self._looking: Connection | None = None
        self.parts: Parts
        """What it consists of. Its methods are to be run on its own loop, by `run`."""

    def serve(self, ready: threading.Event) -> None:
        """Play until told to stop."""
        with asyncio.Runner(loop_factory=lambda: self._loop) as runner:
            runner.run(self._serve(ready))

    def stop(self) -> None:
        """Tell it to stop."""
        if self._looking is not None:
            self._looking.close()
        self._loop.call_soon_threadsafe(self._stop.set)

    def now(self) -> datetime:
        """Return the time."""
        return datetime.fromtimestamp(self._clock(), UTC)

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        """Do something on the bot's event loop and return what it returns."""
        return asyncio.run_coroutine_threadsafe(work, self._loop).result(PATIENCE)

    def pass_time(self, span: timedelta = timedelta()) -> None:
        """Let time pass, the bot being in service all the while; all that is due happens."""
        until = self.now() + span
        self.settle()
        while (due := self._next_due()) is not None and due <= until:
            self._let_it_be(due)
            self.beat()
        self._let_it_be(until)
        self.beat()

    def skip_time(self, span: timedelta) -> None:
        """Let time pass in which the bot does nothing at all, as when it was down."""
        self._let_it_be(self.now() + span, in_service=False)

    def beat(self) -> None:
        """Let the bot carry out what is due now, and show it."""
        self.run(self.parts.clock.beat())
        self.settle()

    def settle(self) -> None:
        """Wait until all that people have done is carried out, and all is shown that can be."""
        self._sandbox.client.settle(seconds=PATIENCE)
        until = time.monotonic() + PATIENCE
        while not (self._all_is_viewed() and self.run(self._all_is_delivered())):
            for task in self._tasks:
                if task.done():
                    task.result()
            assert time.monotonic() < until, "the bot does not come to rest"
            threading.Event().wait(BLINK)

    def _let_it_be(self, at: datetime, *, in_service: bool = True) -> None:
        """Let a time come, if it has not."""
        if at <= self.now():
            return
        if in_service:  # first, since the intake shows at any moment that it lives
            beat = "UPDATE thirtyone.heartbeats SET beat_at = %s"
            self._look(lambda connection: connection.execute(beat, [at]))
        while (left := at - self.now()) > timedelta():
            self._sandbox.client.advance(max(left, MOMENT).total_seconds())

    def _next_due(self) -> datetime | None:
        every = sql.SQL(" UNION ALL ").join(
            sql.SQL("SELECT min(look_at) AS at FROM {}").format(sql.Identifier(SCHEMA, name))
            for name in SCHEDULES
        )
        first = sql.SQL("SELECT min(at) FROM ({}) AS every").format(every)
        row = self._look(lambda connection: connection.execute(first).fetchone())
        return row[0] if row else None

    def _all_is_viewed(self) -> bool:
        names = [model.name for model in READ_MODELS]
        end = self._look(end_of_log)
        positions = self._look(lambda connection: positions_of(connection, names))
        return set(positions.values()) <= {end}

    def _look(self, question: Callable[[Connection], T]) -> T:
        """Ask the database, on a connection that is kept for as long as it lives."""
        if self._looking is None or self._looking.closed:
            self._looking = psycopg.connect(self._database.conninfo, autocommit=True)
        return question(self._looking)

    async def _all_is_delivered(self) -> bool:
        delivery, now = self.parts.delivery, self.now()
        own = delivery._own(now)
        if not delivery._busy and not (await delivery._errands(now, own=own))[0]:
            return True
        delivery.wake()
        return False

    async def _serve(self, ready: threading.Event) -> None:
        telegram = Telegram(self._sandbox.token, self._sandbox.url)
        with ExitStack() as stack:
            async with application_of(telegram) as application:
                await meet(application, telegram)
                self.parts = Parts(
                    self._settings,
                    self._database,
                    application,
                    stack,
                    now=self.now,
                    chance=lambda: self._chance.randbytes(32),
                )
                intake, delivery = self.parts.intake, self.parts.delivery
                self.parts.follower._pace = Pace(gather=0)  # nobody plays at the same time
                self.parts.follower.start()
                stack.callback(self.parts.follower.stop)
                works = side_by_side(intake.run(), delivery.run())
                async with aclosing(self.parts.reception), works as self._tasks:
                    ready.set()
                    await self._stop.wait()


@contextmanager
def timed_bot(
    sandbox: RunningSandbox,
    database: Database,
    clock: ManualClock,
    chance: Random | None = None,
    **settings: Any,
) -> Iterator[TimedBot]:
    """Run a bot for the length of a block, in a thread of its own."""
    chance = chance or chance_of_this_test()
    bot, ready = TimedBot(sandbox, database, clock, chance, **settings), threading.Event()
    thread = threading.Thread(target=bot.serve, args=[ready], name="bot", daemon=True)
    thread.start()
    assert ready.wait(PATIENCE), "the bot does not start"
    try:
        yield bot
    finally:
        bot.stop()
        thread.join(PATIENCE)
