"""Which messages of a group the bot is shown: membership, privacy mode."""

from telegram_bot.sandbox.chats import Chat
from telegram_bot.sandbox.messages import Message
from telegram_bot.sandbox.people import Bot


def bot_sees(bot: Bot, chat: Chat, message: Message, replied: Message | None) -> bool:
    """Tell whether the bot gets an update for somebody's message in a group.

    Args:
        bot: the bot.
        chat: the group.
        message: what somebody wrote.
        replied: the message that it answers, if there is one.
    """
    member = chat.member(bot.id)
    if not member.present:
        return False
    if message.service or member.runs_chat or not bot.privacy_mode:
        return True
    if replied and replied.sender_id == bot.id:
        return True
    return _addresses(message, bot.username)


def _addresses(message: Message, username: str) -> bool:
    """Tell whether a message has a command that is not another bot's, or a mention."""
    text = message.content.text
    commands = [text.part(each) for each in text.entities if each.kind == "bot_command"]
    mentions = [text.part(each) for each in text.entities if each.kind == "mention"]
    mine = f"@{username}".lower()
    to_me = any("@" not in each or each.lower().endswith(mine) for each in commands)
    return to_me or mine in map(str.lower, mentions)
