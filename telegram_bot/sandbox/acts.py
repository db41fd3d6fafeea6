"""What people do: write, tap, come and go, promote, mute, block, migrate.

Each act changes the world and queues the updates that Telegram would send to the bot.
"""

from dataclasses import replace

from telegram_bot.sandbox import errors
from telegram_bot.sandbox.callbacks import Tap
from telegram_bot.sandbox.chats import PERMISSIONS, SENDING, Chat, Kind, Member, Status, Topic
from telegram_bot.sandbox.entities import FormattedText, finished
from telegram_bot.sandbox.media import Media
from telegram_bot.sandbox.messages import Content, Message
from telegram_bot.sandbox.people import Person
from telegram_bot.sandbox.shapes import Json
from telegram_bot.sandbox.world import World


class ActRefusedError(Exception):
    """A person cannot do this; the text says why."""


# Chats


def create_group(  # noqa: PLR0913 - named options of one act
    world: World,
    owner_id: int,
    title: str,
    *,
    kind: Kind = Kind.GROUP,
    forum: bool = False,
    member_ids: tuple[int, ...] = (),
    with_bot: bool = True,
) -> Chat:
    """Found a group; the owner is its creator, the bot comes in with the others."""
    chat = world.add_chat(kind, title, forum=forum)
    chat.members[owner_id] = Member(owner_id, Status.CREATOR)
    for user_id in member_ids:
        chat.members[user_id] = Member(user_id)
    if with_bot:
        add_member(world, chat.id, world.bot.id, by=owner_id)
    world.changed()
    return chat


def create_topic(world: World, chat_id: int, name: str, *, by: int) -> Topic:
    """Open a forum topic."""
    chat = world.chat(chat_id)
    if not chat.forum:
        raise ActRefusedError("not a forum")
    # The topic's id is the id of its own service message, which the topic has to name.
    thread_id = len(world.messages[chat.id]) + 1
    topic = Topic(thread_id, name)
    chat.topics[thread_id] = topic
    created = {"name": name, "icon_color": topic.icon_color}
    world.post(chat, by, thread_id=thread_id, service={"forum_topic_created": created})
    return topic


def close_topic(world: World, chat_id: int, thread_id: int, *, by: int, closed: bool) -> None:
    """Close or reopen a topic."""
    chat = world.chat(chat_id)
    topic = chat.topics.get(thread_id)
    if topic is None:
        raise ActRefusedError("no such topic")
    topic.closed = closed
    service: Json = {"forum_topic_closed" if closed else "forum_topic_reopened": {}}
    world.post(chat, by, thread_id=thread_id, service=service)


def delete_topic(world: World, chat_id: int, thread_id: int) -> None:
    """Delete a topic with all its messages."""
    chat = world.chat(chat_id)
    if chat.topics.pop(thread_id, None) is None:
        raise ActRefusedError("no such topic")
    for message in world.history(chat_id):
        if message.thread_id == thread_id:
            world.remove(message)


def migrate(world: World, chat_id: int, *, by: int) -> Chat:
    """Turn a basic group into a supergroup, with both service messages."""
    old = world.chat(chat_id)
    if old.kind is not Kind.GROUP or old.migrated_to is not None:
        raise ActRefusedError("only a basic group becomes a supergroup")
    new = world.add_chat(Kind.SUPERGROUP, old.title)
    new.members = dict(old.members)
    new.permissions = old.permissions
    world.post(old, by, service={"migrate_to_chat_id": new.id})
    old.migrated_to, new.migrated_from = new.id, old.id
    world.post(new, by, service={"migrate_from_chat_id": old.id})
    return new


# Members


def set_member(world: World, chat_id: int, member: Member, *, by: int) -> None:
    """Give somebody another standing and tell the bot as Telegram does."""
    chat = world.chat(chat_id)
    before = chat.member(member.user_id)
    chat.members[member.user_id] = member
    mine = member.user_id == world.bot.id
    if mine or chat.member(world.bot.id).runs_chat:
        change: Json = {
            "chat": world.chat_shape(chat),
            "from": world.user_shape(by),
            "date": int(world.now()),
            "old_chat_member": world.member_shape(before),
            "new_chat_member": world.member_shape(member),
        }
        kind = "my_chat_member" if mine else "chat_member"
        world.update(kind, change, (kind, chat.id), chat.id)
    world.changed()


def add_member(world: World, chat_id: int, user_id: int, *, by: int) -> None:
    """Bring somebody, or the bot, into a group."""
    chat = world.chat(chat_id)
    if chat.member(user_id).present:
        return
    set_member(world, chat_id, Member(user_id), by=by)
    world.post(chat, by, service={"new_chat_members": [world.user_shape(user_id)]})


def remove_member(world: World, chat_id: int, user_id: int, *, by: int) -> None:
    """Make somebody leave (when `by` is the same) or be kicked."""
    chat = world.chat(chat_id)
    if not chat.member(user_id).present:
        return
    status = Status.LEFT if by == user_id else Status.KICKED
    was_there = chat.member(world.bot.id).present
    service: Json = {"left_chat_member": world.user_shape(user_id)}
    set_member(world, chat_id, Member(user_id, status), by=by)
    message = world.post(chat, by, service=service)
    if user_id == world.bot.id and was_there:
        # The bot still hears of its own leaving, which `post` no longer sends.
        world.update("message", world.message_shape(message), ("chat", chat.id), chat.id)


def promote(
    world: World, chat_id: int, user_id: int, *, by: int, rights: frozenset[str] | None = None
) -> None:
    """Make somebody an administrator, with Telegram's usual rights or with these."""
    member = Member(user_id, Status.ADMINISTRATOR)
    if rights is not None:
        member = replace(member, rights=rights)
    set_member(world, chat_id, member, by=by)


def demote(world: World, chat_id: int, user_id: int, *, by: int) -> None:
    """Make an administrator, or a restricted person, an ordinary member."""
    set_member(world, chat_id, Member(user_id), by=by)


def restrict(
    world: World, chat_id: int, user_id: int, *, by: int, without: frozenset[str] | None = None
) -> None:
    """Take permissions from a member of a supergroup: by default all of writing."""
    if world.chat(chat_id).kind is not Kind.SUPERGROUP:
        raise ActRefusedError("only supergroups restrict single members")
    taken = frozenset(SENDING) if without is None else without
    member = Member(user_id, Status.RESTRICTED, permissions=frozenset(PERMISSIONS) - taken)
    set_member(world, chat_id, member, by=by)


def set_permissions(world: World, chat_id: int, permissions: frozenset[str]) -> None:
    """Say what ordinary members of a group may."""
    world.chat(chat_id).permissions = permissions
    world.changed()


def block(world: World, user_id: int, *, blocked: bool) -> None:
    """Block or unblock the bot."""
    person = world.person(user_id)
    if person.blocked == blocked:
        return
    person.blocked = blocked
    gone, here = Member(world.bot.id, Status.KICKED), Member(world.bot.id)
    before, after = (here, gone) if blocked else (gone, here)
    change: Json = {
        "chat": world.chat_shape(world.chat(user_id)),
        "from": person.shape(),
        "date": int(world.now()),
        "old_chat_member": world.member_shape(before),
        "new_chat_member": world.member_shape(after),
    }
    world.update("my_chat_member", change, ("my_chat_member", user_id), user_id)
    world.changed()


# Messages


def say(  # noqa: PLR0913 - named options of one act
    world: World,
    user_id: int,
    chat_id: int,
    text: str,
    *,
    thread_id: int | None = None,
    reply_to: int | None = None,
    anonymous: bool = False,
) -> Message:
    """Write a message; commands, mentions and links become entities.

    Raises:
        ActRefusedError: the person is not there, is muted, or the text is empty.
    """
    chat, person = _open_chat(world, user_id, chat_id)
    formatted = finished(FormattedText(text))
    if not formatted.text or len(formatted) > 4096:
        raise ActRefusedError("a message has 1 to 4096 characters")
    if not chat.may(user_id, "can_send_messages"):
        raise ActRefusedError("not allowed to write here")
    if anonymous and not chat.member(user_id).runs_chat:
        raise ActRefusedError("only administrators write anonymously")
    _check_topic(chat, thread_id, user_id)
    if chat.is_private:
        person.started = True
        block(world, user_id, blocked=False)
    return world.post(
        chat,
        user_id,
        Content(formatted),
        thread_id=thread_id,
        reply_to=reply_to,
        as_chat=anonymous,
    )


def send_photo(
    world: World, user_id: int, chat_id: int, media: Media, *, caption: str = ""
) -> Message:
    """Send a picture or a file."""
    chat, _ = _open_chat(world, user_id, chat_id)
    return world.post(chat, user_id, Content(finished(FormattedText(caption)), media))


def edit(world: World, user_id: int, chat_id: int, message_id: int, text: str) -> Message:
    """Edit one's own message; the bot gets `edited_message`."""
    message = world.message(chat_id, message_id)
    if message is None or message.sender_id != user_id:
        raise ActRefusedError("not your message")
    world.revise(message, Content(finished(FormattedText(text))))
    world.update("edited_message", world.message_shape(message), ("chat", chat_id), chat_id)
    return message


def delete(world: World, user_id: int, chat_id: int, message_id: int) -> None:
    """Delete a message: one's own, or any as an administrator or in private.

    The bot is not told, as in Telegram.
    """
    chat = world.chat(chat_id)
    message = world.message(chat_id, message_id)
    if message is None:
        raise ActRefusedError("no such message")
    own = message.sender_id == user_id or chat.is_private
    if not own and not chat.member(user_id).has_right("can_delete_messages"):
        raise ActRefusedError("not your message")
    world.remove(message)


# Taps


def tap(  # noqa: PLR0913 - who, where, on what, and how
    world: World, user_id: int, chat_id: int, message_id: int, data: str, *, forged: bool = False
) -> Tap:
    """Press a button of the bot's message.

    Args:
        world: the local Telegram.
        user_id: who taps.
        chat_id: where.
        message_id: on which message.
        data: the button's callback data.
        forged: tap although no such button is there, as a changed client, a stale screen or
            somebody outside the chat could; works on deleted messages too.

    Raises:
        ActRefusedError: the button is not there, or the person does not see it.
    """
    chat = world.chat(chat_id)
    message = world.message(chat_id, message_id)
    if not forged:
        _open_chat(world, user_id, chat_id)
        keyboard = message.content.keyboard if message else None
        if keyboard is None or not keyboard.offers(data):
            raise ActRefusedError("there is no such button")
    made = world.taps.new(user_id, chat_id, message_id, data)
    shape: Json = {
        "id": made.id,
        "from": world.user_shape(user_id),
        "message": world.message_shape(message)
        if message
        else world.inaccessible_shape(chat, message_id),
        "chat_instance": str(chat_id * 7919),
        "data": data,
    }
    world.update("callback_query", shape, ("callback_query", user_id), chat_id)
    world.changed()
    return made


def mark_read(world: World, user_id: int, chat_id: int) -> None:
    """Remember that a person has seen a chat up to now."""
    world.read[user_id, chat_id] = world.revision


def _open_chat(world: World, user_id: int, chat_id: int) -> tuple[Chat, Person]:
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


def _check_topic(chat: Chat, thread_id: int | None, user_id: int) -> None:
    if thread_id is None:
        return
    topic = chat.topics.get(thread_id)
    if topic is None:
        raise ActRefusedError("no such topic")
    if topic.closed and not chat.member(user_id).runs_chat:
        raise ActRefusedError("the topic is closed")
