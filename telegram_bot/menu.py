"""The command menus, per scope and language, as Telegram's clients show them."""

import asyncio
import logging
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from telegram import (
    Bot,
    BotCommand,
    BotCommandScope,
    BotCommandScopeAllChatAdministrators,
    BotCommandScopeAllGroupChats,
    BotCommandScopeAllPrivateChats,
)
from telegram.error import TelegramError

from telegram_bot.screens.help import COMMANDS, FOR_ADMINISTRATORS
from telegram_bot.texts import SOURCE, Texts, languages, texts

logger = logging.getLogger(__name__)

RETRY_SECONDS = 60.0
"""How long to wait before Telegram is told again."""

PRIVATE: Final[dict[str, Callable[[Texts], str]]] = {
    "start": lambda t: t.gettext("What this bot is"),
    "solo": lambda t: t.gettext("Play against computer players"),
    "rules": lambda t: t.gettext("The rules of the game"),
    "remind": lambda t: t.gettext("Whether I call you to your turns: on or off"),
    "top": lambda t: t.gettext("Who leads in all groups"),
    "stats": lambda t: t.gettext("Your figures"),
    "replay": lambda t: t.gettext("Watch a game again, step by step"),
    "audit": lambda t: t.gettext("Whether a game was fair, and all of it as a file"),
    "privacy": lambda t: t.gettext("What I know about you, and how to erase it"),
    "forgetme": lambda t: t.gettext("Erase what I know about you"),
    "help": lambda t: t.gettext("How to play"),
}
"""The commands of the private chat."""


UNSEEN: Final = frozenset({"hand"})
"""Commands that nobody else in the group sees, nor the answer (Bot API 10.2)."""


SCOPES: Final[Sequence[tuple[BotCommandScope, Mapping[str, Callable[[Texts], str]]]]] = (
    (BotCommandScopeAllGroupChats(), COMMANDS),
    (BotCommandScopeAllChatAdministrators(), COMMANDS | FOR_ADMINISTRATORS),
    (BotCommandScopeAllPrivateChats(), PRIVATE),
)
"""Which commands are shown where."""


@dataclass(frozen=True)
class Menu:
    """A menu.

    Attributes:
        scope: Where it is shown.
        language: To whom, by two letters; none for all who have no other.
        commands: What is in it.
    """

    scope: BotCommandScope
    language: str | None
    commands: Sequence[BotCommand]


async def register(bot: Bot) -> None:
    """See that Telegram knows the menus; an outage is waited for."""
    while True:
        try:
            await _register(bot)
        except TelegramError as error:
            logger.warning("The menus are not registered yet: %s", error.message)
            await asyncio.sleep(RETRY_SECONDS)
        else:
            return


async def _register(bot: Bot) -> None:
    """Tell Telegram what it does not know yet."""
    for menu in _menus():
        known = await bot.get_my_commands(menu.scope, language_code=menu.language)
        if _plain(known) != _plain(menu.commands):
            await bot.set_my_commands(menu.commands, menu.scope, language_code=menu.language)


def _menus() -> Iterator[Menu]:
    """Return the menus of groups, administrators and private chats, in every language."""
    for language in languages():
        words = texts(language)
        # Telegram knows languages by two letters; English is what everybody else gets.
        code = None if language == SOURCE else words.locale.language
        for scope, menu in SCOPES:
            yield Menu(scope, code, _commands(menu, words))


def _commands(menu: Mapping[str, Callable[[Texts], str]], words: Texts) -> list[BotCommand]:
    return [
        BotCommand(
            name, said(words), api_kwargs={"is_ephemeral": True} if name in UNSEEN else None
        )
        for name, said in menu.items()
    ]


def _plain(commands: Iterable[BotCommand]) -> list[dict[str, Any]]:
    return [command.to_dict() for command in commands]
