"""The messages that show hands follow the game, until the round is over."""

import logging
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import groupby
from uuid import UUID

from telegram.error import Forbidden, TelegramError

from domain.views import SeatView, Spectacle
from projections.screens.queries import DirtyScreen
from telegram_bot.callback_data import Press, Verb, decode
from telegram_bot.delivery.errand import Errand
from telegram_bot.delivery.messenger import MessageGone, digest
from telegram_bot.delivery.panel_desk import PanelDesk, PanelDue, PostedPanel
from telegram_bot.delivery.panel_messages import Asked, PanelMessages, Subject
from telegram_bot.delivery.ways import Ways
from telegram_bot.game import Games, Seen
from telegram_bot.texts import Texts
from telegram_bot.threads import Threads

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class PanelsDue:
    """Messages about one game in one chat that are to change."""

    panels: tuple[PanelDue, ...]

    @property
    def game_id(self) -> UUID:
        """The game."""
        return self.panels[0].game_id

    @property
    def telegram_chat_id(self) -> int:
        """The chat."""
        return self.panels[0].telegram_chat_id

    @property
    def thread_id(self) -> int:
        """The topic there, 0 for none."""
        return self.panels[0].thread_id

    @property
    def failures(self) -> int:
        """Attempts that failed since one succeeded."""
        return max(due.failures for due in self.panels)


class Panels:
    """Lets the messages that show hands show them as they are now."""

    def __init__(
        self,
        games: Games,
        ways: Ways,
        desk: PanelDesk,
        messages: PanelMessages,
        threads: Threads,
    ) -> None:
        """Take the parts."""
        self._games = games
        self._ways = ways
        self._desk = desk
        self._messages = messages
        self._threads = threads

    async def shows(self, message_id: int, game_id: UUID, player_id: UUID) -> bool:
        """Tell whether a message is the one that shows a player's hand."""
        posted = await self._threads.run(self._desk.posted, game_id, player_id)
        return posted is not None and posted.message_id == message_id

    async def note(self, seen: Seen, now: datetime) -> bool:
        """Take down which messages are to show a game as it is now, or to go; tell if any are."""
        return await self._threads.run(self._desk.note, seen.view, seen.version, now)

    async def at_the_table(self, seen: Seen, job: DirtyScreen, now: datetime) -> Spectacle:
        """Return what the table is to show.

        That a card came from the stock changes nothing for the others, where its player chooses
        in a message which to throw: then the table stays as it is (TABLE 3).
        """
        view = seen.view
        if not view.holding or not job.posted_version or _asked_at_the_table(job, view):
            return view
        if not await self._threads.run(self._ways.is_shown_by_message, view, now):
            return view
        before = (await self._games.look(job.game_id, job.posted_version)).view
        return before if _has_only_drawn(before, view) else view

    async def errands(self, now: datetime) -> list[Errand[PanelsDue]]:
        """Return the messages to change now, those of a game in one chat together."""
        pending = await self._threads.run(self._desk.pending, now)
        return [Errand(due, self.deliver, self._failed, due.game_id) for due in _together(pending)]

    async def deliver(self, job: PanelsDue) -> None:
        """Change messages, and take away those whose round is over.

        Raises:
            TelegramError: One of them may be changed later.
        """
        for due in job.panels:
            await self._bring_up_to_date(due)

    async def follow(
        self, view: SeatView, words: Texts, press: Press, tapped: PostedPanel | None
    ) -> bool:
        """Let the message that shows a hand, if there is one, show what a tap has made of it.

        Args:
            view: The game as the player sees it.
            words: The texts in their language.
            press: What was tapped.
            tapped: The message in which it was tapped, if that shows a hand.

        Returns:
            Whether a message shows it.
        """
        posted = tapped or await self._threads.run(
            self._desk.posted, view.public.game_id, view.player_id
        )
        if posted is None:
            return False
        subject = await self._messages.subject(view, words)
        panel = subject.panel(posted.way, press)
        shown = replace(
            posted,
            round=view.public.round_number,
            digest=digest(panel),
            offers=bool(panel.keyboard),
            tapped=press.encode(),
            unseen_since=None,
        )
        if tapped is None and shown.digest == posted.digest:
            return True
        try:
            await self._messages.edit(posted, subject.reader, panel)
        except MessageGone:
            await self._threads.run(self._desk.gone, posted)
            return False
        except TelegramError as error:
            logger.info("A hand could not be drawn anew (%s)", type(error).__name__)
            return False
        await self._threads.run(self._desk.sent, shown)
        return True

    async def _bring_up_to_date(self, due: PanelDue) -> None:
        view = await self._games.hand(due.game_id, due.player_id)
        subject = await self._messages.subject(view)
        if not view.hand or view.public.round_number != due.round:
            await self._messages.remove(due, subject.reader)
            await self._threads.run(self._desk.gone, due)
            return
        try:
            await self._draw(due, subject)
        except (MessageGone, Forbidden):
            await self._threads.run(self._desk.gone, due)

    async def _draw(self, due: PanelDue, subject: Subject) -> None:
        panel = subject.panel(due.way, decode(due.tapped or ""))
        shown = replace(due, digest=digest(panel), offers=bool(panel.keyboard))
        if due.message_id is None:
            message_id = await self._messages.send(due.way, subject.reader, Asked(), panel)
            sent = replace(shown, message_id=message_id)
            if not await self._threads.run(self._desk.pushed, due, sent):
                await self._messages.remove(sent, subject.reader)
            return
        if shown.digest != due.digest:
            await self._messages.edit(due, subject.reader, panel)
        await self._threads.run(self._desk.drawn, due, shown)

    def _failed(self, job: PanelsDue, now: datetime) -> None:
        for due in job.panels:
            self._desk.failed(due, now)


def _asked_at_the_table(job: DirtyScreen, view: Spectacle) -> bool:
    asked = decode(job.question or "")
    return asked is not None and asked.verb is Verb.DRAW and asked.number == view.turn


def _has_only_drawn(before: Spectacle, after: Spectacle) -> bool:
    """Tell whether all that has happened is that the awaited player drew from the stock."""
    *earlier, last = after.actions
    hidden = {name: getattr(before, name) for name in ("holding", "stock", "taps", "actions")}
    drew = last.verb == "drew" and tuple(earlier) == before.actions[-1:]
    return drew and not before.holding and before == replace(after, **hidden)


def _together(pending: list[PanelDue]) -> Iterator[PanelsDue]:
    def where(due: PanelDue) -> tuple[UUID, int]:
        return due.game_id, due.telegram_chat_id

    for _, panels in groupby(sorted(pending, key=where), where):
        yield PanelsDue(tuple(panels))
