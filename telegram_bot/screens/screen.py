"""What a message consists of: a text and a keyboard. Screens are pure: a view in, this out."""

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

from telegram_bot.callback_data import Press


class Style(StrEnum):
    """How Telegram draws a button (Bot API 9.4); clients that cannot, draw it plain."""

    PLAIN = ""
    PRIMARY = "primary"
    SUCCESS = "success"
    DANGER = "danger"


@dataclass(frozen=True)
class Button:
    """A button under a message."""

    label: str
    press: Press
    style: Style = Style.PLAIN


Keyboard = tuple[tuple[Button, ...], ...]


@dataclass(frozen=True)
class LinkButton:
    """A button that leads somewhere else and tells the bot nothing.

    Attributes:
        label: What it says.
        address: Where it leads.
    """

    label: str
    address: str


@dataclass(frozen=True)
class Screen:
    """A message.

    Attributes:
        text: Its text in Telegram's HTML, at most 4,096 characters after parsing.
        keyboard: Rows of buttons.
        link: A button below them, if there is one.
    """

    text: str
    keyboard: Keyboard = ()
    link: LinkButton | None = None


def choice_button(label: str, press: Press, *, taken: bool) -> Button:
    """Return the button of one thing among several, marked if it is the one chosen."""
    return Button(f"✓ {label}", press, Style.PRIMARY) if taken else Button(label, press)


def rows(buttons: Iterable[Button], width: int) -> Keyboard:
    """Put buttons side by side, so many in a row."""
    every = tuple(buttons)
    return tuple(every[start : start + width] for start in range(0, len(every), width))
