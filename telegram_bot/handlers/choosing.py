"""The menus in which a table chooses its rules and pace, and a group all its settings."""

from collections.abc import Sequence
from typing import Final
from uuid import UUID

from telegram import Message

from domain.errors import Refused
from telegram_bot import customs_data, zones
from telegram_bot.callback_data import Verb
from telegram_bot.contacts import Contacts
from telegram_bot.delivery.delivery import Delivery
from telegram_bot.delivery.desk import Posted
from telegram_bot.game import Games
from telegram_bot.handlers.rights import check_administrator
from telegram_bot.handlers.taps import Answer, Tap
from telegram_bot.screens import rules_menu, settings
from telegram_bot.screens.customs_menu import COMMON, ZONE, CustomsMenu
from telegram_bot.screens.language import LanguageMenu
from telegram_bot.screens.rules_menu import HOME, RulesMenu
from telegram_bot.screens.screen import Screen
from telegram_bot.screens.settings import (
    ChangeSeen,
    SettingsSeen,
    settings_screen,
    too_many_places,
    unknown_place,
)
from telegram_bot.screens.toasts import toast
from telegram_bot.texts import Texts, languages, texts
from telegram_bot.threads import Threads

LAST_CHANGES: Final = 3
"""Changes shown in the settings."""

MOST_PLACES: Final = 24
"""Places to choose from by buttons."""


class Choosing:
    """Answers every button of the menus."""

    def __init__(
        self, games: Games, contacts: Contacts, delivery: Delivery, threads: Threads
    ) -> None:
        """Take the parts."""
        self._games = games
        self._contacts = contacts
        self._delivery = delivery
        self._threads = threads

    async def pressed(self, tap: Tap) -> Answer:
        """Do what a button of a menu says.

        Raises:
            Refused: Why not.
        """
        if tap.press.game_id == tap.group_id:
            return await self._of_group(tap)
        return await self._of_table(tap)

    async def settings(
        self, group_id: UUID, page: str = HOME, places: Sequence[str] = COMMON
    ) -> Screen:
        """Draw the settings of a group on a page of the menu, with these zones on offer."""
        chosen, made = await self._games.settings(group_id, LAST_CHANGES)
        words = await self._threads.run(self._contacts.words_of, group_id)
        people = list(dict.fromkeys(change.player_id for change in made))
        called = await self._threads.run(self._contacts.names, people, words)
        names = dict(zip(people, called, strict=True))
        changes = [
            ChangeSeen(names[change.player_id], change.at, change.before, change.after)
            for change in made
        ]
        seen = SettingsSeen(group_id, chosen, changes, self._games.now())
        return settings_screen(seen, page, words, places)

    async def place(
        self, group_id: UUID, player_id: UUID | None, asked: str, words: Texts
    ) -> Screen:
        """Choose the time zone of a place, or offer those of all places that may be meant.

        Args:
            group_id: The group.
            player_id: Who chooses; none for somebody anonymous, who can only be offered.
            asked: What they call the place.
            words: The texts in their language.
        """
        found = await self._threads.run(zones.search, asked, words.locale)
        if not found:
            return unknown_place(words, asked)
        if len(found) > MOST_PLACES:
            return too_many_places(words, asked)
        if len(found) > 1 or player_id is None:
            return await self.settings(group_id, ZONE, found)
        chosen = customs_data.topic(customs_data.About.ZONE, found[0])
        await self._games.choose_customs(group_id, player_id, customs_data.change(chosen))
        return await self.settings(group_id, ZONE)

    async def _of_table(self, tap: Tap) -> Answer:
        press = tap.press
        if press.verb is Verb.PAGE:
            await self._games.check_in_charge(press.game_id, tap.player_id, tap.group_id)
            if press.topic and not rules_menu.is_page(press.topic):
                raise Refused("forged")
            await self._delivery.ask(press)
            return Answer("")
        view = await self._games.press(press, tap.player_id, tap.group_id)
        if view is None:
            raise Refused("not_seated")
        if press.verb in {Verb.PACE, Verb.COMPUTER, Verb.DISMISS, Verb.SUBSTITUTE}:
            return Answer(toast(tap.words, press.verb, view))
        chosen = view.public.chosen
        return Answer(RulesMenu(press.game_id, chosen, "", tap.words).answer(press))

    async def _of_group(self, tap: Tap) -> Answer:
        press = tap.press
        await check_administrator(tap.query.get_bot(), tap.spot.chat_id, tap.query.from_user.id)
        said = await self._chosen(tap)
        if isinstance(tap.query.message, Message):
            shown = Posted(tap.spot.chat_id, tap.query.message.message_id)
            screen = await self.settings(press.game_id, settings.page_of(press))
            self._delivery.show(shown, screen, press.game_id)
        return Answer(said)

    async def _redraw(self, group_id: UUID) -> None:
        """Let the open table of a group be drawn in its new language."""
        game_id = await self._games.open_game(group_id)
        if game_id is not None:
            await self._delivery.redraw(game_id)

    async def _chosen(self, tap: Tap) -> str:
        """Choose for a group, and say what has been chosen; nothing when a page is turned."""
        press, words = tap.press, tap.words
        match press.verb:
            case Verb.PAGE if not press.topic or settings.is_page(press.topic):
                return ""
            case Verb.CUSTOM:
                change = customs_data.change(press.topic)
                customs = await self._games.choose_customs(press.game_id, tap.player_id, change)
                menu = CustomsMenu(press.game_id, customs, "", words, self._games.now())
                return menu.answer(press)
            case Verb.SPEAK if press.topic in languages():
                await self._threads.run(
                    self._contacts.choose_language_of_group, press.game_id, press.topic
                )
                await self._redraw(press.game_id)
                return LanguageMenu(press.game_id, texts(press.topic)).answer()
            case Verb.PRESET | Verb.OPTION:
                rules = await self._games.choose_defaults(press, tap.player_id)
                done = RulesMenu(press.game_id, rules, "", words).answer(press)
                return words.gettext("From the next game: {rule}", rule=done)
            case _:
                raise Refused("forged")
