"""A pressed button: exactly one answer, whatever happens."""

import logging
from dataclasses import dataclass
from uuid import UUID

from telegram import CallbackQuery, Message, Update
from telegram.error import TelegramError
from telegram.ext import Application, CallbackQueryHandler, ContextTypes

from domain.errors import Refused
from domain.views import SeatView, Spectacle
from telegram_bot.callback_data import Press, Verb, decode
from telegram_bot.contacts import Contacts, Person, Spot
from telegram_bot.delivery.delivery import Delivery
from telegram_bot.delivery.desk import Posted
from telegram_bot.game import COMMANDS, Games
from telegram_bot.handlers import arrivals
from telegram_bot.handlers.choosing import Choosing
from telegram_bot.handlers.hands import Hands
from telegram_bot.handlers.languages import Languages
from telegram_bot.handlers.leaving import Leaving
from telegram_bot.handlers.privacy import Privacy
from telegram_bot.handlers.replays import IN_REPLAYS, Replays
from telegram_bot.handlers.rules import Rules
from telegram_bot.handlers.solo import Solo
from telegram_bot.handlers.standings import IN_STANDINGS, Asking
from telegram_bot.handlers.taps import Answer, Place, Tap
from telegram_bot.intake.errors import PASSING
from telegram_bot.intake.reply import by_itself
from telegram_bot.screens import refusals
from telegram_bot.screens.quotes import quote
from telegram_bot.texts import Texts, texts
from telegram_bot.threads import Threads

logger = logging.getLogger(__name__)


IN_MENUS = frozenset(
    {
        *(Verb.PAGE, Verb.PRESET, Verb.OPTION, Verb.PACE, Verb.CUSTOM, Verb.SPEAK),
        *(Verb.COMPUTER, Verb.DISMISS, Verb.SUBSTITUTE),
    }
)
"""What stands in the menus of a table and of a group."""

INTRODUCE = frozenset(
    {
        *(Verb.JOIN, Verb.REMATCH),
        *(Verb.PRESET, Verb.OPTION, Verb.CUSTOM, Verb.KICK, Verb.END, Verb.NEVER_MIND),
        *(Verb.LANGUAGE, Verb.SPEAK, Verb.NEW),
    }
)
"""What makes somebody known who presses it: to sit down, and what administrators do as well.

All else only shows something, or is for those who have a seat.
"""

CONFIRMS = frozenset({Verb.FORFEIT, Verb.KICK, Verb.END, Verb.NEVER_MIND})
"""What stands under a question of its own, beside the table."""

IN_GAMES = frozenset({Verb.HAND, *COMMANDS}) - IN_MENUS - CONFIRMS
"""What a game is asked for, at the table or under a hand."""


@dataclass(frozen=True)
class _Begun:
    """What has become of a tap before anybody is told.

    Attributes:
        words: The words of whoever tapped.
        tap: Who tapped what, if that is known.
        view: The game as they see it then, where a game was asked and they sit in it.
        failure: Why it went no further.
    """

    words: Texts
    tap: Tap | None = None
    view: SeatView | None = None
    failure: Exception | None = None


class Buttons:
    """Answers every pressed button."""

    def __init__(  # noqa: PLR0913 - all that buttons are about
        self,
        *,
        games: Games,
        contacts: Contacts,
        delivery: Delivery,
        hands: Hands,
        solo: Solo,
        rules: Rules,
        asking: Asking,
        privacy: Privacy,
        replays: Replays,
        languages: Languages,
        threads: Threads,
    ) -> None:
        """Take the parts."""
        self._asking = asking
        self._privacy = privacy
        self._replays = replays
        self._languages = languages
        self._games = games
        self._contacts = contacts
        self._delivery = delivery
        self._hands = hands
        self._solo = solo
        self._rules = rules
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
            begun = await self._threads.together(self._begin(query))
            words = begun.words
            answer = await self._answer(begun)
        except Refused as refusal:
            answer = Answer(refusals.sentence(words, refusal.code))
        except PASSING:
            raise  # it is handled, and answered, later
        except Exception:
            by_itself()  # as it is not settled before it is set aside
            await _tell(query, Answer(refusals.sentence(words, "defect")))
            raise
        await _tell(query, answer)
        await self._meet(query)
        if answer.afterwards is not None:
            await answer.afterwards()

    async def _answer(self, begun: _Begun) -> Answer:
        tap, failure = begun.tap, begun.failure
        try:
            if tap is None or failure is not None:
                raise failure or Refused("forged")
            return await self._done(tap, begun.view)
        except Refused as refusal:
            if tap is None:
                raise
            said = refusals.sentence(begun.words, refusal.code)
            return Answer(said, afterwards=self._hands.as_it_is(tap))

    async def _begin(self, query: CallbackQuery) -> _Begun:
        """Find out who has tapped what, and ask the game if it is about one."""
        who = arrivals.person(query.from_user)
        words = texts(await self._threads.run(self._contacts.language, who))
        tap = view = failure = None
        try:
            tap = await self._tap(query, who, words)
            if tap.press.verb in IN_GAMES:
                view = await self._games.press(tap.press, tap.player_id, tap.group_id)
        except PASSING:
            raise
        except Exception as error:  # noqa: BLE001 - told in the words found here
            failure = error
        return _Begun(words, tap, view, failure)

    async def _tap(self, query: CallbackQuery, who: Person, words: Texts) -> Tap:
        press = decode(query.data or "")
        spot = arrivals.spot_of_button(query)
        if press is None or spot is None:
            raise Refused("forged")
        if press.verb is Verb.FORGET:  # for which nobody is made known
            return Tap(query, press, spot, None, None, None, words)
        place = arrivals.place_of_button(query)
        find = self._contacts.player_id if press.verb in INTRODUCE else self._contacts.met
        known_id = await self._threads.run(find, who)
        if spot.chat_id == who.telegram_id:
            group_id = await self._solo.group_of(press.game_id, spot.chat_id)
            place = await self._panel(place, press, known_id) if group_id else place
        else:
            group_id = None if place else await self._group_of(query, press, spot)
        return Tap(query, press, spot, place, group_id, known_id, words)

    async def _panel(
        self, place: Place | None, press: Press, known_id: UUID | None
    ) -> Place | None:
        """Return a message of a game that is played in private, if it is not the table's."""
        if place is None or known_id is None:
            return None
        shows = await self._hands.is_shown_by(place.message_id, press.game_id, known_id)
        return place if shows else None

    async def _group_of(self, query: CallbackQuery, press: Press, spot: Spot) -> UUID:
        """Return the group in whose place a button stands.

        Raises:
            Refused: `forged`, for a button of another chat.
        """
        if not arrivals.hides_topic(query):
            return await self._threads.run(self._contacts.group_id, spot)
        here = await self._threads.run(self._contacts.groups_in, spot.chat_id)
        if press.game_id in here:
            return press.game_id
        group_id = await self._games.group_of(press.game_id)
        if group_id not in here:
            raise Refused("forged")
        return group_id

    async def _done(self, tap: Tap, view: SeatView | None) -> Answer:
        if tap.press.verb in IN_GAMES:
            return await self._hands.answer(tap, view)
        if tap.press.verb is Verb.FORGET:
            return await self._privacy.pressed(tap.query, tap.press, tap.words)
        if tap.press.verb is Verb.HINT:
            return await self._solo.hint(tap)
        if tap.press.verb is Verb.RULES:
            return await self._rules.pressed(tap)
        if tap.press.verb in IN_MENUS:
            return await self._choosing.pressed(tap)
        if tap.press.verb in CONFIRMS:
            return await self._leaving.pressed(tap)
        if tap.press.verb is Verb.LANGUAGE:
            return await self._languages.pressed(tap)
        if tap.press.verb in IN_STANDINGS:
            return await self._asking.pressed(tap)
        if tap.press.verb in IN_REPLAYS:
            return await self._replays.pressed(tap)
        if tap.press.verb is Verb.WHY:
            ended = await self._games.round_end(tap.press, tap.known_id, tap.group_id)
            return self._quote(ended, tap.press, tap.words)
        return await self._new(tap)

    async def _new(self, tap: Tap) -> Answer:
        """Open a table, as `/new` does.

        Raises:
            Refused: `forged`, or why not now.
        """
        group_id = tap.press.game_id
        if tap.group_id != group_id:
            raise Refused("forged")
        await self._games.open(group_id, tap.player_id, await self._games.defaults(group_id))
        return Answer(tap.words.gettext("Your table is open, below."))

    def _quote(self, view: Spectacle, press: Press, words: Texts) -> Answer:
        """Quote the rule that decided, however long ago that was."""
        said = view.showdown and quote(view.showdown, press.choice, view.rules, words)
        if not said:
            raise Refused("forged")
        return Answer(said, alert=True)

    async def _meet(self, query: CallbackQuery) -> None:
        """Take note of a table that may have been left behind, now that we know its message."""
        press, message = decode(query.data or ""), query.message
        if press is None or not isinstance(message, Message) or message.reply_markup is None:
            return
        if arrivals.place_of_button(query) is not None:
            return
        shown = {
            button.callback_data for row in message.reply_markup.inline_keyboard for button in row
        }
        apart = press.verb in {Verb.WHY, *CONFIRMS, *IN_REPLAYS} or press == Press(
            Verb.HAND, press.game_id
        )
        if query.data in shown and not apart:
            await self._delivery.meet(press.game_id, Posted(message.chat.id, message.message_id))


async def _tell(query: CallbackQuery, answer: Answer) -> None:
    """Answer a query. One that is too old needs none; the move counts all the same."""
    try:
        await query.answer(answer.text, show_alert=answer.alert)
    except TelegramError as error:
        logger.info("A tap could not be answered: %s", error.message)
