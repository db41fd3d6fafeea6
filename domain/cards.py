"""Cards and their notation: rank then suit, as in `KH` and `10C` (RULES 2.4, 2.5).

A card *is* its notation, so that hands, logs and tests read alike and a stored event needs no
translation.
"""

from collections.abc import Iterable
from typing import Final, NewType

Card = NewType("Card", str)
Hand = tuple[Card, ...]

SUITS: Final = ("C", "S", "H", "D")
"""Clubs, spades, hearts, diamonds: highest first where suits are ranked (RULES 8.6)."""

RANKS: Final = ("A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2")
"""Highest first (RULES 3.1, 8.5)."""

_RANK_POINTS: Final = {"A": 11, "K": 10, "Q": 10, "J": 10} | {str(n): n for n in range(2, 11)}

RANK: Final[dict[Card, str]] = {Card(rank + suit): rank for suit in SUITS for rank in RANKS}
SUIT: Final[dict[Card, str]] = {Card(rank + suit): suit for suit in SUITS for rank in RANKS}
POINTS: Final[dict[Card, int]] = {card: _RANK_POINTS[rank] for card, rank in RANK.items()}
"""Points of each card: ace 11, court cards 10, numbers their number (RULES 2.5)."""

DECKS: Final[dict[str, tuple[Card, ...]]] = {
    "std52": tuple(RANK),
    "piquet32": tuple(card for card, rank in RANK.items() if rank in RANKS[:8]),
}
"""The packs by name, in their order before any shuffle (RULES 2.4)."""


def parse_card(text: str) -> Card:
    """Read one card, such as `KH` or `10C`.

    Raises:
        ValueError: The text names no card.
    """
    card = Card(text.upper())
    if card not in RANK:
        msg = f"{text!r} is not a card: a card is a rank and a suit, such as KH or 10C"
        raise ValueError(msg)
    return card


def parse_cards(text: str) -> Hand:
    """Read cards separated by white space, such as `KH 9H 4C`.

    Raises:
        ValueError: A word names no card, or a card stands twice (there is one pack, RULES 2.7).
    """
    cards = tuple(parse_card(word) for word in text.split())
    if len(set(cards)) != len(cards):
        msg = f"a card stands twice in {text!r}: there is one pack only"
        raise ValueError(msg)
    return cards


def show_cards(cards: Iterable[Card]) -> str:
    """Write cards in the notation that `parse_cards` reads."""
    return " ".join(cards)
