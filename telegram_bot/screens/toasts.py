"""The short answer to a tap that has done what it says."""

from collections.abc import Callable
from typing import Final

from domain.views import SeatView
from telegram_bot.callback_data import Verb
from telegram_bot.screens.cards import points_text
from telegram_bot.texts import Texts

SENTENCES: Final[dict[Verb, Callable[[Texts], str]]] = {
    Verb.JOIN: lambda t: t.gettext("You are in."),
    Verb.LEAVE: lambda t: t.gettext("You have left the table."),
    Verb.START: lambda t: t.gettext("The game begins."),
    Verb.CLOSE: lambda t: t.gettext("The table is closed."),
    Verb.MIX: lambda t: t.gettext("Your number is in the shuffle."),
    Verb.THROW: lambda t: t.gettext("Thrown."),
    Verb.KNOCK: lambda t: t.gettext("You have knocked. All others have one more turn."),
    Verb.STAND: lambda t: t.gettext("You keep your hand."),
    Verb.PASS: lambda t: t.gettext("You have passed: the hands are shown."),
    Verb.BUY_IN: lambda t: t.gettext("You are back in."),
    Verb.DECLINE: lambda t: t.gettext("You stay out."),
    Verb.FORFEIT: lambda t: t.gettext("You have left the game."),
    Verb.REMATCH: lambda t: t.gettext("You are in for another game."),
}


def toast(texts: Texts, verb: Verb, view: SeatView | None) -> str:
    """Say what a tap has done, in at most 200 characters.

    Taps that show the hand (`HAND`, `DRAW`, `TAKE`) are answered by `hand_alert` instead.

    Args:
        texts: The language of the person who tapped.
        verb: What the button asked for.
        view: The game afterwards as this person sees it; nothing when they have no seat.
    """
    if view and verb is Verb.MIX and view.public.cutter == view.seat:
        return texts.gettext("You have cut the deck.")
    if view and verb is Verb.THROW and view.value is not None:
        points = points_text(view.value, texts)
        return texts.gettext("Thrown. Your hand is worth {points}.", points=points)
    return SENTENCES[verb](texts)
