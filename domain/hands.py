"""What a hand is worth (RULES 8)."""

from math import inf

from domain.cards import POINTS, RANK, RANKS, SUIT, SUITS, Hand
from domain.rules import RuleSet

Strength = tuple[float, int, int]
"""Points, then rank of a trio, then scoring suit: the last two are 0 where ties stand."""


def suit_totals(hand: Hand) -> dict[str, int]:
    """Add up the points of a hand by suit."""
    totals: dict[str, int] = {}
    for card in hand:
        suit = SUIT[card]
        totals[suit] = totals.get(suit, 0) + POINTS[card]
    return totals


def trio_rank(hand: Hand) -> str | None:
    """Return the rank that a hand holds three (or four) times, if any (RULES 8.2, 9.5)."""
    ranks = [RANK[card] for card in hand]
    return next((rank for rank in ranks if ranks.count(rank) >= 3), None)


def value(hand: Hand, rules: RuleSet) -> float:
    """Return the points of a hand: its best suit, or its trio if that is more (RULES 8.1, 8.4).

    While a player holds a drawn card, the value of all the cards in hand has no meaning;
    ask for the hand at rest.
    """
    best = max(suit_totals(hand).values(), default=0)
    if rules.trio_value is not None and rules.trio_value > best and trio_rank(hand):
        return rules.trio_value
    return best


def is_fire(hand: Hand, rules: RuleSet) -> bool:
    """Tell whether the hand is Fire: three aces, where the table plays it (RULES 9.7)."""
    return rules.fire and trio_rank(hand) == "A"


def is_instant(hand: Hand, rules: RuleSet) -> bool:
    """Tell whether a hand at rest ends the round at once (RULES 6.1, 9.4, 9.7)."""
    if is_fire(hand, rules):
        return True
    if len(hand) != rules.hand_size:
        return False
    totals = suit_totals(hand)
    return len(totals) == 1 and next(iter(totals.values())) == rules.instant_total


def strength(hand: Hand, rules: RuleSet) -> Strength:
    """Return what hands are compared by: Fire is best (RULES 6.7, 8.5 to 8.8, 8.10).

    A trio may be worth as much as a suit makes (30, RULES 8.2). Where ties are broken, 8.5 ranks
    trios and 8.6 suits, and neither says which of the two is better: the trio is.
    """
    if is_fire(hand, rules):
        return inf, 0, 0
    points = value(hand, rules)
    if rules.tie_break == "none":
        return points, 0, 0
    totals = suit_totals(hand)
    rank = trio_rank(hand)
    if rank is not None and points > max(totals.values()):
        return points, _height(RANKS, rank), 0
    suit = max(_height(SUITS, suit) for suit, total in totals.items() if total == points)
    return points, 0, suit


def _height(order: tuple[str, ...], name: str) -> int:
    return len(order) - order.index(name)
