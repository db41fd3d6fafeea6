"""answerCallbackQuery."""

import re

from telegram_bot.sandbox import errors
from telegram_bot.sandbox.callbacks import Answer
from telegram_bot.sandbox.methods.call import Call

MAX_ANSWER = 200


def answer_callback_query(call: Call) -> bool:
    """Bot API answerCallbackQuery: once per tap and in time."""
    text, url = call.text("text"), call.text("url")
    if len(text) > MAX_ANSWER:
        raise errors.answer_too_long()
    if url and not _is_own_link(url, call.world.bot.username):
        raise errors.answer_url_invalid()
    answer = Answer(text, show_alert=call.flag("show_alert"), url=url)
    tap = call.world.taps.answer(call.text("callback_query_id"), answer)
    call.world.changed(tap.chat_id)
    return True


def _is_own_link(url: str, username: str) -> bool:
    """Telegram opens only links to the bot itself from an answer."""
    pattern = rf"(https?://)?t\.me/{re.escape(username)}(\?start=[A-Za-z0-9_-]{{0,64}})?"
    return re.fullmatch(pattern, url, re.IGNORECASE) is not None
