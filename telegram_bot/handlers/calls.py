"""A command as it reaches whoever carries it out, and the answer to it."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from functools import partial
from uuid import UUID

from telegram import Message, User
from telegram.constants import ParseMode

from domain.errors import Refused
from telegram_bot.delivery.answers import Send
from telegram_bot.delivery.ephemeral import alone, ephemeral_id
from telegram_bot.delivery.messenger import markup
from telegram_bot.screens.screen import Screen
from telegram_bot.texts import Texts

Say = Callable[[int, Send], Awaitable[None]]
"""Sends an answer to a chat, at once or as soon as that bears it again."""


@dataclass(frozen=True)
class Call:
    """A command, given in a group or in private.

    Attributes:
        message: The message that gave it.
        user: Who gave it; a stand-in of Telegram's for somebody anonymous.
        words: The texts in their language.
        known_id: Their random id; none for somebody unknown, a group or a channel.
        arguments: The words after the command.
        say: Sends an answer.
    """

    message: Message
    user: User
    words: Texts
    known_id: UUID | None
    arguments: tuple[str, ...]
    say: Say

    @property
    def anonymous(self) -> bool:
        """Whether it was given as a group or a channel."""
        return self.message.sender_chat is not None

    @property
    def player_id(self) -> UUID:
        """The random id of whoever gave it.

        Raises:
            Refused: `anonymous`, or `not_seated` for whoever is not known, who sits nowhere.
        """
        if self.known_id is None:
            raise Refused("anonymous" if self.anonymous else "not_seated")
        return self.known_id

    async def reply(self, screen: Screen) -> None:
        """Answer in its chat and topic, for its sender alone if nobody else has seen it."""
        await self.say(self.message.chat.id, partial(_reply, self.message, screen))


@dataclass(frozen=True)
class GroupCall(Call):
    """A command given in a group.

    Attributes:
        group_id: The group's random id.
    """

    group_id: UUID


async def _reply(message: Message, screen: Screen) -> None:
    command_id, sender = ephemeral_id(message), message.from_user
    unseen = alone(sender.id, None, command_id) if sender and command_id is not None else None
    await message.reply_text(
        screen.text,
        parse_mode=ParseMode.HTML,
        reply_markup=markup(screen),
        message_thread_id=message.message_thread_id if message.is_topic_message else None,
        do_quote=False if unseen else None,
        allow_sending_without_reply=True,
        api_kwargs=unseen,
    )
