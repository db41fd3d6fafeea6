"""What the bot is, how to begin, and its commands."""

from collections.abc import Callable
from typing import Final

from telegram_bot.screens.markup import bold, code, paragraphs
from telegram_bot.screens.presets import NAMES
from telegram_bot.screens.screen import Screen
from telegram_bot.texts import Texts

COMMANDS: Final[dict[str, Callable[[Texts], str]]] = {
    "new": lambda t: t.gettext("open a table"),
    "join": lambda t: t.gettext("sit down"),
    "leave": lambda t: t.gettext("stand up, or give up a running game"),
    "begin": lambda t: t.gettext("start the game"),
    "table": lambda t: t.gettext("post the table anew at the bottom"),
    "hand": lambda t: t.gettext("see your cards"),
    "status": lambda t: t.gettext("see whom the table waits for"),
    "rules": lambda t: t.gettext("read the rules of this table"),
    "help": lambda t: t.gettext("see this help"),
}
"""The commands of a group in the order of use, for the help and for Telegram's own list."""


def help_screen(texts: Texts) -> Screen:
    """Say what the bot is, how to begin in a group, and what it understands."""
    return Screen(
        paragraphs(
            (bold(texts.gettext("Thirty-One")), _purpose(texts)),
            _steps(texts),
            [f"/{command} · {said(texts)}" for command, said in COMMANDS.items()],
            (texts.gettext("Tables to choose from, after /new:"), *_presets(texts)),
        )
    )


def welcome_screen(texts: Texts) -> Screen:
    """Greet somebody who writes to the bot in private."""
    return Screen(paragraphs((bold(texts.gettext("Thirty-One")), _purpose(texts)), _steps(texts)))


def _purpose(texts: Texts) -> str:
    return texts.gettext(
        "The card game Thirty-One, also called Scat, for a group chat: collect cards of one suit, "
        "come as near to 31 as you can, and do not be lowest when somebody knocks."
    )


def _steps(texts: Texts) -> list[str]:
    return [
        texts.gettext("1. Add me to a group."),
        texts.gettext("2. Write /new there, and let everybody tap Join."),
        texts.gettext("3. Tap Start, and play with the buttons. Only you see your cards."),
    ]


def _presets(texts: Texts) -> list[str]:
    return [f"{code(preset)} · {name(texts)}" for preset, name in NAMES.items()]
