"""What one person sees: their chats, the messages in them, the menu of commands."""

from telegram_bot.sandbox.chats import Chat
from telegram_bot.sandbox.commands import commands_for
from telegram_bot.sandbox.messages import Message
from telegram_bot.sandbox.people import Person
from telegram_bot.sandbox.shapes import Json, JsonList
from telegram_bot.sandbox.world import World

GENERAL = 1


def people(world: World) -> JsonList:
    """Return everybody one can be."""
    return [
        person.shape() | {"name": person.name, "blocked": person.blocked}
        for person in world.people.values()
    ]


def all_chats(world: World) -> JsonList:
    """Return every chat there is, with its topics."""
    return [world.chat_shape(chat) | {"topics": topics(chat)} for chat in world.chats.values()]


def topics(chat: Chat) -> JsonList:
    """Return the topics of a forum but for General, which always is."""
    return [topic.shape() | {"closed": topic.closed} for topic in chat.topics.values()]


def chats_of(world: World, user_id: int) -> JsonList:
    """Return a person's chats, the one with the newest message first."""
    mine = [chat for chat in world.chats.values() if sees(user_id, chat)]
    shapes = [_chat_of(world, user_id, chat) for chat in mine]
    return sorted(shapes, key=lambda shape: -int(shape["changed"]))


def sees(user_id: int, chat: Chat) -> bool:
    """Tell whether a person has this chat in their list."""
    if chat.is_private:
        return chat.id == user_id
    return chat.member(user_id).present and chat.migrated_to is None and not chat.deleted


def _chat_of(world: World, user_id: int, chat: Chat) -> Json:
    history = world.history(chat.id)
    person, last = world.people[user_id], history[-1] if history else None
    read = world.read.get((user_id, chat.id), 0)
    unread = [each for each in history if each.sender_id != user_id and each.posted > read]
    return {
        "id": chat.id,
        "kind": chat.kind.value,
        "migrated_from": chat.migrated_from,
        "title": world.bot.name if chat.is_private else chat.title,
        "forum": chat.forum,
        "topics": topics(chat),
        "members": len(chat.present()) if not chat.is_private else 2,
        "runs_chat": chat.member(user_id).runs_chat,
        "may_write": chat.may(user_id, "can_send_messages"),
        "started": person.started,
        "blocked": person.blocked,
        "unread": len(unread),
        "mentioned": any(_mentions(world, each, person) for each in unread),
        "busy": world.busy_in(chat.id),
        "changed": last.posted if last else 0,
        "last": preview(world, last) if last else None,
        "commands": commands_for(world.bot, person, chat),
        "pinned": chat.pinned[-1] if chat.pinned else None,
        "description": _description(world, person) if chat.is_private else "",
    }


def _mentions(world: World, message: Message, person: Person) -> bool:
    """Tell whether a message calls somebody, by a link, by their name, or by answering them."""
    replied = world.message(message.chat_id, message.reply_to) if message.reply_to else None
    if replied is not None and replied.sender_id == person.id:
        return True
    text = message.content.text
    called = any(
        each.kind == "text_mention" and each.number == person.id for each in text.entities
    )
    return called or (bool(person.username) and f"@{person.username}" in text.text)


def _description(world: World, person: Person) -> str:
    known = world.bot.descriptions
    return known.get(person.language_code.split("-")[0]) or known.get("", "")


def preview(world: World, message: Message) -> Json:
    """Return the line under a chat's title."""
    media = message.content.media
    text = message.content.text.text or (media.kind if media else "")
    return {
        "from": world.user_shape(message.sender_id)["first_name"],
        "text": text[:120],
        "service": next(iter(message.service), ""),
        "date": message.date,
    }


def messages_for(
    world: World, user_id: int, chat: Chat, *, thread_id: int | None = None, limit: int = 200
) -> JsonList:
    """Return the messages of a chat as a person sees them, oldest first.

    Args:
        world: the local Telegram.
        user_id: whose eyes.
        chat: where.
        thread_id: only this topic, or GENERAL; None is everything.
        limit: the newest so many.
    """
    if not chat.is_private and not chat.member(user_id).present:
        return []
    if chat.is_private and chat.id != user_id:
        return []
    wanted = None if thread_id == GENERAL else thread_id
    here = (*world.history(chat.id), *world.ephemerals.seen_by(user_id, chat.id))
    return [
        message_for(world, user_id, message)
        for message in sorted(here, key=lambda message: message.posted)
        if thread_id is None or message.thread_id == wanted
    ][-limit:]


def message_for(world: World, user_id: int, message: Message) -> Json:
    """Return a Message with what the page needs beyond it.

    Its `key` tells it from all others, as the id of an ephemeral message does not.
    """
    return world.message_shape(message) | {
        "key": f"{message.id}.{message.posted}",
        "revision": message.revision,
        "out": message.sender_id == user_id,
        "reactions": sorted(message.reactions.values()),
    }
