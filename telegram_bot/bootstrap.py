"""The one place where the parts are put together."""

import asyncio
import errno
import logging
import signal
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from functools import partial
from typing import Any

from psycopg_pool import ConnectionPool
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from telegram.error import InvalidToken, TelegramError
from telegram.ext import Application, ApplicationBuilder
from telegram.request import HTTPXRequest

from domain.card_room import CardRoom
from projections.database import Database
from projections.follower import Follower
from projections.log import EventLog
from telegram_bot import menu
from telegram_bot.archive import Archive
from telegram_bot.clock import Clock
from telegram_bot.contacts import Contacts
from telegram_bot.database import migrate, opened
from telegram_bot.delivery.delivery import Delivery
from telegram_bot.delivery.desk import Desk
from telegram_bot.delivery.messenger import Messenger
from telegram_bot.delivery.offers import Offers
from telegram_bot.delivery.outbox import Outbox
from telegram_bot.delivery.pace import Pace
from telegram_bot.delivery.panels import Panels
from telegram_bot.delivery.reminder_outbox import ReminderOutbox
from telegram_bot.delivery.reminders import Reminders
from telegram_bot.delivery.weekly import Weeklies, WeeklyOutbox
from telegram_bot.dispatcher import Dispatcher
from telegram_bot.errors import OperatorError
from telegram_bot.forgetting import Forgetting
from telegram_bot.game import Games
from telegram_bot.handlers.buttons import Buttons
from telegram_bot.handlers.chats import Chats
from telegram_bot.handlers.commands import Commands
from telegram_bot.handlers.members import Members
from telegram_bot.handlers.privacy import Privacy
from telegram_bot.handlers.replays import Replays
from telegram_bot.handlers.standings import Asking
from telegram_bot.heartbeats import INTAKE, Heartbeats, SignsOfLife
from telegram_bot.intake import Polling
from telegram_bot.membership import Membership
from telegram_bot.sandbox.budget import Limits
from telegram_bot.sandbox.demo import DEMO_TOKEN, demo_world
from telegram_bot.sandbox.server import serving
from telegram_bot.settings import Settings
from telegram_bot.standings import Standings
from telegram_bot.threads import THREADS, Threads
from telegram_bot.web.health import Health, health_route
from telegram_bot.web.replays import Replays as ReplayPages
from telegram_bot.web.replays import page_address, replay_route
from telegram_bot.web.server import serving as web_serving

logger = logging.getLogger(__name__)

BotApplication = Application[Any, Any, Any, Any, Any, Any]

CONNECTIONS = 64
"""Connections to Telegram held at once; one of them always waits for updates."""

SANDBOX_PER_MINUTE = 6_000

RETRY_SECONDS = 5.0
"""How long to wait before Telegram is tried again at the start."""


@dataclass(frozen=True)
class Telegram:
    """Which Telegram the bot talks to.

    Attributes:
        token: The bot's token.
        url: The Bot API server, without a slash at the end.
    """

    token: str
    url: str


@dataclass(frozen=True)
class Parts:
    """What is at work in a running bot.

    Attributes:
        intake: Takes in what people do.
        delivery: Brings into the chats what they are to see.
        follower: Keeps the views up to date.
        clock: Carries out what is due.
        web: Answers over HTTP, such as how they are doing.
    """

    intake: Polling
    delivery: Delivery
    follower: Follower
    clock: Clock
    web: Starlette


def run(settings: Settings) -> int:
    """Run every role in this process until it is told to stop; return the exit status.

    Raises:
        OperatorError: Something is wrong that only the operator can change.
    """
    with opened(settings) as database:
        migrate(database)
        asyncio.run(_serve(settings, database))
    return 0


async def _serve(settings: Settings, database: Database) -> None:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    async with AsyncExitStack() as stack:
        telegram = await stack.enter_async_context(_telegram(settings))
        application = await stack.enter_async_context(_application(telegram))
        parts = put_together(settings, database, application, stack)
        await stack.enter_async_context(_answering(settings, parts.web))
        parts.follower.start()
        stack.callback(parts.follower.stop)
        parts.clock.start()
        stack.callback(parts.clock.stop)
        works = parts.intake.run(), parts.delivery.run(), _until(stop)
        tasks = [asyncio.create_task(work) for work in works]
        stack.push_async_callback(_cancel, tasks)
        done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
        for task in done:
            _explain(task)


@asynccontextmanager
async def _telegram(settings: Settings) -> AsyncIterator[Telegram]:
    """Give the real Telegram where there is a token, else the sandbox, for as long as it lasts."""
    if settings.bot_token is not None:
        yield Telegram(settings.bot_token.get_secret_value(), settings.bot_api_url)
        return
    host, port = settings.sandbox_host, settings.sandbox_port
    async with AsyncExitStack() as stack:
        # A newcomer plays several people by turns, faster than a real group ever would.
        world = demo_world(limits=Limits.none())
        try:
            server = await stack.enter_async_context(serving(world, host=host, port=port))
        except OSError as error:
            raise OperatorError(_cannot_listen(host, port, error)) from None
        sys.stdout.write(f"Thirty-One plays in the sandbox: open {server.url}/\n")
        sys.stdout.flush()
        yield Telegram(DEMO_TOKEN, server.url)


@asynccontextmanager
async def _answering(settings: Settings, web: Starlette) -> AsyncIterator[None]:
    """Answer over HTTP for as long as it lasts, where a port for it is set."""
    async with AsyncExitStack() as stack:
        if settings.port is not None:
            try:
                await stack.enter_async_context(web_serving(web, settings.port))
            except OSError as error:
                msg = f"Port {settings.port} cannot be used ({error.strerror}): check PORT"
                raise OperatorError(msg) from None
        yield


def _cannot_listen(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {host} is taken: choose another with --port"
    return f"The sandbox cannot listen on {host}:{port} ({error.strerror}): check SANDBOX_HOST"


@asynccontextmanager
async def _application(telegram: Telegram) -> AsyncIterator[BotApplication]:
    application: BotApplication = (
        ApplicationBuilder()
        .token(telegram.token)
        .base_url(f"{telegram.url}/bot")
        .base_file_url(f"{telegram.url}/file/bot")
        .request(HTTPXRequest(connection_pool_size=CONNECTIONS, pool_timeout=30))
        .updater(None)
        .job_queue(None)
        .build()
    )
    await _greet(application, telegram)
    try:
        yield application
    finally:
        await application.shutdown()


async def _greet(application: BotApplication, telegram: Telegram) -> None:
    """Find out who the bot is and set its menus; an outage of Telegram is waited for."""
    while True:
        try:
            await application.initialize()
            await menu.register(application.bot)
        except InvalidToken:
            msg = f"{telegram.url} does not accept the token: check BOT_TOKEN"
            raise OperatorError(msg) from None
        except TelegramError as error:
            logger.warning(
                "%s cannot be reached (%s): check BOT_API_URL", telegram.url, error.message
            )
            await asyncio.sleep(RETRY_SECONDS)
        else:
            logger.info("Playing as @%s", application.bot.username)
            return


def put_together(
    settings: Settings,
    database: Database,
    application: BotApplication,
    stack: AsyncExitStack,
    now: Callable[[], datetime] = lambda: datetime.now(UTC),
) -> Parts:
    """Build every part and let handlers listen; nothing runs yet.

    Args:
        settings: Its settings.
        database: Its database, migrated.
        application: Its side of Telegram.
        stack: Closes what is opened here.
        now: Tells the time.
    """
    threads = Threads()
    stack.callback(threads.close)
    environment = database.environment | settings.cache_environment
    cut_window = timedelta(seconds=settings.cut_seconds)
    pool = stack.enter_context(
        ConnectionPool(database.conninfo, min_size=1, max_size=THREADS, timeout=5, open=True)
    )
    contacts = Contacts(pool)
    forgetting = Forgetting(pool, contacts, threads)
    room = stack.enter_context(
        CardRoom(environment, now, cut_window=cut_window, seating=forgetting.seating)
    )
    games = Games(room, threads)
    desk, messenger = Desk(pool), Messenger(application.bot)
    standings = Standings(pool, threads)
    panels = Panels(games, contacts, desk, messenger, threads)
    reminders = Reminders(
        games=games,
        contacts=contacts,
        desk=desk,
        outbox=ReminderOutbox(pool),
        messenger=messenger,
        threads=threads,
    )
    delivery = Delivery(
        games=games,
        contacts=contacts,
        desk=desk,
        messenger=messenger,
        panels=panels,
        offers=Offers(games, contacts, Outbox(pool), messenger, threads),
        reminders=reminders,
        weeklies=Weeklies(standings, contacts, WeeklyOutbox(pool), messenger, threads),
        standings=standings,
        pace=_pace(settings),
        threads=threads,
        now=now,
        address=partial(page_address, settings.public_url),
    )
    log = EventLog.of(room)
    follower = Follower(
        database,
        log,
        on_change=_waking(asyncio.get_running_loop(), delivery),
    )
    membership = Membership(application.bot, contacts, threads)
    clock = Clock(
        games,
        pool,
        threads,
        seen_for=cut_window,
        now=now,
        has_left=membership.has_left,
        is_muted=membership.is_muted,
    )
    asking = Asking(games, standings, contacts, delivery, threads)
    privacy = Privacy(forgetting, contacts, delivery, threads)
    replays = Replays(
        archive=Archive(room, pool, threads),
        standings=standings,
        contacts=contacts,
        delivery=delivery,
        messenger=messenger,
        threads=threads,
    )
    Commands(
        games=games,
        contacts=contacts,
        delivery=delivery,
        asking=asking,
        privacy=privacy,
        replays=replays,
        threads=threads,
    ).register(application)
    Members(games, contacts, threads).register(application)
    Chats(contacts, delivery, threads).register(application)
    Buttons(
        games=games,
        contacts=contacts,
        delivery=delivery,
        panels=panels,
        asking=asking,
        privacy=privacy,
        replays=replays,
        threads=threads,
    ).register(application)
    signs = SignsOfLife(Heartbeats(pool), INTAKE, threads)
    intake = Polling(application.bot, Dispatcher(application).handle, signs.show, now)
    web = Starlette(
        routes=[
            health_route(Health(pool, log, now), threads),
            replay_route(ReplayPages(room, contacts), threads),
        ],
        middleware=[Middleware(GZipMiddleware)],
    )
    return Parts(intake, delivery, follower, clock, web)


def _waking(loop: asyncio.AbstractEventLoop, delivery: Delivery) -> Callable[[str], None]:
    def wake(_view: str) -> None:
        loop.call_soon_threadsafe(delivery.wake)

    return wake


def _pace(settings: Settings) -> Pace:
    """Keep to Telegram's limits, which the sandbox of a newcomer does not have."""
    if settings.bot_token is None:
        return Pace(per_minute=SANDBOX_PER_MINUTE, burst=SANDBOX_PER_MINUTE)
    return Pace(settings.chat_messages_per_minute, settings.chat_burst)


async def _until(stop: asyncio.Event) -> None:
    await stop.wait()


async def _cancel(tasks: list[asyncio.Task[None]]) -> None:
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


def _explain(task: asyncio.Task[None]) -> None:
    """Turn the end of a role into what the operator reads, if it was no order to stop."""
    error = task.exception()
    if isinstance(error, InvalidToken):
        msg = "Telegram does not accept the token any more: check BOT_TOKEN"
        raise OperatorError(msg) from None
    if error is not None:
        raise error
