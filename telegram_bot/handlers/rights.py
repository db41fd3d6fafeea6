"""Who may do what in a group, asked of Telegram at the moment it matters."""

from telegram import Bot, Message
from telegram.error import TelegramError

from domain.errors import Refused
from telegram_bot.membership import RUNS_CHAT


async def check_administrator(bot: Bot, chat_id: int, user_id: int) -> None:
    """See that somebody is an administrator of a group now.

    Raises:
        Refused: `only_administrators`, or `not_now` when Telegram cannot be asked.
    """
    if not await is_administrator(bot, chat_id, user_id):
        raise Refused("only_administrators")


async def is_administrator(bot: Bot, chat_id: int, user_id: int) -> bool:
    """Tell whether somebody is an administrator of a group now.

    Raises:
        Refused: `not_now` when Telegram cannot be asked.
    """
    try:
        member = await bot.get_chat_member(chat_id, user_id)
    except TelegramError:
        raise Refused("not_now") from None
    return member.status in RUNS_CHAT


def is_anonymous_administrator(message: Message) -> bool:
    """Tell whether a message was written in the name of its own group, as administrators may."""
    return message.sender_chat is not None and message.sender_chat.id == message.chat.id
