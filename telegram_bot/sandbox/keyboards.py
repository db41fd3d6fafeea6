"""Inline keyboards: read, checked, cleaned as Telegram does."""

import json
import re
from dataclasses import dataclass
from typing import Any

from telegram_bot.sandbox import errors
from telegram_bot.sandbox.shapes import Json

MAX_ROW = 12
MAX_BUTTONS = 100
MAX_BYTES = 10_240
MAX_DATA = 64
_STYLES = ("primary", "success", "danger")
_ACTIONS = (
    "url",
    "callback_data",
    "web_app",
    "login_url",
    "switch_inline_query",
    "switch_inline_query_current_chat",
    "switch_inline_query_chosen_chat",
    "copy_text",
    "callback_game",
    "pay",
    "disabled",
)
_URL = re.compile(r"(https?|tg)://\S+|[\w-]+(\.[\w-]+)+(/\S*)?")


@dataclass(frozen=True, slots=True)
class Keyboard:
    """An inline keyboard: rows of InlineKeyboardButton objects."""

    rows: tuple[tuple[Json, ...], ...]

    def shape(self) -> Json:
        """Return the InlineKeyboardMarkup."""
        return {"inline_keyboard": [list(row) for row in self.rows]}

    def offers(self, data: str) -> bool:
        """Tell whether a button carries this callback data."""
        return any(button.get("callback_data") == data for row in self.rows for button in row)


def read_keyboard(raw: object, *, disabled: bool = True) -> Keyboard | None:
    """Read `reply_markup`; None for no keyboard, an empty one, or one of the other kinds.

    Args:
        raw: a JSON string or the JSON value itself.
        disabled: whether a button may be disabled instead of doing something (Bot API 10.3).

    Raises:
        ApiError: 400, in Telegram's words.
    """
    if raw is None or raw == "":
        return None
    markup: Any = raw
    if isinstance(raw, str):
        try:
            markup = json.loads(raw)
        except ValueError as broken:
            raise errors.markup_not_json() from broken
    if not isinstance(markup, dict):
        raise errors.markup_not_object()
    rows = markup.get("inline_keyboard") or []
    if not isinstance(rows, list) or not all(isinstance(row, list) for row in rows):
        raise errors.bad_request(
            'field "inline_keyboard" of the InlineKeyboardMarkup must be an Array of Arrays'
        )
    actions = tuple(each for each in _ACTIONS if disabled or each != "disabled")
    read = ([_button(each, actions) for each in row] for row in rows)
    cleaned = tuple(kept for row in read if (kept := tuple(b for b in row if b)[:MAX_ROW]))
    if sum(map(len, cleaned)) > MAX_BUTTONS or len(json.dumps(cleaned)) > MAX_BYTES:
        raise errors.markup_too_long()
    return Keyboard(cleaned) if cleaned else None


def _button(raw: object, actions: tuple[str, ...]) -> Json | None:
    """Check one button; None for one without a label, which Telegram drops without a word."""
    if not isinstance(raw, dict):
        raise _unreadable("InlineKeyboardButton must be an Object")
    if "text" not in raw:
        raise _unreadable('Can\'t find field "text"')
    if not isinstance(raw["text"], str):
        raise _unreadable('Field "text" must be of type String')
    if raw.get("style") not in (None, "", *_STYLES):
        raise _unreadable("invalid button style specified")
    if not any(raw.get(action) not in (None, "", False) for action in actions):
        raise _unreadable("Text buttons are unallowed in the inline keyboard")
    if "callback_data" in raw and len(str(raw["callback_data"]).encode()) > MAX_DATA:
        raise errors.button_data_invalid()
    if "url" in raw and not _URL.fullmatch(str(raw["url"])):
        raise errors.bad_request(
            f"inline keyboard button URL '{raw['url']}' is invalid: Wrong HTTP URL"
        )
    return dict(raw) if raw["text"].strip() else None


def _unreadable(why: str) -> errors.ApiError:
    return errors.bad_request(f"can't parse inline keyboard button: {why}")
