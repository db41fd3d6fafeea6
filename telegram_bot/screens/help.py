"""What the bot is, how to begin, and its commands."""

from collections.abc import Callable
from typing import Final

from domain.pace import Pace
from telegram_bot.screens.markup import bold, code, paragraphs, safe
from telegram_bot.screens.paces import pace_text
from telegram_bot.screens.presets import NAMES
from telegram_bot.texts import Texts

COMMANDS: Final[dict[str, Callable[[Texts], str]]] = {
    "new": lambda t: t.gettext("Open a table"),
    "join": lambda t: t.gettext("Sit down at the table"),
    "leave": lambda t: t.gettext("Stand up, or leave the game for good"),
    "begin": lambda t: t.gettext("Start the game"),
    "table": lambda t: t.gettext("Show the table again, down here"),
    "hand": lambda t: t.gettext("See your cards, for your eyes only"),
    "status": lambda t: t.gettext("Whom we are waiting for"),
    "remind": lambda t: t.gettext("Whether I call you to your turns: on or off"),
    "kick": lambda t: t.gettext("Make somebody leave the game, by vote"),
    "end": lambda t: t.gettext("End the game for all, by vote"),
    "rules": lambda t: t.gettext("The rules of this table"),
    "top": lambda t: t.gettext("Who leads, here and everywhere"),
    "stats": lambda t: t.gettext("Your figures, or those of whom you reply to"),
    "history": lambda t: t.gettext("The last games here"),
    "replay": lambda t: t.gettext("Watch a game again, step by step"),
    "audit": lambda t: t.gettext("Whether a game was fair, and all of it as a file"),
    "privacy": lambda t: t.gettext("What I know about you, and how to erase it"),
    "help": lambda t: t.gettext("How to play here"),
}
"""The commands of a group in the order of use."""

FOR_ADMINISTRATORS: Final[dict[str, Callable[[Texts], str]]] = {
    "settings": lambda t: t.gettext("Rules and time of the next games, for administrators"),
}
"""More commands, for those who run a group."""


def help_text(texts: Texts) -> str:
    """Say what the bot is, how to begin in a group, and what it understands. HTML."""
    return paragraphs(
        (bold(texts.gettext("Thirty-One")), _purpose(texts)),
        _steps(texts),
        [
            f"/{command} · {said(texts)}"
            for command, said in (COMMANDS | FOR_ADMINISTRATORS).items()
        ],
        (texts.gettext("Tables to choose from, after /new:"), *_presets(texts)),
        (texts.gettext("Paces to choose from, after /new as well:"), *_paces(texts)),
    )


def start_text(texts: Texts) -> str:
    """Greet somebody who writes to the bot in private. HTML."""
    return paragraphs(
        (bold(texts.gettext("Thirty-One")), _purpose(texts)),
        _steps(texts),
        (texts.gettext("Or play here, against computer players: /solo"),),
    )


def _purpose(texts: Texts) -> str:
    return texts.gettext(
        "The card game Thirty-One for a group chat, as Scat, Trinta e Um or Schwimmen: collect "
        "cards of one suit, come as near to 31 as you can, and do not be lowest at the end."
    )


def _steps(texts: Texts) -> list[str]:
    return [
        texts.gettext("1. Add me to a group."),
        texts.gettext("2. Write /new there, and let everybody tap Join."),
        texts.gettext("3. Tap Start, and play with the buttons. Only you see your cards."),
    ]


def _presets(texts: Texts) -> list[str]:
    return [f"{code(preset)} · {name(texts)}" for preset, name in NAMES.items()]


def _paces(texts: Texts) -> list[str]:
    return [f"{code(pace)} · {safe(pace_text(pace, texts))}" for pace in Pace]
