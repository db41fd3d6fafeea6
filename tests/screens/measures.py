"""Telegram's limits, and what remains of a text once its HTML is read."""

import re
from html import unescape

from telegram_bot.screens.panel import MOST_CHARACTERS, Panel
from telegram_bot.screens.screen import Screen, fit

TEXT = 4096
ALERT = 200
CALLBACK_DATA = 64
BUTTONS_IN_A_ROW = 8

_TAG = re.compile(r"</?(?:b|code|a|tg-time)(?: [a-z]+=\"[^\"<>]*\")*>")


def plain(html: str) -> str:
    """Return the text that Telegram shows."""
    text = _TAG.sub("", html)
    assert not re.search("[<>]", text), "a name or a card is not escaped"
    return unescape(text)


def assert_fits(screen: Screen | Panel) -> None:
    """Measure a message against the limits of the Bot API."""
    most = MOST_CHARACTERS - 1 if isinstance(screen, Panel) else TEXT
    assert 0 < len(plain(screen.text)) <= most
    assert screen.text.strip() == screen.text
    for row in screen.keyboard:
        assert 0 < len(row) <= BUTTONS_IN_A_ROW
        assert fit(row), [button.label for button in row]
        for button in row:
            assert button.label.strip()
            assert 0 < len(button.press.encode().encode()) <= CALLBACK_DATA
