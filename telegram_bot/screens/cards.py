"""Cards, hands and points as people read them."""

from collections.abc import Callable, Iterable
from typing import Final

from babel.numbers import format_decimal

from domain.cards import RANK, SUIT, Card
from telegram_bot.texts import Texts

SIGNS: Final = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}

LETTERS: Final[dict[str, Callable[[Texts], str]]] = {
    "A": lambda t: t.pgettext("card", "A"),
    "K": lambda t: t.pgettext("card", "K"),
    "Q": lambda t: t.pgettext("card", "Q"),
    "J": lambda t: t.pgettext("card", "J"),
}
"""The letters on the cards, a matter of language: the Portuguese rules that this game follows
print R♥, D♥ and V♥, the initials of what people say (rei, dama, valete)."""


def card_text(card: Card, texts: Texts) -> str:
    """Write a card, such as `K♥` or `10♣`."""
    rank = RANK[card]
    letter = LETTERS.get(rank)
    return (letter(texts) if letter else rank) + SIGNS[SUIT[card]]


def cards_text(cards: Iterable[Card], texts: Texts) -> str:
    """Write cards side by side."""
    return " ".join(card_text(card, texts) for card in cards)


def points_text(points: float, texts: Texts) -> str:
    """Write the points of a hand, such as `19` or `30½`."""
    whole, rest = divmod(points, 1)
    if rest == 0.5:
        return f"{int(whole)}½"
    return str(format_decimal(points, locale=texts.locale))
