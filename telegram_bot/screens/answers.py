"""Short answers to commands that need no screen of their own."""

from html import escape
from uuid import UUID

from domain.rules import ALIASES, PRESETS
from telegram_bot.callback_data import Press, Verb
from telegram_bot.screens.screen import Button, Keyboard, Style
from telegram_bot.texts import Texts


def unknown_preset(texts: Texts, asked: str) -> str:
    """Say which games there are. HTML."""
    known = ", ".join(f"<code>{name}</code>" for name in (*PRESETS, *ALIASES))
    return texts.gettext(
        "There is no game called “{asked}” here. Choose one of: {known}",
        asked=escape(asked[:40]),
        known=known,
    )


def hand_by_button(texts: Texts) -> str:
    """Say how to see one's hand without a private chat."""
    return texts.gettext("Tap the button: your cards are shown to you alone.")


def hand_keyboard(texts: Texts, game_id: UUID) -> Keyboard:
    """Return the button that shows a hand."""
    label = texts.gettext("👁 My hand")
    return ((Button(label, Press(Verb.HAND, game_id), Style.PRIMARY),),)


def only_in_groups(texts: Texts) -> str:
    """Say that games are played in groups."""
    return texts.gettext("That works in a group: add me to one and write /new there.")


def not_anonymous(texts: Texts) -> str:
    """Say that nobody can sit down anonymously."""
    return texts.gettext(
        "You are writing as a group or channel. "
        "Use the buttons of the table, or write as yourself."
    )
