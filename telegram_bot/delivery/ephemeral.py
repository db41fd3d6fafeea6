"""Messages in a group that one member alone sees (Bot API 10.3), until the library knows them.

What is to be known of them:

- Whoever is no administrator of the group may send one within 15 seconds of a tap by its receiver
  (`callback_query_id`) or of a command that was ephemeral itself (`reply_parameters`).
- It has no message id: `message_id` is 0, in what is returned and in every tap on it. What tells
  it from others is its `ephemeral_message_id`, which is given again once it is gone. Whoever
  edits or deletes one names its receiver too, so that nothing can reach another person.
- That it was accepted does not mean that it is seen; edits say true in any case.
- An edit takes 1,024 characters at most (telegram-bot-api #881).
- A server older than 10.3 ignores what makes a message ephemeral, and so would show it to
  everybody. The first one of every process is therefore empty, and has a disabled button, which
  such a server refuses. Only when the server has said that it was ephemeral is it filled.
"""

import asyncio
import logging
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final

from telegram import Bot, InlineKeyboardButton, InlineKeyboardMarkup, LinkPreviewOptions, Message
from telegram.constants import ParseMode
from telegram.error import BadRequest, EndPointNotFound, TelegramError

from telegram_bot.delivery.messenger import MessageGone, content, is_unchanged, markup
from telegram_bot.screens.panel import Panel

logger = logging.getLogger(__name__)

SECONDS: Final = 3.0
"""How long Telegram is waited for, so that a tap can still be answered in another way in time."""

NOTHING: Final = "👁"
NO_BUTTON: Final = InlineKeyboardMarkup(
    [[InlineKeyboardButton("…", api_kwargs={"disabled": {}})]],
)
UNKNOWN_BUTTON: Final = "text buttons are unallowed"


@dataclass(frozen=True)
class Receiver:
    """Who is to see a message, and what they have just done that allows it.

    Attributes:
        chat_id: The group.
        thread_id: The topic, 0 for none.
        user_id: The member.
        query_id: The tap, if it was one.
        command_id: The ephemeral id of the command, if it was one.
    """

    chat_id: int
    thread_id: int
    user_id: int
    query_id: str | None = None
    command_id: int | None = None


class UnknownHereError(TelegramError):
    """The Bot API server is too old for ephemeral messages."""


class Ephemerals:
    """Sends, edits and deletes them."""

    def __init__(self, bot: Bot) -> None:
        """Write as a bot."""
        self._bot = bot
        self._known: bool | None = None
        self._proof = asyncio.Lock()

    async def send(self, to: Receiver, panel: Panel) -> int:
        """Show somebody a panel in the group, and return its ephemeral id.

        Raises:
            TelegramError: It could not be sent.
        """
        if self._known is None:
            async with self._proof:
                if self._known is None:
                    return await self._prove(to, panel)
        if not self._known:
            raise UnknownHereError("ephemeral messages")
        return await self._post(to, panel.text, markup(panel))

    async def edit(self, chat_id: int, user_id: int, ephemeral_id: int, panel: Panel) -> None:
        """Let an ephemeral message show a panel, if its receiver still has it.

        Raises:
            MessageGone: Telegram knows it no more.
        """
        await self._ask(
            "editEphemeralMessageText",
            chat_id,
            user_id,
            ephemeral_id,
            **content(panel),
        )

    async def delete(self, chat_id: int, user_id: int, ephemeral_id: int) -> None:
        """Take an ephemeral message away, if it is there."""
        with suppress(MessageGone):
            await self._ask("deleteEphemeralMessage", chat_id, user_id, ephemeral_id)

    async def _prove(self, to: Receiver, panel: Panel) -> int:
        """Send a first one that tells nothing, and fill it once it is known to be ephemeral."""
        try:
            ephemeral_id = await self._post(to, NOTHING, NO_BUTTON)
        except BadRequest as refusal:
            if UNKNOWN_BUTTON not in refusal.message.lower():
                raise
            self._known = False
            raise UnknownHereError(refusal.message) from None
        self._known = True
        await self.edit(to.chat_id, to.user_id, ephemeral_id, panel)
        return ephemeral_id

    async def _post(self, to: Receiver, text: str, keyboard: InlineKeyboardMarkup | None) -> int:
        asked = alone(to.user_id, to.query_id, to.command_id)
        message = await self._bot.send_message(
            to.chat_id,
            text,
            parse_mode=ParseMode.HTML,
            message_thread_id=to.thread_id or None,
            reply_markup=keyboard,
            link_preview_options=LinkPreviewOptions(is_disabled=True),
            read_timeout=SECONDS,
            connect_timeout=SECONDS,
            pool_timeout=SECONDS,
            api_kwargs=asked,
        )
        found = ephemeral_id(message)
        if found is None:
            await self._take_back(message)
            raise UnknownHereError("ephemeral messages")
        return found

    async def _take_back(self, message: Message) -> None:
        """Delete what all can see, and send nothing more."""
        self._known = False
        logger.error("The Bot API server shows to everybody what is meant for one: update it")
        with suppress(TelegramError):
            await message.delete()

    async def _ask(
        self, method: str, chat_id: int, user_id: int, ephemeral_id: int, **values: object
    ) -> None:
        about = {
            "chat_id": chat_id,
            "receiver_user_id": user_id,
            "ephemeral_message_id": ephemeral_id,
        }
        try:
            await self._bot.do_api_request(
                method,
                api_kwargs=about | values,
                read_timeout=SECONDS,
                connect_timeout=SECONDS,
                pool_timeout=SECONDS,
            )
        except (BadRequest, EndPointNotFound) as refusal:
            if not is_unchanged(refusal):
                raise MessageGone from None


def alone(user_id: int, query_id: str | None, command_id: int | None) -> dict[str, Any]:
    """Return what makes a message one for a single member, in answer to a tap or a command."""
    to: dict[str, Any] = {"receiver_user_id": user_id}
    asked: dict[str, Any] = {"ephemeral_message_parameters": to}
    if query_id is not None:
        to["callback_query_id"] = query_id
    if command_id is not None:
        asked["reply_parameters"] = {"ephemeral_message_id": command_id}
    return asked


def ephemeral_id(message: Message) -> int | None:
    """Return what tells an ephemeral message from others; nothing for one that all see."""
    found: int | None = message.api_kwargs.get("ephemeral_message_id")
    return found
