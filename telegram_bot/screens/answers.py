"""Short answers to commands that need no screen of their own."""

from collections.abc import Iterable
from html import escape
from uuid import UUID

from domain.computer.identity import Level
from domain.pace import Pace
from domain.rules import ALIASES, PRESETS
from telegram_bot.callback_data import Press, Verb
from telegram_bot.screens.markup import bold, code, link, paragraphs, safe
from telegram_bot.screens.paces import pace_text
from telegram_bot.screens.presets import NAMES
from telegram_bot.screens.screen import Button, Screen, Style
from telegram_bot.texts import Texts


def unknown_preset(texts: Texts, asked: str) -> Screen:
    """Say which games there are."""
    return Screen(
        texts.gettext(
            "There is no game called “{asked}” here. Choose one of: {known}",
            asked=escape(asked[:40]),
            known=_listed((*PRESETS, *ALIASES)),
        )
    )


def unknown_table(texts: Texts, asked: str) -> Screen:
    """Say which tables can be opened."""
    unknown = texts.gettext(
        "I do not know “{asked}”. After /new comes a game, a pace or both.",
        asked=escape(asked[:40]),
    )
    games = [f"{code(preset)} · {name(texts)}" for preset, name in NAMES.items()]
    paces = [f"{code(pace)} · {safe(pace_text(pace, texts))}" for pace in Pace]
    return Screen(paragraphs((unknown,), games, paces))


def unknown_solo(texts: Texts) -> Screen:
    """Say what can be played alone."""
    return Screen(
        texts.gettext(
            "After /solo comes a level, a game, and how many play, in any order.\n"
            "Levels: {levels}\nGames: {games}",
            levels=_listed(Level),
            games=_listed((*PRESETS, *ALIASES)),
        )
    )


def other_number(texts: Texts, players: tuple[int, int]) -> Screen:
    """Say how many can play alone with computer players by the rules that were asked for.

    Args:
        texts: The reader's language.
        players: The least number and the greatest.
    """
    least, most = players
    return Screen(
        texts.gettext(
            "This game is for {least} to {most} players, you among them.", least=least, most=most
        )
    )


def playing_already(texts: Texts) -> Screen:
    """Tell somebody who wants to play alone that they do."""
    return Screen(
        texts.gettext("Your game here is still open, and shown again below. /leave ends it.")
    )


def hand_by_button(texts: Texts, game_id: UUID, in_private: str) -> Screen:
    """Offer the hand to whoever may see it.

    Args:
        texts: The reader's language.
        game_id: The game.
        in_private: The address of the private chat, where it can be shown as well.
    """
    button = Button(texts.gettext("👁 My hand"), Press(Verb.HAND, game_id), Style.PRIMARY)
    text = paragraphs(
        [
            texts.gettext("Tap the button: your cards are shown to you alone."),
            link(texts.gettext("Show them in our private chat"), in_private),
        ]
    )
    return Screen(text, ((button,),))


def seated_from_outside(texts: Texts, group: str, table: str | None) -> Screen:
    """Tell somebody who has followed an invitation that they sit at the table.

    Args:
        texts: Their language.
        group: The name of the group, as plain text.
        table: The address of the table's message, where messages have one.
    """
    place = link(safe(group), table) if table else bold(safe(group))
    return Screen(
        texts.gettext(
            "You sit at the table in {group}. Your cards are shown there, to you alone.",
            group=place,
        )
    )


def only_in_groups(texts: Texts) -> Screen:
    """Say that games are played in groups."""
    return Screen(texts.gettext("That works in a group: add me to one and write /new there."))


def only_in_private(texts: Texts, chat: str) -> Screen:
    """Say that games alone are played in private.

    Args:
        texts: The reader's language.
        chat: The address of the private chat.
    """
    return Screen(link(texts.gettext("Write /solo to me in our private chat."), chat))


def _listed(names: Iterable[str]) -> str:
    return ", ".join(map(code, names))
