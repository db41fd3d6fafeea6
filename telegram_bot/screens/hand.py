"""A player's own hand as an alert: plain text, for nobody else's eyes."""

from collections.abc import Sequence
from typing import Final

from domain.match import Phase
from domain.moves import Draw, Knock, Pass, Stand, Take, Tap, ThrowAt
from domain.views import SeatView
from telegram_bot.screens.cards import card_text, points_text
from telegram_bot.texts import Texts

MOST_CHARACTERS: Final = 200
"""What an alert may hold (Bot API)."""


def hand_alert(view: SeatView, names: Sequence[str], texts: Texts) -> str:
    """Say what a player holds and may do, in at most 200 characters.

    Args:
        view: The game as this player sees it.
        names: Names by seat, as `telegram_bot.names` makes them.
        texts: The player's language.
    """
    if view.hand:
        lines = (_cards(view, texts), _value(view, texts), _task(view, names, texts))
        return "\n".join(line for line in lines if line)
    return _without_cards(view, texts)


def _cards(view: SeatView, texts: Texts) -> str:
    return "   ".join(
        f"{place}: {card_text(card, texts)}" for place, card in enumerate(view.hand, 1)
    )


def _value(view: SeatView, texts: Texts) -> str:
    if view.value is None:
        return ""
    return texts.gettext("Your hand is worth {points}.", points=points_text(view.value, texts))


def _task(view: SeatView, names: Sequence[str], texts: Texts) -> str:
    public = view.public
    if view.drawn is not None:
        return _throw(view, texts)
    if public.awaited == view.seat:
        moves = " · ".join(_move(view, tap, texts) for tap in view.taps)
        return texts.gettext("Your turn: {moves}", moves=moves)
    if public.knocker == view.seat:
        return texts.gettext("You have knocked and keep this hand.")
    if public.awaited is None:
        return ""
    return texts.gettext("{player} plays now.", player=names[public.awaited])


def _throw(view: SeatView, texts: Texts) -> str:
    places = [tap.place for tap in view.taps if isinstance(tap, ThrowAt)]
    card = card_text(view.drawn, texts) if view.drawn else ""
    return texts.gettext(
        "{card} has come. Throw one: {first} to {last}.",
        card=card,
        first=min(places),
        last=max(places),
    )


def _move(view: SeatView, tap: Tap, texts: Texts) -> str:
    match tap:
        case Draw():
            return texts.gettext("draw")
        case Take() if view.public.top:
            return texts.gettext("take {card}", card=card_text(view.public.top, texts))
        case Knock():
            return texts.gettext("knock")
        case Stand():
            return texts.gettext("stand")
        case Pass():
            return texts.gettext("pass")
        case _:
            return ""


def _without_cards(view: SeatView, texts: Texts) -> str:
    public = view.public
    place = public.seats[view.seat].place
    match public.phase:
        case Phase.LOBBY:
            return texts.gettext("No cards yet: the game has not started.")
        case Phase.ENDED | Phase.CLOSED:
            return texts.gettext("This game is over.")
        case Phase.BUYING_IN if view.seat in public.offers:
            return texts.gettext("You are out. You may buy back in now.")
        case _ if place is not None:
            return texts.gettext("You are out of this game, place {place}.", place=place)
        case Phase.CUTTING:
            return texts.gettext("The deck is being cut. Your cards come in a moment.")
        case Phase.BUYING_IN:
            return texts.gettext("The next deal waits for players who may buy back in.")
        case _:
            return texts.gettext("You are not in this round.")
