"""May the bot do this here? The same questions, in the same order, as Telegram asks them."""

from telegram_bot.sandbox import errors
from telegram_bot.sandbox.chats import Chat, Kind, Status
from telegram_bot.sandbox.messages import Message
from telegram_bot.sandbox.methods.call import Call
from telegram_bot.sandbox.world import World

GENERAL_TOPIC = 1


def find_chat(call: Call, name: str = "chat_id") -> Chat:
    """Return the chat that a parameter names, by id or @username.

    Raises:
        ApiError: 400, no id or no such chat.
    """
    given = call.text(name)
    if not given:
        raise errors.chat_id_empty()
    if given.startswith("@"):
        wanted = given[1:].lower()
        for chat in call.world.chats.values():
            if chat.username and chat.username.lower() == wanted:
                return chat
        raise errors.chat_not_found()
    try:
        return call.world.chat(int(given))
    except ValueError as wrong:
        raise errors.chat_not_found() from wrong


def readable(call: Call) -> Chat:
    """Return a chat that the bot may look at.

    Raises:
        ApiError: 400 or 403.
    """
    chat = find_chat(call)
    if chat.kind is Kind.SUPERGROUP:
        _check_membership(call.world, chat)
    return chat


def editable(call: Call) -> Chat:
    """Return a chat where the bot's messages may be edited.

    Raises:
        ApiError: 400 or 403.
    """
    chat = find_chat(call)
    _check_alive(call.world, chat)
    return chat


def writable(call: Call) -> Chat:
    """Return a chat where the bot may write, as far as membership goes.

    Raises:
        ApiError: 400 (with `migrate_to_chat_id`) or 403.
    """
    chat = find_chat(call)
    if chat.migrated_to is not None:
        raise errors.migrated(chat.migrated_to)
    _check_alive(call.world, chat)
    return chat


def _check_alive(world: World, chat: Chat) -> None:
    if chat.is_private:
        person = world.people[chat.id]
        if person.deactivated:
            raise errors.deactivated()
        if person.blocked:
            raise errors.blocked()
        if not person.started:
            raise errors.cant_initiate()
    elif chat.deleted:
        raise errors.group_deleted()
    elif chat.migrated_to is None:
        _check_membership(world, chat)


def _check_membership(world: World, chat: Chat) -> None:
    member = chat.member(world.bot.id)
    if member.status is Status.KICKED:
        raise errors.forbidden(f"bot was kicked from the {chat.kind.value} chat")
    if not member.present:
        raise errors.forbidden(f"bot is not a member of the {chat.kind.value} chat")


def topic_of(call: Call, chat: Chat) -> int | None:
    """Return the topic to write into, None for General or a chat without topics.

    Raises:
        ApiError: 400, no such topic or it is closed.
    """
    thread_id = call.number("message_thread_id")
    if not thread_id or not (chat.forum or chat.is_private):
        return None  # Telegram ignores the parameter where there are no topics
    topic = chat.topics.get(thread_id)
    if topic is None or thread_id == GENERAL_TOPIC:
        raise errors.thread_not_found()
    check_topic_open(call.world, chat, thread_id)
    return thread_id


def check_topic_open(world: World, chat: Chat, thread_id: int | None) -> None:
    """Refuse to write into a closed topic, unless the bot may manage topics.

    Raises:
        ApiError: 400 TOPIC_CLOSED.
    """
    topic = chat.topics.get(thread_id or 0)
    if topic and topic.closed and not chat.member(world.bot.id).has_right("can_manage_topics"):
        raise errors.topic_closed()


def check_may_send(world: World, chat: Chat, kind: str) -> None:
    """Refuse what a muted bot may not send; `kind` is "text" or a kind of media.

    Raises:
        ApiError: 400 "not enough rights to send …".
    """
    permission, error = {
        "text": ("can_send_messages", errors.no_text_right),
        "photo": ("can_send_photos", errors.no_photo_right),
        "document": ("can_send_documents", errors.no_document_right),
        "animation": ("can_send_other_messages", errors.no_animation_right),
    }[kind]
    if not chat.may(world.bot.id, permission):
        raise error()


def own_message(call: Call) -> Message:
    """Return the bot's own message that an edit is about.

    Raises:
        ApiError: 400, it is not there or not the bot's.
    """
    if call.has("inline_message_id"):
        raise errors.not_implemented("inline messages")
    chat = editable(call)
    message_id = call.number("message_id")
    message = call.world.message(chat.id, message_id) if message_id > 0 else None
    if message is None or chat.migrated_to is not None:
        raise errors.edit_not_found()
    if message.sender_id != call.world.bot.id or message.service:
        raise errors.cant_edit()
    if not chat.may(call.world.bot.id, "can_send_messages"):
        raise errors.bad_request("CHAT_WRITE_FORBIDDEN")
    return message
