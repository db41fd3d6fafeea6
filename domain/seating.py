"""Who deals, who cuts, who plays first, and what place a player takes (RULES 3, 4.2, 10.5)."""

from collections.abc import Collection, Mapping, Sequence
from typing import TypeVar

from domain.cards import RANK, RANKS, Card
from domain.facts import Seat

S = TypeVar("S")


def next_dealer(seats: int, still_in: Collection[Seat], dealer: Seat) -> Seat:
    """Return the first seat clockwise from the old dealer's that is still in (RULES 3.2, 3.4).

    Args:
        seats: Number of seats at the table, taken or not.
        still_in: Seats still in the match.
        dealer: The seat that dealt last, still in or not.
    """
    return _clockwise(seats, still_in, dealer)[0]


def playing_order(seats: int, still_in: Collection[Seat], dealer: Seat) -> tuple[Seat, ...]:
    """Return the seats in the order of their turns: dealer's left first (RULES 3.3)."""
    return _clockwise(seats, still_in, dealer)


def cutter(order: Sequence[S]) -> S:
    """Return who cuts: the player on the dealer's right, given the playing order (RULES 4.2).

    With two players that is the one who does not deal.
    """
    return order[-2]


def cut(deck: Sequence[Card], lift: int) -> tuple[Card, ...]:
    """Move the lifted top packet to the bottom (RULES 4.2).

    Raises:
        ValueError: Fewer than one card or the whole deck would be lifted.
    """
    if not 1 <= lift < len(deck):
        msg = f"lift 1 to {len(deck) - 1} cards, not {lift}"
        raise ValueError(msg)
    return (*deck[lift:], *deck[:lift])


def highest_cut(cuts: Mapping[S, Card]) -> tuple[S, ...]:
    """Return who cut the highest card; several must cut again (RULES 3.1)."""
    best = min(RANKS.index(RANK[card]) for card in cuts.values())
    return tuple(who for who, card in cuts.items() if RANKS.index(RANK[card]) == best)


def place(still_in: int) -> int:
    """Return the place of everybody eliminated in a round that so many survive (RULES 10.5)."""
    return still_in + 1


def _clockwise(seats: int, still_in: Collection[Seat], dealer: Seat) -> tuple[Seat, ...]:
    circle = ((dealer + step) % seats for step in range(1, seats + 1))
    return tuple(seat for seat in circle if seat in still_in)
