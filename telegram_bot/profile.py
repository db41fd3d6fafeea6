"""What people see of the bot before it says a word: its name, what it is, and its menus."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from telegram import Bot
from telegram.error import RetryAfter, TelegramError

from telegram_bot import menu
from telegram_bot.screens.help import description_text, name_text, short_description_text
from telegram_bot.texts import Texts

logger = logging.getLogger(__name__)

RETRY_SECONDS = 60.0
"""How long to wait before Telegram is told again, where it does not say."""


@dataclass(frozen=True)
class Trait:
    """Something that Telegram shows of the bot, in every language.

    Attributes:
        said: What it is to be.
        known: Asks Telegram what it is, by two letters or of everybody else.
        tell: Tells Telegram.
    """

    said: Callable[[Texts], str]
    known: Callable[[Bot, str | None], Awaitable[str]]
    tell: Callable[[Bot, str, str | None], Awaitable[bool]]


async def _name(bot: Bot, code: str | None) -> str:
    return (await bot.get_my_name(code)).name


async def _description(bot: Bot, code: str | None) -> str:
    return (await bot.get_my_description(code)).description


async def _short_description(bot: Bot, code: str | None) -> str:
    return (await bot.get_my_short_description(code)).short_description


TRAITS: Final = (
    Trait(description_text, _description, Bot.set_my_description),
    Trait(short_description_text, _short_description, Bot.set_my_short_description),
    Trait(name_text, _name, Bot.set_my_name),  # last, since Telegram lets it change seldom
)


async def register(bot: Bot) -> None:
    """See that Telegram knows menus and profile; an outage is waited for."""
    while True:
        try:
            await menu.register(bot)
            await _introduce(bot)
        except RetryAfter as error:
            wait = error.retry_after
            seconds = wait.total_seconds() if isinstance(wait, timedelta) else wait
            logger.warning("Telegram takes the profile in %d seconds", seconds)
            await asyncio.sleep(max(seconds, RETRY_SECONDS))
        except TelegramError as error:
            logger.warning("The profile is not registered yet: %s", error.message)
            await asyncio.sleep(RETRY_SECONDS)
        else:
            return


async def _introduce(bot: Bot) -> None:
    """Tell Telegram what it does not know yet."""
    for trait in TRAITS:
        for code, words in menu.codes():
            said = trait.said(words)
            if await trait.known(bot, code) != said:
                await trait.tell(bot, said, code)
