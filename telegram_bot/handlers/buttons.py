"""A pressed button: exactly one answer, whatever happens."""

import logging
from uuid import UUID

from telegram import CallbackQuery, Message, Update
from telegram.constants import ChatType
from telegram.error import TelegramError
from telegram.ext import Application, CallbackQueryHandler, ContextTypes

from domain.errors import Refused
from domain.views import SeatView, Spectacle
from telegram_bot.callback_data import Press, Verb, decode
from telegram_bot.contacts import Contacts
from telegram_bot.delivery.delivery import Delivery
from telegram_bot.delivery.desk import Posted
from telegram_bot.delivery.panels import Panels
from telegram_bot.dispatcher import PASSING
from telegram_bot.game import Games, asks
from telegram_bot.handlers import arrivals
from telegram_bot.handlers.choosing import Choosing
from telegram_bot.handlers.leaving import Leaving
from telegram_bot.handlers.privacy import Privacy
from telegram_bot.handlers.replays import IN_REPLAYS, Replays
from telegram_bot.handlers.standings import IN_STANDINGS, Asking
from telegram_bot.handlers.taps import Answer, Tap
from telegram_bot.names import display_names
from telegram_bot.screens import refusals
from telegram_bot.screens.exchanging import asked_of, question
from telegram_bot.screens.hand import choosing_alert, hand_alert
from telegram_bot.screens.quotes import quote
from telegram_bot.screens.toasts import toast
from telegram_bot.texts import Texts, texts
from telegram_bot.threads import Threads

logger = logging.getLogger(__name__)


SHOWS_THE_HAND = frozenset({Verb.HAND, Verb.DRAW, Verb.TAKE, Verb.SWAP})

IN_PRIVATE_TOO = frozenset(
    {Verb.KEEP, Verb.SWAP, Verb.EXCHANGE, Verb.PASS, Verb.KNOCK, Verb.END_TURN}
)
"""What can be tapped at the table and in the private message that shows the hand."""

IN_MENUS = frozenset({Verb.PAGE, Verb.PRESET, Verb.OPTION, Verb.PACE, Verb.CUSTOM})
"""What stands in the menus of a table and of a group."""

INTRODUCE = frozenset(
    {
        *(Verb.JOIN, Verb.REMATCH),
        *(Verb.PRESET, Verb.OPTION, Verb.CUSTOM, Verb.KICK, Verb.END, Verb.NEVER_MIND),
    }
)
"""What makes somebody known who presses it: to sit down, and what administrators do as well.

All else only shows something, or is for those who have a seat.
"""

CONFIRMS = frozenset({Verb.FORFEIT, Verb.KICK, Verb.END, Verb.NEVER_MIND})
"""What stands under a question of its own, beside the table."""


class Buttons:
    """Answers every pressed button."""

    def __init__(  # noqa: PLR0913 - all that buttons are about
        self,
        *,
        games: Games,
        contacts: Contacts,
        delivery: Delivery,
        panels: Panels,
        asking: Asking,
        privacy: Privacy,
        replays: Replays,
        threads: Threads,
    ) -> None:
        """Take the parts."""
        self._asking = asking
        self._privacy = privacy
        self._replays = replays
        self._games = games
        self._contacts = contacts
        self._delivery = delivery
        self._panels = panels
        self._threads = threads
        self._choosing = Choosing(games, contacts, delivery, threads)
        self._leaving = Leaving(games, contacts, delivery, threads)

    def register(self, application: Application) -> None:  # type: ignore[type-arg]
        """Listen to buttons."""
        application.add_handler(CallbackQueryHandler(self.pressed))

    async def pressed(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """Do what a button says and tell the presser."""
        query = update.callback_query
        if query is None:
            return
        words = texts(query.from_user.language_code)
        try:
            answer = await self._answer(query, words)
        except Refused as refusal:
            answer = Answer(refusals.sentence(words, refusal.code))
        except PASSING:
            raise  # it is handled, and answered, later
        except Exception:
            await _tell(query, Answer(refusals.sentence(words, "defect")))
            raise
        await _tell(query, answer)
        await self._disarm(query)
        await self._follow(query)

    async def _answer(self, query: CallbackQuery, words: Texts) -> Answer:
        press = decode(query.data or "")
        spot = arrivals.spot_of_button(query)
        if press is None or spot is None:
            raise Refused("forged")
        if press.verb is Verb.FORGET:
            return await self._privacy.pressed(query, press, words)
        find = self._contacts.player_id if press.verb in INTRODUCE else self._contacts.met
        known_id = await self._threads.run(find, arrivals.person(query.from_user))
        in_private = query.message is not None and query.message.chat.type == ChatType.PRIVATE
        group_id = None if in_private else await self._threads.run(self._contacts.group_id, spot)
        tap = Tap(query, press, spot, group_id, known_id, words)
        if press.verb in IN_MENUS:
            return await self._choosing.pressed(tap)
        if press.verb in CONFIRMS:
            return await self._leaving.pressed(tap)
        if press.verb in IN_STANDINGS:
            return await self._asking.pressed(tap)
        if press.verb in IN_REPLAYS:
            return await self._replays.pressed(tap)
        if press.verb is Verb.WHY:
            return self._quote(
                await self._games.round_end(press, known_id, group_id), press, words
            )
        view = await self._games.press(press, tap.player_id, group_id)
        if view is not None and asks(press):
            return await self._asked(press, view, tap.player_id, words, in_private=in_private)
        return await self._said(press, view, words)

    async def _asked(
        self, press: Press, view: SeatView, player_id: UUID, words: Texts, *, in_private: bool
    ) -> Answer:
        """Ask for the next card: in private where that is possible, else at the table."""
        chosen = asked_of(view.public, press)
        if chosen is None:
            raise Refused("stale")
        if in_private:
            return Answer(question(view, chosen, words))
        if not chosen.given and await self._panels.show(player_id, view, press):
            return Answer(words.gettext("Look into our private chat: choose the cards there."))
        await self._delivery.ask(press)
        if not chosen.given:
            return Answer(choosing_alert(view, chosen, words), alert=True)
        return Answer(question(view, chosen, words))

    def _quote(self, view: Spectacle, press: Press, words: Texts) -> Answer:
        """Quote the rule that decided, however long ago that was."""
        said = view.showdown and quote(view.showdown, press.choice, view.rules, words)
        if not said:
            raise Refused("forged")
        return Answer(said, alert=True)

    async def _said(self, press: Press, view: SeatView | None, words: Texts) -> Answer:
        if press.verb not in SHOWS_THE_HAND:
            return Answer(toast(words, press.verb, view))
        if view is None:
            raise Refused("not_seated")
        players = [seat.player_id for seat in view.public.seats]
        contacts = await self._threads.run(self._contacts.contacts, players)
        names = display_names(contacts, words)
        zone = (await self._games.customs(view.public.group_id)).zone
        return Answer(hand_alert(view, names, words, zone), alert=True)

    async def _disarm(self, query: CallbackQuery) -> None:
        """Take the buttons from a table that was left behind, now that we know its message."""
        press, message = decode(query.data or ""), query.message
        if press is None or not isinstance(message, Message) or message.reply_markup is None:
            return
        shown = {
            button.callback_data for row in message.reply_markup.inline_keyboard for button in row
        }
        apart = press.verb in {Verb.WHY, *CONFIRMS, *IN_REPLAYS} or press == Press(
            Verb.HAND, press.game_id
        )
        if query.data in shown and not apart:
            await self._delivery.disarm(press.game_id, Posted(message.chat.id, message.message_id))

    async def _follow(self, query: CallbackQuery) -> None:
        """Let the presser's hand in private show what the tap has made of it."""
        press = decode(query.data or "")
        if press is not None and press.verb in IN_PRIVATE_TOO:
            player_id = await self._threads.run(
                self._contacts.met, arrivals.person(query.from_user)
            )
            if player_id is not None:
                await self._panels.follow(press, player_id)


async def _tell(query: CallbackQuery, answer: Answer) -> None:
    """Answer a query. One that is too old needs none; the move counts all the same."""
    try:
        await query.answer(answer.text, show_alert=answer.alert)
    except TelegramError as error:
        logger.info("A tap could not be answered: %s", error.message)
