"""Members: they come, go, are promoted, muted; a person blocks the bot.

Each act queues what Telegram would tell the bot.
"""

from dataclasses import replace

from telegram_bot.sandbox.acts.refusal import ActRefusedError
from telegram_bot.sandbox.chats import PERMISSIONS, SENDING, Kind, Member, Status
from telegram_bot.sandbox.people import Client
from telegram_bot.sandbox.shapes import Json
from telegram_bot.sandbox.world import World


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
    before = chat.member(user_id)
    if before.present:
        return
    restricted = before.status is Status.RESTRICTED
    member = replace(before, inside=True) if restricted else Member(user_id)
    set_member(world, chat_id, member, by=by)
    world.post(chat, by, service={"new_chat_members": [world.user_shape(user_id)]})


def remove_member(
    world: World, chat_id: int, user_id: int, *, by: int, announced: bool = True
) -> None:
    """Make somebody leave (when `by` is the same) or be kicked.

    Large supergroups do not announce it (`announced`).
    """
    chat = world.chat(chat_id)
    before = chat.member(user_id)
    if not before.present:
        return
    was_there = chat.member(world.bot.id).present
    service: Json = {"left_chat_member": world.user_shape(user_id)}
    set_member(world, chat_id, _gone(before, kicked=by != user_id), by=by)
    if not announced:
        return
    message = world.post(chat, by, service=service)
    if user_id == world.bot.id and was_there:
        # The bot still hears of its own leaving, which `post` no longer sends.
        world.update("message", world.message_shape(message), ("chat", chat.id), chat.id)


def _gone(member: Member, *, kicked: bool) -> Member:
    if kicked:
        return Member(member.user_id, Status.KICKED)
    if member.status is Status.RESTRICTED:
        return replace(member, inside=False)
    return Member(member.user_id, Status.LEFT)


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


def use_client(world: World, user_id: int, client: Client) -> None:
    """Let somebody use another Telegram from now on."""
    world.person(user_id).client = client
    world.changed()


def restart_client(world: World, user_id: int) -> None:
    """Let somebody's Telegram begin anew: it has lost what is ephemeral, and tells nobody."""
    for message in world.ephemerals.of(user_id):
        message.shown = False
    world.changed()


def expire_ephemerals(world: World, user_id: int) -> None:
    """Let everything ephemeral that somebody has be too old for Telegram; its ids are free."""
    for message in list(world.ephemerals.of(user_id)):
        world.remove(message)
