"""One call of the Bot API: its parameters, read with Telegram's leniency and complaints."""

import json
from dataclasses import dataclass, field
from typing import Any

from telegram_bot.sandbox import errors
from telegram_bot.sandbox.keyboards import Keyboard, read_keyboard
from telegram_bot.sandbox.media import Upload
from telegram_bot.sandbox.shapes import Json
from telegram_bot.sandbox.world import World

_TRUE = ("true", "yes", "1")


@dataclass(frozen=True, slots=True)
class Call:
    """A request on its way through a method.

    Attributes:
        values: parameters as they came: strings with JSON inside, or JSON values.
        files: uploads by name.
    """

    world: World
    method: str
    values: Json = field(default_factory=dict)
    files: dict[str, Upload] = field(default_factory=dict)

    def has(self, name: str) -> bool:
        """Tell whether a parameter was given and is not empty."""
        return self.values.get(name) not in (None, "")

    def text(self, name: str) -> str:
        """Return a string, "" when missing."""
        value = self.values.get(name)
        return "" if value is None else str(value)

    def flag(self, name: str) -> bool:
        """Return a boolean, False when missing or odd."""
        return self.text(name).lower() in _TRUE

    def number(self, name: str, default: int = 0) -> int:
        """Return an integer; like Telegram, take the default for what is none."""
        try:
            return int(self.text(name))
        except ValueError:
            return default

    def required_number(self, name: str) -> int:
        """Return an integer that must be there.

        Raises:
            ApiError: 400.
        """
        if not self.has(name):
            raise errors.bad_request(f'parameter "{name}" is required')
        try:
            return int(self.text(name))
        except ValueError as wrong:
            raise errors.bad_request(f"invalid {name} specified") from wrong

    def keyboard(self) -> Keyboard | None:
        """Return the inline keyboard, None when there is none.

        Raises:
            ApiError: 400, in Telegram's words.
        """
        raw = self.values.get("reply_markup")
        return read_keyboard(raw, disabled=self.world.knows_ephemeral)

    def decoded(self, name: str, called: str) -> Any:
        """Return a JSON value, None when missing.

        Args:
            name: the parameter.
            called: what Telegram calls it in its complaint.

        Raises:
            ApiError: 400 "can't parse … JSON object".
        """
        value = self.values.get(name)
        if not isinstance(value, str):
            return value
        if not value:
            return None
        try:
            return json.loads(value)
        except ValueError as broken:
            raise errors.bad_request(f"can't parse {called} JSON object") from broken
