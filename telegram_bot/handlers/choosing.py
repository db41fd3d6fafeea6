"""The menu of the rules: on a table before the start, and in the settings of a group."""

from uuid import UUID

from telegram import Message

from domain.errors import Refused
from telegram_bot.callback_data import Verb
from telegram_bot.contacts import Contacts
from telegram_bot.delivery.delivery import Delivery
from telegram_bot.delivery.desk import Posted
from telegram_bot.game import Games
from telegram_bot.handlers.rights import check_administrator
from telegram_bot.handlers.taps import Answer, Tap
from telegram_bot.names import display_names
from telegram_bot.screens.rules_menu import HOME, RulesMenu, is_page, page_of
from telegram_bot.screens.screen import Screen
from telegram_bot.screens.settings import ChangeSeen, settings_screen
from telegram_bot.texts import texts
from telegram_bot.threads import Threads

LAST_CHANGES = 3
"""Changes shown in the settings."""


class Choosing:
    """Answers every button of the menu."""

    def __init__(
        self, games: Games, contacts: Contacts, delivery: Delivery, threads: Threads
    ) -> None:
        """Take the parts."""
        self._games = games
        self._contacts = contacts
        self._delivery = delivery
        self._threads = threads

    async def pressed(self, tap: Tap) -> Answer:
        """Do what a button of the menu says.

        Raises:
            Refused: Why not.
        """
        if tap.press.verb is Verb.PAGE and tap.press.topic and not is_page(tap.press.topic):
            raise Refused("forged")
        if tap.press.game_id == tap.group_id:
            return await self._of_group(tap)
        return await self._of_table(tap)

    async def settings(self, group_id: UUID, page: str = HOME) -> Screen:
        """Draw the settings of a group on a page of the menu."""
        defaults, made = await self._games.settings(group_id, LAST_CHANGES)
        spot = await self._threads.run(self._contacts.spot, group_id)
        words = texts(spot.language)
        people = list(dict.fromkeys(change.player_id for change in made))
        contacts = await self._threads.run(self._contacts.contacts, people)
        names = dict(zip(people, display_names(contacts, words), strict=True))
        changes = [
            ChangeSeen(names[change.player_id], change.at, change.before, change.after)
            for change in made
        ]
        return settings_screen(group_id, defaults, page, changes, words)

    async def _of_table(self, tap: Tap) -> Answer:
        press = tap.press
        if press.verb is Verb.PAGE:
            await self._games.check_in_charge(press.game_id, tap.player_id, tap.group_id)
            await self._delivery.ask(press)
            return Answer("")
        view = await self._games.press(press, tap.player_id, tap.group_id)
        if view is None:
            raise Refused("not_seated")
        chosen = view.public.chosen
        return Answer(RulesMenu(press.game_id, chosen, "", tap.words).answer(press))

    async def _of_group(self, tap: Tap) -> Answer:
        press = tap.press
        await check_administrator(tap.query.get_bot(), tap.spot.chat_id, tap.query.from_user.id)
        said = ""
        if press.verb is not Verb.PAGE:
            chosen = await self._games.choose_defaults(press, tap.player_id)
            done = RulesMenu(press.game_id, chosen, "", tap.words).answer(press)
            said = tap.words.gettext("From the next game: {rule}", rule=done)
        if isinstance(tap.query.message, Message):
            shown = Posted(tap.spot.chat_id, tap.query.message.message_id)
            screen = await self.settings(press.game_id, page_of(press))
            await self._delivery.show(shown, screen)
        return Answer(said)
