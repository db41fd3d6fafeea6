"""The actions of a script, and the moves they stand for (RULES 13)."""

import re
from collections.abc import Callable
from typing import Final

from domain.cards import Card, Hand, parse_card, parse_cards
from domain.circle import Circle
from domain.moves import (
    Draw,
    Exchange,
    KeepHand,
    Knock,
    Move,
    Pass,
    Stand,
    SwapHand,
    Take,
    Throw,
)
from telegram_bot.referee.reading import Unreadable

_DRAW: Final[dict[str, Move]] = {"knock": Knock(), "stand": Stand(), "pass": Pass()}
_SOURCES: Final[dict[str, Move]] = {"stock": Draw(), "take": Take()}
_EXCHANGE: Final[dict[str, Move]] = {
    "keep": KeepHand(),
    "swap": SwapHand(),
    "pass": Pass(),
    "close": Knock(),
}


def read_action(state: Circle, action: str) -> tuple[Move, ...]:
    """Read an action of the game that is played.

    Raises:
        ValueError: There is no such action, or it names no card.
    """
    return _READERS[state.rules.mode](state, action)


def _draw_action(_state: Circle, action: str) -> tuple[Move, ...]:
    if action in _DRAW:
        return (_DRAW[action],)
    source, _, card = action.partition(":")
    if source not in _SOURCES:
        raise Unreadable("an action is stock:CARD, take:CARD, knock, stand or pass")
    return (_SOURCES[source], Throw(parse_card(card.strip())))


def _exchange_action(state: Circle, action: str) -> tuple[Move, ...]:
    if action in _EXCHANGE:
        return (_EXCHANGE[action],)
    if action == "all":
        return (Exchange(state.hand, state.laid),)
    verb, _, cards = action.partition(":")
    given, arrow, taken = cards.partition(">")
    if verb != "x" or not arrow:
        raise Unreadable("an action is keep, swap, x:GIVE>TAKE, all, pass or close")
    return (Exchange(_several(given), _several(taken)),)


def _several(text: str) -> Hand:
    cards: tuple[Card, ...] = parse_cards(re.sub(r"[,+]", " ", text))
    if not cards:
        raise Unreadable("x:GIVE>TAKE names the cards on both sides, such as x:7D>JH")
    return cards


_READERS: Final[dict[str, Callable[[Circle, str], tuple[Move, ...]]]] = {
    "draw": _draw_action,
    "exchange": _exchange_action,
}
