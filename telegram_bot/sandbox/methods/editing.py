"""Edits and deletions of messages."""

from collections.abc import Callable
from dataclasses import replace

from telegram_bot.sandbox import errors
from telegram_bot.sandbox.chats import Chat
from telegram_bot.sandbox.messages import Content, Message
from telegram_bot.sandbox.methods.access import own_message, writable
from telegram_bot.sandbox.methods.call import Call
from telegram_bot.sandbox.methods.ephemeral import own_ephemeral
from telegram_bot.sandbox.methods.files import media_from
from telegram_bot.sandbox.methods.texts import MAX_CAPTION, caption, message_text
from telegram_bot.sandbox.shapes import Json
from telegram_bot.sandbox.world import World

DELETE_SECONDS = 48 * 3600

Change = Callable[[Content], Content]


def edit_message_text(call: Call) -> Json:
    """Bot API editMessageText."""
    return _edit(call, _new_text(call))


def edit_message_caption(call: Call) -> Json:
    """Bot API editMessageCaption."""
    return _edit(call, _new_caption(call))


def edit_message_reply_markup(call: Call) -> Json:
    """Bot API editMessageReplyMarkup."""
    return _edit(call, _new_keyboard(call))


def edit_message_media(call: Call) -> Json:
    """Bot API editMessageMedia."""
    return _edit(call, _new_media(call))


def edit_ephemeral_text(call: Call) -> bool:
    """Bot API editEphemeralMessageText; the server takes no more than a caption (bug #881)."""
    change = _new_text(call)
    if len(message_text(call)) > MAX_CAPTION:
        raise errors.edited_caption_too_long()
    return _edit_ephemeral(call, change)


def edit_ephemeral_caption(call: Call) -> bool:
    """Bot API editEphemeralMessageCaption."""
    return _edit_ephemeral(call, _new_caption(call))


def edit_ephemeral_reply_markup(call: Call) -> bool:
    """Bot API editEphemeralMessageReplyMarkup."""
    return _edit_ephemeral(call, _new_keyboard(call))


def edit_ephemeral_media(call: Call) -> bool:
    """Bot API editEphemeralMessageMedia."""
    return _edit_ephemeral(call, _new_media(call))


def delete_ephemeral(call: Call) -> bool:
    """Bot API deleteEphemeralMessage."""
    call.world.remove(own_ephemeral(call))
    return True


def _new_text(call: Call) -> Change:
    if call.has("rich_message"):
        raise errors.not_implemented("rich messages")
    text, keyboard = message_text(call, editing=True), call.keyboard()

    def change(content: Content) -> Content:
        if content.media is not None:
            raise errors.no_text_to_edit()
        return Content(text, keyboard=keyboard)

    return change


def _new_caption(call: Call) -> Change:
    text, keyboard = caption(call, editing=True), call.keyboard()

    def change(content: Content) -> Content:
        if content.media is None:
            raise errors.no_caption_to_edit()
        return replace(content, text=text, keyboard=keyboard)

    return change


def _new_keyboard(call: Call) -> Change:
    keyboard = call.keyboard()
    return lambda content: replace(content, keyboard=keyboard)


def _new_media(call: Call) -> Change:
    raw = call.decoded("media", "input media")
    if not isinstance(raw, dict):
        raise errors.bad_request("can't parse InputMedia: expected an Object")
    inner = Call(call.world, call.method, raw, call.files)
    kind = inner.text("type")
    if kind not in ("photo", "document", "animation"):
        raise errors.not_implemented(f"media of type {kind!r}")
    keyboard = call.keyboard()

    def change(content: Content) -> Content:
        if content.media is None:
            raise errors.no_media_to_edit()
        media = media_from(inner, kind, inner.text("media"), upload="media")
        return Content(caption(inner, editing=True), media, keyboard)

    return change


def _edit(call: Call, change: Change) -> Json:
    message = own_message(call)
    content = change(message.content)
    if content == message.content:
        raise errors.not_modified()
    call.world.revise(message, content)
    return call.world.message_shape(message)


def _edit_ephemeral(call: Call, change: Change) -> bool:
    """Edit an ephemeral message. That its receiver sees it is not known."""
    message = own_ephemeral(call)
    call.world.revise(message, change(message.content))
    return True


def delete_message(call: Call) -> bool:
    """Bot API deleteMessage."""
    if not call.number("message_id"):
        raise errors.message_id_empty()
    chat = writable(call)
    message = call.world.message(chat.id, call.number("message_id"))
    if message is None:
        raise errors.delete_not_found()
    _check_may_delete(call.world, chat, message)
    call.world.remove(message)
    return True


def delete_messages(call: Call) -> bool:
    """Bot API deleteMessages; what is not there is skipped."""
    ids = call.decoded("message_ids", "message_ids")
    if not isinstance(ids, list) or not ids:
        raise errors.bad_request("message identifiers are not specified")
    if len(ids) > 100:
        raise errors.bad_request("too many message identifiers specified")
    chat = writable(call)
    found = [message for each in ids if (message := call.world.message(chat.id, int(each)))]
    for message in found:
        _check_may_delete(call.world, chat, message)
    for message in found:
        call.world.remove(message)
    return True


def _check_may_delete(world: World, chat: Chat, message: Message) -> None:
    old = world.now() - message.date >= DELETE_SECONDS
    if chat.member(world.bot.id).has_right("can_delete_messages"):
        return
    if message.sender_id != world.bot.id and not chat.is_private:
        raise errors.cant_delete()
    if old:
        raise errors.cant_delete_for_everyone()
