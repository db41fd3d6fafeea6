"""Screens kept as text files, to be read and compared.

`UPDATE_SNAPSHOTS=1 pytest tests/screens` writes them anew; look at the differences before
committing them.
"""

import os
from pathlib import Path

from telegram_bot.screens.panel import Panel
from telegram_bot.screens.screen import Button, Screen

FOLDER = Path(__file__).parent / "snapshots"

KEPT = ("en", "pt_BR")
"""Languages whose screens are kept. Those of all others are measured, and nothing more."""


def assert_matches(name: str, told: str) -> None:
    """Compare a text with the file of that name, or write it, if its language is kept."""
    if name.partition("/")[0] not in KEPT:
        return
    file = FOLDER / f"{name}.txt"
    if os.environ.get("UPDATE_SNAPSHOTS"):
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(told, encoding="utf-8")

    assert file.read_text(encoding="utf-8") == told


def titled(title: str, screen: Screen | Panel | str) -> str:
    """Write a screen or a text under a title."""
    return f"===== {title}\n{screen if isinstance(screen, str) else written(screen)}\n\n"


def written(screen: Screen | Panel) -> str:
    """Write a screen as its text and its buttons."""
    rows = [" ".join(_button(button) for button in row) for row in screen.keyboard]
    if isinstance(screen, Screen) and screen.link is not None:
        rows.append(f"[ {screen.link.label} → {screen.link.address} ]")
    return "\n".join([screen.text, *([""] if rows else []), *rows])


def _button(button: Button) -> str:
    style = f" ({button.style})" if button.style else ""
    return f"[ {button.label}{style} ]"
