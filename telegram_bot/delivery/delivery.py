"""Draws what has changed: the latest state of every screen, and each announcement once.

One table message per game is edited in place. At a showdown it becomes the showdown, for good,
and the next state is posted below it as a new message.
"""

import asyncio
import logging
from datetime import UTC, datetime
from uuid import UUID

from telegram.error import TelegramError

from domain.match import Phase
from projections.announcements.queries import Unsent
from projections.announcements.view import SHOWDOWN
from projections.screens.queries import DirtyScreen
from telegram_bot.callback_data import Press, decode
from telegram_bot.contacts import Contacts
from telegram_bot.delivery.desk import Desk, Drawn, Posted
from telegram_bot.delivery.messenger import MessageGone, Messenger, digest, setback
from telegram_bot.delivery.offers import Offers
from telegram_bot.delivery.outbox import Offer
from telegram_bot.delivery.pace import Pace
from telegram_bot.delivery.panels import Panels
from telegram_bot.game import Games, Seen
from telegram_bot.names import display_names
from telegram_bot.screens.screen import Screen
from telegram_bot.screens.showdown import showdown_screen, voided_screen
from telegram_bot.screens.table import table_screen
from telegram_bot.texts import texts
from telegram_bot.threads import Threads

logger = logging.getLogger(__name__)

IDLE_SECONDS = 1.0
"""How long delivery sleeps when nothing wakes it: retries and lost wake-ups wait so long."""

Job = Unsent | DirtyScreen | Offer


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
        offers: Offers,
        pace: Pace,
        threads: Threads,
    ) -> None:
        """Take the parts."""
        self._games = games
        self._contacts = contacts
        self._desk = desk
        self._messenger = messenger
        self._panels = panels
        self._offers = offers
        self._pace = pace
        self._threads = threads
        self._awake = asyncio.Event()
        self._busy: dict[int, asyncio.Task[None]] = {}

    def wake(self) -> None:
        """Say that something has changed. Call it on the event loop."""
        self._awake.set()

    async def run(self) -> None:
        """Deliver until cancelled, through losses of the database."""
        try:
            while True:
                self._awake.clear()
                wait = await self._dispatch()
                try:
                    await asyncio.wait_for(self._awake.wait(), wait)
                except TimeoutError:
                    continue
        finally:
            await asyncio.gather(*self._busy.values(), return_exceptions=True)

    async def repost(self, game_id: UUID, chat_id: int) -> None:
        """Post a game anew at the bottom of its chat and remove the old message."""
        while (work := self._busy.get(chat_id)) is not None:
            await asyncio.wait([work])
        work = asyncio.create_task(self._take_down(game_id, chat_id))
        self._busy[chat_id] = work
        await work

    async def show(self, shown: Posted, screen: Screen) -> None:
        """Make a message that answers its own buttons show a screen, if it still can."""
        try:
            await self._messenger.edit(shown.chat_id, shown.message_id, screen)
        except (MessageGone, TelegramError) as error:
            logger.info("A message could not be changed: %s", error)

    async def disarm(self, game_id: UUID, old: Posted) -> None:
        """Take the buttons from a message that a newer one has replaced, as after a crash."""
        shown = await self._threads.run(self._desk.shown, game_id)
        if shown and shown.chat_id == old.chat_id and shown.message_id > old.message_id:
            await self._messenger.disarm(old.chat_id, old.message_id)

    async def ask(self, question: Press) -> None:
        """Let a table show what a button leads to: a card to choose, a page of the rules."""
        await self._threads.run(self._desk.ask, question.game_id, question.encode())
        self.wake()

    async def _take_down(self, game_id: UUID, chat_id: int) -> None:
        try:
            shown = await self._threads.run(self._desk.shown, game_id)
            await self._threads.run(self._desk.let_go, game_id)
            if shown is not None:
                await self._messenger.remove(shown.chat_id, shown.message_id)
        finally:
            del self._busy[chat_id]
            self.wake()

    async def _dispatch(self) -> float:
        """Start what can be delivered now; return the seconds until there may be more."""
        busy = set(self._busy)  # what is found for these is out of date once they are done
        try:
            announcements, screens = await self._threads.run(self._desk.pending, datetime.now(UTC))
            offers = await self._offers.pending()
        except Exception as trouble:  # noqa: BLE001 - the database comes back or a person sees to it
            logger.warning("Delivery waits for the database (%s)", type(trouble).__name__)
            return IDLE_SECONDS
        announced = {unsent.game_id for unsent in announcements}
        drawable = (screen for screen in screens if screen.game_id not in announced)
        jobs: list[Job] = [*announcements, *drawable, *offers]
        now = asyncio.get_running_loop().time()
        wait = IDLE_SECONDS
        for job in jobs:
            chat_id = job.telegram_chat_id
            if chat_id in busy or chat_id in self._busy:
                continue
            pause = self._pace.wait(chat_id, now)
            if pause > 0:
                wait = min(wait, pause)
                continue
            self._pace.take(chat_id, now)
            self._busy[chat_id] = asyncio.create_task(self._deliver(job))
        return wait

    async def _deliver(self, job: Job) -> None:
        try:
            match job:
                case DirtyScreen():
                    await self._draw(job)
                case Unsent():
                    await self._announce(job)
                case Offer():
                    await self._offers.deliver(job)
        except TelegramError as error:
            await self._set_back(job, error)
        except Exception:
            logger.exception("A message for game %s could not be made", job.game_id)
            await self._retry_later(job)
        finally:
            del self._busy[job.telegram_chat_id]
            self.wake()

    async def _draw(self, job: DirtyScreen) -> None:
        seen = await self._games.look(job.game_id)
        await self._offers.note(seen.view)
        screen = await self._table(seen, job.language, job.question)
        fingerprint = digest(screen)
        message_id = job.message_id
        if message_id is None or job.posted_chat_id != job.telegram_chat_id:
            message_id = await self._post(job, screen)
        elif fingerprint != job.digest:
            message_id = await self._redraw(job, message_id, screen)
        deadline = seen.view.deadline
        shown = deadline.name if deadline else None
        drawn = Drawn(seen.version, shown, fingerprint, datetime.now(UTC))
        await self._threads.run(self._desk.drawn, job, message_id, drawn)
        if seen.view.choosing:
            await self._panels.offer(seen.view)

    async def _redraw(self, job: DirtyScreen, message_id: int, screen: Screen) -> int:
        try:
            await self._messenger.edit(job.telegram_chat_id, message_id, screen)
        except MessageGone:
            return await self._post(job, screen)
        return message_id

    async def _announce(self, job: Unsent) -> None:
        # The secret of the deck is revealed by the event after.
        seen = await self._games.look(job.game_id, job.version + 1)
        names = await self._names(seen, job.language)
        make = showdown_screen if job.kind == SHOWDOWN else voided_screen
        screen = make(seen.view, names, texts(job.language))
        shown = await self._threads.run(self._desk.shown, job.game_id)
        message_id = await self._replace(job, shown, screen)
        await self._threads.run(self._desk.announced, job, message_id, datetime.now(UTC))

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

    async def _table(self, seen: Seen, language: str | None, question: str | None) -> Screen:
        ended = seen.view.phase is Phase.ENDED
        code = await self._games.digest(seen.view.game_id) if ended else None
        names = await self._names(seen, language)
        asked = decode(question) if question else None
        called = await self._offers.to_call(seen.view) if seen.view.offers else None
        return table_screen(seen.view, names, texts(language), code, asked, called=called)

    async def _names(self, seen: Seen, language: str | None) -> tuple[str, ...]:
        players = [seat.player_id for seat in seen.view.seats]
        contacts = await self._threads.run(self._contacts.contacts, players)
        return display_names(contacts, texts(language))

    async def _set_back(self, job: Job, error: TelegramError) -> None:
        met = setback(error)
        logger.info("Chat of game %s: %s", job.game_id, met.reason)
        if met.moved_to is not None:
            await self._threads.run(self._contacts.move_chat, job.telegram_chat_id, met.moved_to)
        elif met.wait is not None:
            now = datetime.now(UTC)
            await self._threads.run(self._desk.pause, job.telegram_chat_id, now, now + met.wait)
        else:
            await self._retry_later(job)

    async def _retry_later(self, job: Job) -> None:
        now = datetime.now(UTC)
        match job:
            case DirtyScreen():
                await self._threads.run(self._desk.screen_failed, job, now)
            case Unsent():
                await self._threads.run(self._desk.announcement_failed, job, now)
            case Offer():
                await self._offers.failed(job)
