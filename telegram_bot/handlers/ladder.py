"""The ways of showing a hand, the first that works within the tap (TABLE 3)."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from typing import Final

from telegram.error import BadRequest, Forbidden, TelegramError

from domain.views import SeatView
from telegram_bot.callback_data import Press
from telegram_bot.delivery.ephemeral import UnknownHereError
from telegram_bot.delivery.messenger import MessageGone, digest
from telegram_bot.delivery.panel_desk import PanelDesk, PostedPanel
from telegram_bot.delivery.panel_messages import Asked, PanelMessages, Subject
from telegram_bot.delivery.ways import Reader, Way, Ways
from telegram_bot.handlers.taps import Afterwards
from telegram_bot.texts import Texts
from telegram_bot.threads import Threads

logger = logging.getLogger(__name__)

AT_ONCE: Final = timedelta(seconds=1)
"""Whoever taps again within this time has not looked yet."""

SOON: Final = timedelta(seconds=10)
"""Whoever asks again for the same within this time does not see the message."""

UNSEEN: Final = timedelta(hours=1)
"""When messages are tried again with whoever did not see one."""

FAILED: Final = timedelta(minutes=5)
"""When a better way is tried again that could not be gone, as when a tap has waited too long."""


@dataclass(frozen=True)
class Shown:
    """How a hand is shown.

    Attributes:
        subject: The hand, and what else there is to say about it.
        way: In which way; `ALERT` where no message shows it.
        instead: Whether that is in place of a message, which was expected to.
        afterwards: Takes the message away that showed it before.
    """

    subject: Subject
    way: Way
    instead: bool = False
    afterwards: Afterwards | None = None


class Ladder:
    """Sends hands in the best way that works for their players, and remembers which that is."""

    def __init__(
        self,
        ways: Ways,
        desk: PanelDesk,
        messages: PanelMessages,
        threads: Threads,
        now: Callable[[], datetime],
    ) -> None:
        """Take the parts, and what tells the time."""
        self._ways = ways
        self._desk = desk
        self._messages = messages
        self._threads = threads
        self._now = now

    async def show(
        self, view: SeatView, words: Texts, asked: Asked, press: Press | None = None
    ) -> Shown:
        """Send a player the hand, in place of the message that showed it before.

        Args:
            view: The game as they see it.
            words: The texts in their language.
            asked: What they have done.
            press: The button that they have tapped, if it was one.
        """
        subject = await self._threads.together(self._messages.subject(view, words))
        now = self._now()
        known = subject.reader.way_at(now)
        if known == Way.ALERT:
            return Shown(subject, Way.ALERT)
        since = _shown_before(subject, press, now)
        if since is not None and subject.posted is not None:
            told_again = subject.posted.query_id == asked.query_id
            if told_again or now - since <= AT_ONCE:
                return Shown(subject, subject.posted.way)
            until = now + UNSEEN
            await self._threads.run(self._ways.remember, subject.reader, Way.ALERT, until)
            await self._threads.run(self._desk.gone, subject.posted)
            return Shown(subject, Way.ALERT, instead=True, afterwards=self._without(subject))
        best_first = (Way.EPHEMERAL, Way.PRIVATE)
        order = best_first[::-1] if known == Way.PRIVATE else best_first
        sent = await self._first_that_works(order, subject, asked, press)
        if sent is None:
            return Shown(subject, Way.ALERT, instead=known is not None)
        return Shown(subject, sent.way, afterwards=self._without(subject, sent))

    async def show_in_private(self, view: SeatView, words: Texts) -> bool:
        """Send a player the hand in private, and remember that they want it there for good.

        Returns:
            Whether it could be sent.
        """
        subject = await self.prefer_private(view, words)
        try:
            sent = await self._send(Way.PRIVATE, subject, Asked(), None)
        except TelegramError as error:
            logger.info("A hand could not be shown in private: %s", type(error).__name__)
            return False
        if (remove := self._without(subject, sent)) is not None:
            await remove()
        return True

    async def prefer_private(self, view: SeatView, words: Texts) -> Subject:
        """Remember for good that a player wants the hand in private, and return what it is."""
        subject = await self._messages.subject(view, words)
        await self._threads.run(self._ways.remember, subject.reader, Way.PRIVATE, None)
        return subject

    def _without(self, subject: Subject, sent: PostedPanel | None = None) -> Afterwards | None:
        """Return what takes the old message away, unless its id has gone to the new one."""
        old = subject.posted
        if old is None or (sent is not None and sent.is_at(old)):
            return None
        return partial(self._messages.remove, old, subject.reader)

    async def _first_that_works(
        self, ways: tuple[Way, ...], subject: Subject, asked: Asked, press: Press | None
    ) -> PostedPanel | None:
        lasting = True
        for way in ways:
            if way == Way.PRIVATE and not subject.reader.reachable:
                continue
            try:
                sent = await self._send(way, subject, asked, press)
            except (MessageGone, TelegramError) as error:
                logger.info("A hand could not be shown (%s): %s", way, type(error).__name__)
                lasting = lasting and _is_lasting(error, way, asked)
            else:
                await self._remember(subject.reader, way, lasting=lasting)
                return sent
        await self._remember(subject.reader, Way.ALERT, lasting=lasting)
        return None

    async def _send(
        self, way: Way, subject: Subject, asked: Asked, press: Press | None
    ) -> PostedPanel:
        reader, panel = subject.reader, subject.panel(way, press)
        message_id = await self._messages.send(way, reader, asked, panel)
        in_group = way == Way.EPHEMERAL
        posted = PostedPanel(
            game_id=subject.view.public.game_id,
            player_id=reader.player_id,
            round=subject.view.public.round_number,
            way=way,
            telegram_chat_id=reader.telegram_chat_id if in_group else reader.telegram_id,
            thread_id=reader.thread_id if in_group else 0,
            message_id=message_id,
            digest=digest(panel),
            offers=bool(panel.keyboard),
            tapped=press.encode() if press else None,
            unseen_since=self._now() if press else None,
            query_id=asked.query_id,
        )
        await self._threads.run(self._desk.sent, posted)
        return posted

    async def _remember(self, reader: Reader, way: Way, *, lasting: bool) -> None:
        """Remember what works, unless what works better has failed for a reason that passes."""
        now = self._now()
        until = None if way == Way.EPHEMERAL else now + FAILED
        if lasting and reader.way_at(now) != way:
            await self._threads.run(self._ways.remember, reader, way, until)


def _shown_before(subject: Subject, press: Press | None, now: datetime) -> datetime | None:
    """Return when the same was shown that is asked for now, if that was a moment ago."""
    posted = subject.posted
    if posted is None or posted.unseen_since is None or press is None:
        return None
    if now - posted.unseen_since > SOON:
        return None
    same_button = posted.tapped == press.encode()
    same = same_button or posted.digest == digest(subject.panel(posted.way, press))
    return posted.unseen_since if same else None


def _is_lasting(error: Exception, way: Way, asked: Asked) -> bool:
    """Tell whether a way fails again next time."""
    if way == Way.EPHEMERAL and asked.query_id is None:
        return False  # it may work in answer to a tap
    return isinstance(error, BadRequest | Forbidden | UnknownHereError)
