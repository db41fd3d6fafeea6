"""Texts and captions as a bot gives them: parse mode or entities, then Telegram's limits."""

from telegram_bot.sandbox import errors
from telegram_bot.sandbox.entities import FormattedText, finished, read_entities
from telegram_bot.sandbox.markup import parse_html
from telegram_bot.sandbox.methods.call import Call

MAX_TEXT = 4096
MAX_CAPTION = 1024
MAX_SOURCE_BYTES = 32_768
MAX_ENTITIES = 100


def message_text(call: Call, *, editing: bool = False) -> FormattedText:
    """Read the `text` of a message.

    Raises:
        ApiError: 400, empty, too long, or broken markup.
    """
    if not call.text("text"):
        raise errors.text_empty()
    text = formatted(call, "text", "entities")
    if len(text) > MAX_TEXT:
        raise errors.edited_text_too_long() if editing else errors.text_too_long()
    if not text.text:
        raise errors.text_blank()
    return text


def caption(call: Call, *, editing: bool = False) -> FormattedText:
    """Read the `caption` of a picture or file; it may be empty.

    Raises:
        ApiError: 400, too long or broken markup.
    """
    text = formatted(call, "caption", "caption_entities")
    if len(text) > MAX_CAPTION:
        raise errors.edited_caption_too_long() if editing else errors.caption_too_long()
    return text


def formatted(call: Call, name: str, entities: str) -> FormattedText:
    """Parse one text parameter without looking at its length.

    Raises:
        ApiError: 400 or 501.
    """
    source = call.text(name)
    if len(source.encode()) > MAX_SOURCE_BYTES:
        raise errors.bad_request("text is too long")
    match call.text("parse_mode").lower():
        case "html":
            text = parse_html(source)
        case "" | "none":
            raw = call.decoded(entities, "entities") or []
            text = FormattedText(source, read_entities(raw))
        case "markdown" | "markdownv2":
            raise errors.not_implemented(f"parse_mode {call.text('parse_mode')}")
        case _:
            raise errors.unsupported_parse_mode()
    for entity in text.entities:
        if entity.kind == "text_mention" and entity.number not in call.world.people:
            raise errors.user_not_found()
    text = finished(text)
    return FormattedText(text.text, text.entities[:MAX_ENTITIES])
