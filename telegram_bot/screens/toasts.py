"""The short answer to a tap that has done what it says."""

from collections.abc import Callable
from typing import Final

from domain.cards import Card
from domain.rules import RuleSet
from domain.views import SeatView
from telegram_bot.callback_data import Verb
from telegram_bot.screens.cards import card_text, points_text
from telegram_bot.screens.paces import pace_text
from telegram_bot.screens.terms import closes
from telegram_bot.texts import Texts

SENTENCES: Final[dict[Verb, Callable[[Texts], str]]] = {
    Verb.JOIN: lambda t: t.gettext("You are in."),
    Verb.LEAVE: lambda t: t.gettext("You have left the table."),
    Verb.START: lambda t: t.gettext("The game begins."),
    Verb.CLOSE: lambda t: t.gettext("The table is closed."),
    Verb.PACE: lambda t: t.gettext("The pace is chosen."),
    Verb.COMPUTER: lambda t: t.gettext("A computer player has sat down."),
    Verb.DISMISS: lambda t: t.gettext("The computer player has left."),
    Verb.SUBSTITUTE: lambda t: t.gettext("That is chosen."),
    Verb.VOTE: lambda t: t.gettext("Your vote counts."),
    Verb.MIX: lambda t: t.gettext("Your number is in the shuffle."),
    Verb.THROW: lambda t: t.gettext("Thrown."),
    Verb.KNOCK: lambda t: t.gettext("You have knocked. All others have one more turn."),
    Verb.STAND: lambda t: t.gettext("You keep your hand."),
    Verb.PASS: lambda t: t.gettext("You have passed: the hands are shown."),
    Verb.SWAP: lambda t: t.gettext("You have swapped your hand for the centre."),
    Verb.KEEP: lambda t: t.gettext("You keep your hand. The centre is turned up."),
    Verb.EXCHANGE: lambda t: t.gettext("Swapped."),
    Verb.END_TURN: lambda t: t.gettext("Your turn is over."),
    Verb.BUY_IN: lambda t: t.gettext("You are back in."),
    Verb.DECLINE: lambda t: t.gettext("You stay out."),
    Verb.FORFEIT: lambda t: t.gettext("You have left the game."),
    Verb.REMATCH: lambda t: t.gettext("You are in for another game."),
}


CLOSING: Final[dict[Verb, Callable[[Texts], str]]] = {
    Verb.KNOCK: lambda t: t.gettext("You have closed. All others have one more turn."),
    Verb.PASS: lambda t: t.gettext("You have passed."),
}
"""What is said differently where a round is closed."""


def toast(texts: Texts, verb: Verb, view: SeatView | None) -> str:
    """Say what a tap has done, in at most 200 characters.

    A tap that shows the hand (`HAND`, `DRAW`, `TAKE`, `SWAP`) is answered so only where a message
    shows it.

    Args:
        texts: The language of the person who tapped.
        verb: What the button asked for.
        view: The game afterwards as this person sees it; nothing when they have no seat.
    """
    if view and verb is Verb.MIX and view.public.cutter == view.seat:
        return texts.gettext("You have cut the deck.")
    if view and view.drawn is not None and verb in {Verb.DRAW, Verb.TAKE}:
        return has_come(view.drawn, texts)
    if view and view.value is not None and verb in {Verb.THROW, Verb.EXCHANGE}:
        points = points_text(view.value, texts)
        if verb is Verb.THROW:
            return texts.gettext("Thrown. Your hand is worth {points}.", points=points)
        return texts.gettext("Swapped. Your hand is worth {points}.", points=points)
    if view and verb is Verb.PACE:
        return pace_text(view.public.pace, texts)
    if view and closes(view.public.rules) and verb in CLOSING:
        return CLOSING[verb](texts)
    return SENTENCES[verb](texts)


FIRST_MINUTES: Final = frozenset({Verb.JOIN, Verb.START, Verb.MIX})
"""What is tapped before the cards are dealt, when there is time to read."""


def lesson(texts: Texts, rules: RuleSet) -> str:
    """Explain what matters in a first game, in at most 200 characters."""
    if closes(rules):
        return texts.gettext(
            "Your first game! “My hand” shows your cards to you alone. “Close” when another may "
            "be lower: all others have one more turn, then the lowest pays."
        )
    return texts.gettext(
        "Your first game! “My hand” shows your cards to you alone. “Knock” when another may be "
        "lower: all others have one more turn, then the lowest pays."
    )


def has_come(card: Card, texts: Texts) -> str:
    """Ask for a card to throw, where they are named."""
    return texts.gettext("{card} has come. Throw one.", card=card_text(card, texts))
