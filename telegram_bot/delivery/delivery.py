"""Draws what has changed: the latest state of every screen, and each announcement once.

One table message per game is edited in place. At a showdown it becomes the showdown, for good,
and the next state is posted below it as a new message.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Collection, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from functools import partial
from typing import Any, ParamSpec
from uuid import UUID

from cachetools import FIFOCache
from telegram.error import RetryAfter, TelegramError

from domain.match import Phase
from domain.views import Spectacle
from projections.announcements.queries import Unsent
from projections.announcements.view import SHOWDOWN
from projections.pauses import EVERY_TOPIC
from projections.screens.queries import DirtyScreen
from telegram_bot.callback_data import Press, decode
from telegram_bot.contacts import Contacts
from telegram_bot.delivery.answers import Answers, Send
from telegram_bot.delivery.desk import Desk, Drawn, Posted
from telegram_bot.delivery.errand import EVERY, Errand, Following, Kind
from telegram_bot.delivery.lessons import Lessons, is_private
from telegram_bot.delivery.menus import Menus
from telegram_bot.delivery.messenger import Closed, MessageGone, Messenger, digest, setback
from telegram_bot.delivery.offers import Offers
from telegram_bot.delivery.pace import Pace, Room
from telegram_bot.delivery.panels import Panels
from telegram_bot.delivery.pictures import Pictures
from telegram_bot.delivery.reminders import Reminders
from telegram_bot.delivery.rests import Rests
from telegram_bot.delivery.tellings import TELLINGS
from telegram_bot.delivery.waiting import Waiting
from telegram_bot.delivery.weekly import Weeklies
from telegram_bot.game import Games
from telegram_bot.moving import Moving
from telegram_bot.ratings import Ratings
from telegram_bot.screens.ending import Outcome
from telegram_bot.screens.screen import Screen
from telegram_bot.screens.table import table_screen
from telegram_bot.texts import texts
from telegram_bot.threads import Threads

logger = logging.getLogger(__name__)

P = ParamSpec("P")

DRAWN = 10_000
"""Games of which is remembered in which message they were drawn here."""

IDLE_SECONDS = 1.0
"""How long delivery sleeps when nothing wakes it: retries and lost wake-ups wait so long."""


class Delivery:
    """Brings screens and announcements into their chats, one call at a time for each chat."""

    def __init__(  # noqa: PLR0913 - the parts it is put together from
        self,
        *,
        games: Games,
        contacts: Contacts,
        desk: Desk,
        messenger: Messenger,
        panels: Panels,
        lessons: Lessons,
        offers: Offers,
        reminders: Reminders,
        pictures: Pictures,
        weeklies: Weeklies,
        ratings: Ratings,
        moving: Moving,
        waiting: Waiting,
        pace: Pace,
        rests: Rests,
        threads: Threads,
        leads: Callable[[], bool] = lambda: True,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        address: Callable[[UUID], str | None] = lambda _: None,
    ) -> None:
        """Take the parts, and what tells the time.

        `leads` tells whether this process delivers what any process may; otherwise it only shows
        what its own handlers have in hand. `address` tells where the page of a game is, if
        anywhere.
        """
        self._games = games
        self._contacts = contacts
        self._desk = desk
        self._messenger = messenger
        self._panels = panels
        self._lessons = lessons
        self._offers = offers
        self._reminders = reminders
        self._menus = Menus(messenger)
        self._answers = Answers()
        self._pictures = pictures
        self._ratings = ratings
        self._moving = moving
        self._pace = pace
        self._rests = rests
        self._leads = leads
        self._threads = threads
        self._now = now
        self._address = address
        self._waiting = waiting
        self._sources: dict[Kind, Callable[[datetime], Awaitable[Sequence[Errand[Any]]]]] = {
            Kind.PICTURE: pictures.errands,
            Kind.ANNOUNCEMENT: self._announcements,
            Kind.SCREEN: self._screens,
            Kind.OFFER: offers.errands,
            Kind.REMINDER: reminders.errands,
            Kind.WEEKLY: weeklies.errands,
            Kind.PANEL: panels.errands,
        }
        self._drawn: FIFOCache[UUID, Posted] = FIFOCache(DRAWN)
        self._awake = asyncio.Event()
        self._wanted: set[Kind] = set()
        self._passed_over: set[int] = set()
        self._busy: dict[int, asyncio.Task[None]] = {}

    def wake(self, kinds: Collection[Kind] = EVERY) -> None:
        """Say that there may be something to do, of some kinds. Call it on the event loop."""
        self._wanted.update(kinds)
        self._awake.set()

    async def run(self) -> None:
        """Deliver until cancelled, through losses of the database."""
        try:
            clock = asyncio.get_running_loop()
            look_at_all = clock.time()
            while True:
                self._awake.clear()
                kinds, self._wanted = self._wanted, set()
                if clock.time() >= look_at_all:
                    kinds, look_at_all = set(EVERY), clock.time() + IDLE_SECONDS
                look_at_all = min(look_at_all, clock.time() + await self._dispatch(kinds))
                # Not `wait_for`, which before Python 3.12 can lose a cancellation.
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(look_at_all):
                        await self._awake.wait()
        finally:
            await asyncio.gather(*self._busy.values(), return_exceptions=True)

    async def repost(self, game_id: UUID) -> None:
        """Post a game anew at the bottom of its chat and remove the old message."""
        await self._note(self._desk.leave_behind, game_id)

    async def try_now(self, chat_id: int, thread_id: int) -> None:
        """Try a chat, or a topic, at once if it is closed, as somebody writes there."""
        if await self._threads.run(self._desk.try_now, chat_id, thread_id, self._now()):
            self.wake()

    async def close(self, chat_id: int) -> None:
        """Pause the games of a chat that cannot be written to."""
        await self._note(self._desk.close, chat_id, EVERY_TOPIC, self._now())

    async def reopen(self, chat_id: int, thread_id: int = EVERY_TOPIC) -> None:
        """Resume the games of a chat, or of one topic of it, that can be written to again."""
        await self._note(self._desk.reopen, chat_id, thread_id, self._now())

    async def follow(self, old_chat_id: int, new_chat_id: int) -> None:
        """Follow a group that has become a supergroup, and post its games there."""
        await self._moving.follow(old_chat_id, new_chat_id)
        self.wake()

    def show(self, shown: Posted, screen: Screen, about: UUID) -> None:
        """Let a message that answers its own buttons show a screen, if it still can.

        Args:
            shown: The message.
            screen: What it is to show.
            about: The game or the group that it is about.
        """
        self._menus.show(shown, screen, about)
        self.wake()

    async def say(self, chat_id: int, send: Send) -> None:
        """Send what somebody has asked for at once, or as soon as its chat bears it again.

        Args:
            chat_id: The chat.
            send: Sends it there.
        """
        await self._answers.give(chat_id, send, self._now())

    async def meet(self, game_id: UUID, met: Posted) -> None:
        """Take note of a table on which somebody has tapped.

        The newest of which there is any word is the table from now on. One that a newer one has
        replaced, as after a crash, loses its buttons.
        """
        if self._drawn.get(game_id) == met:
            return
        shown = await self._threads.run(self._desk.shown, game_id)
        if shown is None or shown.message_id < met.message_id:
            await self._note(self._desk.adopt, game_id, met)
        if shown is not None and shown.chat_id == met.chat_id and shown != met:
            older = min(shown.message_id, met.message_id)
            await self._messenger.disarm(met.chat_id, older)

    async def ask(self, question: Press) -> None:
        """Let a table show what a button leads to: a card to choose, a page of the rules."""
        await self._note(self._desk.ask, question.game_id, question.encode())

    async def _note(self, change: Callable[P, object], *args: P.args, **kwargs: P.kwargs) -> None:
        """Change what is known of a chat; what is being delivered there does not undo it."""
        await self._threads.run(change, *args, **kwargs)
        self.wake()

    async def redraw(self, game_id: UUID) -> None:
        """Draw a table anew in its message, since it is to be told in another language."""
        await self._note(self._desk.redraw, game_id)

    async def _dispatch(self, kinds: Collection[Kind] = EVERY) -> float:
        """Start what can be delivered now; return the seconds until there may be more."""
        if not self._leads():
            self._drawn.clear()  # from now on others may draw what was drawn here
        busy = set(self._busy)  # what is found for these is out of date once they are done
        now = self._now()
        own = self._own(now)
        try:
            errands, room = await self._threads.together(self._errands(now, kinds, own))
        except Exception as trouble:  # noqa: BLE001 - the database comes back or a person sees to it
            logger.warning("Delivery waits for the database (%s)", type(trouble).__name__)
            return IDLE_SECONDS
        waits = [IDLE_SECONDS]
        calls = room.calls - len(self._busy)
        for errand in errands:
            chat_id = errand.job.telegram_chat_id
            if chat_id in self._busy:
                self._passed_over.add(chat_id)
                continue
            if chat_id in busy:  # and done meanwhile
                self.wake()
                continue
            wait = room.waits[chat_id] if calls > 0 else max(room.waits[chat_id], room.wait)
            if wait > 0:
                waits.append(wait)
            elif calls > 0:
                calls -= 1
                self._busy[chat_id] = asyncio.create_task(self._deliver(errand))
            else:  # those under way have taken all the room
                self._passed_over.update(self._busy)
        return min(waits)

    async def _errands(
        self, now: datetime, kinds: Collection[Kind] = EVERY, own: Sequence[Errand[Any]] = ()
    ) -> tuple[list[Errand[Any]], Room]:
        """Return what there is to deliver now, and how much room there is for it."""
        errands = [*await self._shared(now, kinds), *own]
        chats = {errand.job.telegram_chat_id for errand in errands}
        return errands, await self._threads.run(self._pace.room, chats, now)

    def _own(self, now: datetime) -> list[Errand[Any]]:
        """Return what this process alone can do, as it alone was asked for it."""
        errands: tuple[Errand[Any], ...] = (*self._menus.errands(), *self._answers.errands(now))
        return [each for each in errands if not self._rests.time_left(each.job.telegram_chat_id)]

    async def _shared(self, now: datetime, kinds: Collection[Kind]) -> list[Errand[Any]]:
        """Return what any process could do, of which one at a time does it."""
        if not self._leads():
            return []
        if not {Kind.SCREEN}.issuperset(kinds):
            kinds = self._waiting.kinds(now) & {*kinds}
        return [
            errand
            for kind, errands in self._sources.items()
            if kind in kinds
            for errand in await errands(now)
        ]

    async def _announcements(self, now: datetime) -> list[Errand[Unsent]]:
        pending = await self._threads.run(self._desk.announcements, now)
        failed = self._desk.announcement_failed
        return [Errand(unsent, self._announce, failed, unsent.game_id) for unsent in pending]

    async def _screens(self, now: datetime) -> list[Errand[DirtyScreen]]:
        pending = await self._threads.run(self._desk.screens, now)
        failed = self._desk.screen_failed
        unheard = partial(failed, unheard=True)
        return [Errand(screen, self._draw, failed, screen.game_id, unheard) for screen in pending]

    async def _deliver(self, errand: Errand[Any]) -> None:
        chat_id, following = errand.job.telegram_chat_id, None
        try:
            following = await errand.run()
        except RetryAfter as refusal:  # which is noted, so that nothing there is to be done now
            logger.info("Chat of %s: %s", errand.about, refusal.message)
        except TelegramError as error:
            await self._set_back(errand, error)
        except Exception:
            logger.exception("A message about %s could not be made", errand.about)
            await self._threads.run(errand.retry_later, self._now())
        finally:
            del self._busy[chat_id]
            if following is None or chat_id in self._passed_over:
                following = EVERY
            self._passed_over.discard(chat_id)
            if following:
                self.wake(following)

    async def _draw(self, job: DirtyScreen) -> Following:
        planned = await self._threads.together(self._plan(job))
        if planned is None:
            return None
        view, table, following = planned
        screen = table(outcome=await self._outcome(view))
        fingerprint = digest(screen)
        message_id = job.message_id
        if message_id is None or job.posted_chat_id != job.telegram_chat_id:
            message_id = await self._post(job, screen)
        elif fingerprint != job.digest:
            message_id = await self._redraw(job, message_id, screen)
        shown = view.deadline.name if view.deadline else None
        drawn = Drawn(job.version, shown, fingerprint, self._now())
        if not await self._threads.run(self._desk.drawn, job, message_id, drawn):
            if message_id != job.message_id:
                await self._messenger.remove(job.telegram_chat_id, message_id)
            return None
        self._drawn[job.game_id] = Posted(job.telegram_chat_id, message_id)
        if job.left_message_id is not None and job.posted_chat_id is not None:
            await self._messenger.remove(job.posted_chat_id, job.left_message_id)
        return following

    async def _plan(
        self, job: DirtyScreen
    ) -> tuple[Spectacle, Callable[..., Screen], set[Kind]] | None:
        """Return a game, what its table is to show but for the outcome, and what is to follow.

        Nothing is to be shown yet where a picture comes first.
        """
        # Of a later version it is not known yet what is to be told first.
        seen = await self._games.look(job.game_id, job.version)
        if seen.view.phase is Phase.ENDED and await self._pictures.note(seen.view, seen.version):
            return None  # so that the result with its buttons stands at the bottom
        noted = {
            Kind.OFFER: await self._offers.note(seen.view),
            Kind.REMINDER: await self._reminders.note(seen.view),
            Kind.PANEL: await self._panels.note(seen, self._now()),
        }
        view = await self._panels.at_the_table(seen, job, self._now())
        following = {kind for kind, is_new in noted.items() if is_new}
        return seen.view, await self._table(view, job), following

    async def _redraw(self, job: DirtyScreen, message_id: int, screen: Screen) -> int:
        try:
            await self._messenger.edit(job.telegram_chat_id, message_id, screen)
        except MessageGone:
            return await self._post(job, screen)
        return message_id

    async def _announce(self, job: Unsent) -> None:
        telling = TELLINGS[job.kind]
        seen = await self._games.look(job.game_id, job.version + telling.further)
        shown = await self._threads.run(self._desk.shown, job.game_id)
        message_id = None
        if shown is not None or not telling.replaces_only(seen.view):
            names = await self._names(seen.view, job.language)
            screen = telling.screen(seen.view, names, texts(job.language))
            message_id = await self._replace(job, shown, screen)
            if job.kind == SHOWDOWN:
                await self._pictures.note(seen.view, job.version)
        await self._threads.run(self._desk.announced, job, message_id, self._now())
        await self._lessons.tell(job, seen.view)

    async def _replace(self, job: Unsent, shown: Posted | None, screen: Screen) -> int:
        """Turn the round's table into its showdown: made twice, it is the same."""
        if shown is not None and shown.chat_id == job.telegram_chat_id:
            try:
                await self._messenger.edit(shown.chat_id, shown.message_id, screen)
            except MessageGone:
                logger.info("The table of game %s was deleted", job.game_id)
            else:
                return shown.message_id
        return await self._post(job, screen)

    async def _post(self, job: Unsent | DirtyScreen, screen: Screen) -> int:
        return await self._messenger.send(job.telegram_chat_id, job.thread_id, screen)

    async def _table(self, view: Spectacle, job: DirtyScreen) -> Callable[..., Screen]:
        names = await self._names(view, job.language)
        asked = decode(job.question) if job.question else None
        called = await self._offers.to_call(view) if view.offers else None
        zone = (await self._games.customs(view.group_id)).zone
        others = view.phase is Phase.LOBBY and not is_private(job.telegram_chat_id)
        return partial(
            table_screen,
            view,
            names,
            texts(job.language),
            asked,
            called=called,
            zone=zone,
            invitation=self._messenger.invitation(view.game_id) if others else None,
        )

    async def _outcome(self, view: Spectacle) -> Outcome | None:
        has_ended = view.phase is Phase.ENDED
        if not has_ended and view.phase is not Phase.ABANDONED:
            return None
        return Outcome(
            digest=await self._games.digest(view.game_id),
            ratings=await self._ratings.changed_by(view.game_id) if has_ended else (),
            address=self._address(view.game_id),
        )

    async def _names(self, view: Spectacle, language: str | None) -> tuple[str, ...]:
        return await self._threads.run(self._contacts.names, view.player_ids, texts(language))

    async def _set_back(self, errand: Errand[Any], error: TelegramError) -> None:
        met, now = setback(error), self._now()
        chat_id = errand.job.telegram_chat_id
        logger.info("Chat of %s: %s", errand.about, met.reason)
        if met.moved_to is not None:
            await self._moving.follow(chat_id, met.moved_to)
        elif met.closed is not None:
            thread_id = EVERY_TOPIC if met.closed is Closed.CHAT else errand.job.thread_id
            await self._threads.run(self._desk.close, chat_id, thread_id, now)
        elif met.unheard:
            await self._threads.run(errand.wait_for_word, now)
        else:
            await self._threads.run(errand.retry_later, now)
