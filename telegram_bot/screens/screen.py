"""What a message consists of: a text and a keyboard. Screens are pure: a view in, this out."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from telegram_bot.callback_data import Press
from telegram_bot.drawing.widths import width as label_width


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


ROOM_IN_A_ROW: Final = 19.2
"""How wide the buttons of a row are on a phone together, by the size of their letters."""

EDGES: Final = 1.0
"""How much of that a button needs beside its label."""

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
    """Put buttons side by side, at most so many in a row: fewer where a label would not fit."""
    made: list[tuple[Button, ...]] = []
    for button in buttons:
        longer = (*made[-1], button) if made else (button,)
        if made and len(longer) <= width and fit(longer):
            made[-1] = longer
        else:
            made.append((button,))
    return tuple(made)


def fit(row: Sequence[Button]) -> bool:
    """Tell whether no label of a row wraps on a phone; one that is alone has all the room."""
    room = ROOM_IN_A_ROW / len(row) - EDGES
    return len(row) == 1 or all(label_width(button.label, 1) <= room for button in row)
