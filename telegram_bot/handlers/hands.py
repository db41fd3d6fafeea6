"""Hands: shown when their players ask for them, and kept up to date by what they tap."""

from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Final
from uuid import UUID

from domain.errors import Refused
from domain.views import SeatView
from telegram_bot.callback_data import Press, Verb
from telegram_bot.contacts import Contacts
from telegram_bot.delivery.delivery import Delivery
from telegram_bot.delivery.panel_desk import PostedPanel
from telegram_bot.delivery.panel_messages import Asked, Subject
from telegram_bot.delivery.panels import Panels
from telegram_bot.delivery.ways import Way
from telegram_bot.game import MOVES, Games, asks
from telegram_bot.handlers.ladder import Ladder
from telegram_bot.handlers.taps import Afterwards, Answer, Place, Tap
from telegram_bot.screens.exchanging import asked_of, question
from telegram_bot.screens.hand import choosing_alert, hand_alert
from telegram_bot.screens.toasts import FIRST_MINUTES, lesson, toast
from telegram_bot.texts import Texts
from telegram_bot.threads import Threads

SHOWS_THE_HAND: Final = frozenset({Verb.HAND, Verb.DRAW, Verb.TAKE, Verb.SWAP})

CHANGES_THE_HAND: Final = frozenset({*MOVES, Verb.THROW, Verb.EXCHANGE})
"""What a message that shows the hand offers, and shows the outcome of."""


class Hands:
    """Answers the taps that are about a hand."""

    def __init__(  # noqa: PLR0913 - all that hands are about
        self,
        *,
        games: Games,
        contacts: Contacts,
        delivery: Delivery,
        panels: Panels,
        ladder: Ladder,
        threads: Threads,
    ) -> None:
        """Take the parts."""
        self._games = games
        self._contacts = contacts
        self._delivery = delivery
        self._panels = panels
        self._ladder = ladder
        self._threads = threads

    async def answer(self, tap: Tap, view: SeatView | None) -> Answer:
        """Say what a tap has done, and show the hand if the tap asks for that.

        Raises:
            Refused: `not_seated`, or `stale` for a question that nobody is asked any more.
        """
        if not asks(tap.press) and tap.press.verb not in SHOWS_THE_HAND:
            return await self._done(tap, view)
        if view is None:
            raise Refused("not_seated")
        if asks(tap.press) and asked_of(view.public, tap.press) is None:
            raise Refused("stale")
        return await self._shown(tap, view)

    async def show(self, view: SeatView, words: Texts, command_id: int | None) -> bool:
        """Show a hand to whoever has asked for it by a command, and tell whether that works.

        Args:
            view: The game as they see it.
            words: The texts in their language.
            command_id: The ephemeral id of the command, if it has one.
        """
        shown = await self._ladder.show(view, words, Asked(command_id=command_id))
        if shown.afterwards is not None:
            await shown.afterwards()
        return shown.way != Way.ALERT

    async def show_in_private(self, view: SeatView, words: Texts) -> bool:
        """Show a hand in private from now on, as its player wants it; tell whether that works."""
        return bool(view.hand) and await self._ladder.show_in_private(view, words)

    async def is_shown_by(self, message_id: int, game_id: UUID, player_id: UUID) -> bool:
        """Tell whether a message is the one that shows a player's hand."""
        return await self._panels.shows(message_id, game_id, player_id)

    async def keep_private(self, view: SeatView, words: Texts) -> None:
        """Show a hand in private from its deal on."""
        await self._ladder.prefer_private(view, words)

    async def told(self, view: SeatView, words: Texts) -> str:
        """Return what a player holds and may do, in the words of an alert."""
        names = await self._threads.run(self._contacts.names, view.public.player_ids, words)
        zone = (await self._games.customs(view.public.group_id)).zone
        return hand_alert(view, names, words, zone)

    def as_it_is(self, tap: Tap) -> Afterwards | None:
        """Return what lets a message show the hand of now, after a tap on it was refused."""
        if tap.place is None or tap.press.verb not in CHANGES_THE_HAND:
            return None
        return partial(self._draw_anew, tap)

    async def _done(self, tap: Tap, view: SeatView | None) -> Answer:
        if view is not None and await self._is_new(tap, view):
            return Answer(lesson(tap.words, view.public.rules), alert=True)
        answer = Answer(toast(tap.words, tap.press.verb, view))
        if view is None or tap.press.verb not in CHANGES_THE_HAND:
            return answer
        return replace(answer, afterwards=partial(self._follow, tap, view))

    async def _is_new(self, tap: Tap, view: SeatView) -> bool:
        """Tell, once, whether a player has to be told how to play, and has time to read it."""
        if tap.press.verb not in FIRST_MINUTES:
            return False
        return await self._threads.run(self._contacts.teach, view.player_id)

    async def _shown(self, tap: Tap, view: SeatView) -> Answer:
        in_place = tap.place is not None and tap.press.verb is not Verb.HAND
        if in_place and await self._follow(tap, view):
            return Answer(_in_place(tap, view))
        if not view.hand or (tap.place and tap.place.way == Way.PRIVATE):
            return await self._alert(tap, view)
        shown = await self._ladder.show(view, tap.words, Asked(tap.query.id), tap.press)
        if shown.way != Way.ALERT:
            return Answer(_where(shown.way, tap.words), afterwards=shown.afterwards)
        if shown.instead and view.drawn is not None:  # which the table does not tell yet
            turn = view.public.turn
            await self._delivery.ask(Press(Verb.DRAW, view.public.game_id, turn))
        answer = await self._alert(tap, view, shown.subject)
        return replace(answer, afterwards=shown.afterwards)

    async def _alert(self, tap: Tap, view: SeatView, subject: Subject | None = None) -> Answer:
        """Show the hand in the answer, and let the table ask by numbers."""
        chosen = asked_of(view.public, tap.press) if asks(tap.press) else None
        if chosen is not None:
            await self._delivery.ask(tap.press)
            if chosen.given:
                return Answer(question(view, chosen, tap.words))
            return Answer(choosing_alert(view, chosen, tap.words), alert=True)
        if subject is not None:
            return Answer(hand_alert(view, subject.names, tap.words, subject.zone), alert=True)
        told = await self._threads.together(self.told(view, tap.words))
        return Answer(told, alert=True)

    async def _draw_anew(self, tap: Tap) -> None:
        with suppress(Refused):  # they have no hand there
            await self._follow(tap, await self._games.hand(tap.press.game_id, tap.player_id))

    async def _follow(self, tap: Tap, view: SeatView) -> bool:
        """Let the message that shows the hand show what a tap has made of it."""
        tapped = _posted(tap.place, view) if tap.place else None
        return await self._panels.follow(view, tap.words, tap.press, tapped)


def _in_place(tap: Tap, view: SeatView) -> str:
    chosen = asked_of(view.public, tap.press)
    return question(view, chosen, tap.words) if chosen else toast(tap.words, tap.press.verb, view)


def _where(way: Way, words: Texts) -> str:
    if way == Way.PRIVATE:
        return words.gettext("Look into our private chat: your cards are there.")
    return words.gettext("Only you see it, below. Nothing there? Tap again.")


def _posted(place: Place, view: SeatView) -> PostedPanel:
    return PostedPanel(
        game_id=view.public.game_id,
        player_id=view.player_id,
        round=view.public.round_number,
        way=place.way,
        telegram_chat_id=place.chat_id,
        thread_id=place.thread_id,
        message_id=place.message_id,
        digest=None,
    )
