"""The one place where the parts are put together."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import ExitStack
from datetime import UTC, datetime, timedelta
from functools import cached_property, partial
from typing import Final

from psycopg_pool import ConnectionPool
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware

from domain.card_room import CardRoom, Chance, fresh_chance
from projections.announcements.projector import MODEL as ANNOUNCEMENTS
from projections.database import Database
from projections.follower import Follower
from projections.log import EventLog
from projections.news import NEWS
from projections.screens.projector import MODEL as SCREENS
from telegram_bot.archive import Archive
from telegram_bot.client import BotApplication
from telegram_bot.clock import Clock
from telegram_bot.contacts import Contacts
from telegram_bot.database import pool_of
from telegram_bot.delivery.delivery import Delivery
from telegram_bot.delivery.desk import Desk
from telegram_bot.delivery.ephemeral import Ephemerals
from telegram_bot.delivery.errand import EVERY, Kind
from telegram_bot.delivery.lessons import Lessons
from telegram_bot.delivery.messenger import Messenger
from telegram_bot.delivery.offers import Offers
from telegram_bot.delivery.outbox import Outbox
from telegram_bot.delivery.pace import Pace, Rate
from telegram_bot.delivery.panel_desk import PanelDesk
from telegram_bot.delivery.panel_messages import PanelMessages
from telegram_bot.delivery.panels import Panels
from telegram_bot.delivery.pictures import PictureOutbox, Pictures
from telegram_bot.delivery.reminder_outbox import ReminderOutbox
from telegram_bot.delivery.reminders import Reminders
from telegram_bot.delivery.rests import Rests
from telegram_bot.delivery.waiting import Waiting
from telegram_bot.delivery.ways import Ways
from telegram_bot.delivery.weekly import Weeklies, WeeklyOutbox
from telegram_bot.forgetting import Forgetting
from telegram_bot.gallery import Gallery
from telegram_bot.game import Games
from telegram_bot.handlers.buttons import Buttons
from telegram_bot.handlers.chats import Chats
from telegram_bot.handlers.commands import Commands
from telegram_bot.handlers.hands import Hands
from telegram_bot.handlers.ladder import Ladder
from telegram_bot.handlers.languages import Languages
from telegram_bot.handlers.links import Links
from telegram_bot.handlers.members import Members
from telegram_bot.handlers.privacy import Privacy
from telegram_bot.handlers.replays import Replays
from telegram_bot.handlers.rules import Rules
from telegram_bot.handlers.solo import Solo
from telegram_bot.handlers.standings import Asking
from telegram_bot.heartbeats import INTAKE, Heartbeats, SignsOfLife
from telegram_bot.intake import set_aside
from telegram_bot.intake.dispatcher import Dispatcher
from telegram_bot.intake.polling import Polling
from telegram_bot.intake.reception import Raw, Reception
from telegram_bot.intake.second_chances import SecondChances
from telegram_bot.intake.webhook import Webhook
from telegram_bot.membership import Membership
from telegram_bot.memory import Memory
from telegram_bot.menu import PrivateMenus
from telegram_bot.moving import Moving
from telegram_bot.ratings import Ratings
from telegram_bot.settings import Settings
from telegram_bot.standings import Standings
from telegram_bot.studying import Studying
from telegram_bot.threads import Threads
from telegram_bot.web.health import Health, health_route
from telegram_bot.web.replays import Replays as ReplayPages
from telegram_bot.web.replays import page_address, replay_route
from telegram_bot.web.webhook import webhook_route

SANDBOX_RATE = Rate(6_000, 100)

DELIVERED: Final = {
    ANNOUNCEMENTS.name: {Kind.ANNOUNCEMENT},
    SCREENS.name: {Kind.SCREEN},
    NEWS: EVERY,
}
"""What gives delivery something to do, and of which kinds: all that happens changes a screen."""


class Parts:
    """The parts of a bot: each is put together when it is first asked for, with all it needs.

    So a process has what its roles take, and nothing runs that nobody has started.
    """

    def __init__(  # noqa: PLR0913 - what differs where a bot is put together
        self,
        settings: Settings,
        database: Database,
        application: BotApplication,
        stack: ExitStack,
        *,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        chance: Chance = fresh_chance,
    ) -> None:
        """Prepare to put parts together.

        Args:
            settings: Their settings.
            database: Their database, migrated.
            application: Their side of Telegram.
            stack: Closes what they open.
            now: Tells the time.
            chance: Gives what decks come from.
        """
        self.settings = settings
        self.database = database
        self.application = application
        self._stack = stack
        self._now = now
        self._chance = chance
        self.met = asyncio.Event()
        """Set once Telegram has told who the bot is."""

    # What roles run

    @cached_property
    def intake(self) -> Polling | Webhook:
        """Hears what people do."""
        signs, bot, address = self.signs, self.application.bot, self.settings.webhook
        if address is None:
            return Polling(bot, self.reception, signs.show, signs.complain, self._now)
        return Webhook(bot, address, signs.show, signs.complain, self._now)

    @cached_property
    def signs(self) -> SignsOfLife:
        """Tells whether the bot hears what people do."""
        return SignsOfLife(Heartbeats(self._pool), INTAKE, self._threads)

    @cached_property
    def reception(self) -> Reception:
        """Takes in what is heard."""
        self._listen()
        handle = Dispatcher(self.application).handle
        return Reception(self.application.bot, handle, self._put_aside)

    @cached_property
    def second_chances(self) -> SecondChances:
        """Handles again what was set aside, when that is asked for."""
        return SecondChances(self.reception, self._pool, self._threads)

    @cached_property
    def web(self) -> Starlette:
        """Answers over HTTP, such as how the bot is doing."""
        routes = [
            health_route(Health(self._pool, self._log, self._now), self._threads),
            replay_route(ReplayPages(self._room, self._contacts), self._threads),
        ]
        if self.settings.webhook is not None:
            routes.append(webhook_route(self.settings.webhook, self.reception, self.met.is_set))
        return Starlette(routes=routes, middleware=[Middleware(GZipMiddleware)])

    @cached_property
    def follower(self) -> Follower:
        """Keeps the views up to date, and wakes delivery."""
        return Follower(
            self.database,
            self._log,
            on_change=_waking(asyncio.get_running_loop(), self.delivery),
            leading=self._leading,
        )

    @cached_property
    def delivery(self) -> Delivery:
        """Brings into the chats what they are to see."""
        games, contacts, threads = self._games, self._contacts, self._threads
        desk, messenger, standings = self._desk, self._messenger, self._standings
        return Delivery(
            games=games,
            contacts=contacts,
            desk=desk,
            messenger=messenger,
            panels=self._panels,
            lessons=Lessons(games, messenger),
            offers=Offers(games, contacts, Outbox(self._pool), messenger, threads),
            reminders=Reminders(
                games=games,
                contacts=contacts,
                desk=desk,
                outbox=ReminderOutbox(self._pool),
                messenger=messenger,
                threads=threads,
            ),
            pictures=Pictures(
                games=games,
                contacts=contacts,
                outbox=PictureOutbox(self._pool),
                gallery=self._gallery,
                ratings=Ratings(standings),
                threads=threads,
            ),
            weeklies=Weeklies(standings, contacts, WeeklyOutbox(self._pool), messenger, threads),
            ratings=Ratings(standings),
            moving=Moving(
                games=games,
                desk=desk,
                messenger=messenger,
                pool=self._pool,
                memory=self.memory,
                threads=threads,
                now=self._now,
            ),
            waiting=Waiting(self._pool),
            pace=self._pace,
            rests=self._rests,
            leads=self._leading.is_set,
            threads=threads,
            now=self._now,
            address=partial(page_address, self.settings.public_url),
        )

    @cached_property
    def clock(self) -> Clock:
        """Carries out what is due."""
        membership = Membership(self.application.bot, self._contacts, self._threads)
        return Clock(
            self._games,
            self._pool,
            self._threads,
            seen_for=self._cut_window,
            now=self._now,
            has_left=membership.has_left,
            is_muted=membership.is_muted,
        )

    @cached_property
    def memory(self) -> Memory:
        """Remembers people and groups, as long as it is kept true."""
        return Memory()

    # What they share

    async def _put_aside(self, update: Raw, reason: str) -> None:
        def put() -> None:
            with self._pool.connection() as connection:
                set_aside.put(connection, update, reason, self._now())

        await self._threads.run(put)

    @cached_property
    def _threads(self) -> Threads:
        threads = Threads()
        self._stack.callback(threads.close)
        return threads

    @cached_property
    def _pool(self) -> ConnectionPool:
        return self._stack.enter_context(pool_of(self.database))

    @cached_property
    def _pace(self) -> Pace:
        pace = Pace(self._pool, *_rates(self.settings))
        self.application.bot.rate_limiter.count = pace.count
        return pace

    @cached_property
    def _rests(self) -> Rests:
        rests = Rests(self._desk, self._threads, self._now)
        meter = self.application.bot.rate_limiter
        meter.rest, meter.left = rests.begin, rests.time_left
        return rests

    @cached_property
    def _leading(self) -> threading.Event:
        return threading.Event()

    @cached_property
    def _room(self) -> CardRoom:
        environment = self.database.environment | self.settings.cache_environment
        return self._stack.enter_context(
            CardRoom(
                environment,
                clock=self._now,
                chance=self._chance,
                cut_window=self._cut_window,
                seating=self._forgetting.seating,
                learn=self._studying.learn,
            )
        )

    @cached_property
    def _studying(self) -> Studying:
        studying = Studying()
        self._stack.callback(studying.close)
        return studying

    @property
    def _cut_window(self) -> timedelta:
        return timedelta(seconds=self.settings.cut_seconds)

    @cached_property
    def _log(self) -> EventLog:
        return EventLog.of(self._room)

    @cached_property
    def _games(self) -> Games:
        return Games(self._room, self._threads)

    @cached_property
    def _contacts(self) -> Contacts:
        return Contacts(self._pool, self.memory)

    @cached_property
    def _forgetting(self) -> Forgetting:
        return Forgetting(self._pool, self._contacts, self._threads)

    @cached_property
    def _desk(self) -> Desk:
        return Desk(self._pool)

    @cached_property
    def _messenger(self) -> Messenger:
        return Messenger(self.application.bot)

    @cached_property
    def _gallery(self) -> Gallery:
        return Gallery(self._messenger, self._threads)

    @cached_property
    def _standings(self) -> Standings:
        return Standings(self._pool, self._threads)

    @cached_property
    def _panel_desk(self) -> PanelDesk:
        return PanelDesk(self._pool)

    @cached_property
    def _ways(self) -> Ways:
        return Ways(self._pool)

    @cached_property
    def _panel_messages(self) -> PanelMessages:
        return PanelMessages(
            games=self._games,
            contacts=self._contacts,
            ways=self._ways,
            desk=self._panel_desk,
            messenger=self._messenger,
            ephemerals=Ephemerals(self.application.bot),
            threads=self._threads,
        )

    @cached_property
    def _panels(self) -> Panels:
        return Panels(
            self._games, self._ways, self._panel_desk, self._panel_messages, self._threads
        )

    @cached_property
    def _ladder(self) -> Ladder:
        messages = self._panel_messages
        return Ladder(self._ways, self._panel_desk, messages, self._threads, self._now)

    def _listen(self) -> None:
        """Let handlers listen to updates."""
        games, contacts, delivery = self._games, self._contacts, self.delivery
        threads = self._threads
        asking = Asking(games, self._standings, contacts, delivery, threads)
        menus = PrivateMenus(self.application.bot)
        languages = Languages(contacts, delivery, menus, threads)
        privacy = Privacy(self._forgetting, contacts, delivery, threads)
        replays = Replays(
            archive=Archive(self._room, self._pool, threads),
            standings=self._standings,
            contacts=contacts,
            delivery=delivery,
            messenger=self._messenger,
            gallery=self._gallery,
            threads=threads,
        )
        hands = Hands(
            games=games,
            contacts=contacts,
            delivery=delivery,
            panels=self._panels,
            ladder=self._ladder,
            threads=threads,
        )
        rules = Rules(games, delivery)
        solo = Solo(games, contacts, delivery, hands, threads)
        Commands(
            games=games,
            contacts=contacts,
            delivery=delivery,
            hands=hands,
            links=Links(
                games=games,
                contacts=contacts,
                desk=self._desk,
                hands=hands,
                menus=menus,
                threads=threads,
            ),
            solo=solo,
            rules=rules,
            asking=asking,
            privacy=privacy,
            replays=replays,
            languages=languages,
            threads=threads,
        ).register(self.application)
        Members(games, contacts, threads).register(self.application)
        Chats(contacts, delivery, self._messenger, threads).register(self.application)
        Buttons(
            games=games,
            contacts=contacts,
            delivery=delivery,
            hands=hands,
            solo=solo,
            rules=rules,
            asking=asking,
            privacy=privacy,
            replays=replays,
            languages=languages,
            threads=threads,
        ).register(self.application)


def _waking(loop: asyncio.AbstractEventLoop, delivery: Delivery) -> Callable[[str], None]:
    def wake(changed: str) -> None:
        if (kinds := DELIVERED.get(changed)) is not None:
            loop.call_soon_threadsafe(delivery.wake, kinds)

    return wake


def _rates(settings: Settings) -> tuple[Rate, Rate]:
    """Keep to Telegram's limits, which the sandbox of a newcomer does not have."""
    if settings.bot_token is None:
        return SANDBOX_RATE, SANDBOX_RATE
    chat = Rate(settings.chat_burst, settings.chat_messages_per_minute / 60)
    return chat, Rate(settings.messages_per_second, settings.messages_per_second)
