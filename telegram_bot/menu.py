"""The command menus, per scope and language, as Telegram's clients show them."""

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
    BotCommandScopeChat,
)
from telegram.error import TelegramError

from telegram_bot.screens.help import COMMANDS, FOR_ADMINISTRATORS
from telegram_bot.texts import SOURCE, Texts, languages, texts

logger = logging.getLogger(__name__)

PRIVATE: Final[dict[str, Callable[[Texts], str]]] = {
    "start": lambda t: t.gettext("What this bot is"),
    "solo": lambda t: t.gettext("Play against computer players"),
    "rules": lambda t: t.gettext("The rules of the game"),
    "remind": lambda t: t.gettext("Whether I call you to your turns: on or off"),
    "language": lambda t: t.gettext("In which language you read"),
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
    """Tell Telegram what it does not know yet.

    Raises:
        TelegramError: It cannot be told now.
    """
    for menu in _menus():
        known = await bot.get_my_commands(menu.scope, language_code=menu.language)
        if _plain(known) != _plain(menu.commands):
            await bot.set_my_commands(menu.commands, menu.scope, language_code=menu.language)


class PrivateMenus:
    """The menu of a private chat whose reader does not read what Telegram would show there.

    Telegram tells languages apart by two letters, and does not know what people have chosen.
    """

    def __init__(self, bot: Bot) -> None:
        """Speak as a bot."""
        self._bot = bot

    async def speak(self, telegram_id: int, words: Texts, language_code: str | None) -> None:
        """Show somebody the menu of their private chat in the language that they read.

        Args:
            telegram_id: Who.
            words: The texts in their language.
            language_code: The language of their Telegram.
        """
        scope = BotCommandScopeChat(telegram_id)
        try:
            if words.language == shown_to(language_code):
                await self._bot.delete_my_commands(scope)
            else:
                await self._bot.set_my_commands(_commands(PRIVATE, words), scope)
        except TelegramError as error:
            logger.info("A menu could not be translated: %s", error.message)


def shown_to(language_code: str | None) -> str:
    """Return the language in which Telegram shows what it knows by two letters."""
    return texts((language_code or SOURCE)[:2]).language


def codes() -> Iterator[tuple[str | None, Texts]]:
    """Return the texts for everybody Telegram tells apart: by two letters, and all others.

    Of languages that share their letters it is the one that `texts` takes for these.
    """
    yield None, texts(SOURCE)
    for code in dict.fromkeys(texts(language).locale.language for language in languages()):
        if code != SOURCE:
            yield code, texts(code)


def _menus() -> Iterator[Menu]:
    """Return the menus of groups, administrators and private chats, in every language."""
    for code, words in codes():
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
