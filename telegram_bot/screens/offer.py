"""The offer to buy back in, as its player reads it in private."""

from collections.abc import Iterator
from datetime import UTC, tzinfo

from domain.views import Spectacle
from telegram_bot.callback_data import Press, Verb
from telegram_bot.screens.markup import bold, paragraphs, safe
from telegram_bot.screens.screen import Button, Keyboard, Screen, Style
from telegram_bot.screens.times import until
from telegram_bot.texts import Texts


def offer_screen(
    view: Spectacle, answer: str, group: str, texts: Texts, zone: tzinfo = UTC
) -> Screen:
    """Make the offer, or say what has become of it.

    Args:
        view: The game as everybody sees it.
        answer: `open`, or `in` or `out` once it was answered or has lapsed.
        group: The name of the group that plays, as plain text.
        texts: The player's language.
        zone: The group's time zone.
    """
    heading = bold(texts.gettext("Thirty-One in {group}", group=safe(group)))
    return Screen(
        paragraphs((heading,), _told(view, answer, texts, zone)),
        buy_in_keyboard(view, texts) if answer == "open" else (),
    )


def buy_in_keyboard(view: Spectacle, texts: Texts) -> Keyboard:
    """Return the two answers to an offer."""
    number = view.round_number
    accept = Press(Verb.BUY_IN, view.game_id, number)
    decline = Press(Verb.DECLINE, view.game_id, number)
    return (
        (
            Button(texts.gettext("Buy in"), accept, Style.PRIMARY),
            Button(texts.gettext("No thanks"), decline),
        ),
    )


def terms(view: Spectacle, texts: Texts) -> tuple[str, str]:
    """Return what a player gets by buying in, and what it costs."""
    rules = view.rules
    return (
        texts.ngettext("one life", "{n} lives", rules.lives),
        texts.ngettext("{n} point", "{n} points", rules.buy_in.stake),
    )


def deadline(view: Spectacle, texts: Texts, zone: tzinfo) -> str:
    """Say until when an offer stands, and that it is not about money."""
    never = texts.gettext("Points, never money.")
    if view.deadline is None:
        return never
    time = until(view.deadline, view.pace, zone, texts)
    return f"{texts.gettext('Until {time}.', time=time)} {never}"


def _told(view: Spectacle, answer: str, texts: Texts, zone: tzinfo) -> Iterator[str]:
    lives, stake = terms(view, texts)
    match answer:
        case "open":
            yield texts.gettext(
                "You are out and may buy back in: {lives} for {stake}.", lives=lives, stake=stake
            )
            yield deadline(view, texts, zone)
        case "in":
            yield texts.gettext(
                "You are back in, with {lives} for {stake}.", lives=lives, stake=stake
            )
        case _:
            yield texts.gettext("You stay out.")
