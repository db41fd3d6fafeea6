"""What a player may do on a turn of a draw game (RULES 5)."""

from dataclasses import dataclass

from domain.cards import Card


@dataclass(frozen=True)
class Draw:
    """Take the top card of the stock (RULES 5.1)."""


@dataclass(frozen=True)
class Take:
    """Take the top card of the discard pile (RULES 5.1)."""


@dataclass(frozen=True)
class Throw:
    """Discard one card and so end the turn (RULES 5.1)."""

    card: Card


@dataclass(frozen=True)
class ThrowAt:
    """Discard the card at a place of the hand, counted from 1: what a public button may say."""

    place: int


@dataclass(frozen=True)
class Knock:
    """Knock instead of drawing (RULES 5.4)."""


@dataclass(frozen=True)
class Stand:
    """Keep the hand on the final turn (RULES 5.8)."""


@dataclass(frozen=True)
class Pass:
    """End the round without a knock once the stock is empty (RULES 5.6)."""


Move = Draw | Take | Throw | Knock | Stand | Pass
"""What the rules of a round understand."""

Tap = Draw | Take | ThrowAt | Knock | Stand | Pass
"""What a player can ask for with a button that everybody sees."""
