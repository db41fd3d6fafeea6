"""What the levels of computer players are called."""

from collections.abc import Callable
from typing import Final

from domain.computer.identity import Level
from telegram_bot.texts import Texts

NAMES: Final[dict[str, Callable[[Texts], str]]] = {
    Level.EASY: lambda t: t.pgettext("level", "easy"),
    Level.MEDIUM: lambda t: t.pgettext("level", "medium"),
    Level.HARD: lambda t: t.pgettext("level", "hard"),
}
"""From the weakest to the strongest."""
