"""Forum topics."""

from telegram_bot.sandbox import acts, errors
from telegram_bot.sandbox.chats import Chat, Topic
from telegram_bot.sandbox.methods.access import writable
from telegram_bot.sandbox.methods.call import Call
from telegram_bot.sandbox.shapes import Json

MAX_NAME = 128


def create_forum_topic(call: Call) -> Json:
    """Bot API createForumTopic."""
    chat = _managed_forum(call)
    name = call.text("name")
    if not name or len(name) > MAX_NAME:
        raise errors.bad_request("TOPIC_TITLE_EMPTY" if not name else "TOPIC_TITLE_TOO_LONG")
    return acts.create_topic(call.world, chat.id, name, by=call.world.bot.id).shape()


def close_forum_topic(call: Call) -> bool:
    """Bot API closeForumTopic."""
    return _set_closed(call, closed=True)


def reopen_forum_topic(call: Call) -> bool:
    """Bot API reopenForumTopic."""
    return _set_closed(call, closed=False)


def delete_forum_topic(call: Call) -> bool:
    """Bot API deleteForumTopic."""
    chat = _managed_forum(call)
    acts.delete_topic(call.world, chat.id, _topic(call, chat).id)
    return True


def _set_closed(call: Call, *, closed: bool) -> bool:
    chat = _managed_forum(call)
    topic = _topic(call, chat)
    if topic.closed == closed:
        raise errors.bad_request("TOPIC_NOT_MODIFIED")
    acts.close_topic(call.world, chat.id, topic.id, by=call.world.bot.id, closed=closed)
    return True


def _managed_forum(call: Call) -> Chat:
    chat = writable(call)
    if not chat.forum:
        raise errors.not_a_forum()
    if not chat.member(call.world.bot.id).has_right("can_manage_topics"):
        raise errors.no_topic_right()
    return chat


def _topic(call: Call, chat: Chat) -> Topic:
    topic = chat.topics.get(call.required_number("message_thread_id"))
    if topic is None:
        raise errors.bad_request("TOPIC_ID_INVALID")
    return topic
