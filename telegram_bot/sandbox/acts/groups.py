"""Groups and topics: founded, closed, deleted, turned into supergroups."""

from telegram_bot.sandbox.acts.members import add_member
from telegram_bot.sandbox.acts.refusal import ActRefusedError
from telegram_bot.sandbox.chats import Chat, Kind, Member, Status, Topic
from telegram_bot.sandbox.shapes import Json
from telegram_bot.sandbox.world import World


def create_group(  # noqa: PLR0913 - named options of one act
    world: World,
    owner_id: int,
    title: str,
    *,
    kind: Kind = Kind.GROUP,
    forum: bool = False,
    member_ids: tuple[int, ...] = (),
    with_bot: bool = True,
    told: bool = True,
) -> Chat:
    """Found a group; the owner is its creator, the bot comes in with the others.

    Args:
        world: the local Telegram.
        owner_id: who founds it.
        title: its name.
        kind: a basic group or a supergroup.
        forum: whether it has topics.
        member_ids: who else is in it.
        with_bot: whether the bot is.
        told: whether the bot hears of that; else it is as if it had been there for long.
    """
    chat = world.add_chat(kind, title, forum=forum)
    chat.members[owner_id] = Member(owner_id, Status.CREATOR)
    for user_id in member_ids:
        chat.members[user_id] = Member(user_id)
    if with_bot and not told:
        chat.members[world.bot.id] = Member(world.bot.id)
        came = {"new_chat_members": [world.user_shape(world.bot.id)]}
        world.post(chat, owner_id, service=came, told=False)
    elif with_bot:
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


def migrate(
    world: World, chat_id: int, *, by: int, told: tuple[str, ...] = ("old", "new")
) -> Chat:
    """Turn a basic group into a supergroup, with a service message in each.

    Args:
        world: the local Telegram.
        chat_id: the group.
        by: who does it.
        told: of which the bot gets an update, "old" and "new", and in which order.
    """
    old = world.chat(chat_id)
    if old.kind is not Kind.GROUP or old.migrated_to is not None:
        raise ActRefusedError("only a basic group becomes a supergroup")
    new = world.add_chat(Kind.SUPERGROUP, old.title)
    new.members = dict(old.members)
    new.permissions = old.permissions
    old.migrated_to, new.migrated_from = new.id, old.id
    chats: dict[str, tuple[Chat, Json]] = {
        "old": (old, {"migrate_to_chat_id": new.id}),
        "new": (new, {"migrate_from_chat_id": old.id}),
    }
    for name in (*told, *(name for name in chats if name not in told)):
        chat, service = chats[name]
        world.post(chat, by, service=service, told=name in told)
    return new


def delete_group(world: World, chat_id: int) -> None:
    """Delete a group for everybody; nobody sees it any more, the bot gets 403."""
    world.chat(chat_id).deleted = True
    world.changed()
