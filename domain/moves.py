"""What a player may do on a turn (RULES 4.6, 5)."""

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
    """Knock instead of drawing (RULES 5.4); in exchange games, close (5.10)."""


@dataclass(frozen=True)
class Stand:
    """Keep the hand on the final turn (RULES 5.8)."""


@dataclass(frozen=True)
class Pass:
    """End the round once the stock is empty (RULES 5.6); in exchange games, do nothing (5.12)."""


@dataclass(frozen=True)
class KeepHand:
    """Keep one's cards, as the dealer of an exchange game (RULES 4.6)."""


@dataclass(frozen=True)
class SwapHand:
    """Swap one's cards for the unseen centre, as the dealer of an exchange game (RULES 4.6)."""


@dataclass(frozen=True)
class Exchange:
    """Give cards to the centre and take as many from it (RULES 5.9)."""

    given: tuple[Card, ...]
    taken: tuple[Card, ...]


@dataclass(frozen=True)
class ExchangeAt:
    """Exchange cards by their places in the hand and in the centre, counted from 1."""

    given: tuple[int, ...]
    taken: tuple[int, ...]


@dataclass(frozen=True)
class EndTurn:
    """Do not close, where that may be done after an exchange or a pass (RULES 5.10)."""


Move = Draw | Take | Throw | Knock | Stand | Pass | KeepHand | SwapHand | Exchange | EndTurn
"""What the rules of a round understand."""

Tap = Draw | Take | ThrowAt | Knock | Stand | Pass | KeepHand | SwapHand | ExchangeAt | EndTurn
"""What a player can ask for with a button that everybody sees."""
