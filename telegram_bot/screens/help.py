"""What the bot is, how to begin, and its commands."""

from collections.abc import Callable
from typing import Final
from uuid import UUID

from telegram_bot.callback_data import Press, Verb
from telegram_bot.screens.markup import bold, code, paragraphs
from telegram_bot.screens.screen import Button, LinkButton, Screen, Style
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
    "language": lambda t: t.gettext("In which language you read"),
    "privacy": lambda t: t.gettext("What I know about you, and how to erase it"),
    "help": lambda t: t.gettext("How to play here"),
}
"""The commands of a group in the order of use."""

FOR_ADMINISTRATORS: Final[dict[str, Callable[[Texts], str]]] = {
    "settings": lambda t: t.gettext("Rules and time of the next games, for administrators"),
}
"""More commands, for those who run a group."""


SHOWN_BY_HELP: Final = ("new", "hand", "table", "status", "rules", "language")
"""The commands that a newcomer needs; Telegram's own menu has all."""


def name_text(texts: Texts) -> str:
    """Return the bot's name: at most 64 characters."""
    return texts.gettext("Thirty-One")


def description_text(texts: Texts) -> str:
    """Say in an empty private chat what the bot is: at most 512 characters."""
    return paragraphs((_purpose(texts),), _steps(texts))


def short_description_text(texts: Texts) -> str:
    """Say on the bot's profile what it is: at most 120 characters."""
    return texts.gettext(
        "Thirty-One for your group, as Scat, Trinta e Um or Schwimmen. Write /new."
    )


def help_text(texts: Texts) -> str:
    """Say how to play in a group, and where more is to be found. HTML."""
    return paragraphs(
        (bold(texts.gettext("Thirty-One")), _purpose(texts)),
        _steps(texts),
        [f"/{command} · {COMMANDS[command](texts)}" for command in SHOWN_BY_HELP],
        (
            texts.gettext("Other games and paces: {command}", command=code("/new ?")),
            texts.gettext("All commands are in the menu of this chat: write /"),
        ),
    )


def start_screen(texts: Texts, to_add: str) -> Screen:
    """Greet somebody who writes to the bot in private.

    Args:
        texts: Their language.
        to_add: The address that adds the bot to a group.
    """
    text = paragraphs(
        (bold(texts.gettext("Thirty-One")), _purpose(texts)),
        _steps(texts),
        (
            texts.gettext("Before that: /rules · /language · /help"),
            texts.gettext("Or play here, against computer players: /solo"),
        ),
    )
    return Screen(text, link=LinkButton(texts.gettext("Add me to a group"), to_add))


def hello_screen(texts: Texts, group_id: UUID) -> Screen:
    """Greet a group that the bot has been added to, and say what it needs there."""
    text = paragraphs(
        (bold(texts.gettext("Thirty-One")), _purpose(texts)),
        (
            texts.gettext(
                "I need no rights, and see only commands and buttons. Two people are enough."
            ),
            texts.gettext("How to play: /help"),
        ),
    )
    new = Button(texts.gettext("New table"), Press(Verb.NEW, group_id), Style.PRIMARY)
    return Screen(text, ((new,),))


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
