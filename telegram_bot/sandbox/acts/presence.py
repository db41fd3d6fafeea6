"""May this person do something in this chat at all?"""

from telegram_bot.sandbox import errors
from telegram_bot.sandbox.acts.refusal import ActRefusedError
from telegram_bot.sandbox.chats import Chat
from telegram_bot.sandbox.people import Person
from telegram_bot.sandbox.world import World


def open_chat(world: World, user_id: int, chat_id: int) -> tuple[Chat, Person]:
    """Return a chat that a person has in their list.

    Raises:
        ActRefusedError: it is not there, or they are not in it.
    """
    try:
        chat, person = world.chat(chat_id), world.person(user_id)
    except errors.ApiError as missing:
        raise ActRefusedError(missing.description) from missing
    if chat.is_private and chat.id != user_id:
        raise ActRefusedError("somebody else's chat")
    if not chat.is_private and not chat.member(user_id).present:
        raise ActRefusedError("not a member")
    if chat.migrated_to is not None or chat.deleted:
        raise ActRefusedError("the group is closed")
    return chat, person


def check_topic(chat: Chat, thread_id: int | None, user_id: int) -> None:
    """Refuse to write into a topic that is not there or closed.

    Raises:
        ActRefusedError: it is.
    """
    if thread_id is None:
        return
    topic = chat.topics.get(thread_id)
    if topic is None:
        raise ActRefusedError("no such topic")
    if topic.closed and not chat.member(user_id).runs_chat:
        raise ActRefusedError("the topic is closed")
