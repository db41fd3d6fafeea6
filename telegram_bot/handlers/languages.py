"""`/language`: in which language somebody reads, whatever their Telegram speaks (TABLE 4)."""

from domain.errors import Refused
from telegram_bot.callback_data import NOWHERE
from telegram_bot.contacts import Contacts
from telegram_bot.delivery.delivery import Delivery
from telegram_bot.delivery.desk import Posted
from telegram_bot.delivery.ways import Way
from telegram_bot.handlers import arrivals
from telegram_bot.handlers.calls import Call, GroupCall
from telegram_bot.handlers.taps import Answer, Tap
from telegram_bot.menu import PrivateMenus
from telegram_bot.screens.language import (
    AS_IN_TELEGRAM,
    chosen_text,
    language_screen,
    own_language_screen,
)
from telegram_bot.texts import languages, texts
from telegram_bot.threads import Threads


class Languages:
    """Lets people choose what they read."""

    def __init__(
        self, contacts: Contacts, delivery: Delivery, menus: PrivateMenus, threads: Threads
    ) -> None:
        """Take the parts."""
        self._contacts = contacts
        self._delivery = delivery
        self._menus = menus
        self._threads = threads

    # Commands

    async def in_group(self, call: GroupCall) -> None:
        """`/language` in a group: a menu in which everybody finds their own."""
        spoken = (await self._threads.run(self._contacts.words_of, call.group_id)).language
        await call.reply(language_screen(call.words, call.group_id, spoken))

    async def in_private(self, call: Call) -> None:
        """`/language` in private: the choice as it stands."""
        who = arrivals.person(call.user)
        chosen = await self._threads.run(self._contacts.chosen_language, who.telegram_id)
        await call.reply(own_language_screen(call.words, chosen))

    # Buttons

    async def pressed(self, tap: Tap) -> Answer:
        """Speak from now on as somebody has chosen.

        Raises:
            Refused: `forged`.
        """
        asked, user = tap.press.topic, tap.query.from_user
        if asked not in {AS_IN_TELEGRAM, *languages()}:
            raise Refused("forged")
        chosen = asked or None
        await self._threads.run(self._contacts.choose_language, tap.player_id, chosen)
        words = texts(chosen or user.language_code)
        await self._menus.speak(user.id, words, user.language_code)
        if tap.place is not None and tap.place.way == Way.PRIVATE:
            shown = Posted(tap.place.chat_id, tap.place.message_id)
            self._delivery.show(shown, own_language_screen(words, chosen), NOWHERE)
        return Answer(chosen_text(words))
