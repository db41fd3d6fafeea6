"""A player's own hand as an alert: plain text, for nobody else's eyes."""

from collections.abc import Iterator, Sequence
from datetime import UTC, tzinfo
from typing import Final

from domain.match import Deadline, DeadlineKind, Phase
from domain.moves import (
    Draw,
    EndTurn,
    ExchangeAt,
    KeepHand,
    Knock,
    Pass,
    Stand,
    SwapHand,
    Take,
    Tap,
    ThrowAt,
)
from domain.views import SeatView
from telegram_bot.screens.cards import card_text, points_text
from telegram_bot.screens.exchanging import question
from telegram_bot.screens.terms import closes
from telegram_bot.screens.times import time_text, wait_for
from telegram_bot.selection import Selection
from telegram_bot.texts import Texts

MOST_CHARACTERS: Final = 200
"""What an alert may hold (Bot API)."""


def hand_alert(view: SeatView, names: Sequence[str], texts: Texts, zone: tzinfo = UTC) -> str:
    """Say what a player holds and may do, and until when, in at most 200 characters.

    Args:
        view: The game as this player sees it.
        names: Names by seat, as `telegram_bot.names` makes them.
        texts: The player's language.
        zone: The group's time zone.
    """
    deadline, time = my_deadline(view), None
    if deadline is not None:
        time = time_text(deadline.until, wait_for(deadline, view.public.pace), zone, texts)
    lines = (*_hand_and_task(view, names, texts), *standing(view, time, texts))
    return "\n".join(line for line in lines if line)


def my_deadline(view: SeatView) -> Deadline | None:
    """Return until when the table waits for this player to play; none where nobody is hurried."""
    deadline = view.public.deadline
    on_turn = deadline is not None and deadline.kind is DeadlineKind.TURN and bool(view.taps)
    return deadline if on_turn else None


def standing(view: SeatView, time: str | None, texts: Texts) -> Iterator[str]:
    """Say until when a player has time, and whether they count as away."""
    if time is not None:
        yield texts.gettext("Until {time}.", time=time)
    if view.public.seats[view.seat].away:
        yield texts.gettext("You are away: any tap brings you back.")


def choosing_alert(view: SeatView, chosen: Selection, texts: Texts) -> str:
    """Ask for the first card of an exchange, in at most 200 characters."""
    asked = question(view, chosen, texts)
    at_the_table = texts.gettext("Tap its number at the table.")
    return "\n".join((*_numbered(view, texts), f"{asked} {at_the_table}"))


def worth(view: SeatView, texts: Texts) -> str:
    """Say what the hand is worth, while it is at rest."""
    if view.value is None:
        return ""
    return texts.gettext("Your hand is worth {points}.", points=points_text(view.value, texts))


def task(view: SeatView, names: Sequence[str], texts: Texts) -> str:
    """Say what a player may do now, who has no card to throw."""
    public = view.public
    if public.awaited == view.seat:
        moves = " · ".join(dict.fromkeys(move_text(view, tap, texts) for tap in view.taps))
        return texts.gettext("Your turn: {moves}", moves=moves)
    if public.knocker == view.seat:
        if closes(public.rules):
            return texts.gettext("You have closed and keep this hand.")
        return texts.gettext("You have knocked and keep this hand.")
    if public.awaited is None:
        return ""
    return texts.gettext("{player} plays now.", player=names[public.awaited])


def _hand_and_task(view: SeatView, names: Sequence[str], texts: Texts) -> list[str]:
    if not view.hand:
        return [without_cards(view, texts)]
    if view.drawn is not None:
        return [*_numbered(view, texts), _throw(view, texts)]
    return [*_numbered(view, texts), task(view, names, texts)]


def _numbered(view: SeatView, texts: Texts) -> list[str]:
    cards = (f"{place}: {card_text(card, texts)}" for place, card in enumerate(view.hand, 1))
    return ["   ".join(cards), *filter(None, [worth(view, texts)])]


def _throw(view: SeatView, texts: Texts) -> str:
    places = [tap.place for tap in view.taps if isinstance(tap, ThrowAt)]
    card = card_text(view.drawn, texts) if view.drawn else ""
    return texts.gettext(
        "{card} has come. Throw one: {first} to {last}.",
        card=card,
        first=min(places),
        last=max(places),
    )


def move_text(view: SeatView, tap: Tap, texts: Texts) -> str:
    """Name a move; nothing for a throw, of which the cards say enough."""
    match tap:
        case Draw():
            return texts.gettext("draw")
        case Take() if view.public.top:
            return texts.gettext("take {card}", card=card_text(view.public.top, texts))
        case KeepHand():
            return texts.gettext("keep the hand")
        case SwapHand():
            return texts.gettext("swap it for the centre")
        case ExchangeAt(given=given):
            return _swap(len(given), texts)
        case Knock() if closes(view.public.rules):
            return texts.gettext("close")
        case Knock():
            return texts.gettext("knock")
        case Stand():
            return texts.gettext("stand")
        case Pass():
            return texts.gettext("pass")
        case EndTurn():
            return texts.gettext("end the turn")
        case _:
            return ""


def _swap(size: int, texts: Texts) -> str:
    sizes = {
        1: texts.gettext("swap one"),
        2: texts.gettext("swap two"),
        3: texts.gettext("swap all three"),
    }
    return sizes[size]


def without_cards(view: SeatView, texts: Texts) -> str:
    """Say why a player holds nothing now."""
    public = view.public
    place = public.seats[view.seat].place
    match public.phase:
        case Phase.LOBBY:
            return texts.gettext("No cards yet: the game has not started.")
        case phase if phase.over:
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
