"""Which messages the bot is shown: membership, blocking, privacy mode."""

from __future__ import annotations

from typing import TYPE_CHECKING

from telegram_bot.sandbox.chats import Chat
from telegram_bot.sandbox.messages import Message

if TYPE_CHECKING:  # the world asks here for every message
    from telegram_bot.sandbox.world import World


def bot_sees(world: World, chat: Chat, message: Message) -> bool:
    """Tell whether the bot gets an update for somebody's message."""
    if chat.is_private:
        return not world.people[chat.id].blocked
    member = chat.member(world.bot.id)
    if not member.present:
        return False
    if message.service or member.runs_chat or not world.bot.privacy_mode:
        return True
    replied = message.reply_to and world.message(chat.id, message.reply_to)
    if replied and replied.sender_id == world.bot.id:
        return True
    return _addresses(message, world.bot.username)


def _addresses(message: Message, username: str) -> bool:
    """Tell whether a message has a command that is not another bot's, or a mention."""
    text = message.content.text
    commands = [text.part(each) for each in text.entities if each.kind == "bot_command"]
    mentions = [text.part(each) for each in text.entities if each.kind == "mention"]
    mine = f"@{username}".lower()
    to_me = any("@" not in each or each.lower().endswith(mine) for each in commands)
    return to_me or mine in map(str.lower, mentions)
