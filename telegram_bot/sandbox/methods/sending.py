"""sendMessage and its siblings."""

from telegram_bot.sandbox import errors
from telegram_bot.sandbox.chats import Chat
from telegram_bot.sandbox.messages import Content, Message
from telegram_bot.sandbox.methods.access import (
    check_may_send,
    check_topic_open,
    readable,
    topic_of,
    writable,
)
from telegram_bot.sandbox.methods.call import Call
from telegram_bot.sandbox.methods.ephemeral import is_ephemeral, send_ephemeral
from telegram_bot.sandbox.methods.files import media_from
from telegram_bot.sandbox.methods.texts import caption, message_text
from telegram_bot.sandbox.shapes import Json

_ACTIONS = frozenset(
    {
        "typing",
        "upload_photo",
        "record_video",
        "upload_video",
        "record_voice",
        "upload_voice",
        "upload_document",
        "choose_sticker",
        "find_location",
        "record_video_note",
        "upload_video_note",
    }
)


def send_message(call: Call) -> Json:
    """Bot API sendMessage."""
    text = message_text(call)
    return _send(call, Content(text, keyboard=call.keyboard()))


def send_photo(call: Call) -> Json:
    """Bot API sendPhoto."""
    return _send_media(call, "photo")


def send_document(call: Call) -> Json:
    """Bot API sendDocument."""
    return _send_media(call, "document")


def send_animation(call: Call) -> Json:
    """Bot API sendAnimation."""
    return _send_media(call, "animation")


def _send_media(call: Call, kind: str) -> Json:
    media = media_from(call, kind, call.text(kind), upload=kind)
    return _send(call, Content(caption(call), media, call.keyboard()))


def _send(call: Call, content: Content) -> Json:
    if is_ephemeral(call):
        return send_ephemeral(call, content)
    world, chat = call.world, writable(call)
    thread_id = topic_of(call, chat)
    replied = _replied_message(call, chat)
    if replied is not None and thread_id is None:
        thread_id = replied.thread_id  # a reply goes where the message is that it answers
        check_topic_open(world, chat, thread_id)
    check_may_send(world, chat, content.media.kind if content.media else "text")
    message = world.post(
        chat,
        world.bot.id,
        content,
        thread_id=thread_id,
        reply_to=replied.id if replied else None,
        protected=call.flag("protect_content"),
    )
    return world.message_shape(message)


def _replied_message(call: Call, chat: Chat) -> Message | None:
    raw = call.decoded("reply_parameters", "reply parameters")
    if not raw:
        return None
    if not isinstance(raw, dict):
        raise errors.bad_request("object expected as reply parameters")
    if raw.get("chat_id") not in (None, chat.id, str(chat.id)):
        raise errors.not_implemented("replies across chats")
    message = call.world.message(chat.id, int(raw.get("message_id") or 0))
    if message is None and not raw.get("allow_sending_without_reply"):
        raise errors.reply_not_found()
    return message


def send_chat_action(call: Call) -> bool:
    """Bot API sendChatAction; it is seen for a few seconds, or until a message comes."""
    action = call.text("action")
    if action not in _ACTIONS:
        raise errors.bad_request("wrong parameter action in request")
    chat = writable(call)
    topic_of(call, chat)
    call.world.act(chat.id, action)
    return True


def set_message_reaction(call: Call) -> bool:
    """Bot API setMessageReaction; a bot sets at most one emoji."""
    raw = call.decoded("reaction", "reaction types") or []
    chat = readable(call)
    message = call.world.message(chat.id, call.number("message_id"))
    if message is None:
        raise errors.react_not_found()
    emoji = [each.get("emoji", "") for each in raw if isinstance(each, dict)]
    if len(emoji) > 1:
        raise errors.bad_request("REACTIONS_TOO_MANY")
    if emoji:
        message.reactions[call.world.bot.id] = emoji[0]
    else:
        message.reactions.pop(call.world.bot.id, None)
    call.world.touch(message)
    return True
