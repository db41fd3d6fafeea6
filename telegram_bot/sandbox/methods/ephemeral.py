"""Messages that one person alone sees: who may be sent one, and when."""

from telegram_bot.sandbox import errors
from telegram_bot.sandbox.chats import Chat
from telegram_bot.sandbox.messages import Content, Message
from telegram_bot.sandbox.methods.access import check_may_send, topic_of, writable
from telegram_bot.sandbox.methods.call import Call
from telegram_bot.sandbox.shapes import Json
from telegram_bot.sandbox.world import World

ELIGIBLE_SECONDS = 15.0
"""How long after a tap or a command its sender may be written to by a bot that is no admin."""


def is_ephemeral(call: Call) -> bool:
    """Tell whether a message is to be ephemeral; an old server does not know that it is."""
    return call.world.knows_ephemeral and call.has("ephemeral_message_parameters")


def send_ephemeral(call: Call, content: Content) -> Json:
    """Send a message to one member of a group."""
    world, chat = call.world, writable(call)
    given = call.decoded("ephemeral_message_parameters", "ephemeral message parameters")
    if chat.is_private:
        raise errors.only_in_groups()
    if given.get("replace_callback_query_message"):
        raise errors.not_implemented("ephemeral messages in place of others")
    receiver_id = int(given["receiver_user_id"])
    if receiver_id not in world.people or not chat.member(receiver_id).present:
        raise errors.not_a_receiver()
    thread_id = topic_of(call, chat)
    if not _is_eligible(call, chat, receiver_id, str(given.get("callback_query_id", ""))):
        raise errors.not_eligible()
    check_may_send(world, chat, content.media.kind if content.media else "text")
    message = world.post_ephemeral(chat, world.bot.id, receiver_id, content, thread_id=thread_id)
    return world.message_shape(message)


def own_ephemeral(call: Call) -> Message:
    """Return the bot's own ephemeral message that a call is about.

    Raises:
        ApiError: 400, there is none of that number for that receiver.
    """
    chat = writable(call)
    message = call.world.ephemerals.find(chat.id, call.required_number("ephemeral_message_id"))
    if message is None or message.receiver_id != call.required_number("receiver_user_id"):
        raise errors.ephemeral_not_found()
    return message


def _is_eligible(call: Call, chat: Chat, receiver_id: int, query_id: str) -> bool:
    """Tell whether a member has just done something, or the bot needs no such reason."""
    world = call.world
    replied = call.decoded("reply_parameters", "reply parameters") or {}
    if "ephemeral_message_id" in replied:
        return _has_commanded(world, chat, receiver_id, int(replied["ephemeral_message_id"]))
    if replied:
        raise errors.not_implemented("ephemeral replies to messages that all see")
    if query_id:
        tap = world.taps.by_id.get(query_id)
        if tap is None or (tap.user_id, tap.chat_id) != (receiver_id, chat.id):
            return False
        return world.now() - tap.at <= ELIGIBLE_SECONDS
    return chat.member(world.bot.id).runs_chat


def _has_commanded(world: World, chat: Chat, sender_id: int, ephemeral_id: int) -> bool:
    command = world.ephemerals.find(chat.id, ephemeral_id)
    if command is None or command.sender_id != sender_id:
        return False
    return world.now() - command.date <= ELIGIBLE_SECONDS
