"""Questions about chats, and leaving, pinning."""

from telegram_bot.sandbox import acts, errors
from telegram_bot.sandbox.chats import Kind
from telegram_bot.sandbox.methods.access import readable, writable
from telegram_bot.sandbox.methods.call import Call
from telegram_bot.sandbox.shapes import Json, JsonList


def get_chat(call: Call) -> Json:
    """Bot API getChat."""
    world, chat = call.world, readable(call)
    gifts = (
        "unlimited_gifts",
        "limited_gifts",
        "unique_gifts",
        "premium_subscription",
        "gifts_from_channels",
    )
    full = world.chat_shape(chat) | {
        "accent_color_id": abs(chat.id) % 7,
        "max_reaction_count": 11,
        "accepted_gift_types": dict.fromkeys(gifts, False),
    }
    if chat.username:
        full["active_usernames"] = [chat.username]
    if not chat.is_private:
        full["permissions"] = chat.permissions_shape()
    if chat.description:
        full["description"] = chat.description
    if chat.pinned and (pinned := world.message(chat.id, chat.pinned[-1])):
        full["pinned_message"] = world.message_shape(pinned, with_reply=False)
    return full


def get_chat_member(call: Call) -> Json:
    """Bot API getChatMember; who never was there has left."""
    user_id = call.required_number("user_id")
    chat = readable(call) if user_id == call.world.bot.id else writable(call)
    if user_id != call.world.bot.id:
        call.world.person(user_id)
    return call.world.member_shape(chat.member(user_id))


def get_chat_administrators(call: Call) -> JsonList:
    """Bot API getChatAdministrators, the owner first."""
    chat = writable(call)
    if chat.is_private:
        raise errors.no_administrators()
    runs = [member for member in chat.present() if member.runs_chat]
    runs.sort(key=lambda member: member.status.value != "creator")
    return [call.world.member_shape(member) for member in runs]


def get_chat_member_count(call: Call) -> int:
    """Bot API getChatMemberCount."""
    chat = writable(call)
    return 2 if chat.is_private else len(chat.present())


def leave_chat(call: Call) -> bool:
    """Bot API leaveChat."""
    chat = writable(call)
    if chat.is_private:
        raise errors.cant_leave()
    acts.remove_member(call.world, chat.id, call.world.bot.id, by=call.world.bot.id)
    return True


def pin_chat_message(call: Call) -> bool:
    """Bot API pinChatMessage."""
    world, chat = call.world, writable(call)
    message = world.message(chat.id, call.number("message_id"))
    if message is None:
        raise errors.pin_not_found()
    _check_may_pin(call)
    if message.id not in chat.pinned:
        chat.pinned.append(message.id)
        pinned = world.message_shape(message, with_reply=False)
        world.post(
            chat, world.bot.id, thread_id=message.thread_id, service={"pinned_message": pinned}
        )
    return True


def unpin_chat_message(call: Call) -> bool:
    """Bot API unpinChatMessage; without an id the newest pin goes."""
    chat = writable(call)
    _check_may_pin(call)
    message_id = call.number("message_id") or (chat.pinned[-1] if chat.pinned else 0)
    if message_id not in chat.pinned:
        raise errors.unpin_not_found()
    chat.pinned.remove(message_id)
    call.world.changed()
    return True


def unpin_all_chat_messages(call: Call) -> bool:
    """Bot API unpinAllChatMessages."""
    chat = writable(call)
    _check_may_pin(call)
    chat.pinned.clear()
    call.world.changed()
    return True


def _check_may_pin(call: Call) -> None:
    chat = writable(call)
    member = chat.member(call.world.bot.id)
    allowed = (
        member.has_right("can_pin_messages")
        if member.runs_chat and chat.kind is Kind.SUPERGROUP
        else chat.may(call.world.bot.id, "can_pin_messages")
    )
    if not allowed:
        raise errors.no_pin_right()
