"""A second opinion on hands and showdowns, written from the clauses of RULES 6 to 8 and 10.

It shares no code with the rules but the value of an option, and prefers the plainest way to say
a clause to any speed.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from itertools import combinations

from domain.rules import RuleSet

POINTS = {"A": 11, "K": 10, "Q": 10, "J": 10}


def rank(card: str) -> str:
    return card[:-1]


def suit(card: str) -> str:
    return card[-1]


def points(card: str) -> int:
    return POINTS[rank(card)] if rank(card) in POINTS else int(rank(card))


def worth(hand: tuple[str, ...], rules: RuleSet) -> float:
    """8.1: the highest total in one suit; 8.2, 9.5: any three of a rank have a fixed value."""
    candidates: list[float] = [sum(points(c) for c in hand if suit(c) == s) for s in "CSHD"]
    alike = any(len({rank(card) for card in three}) == 1 for three in combinations(hand, 3))
    if rules.trio_value is not None and alike:
        candidates.append(rules.trio_value)
    return max(candidates)


def three_aces(hand: tuple[str, ...]) -> bool:
    return sum(1 for card in hand if rank(card) == "A") >= 3


def ends_round(hand: tuple[str, ...], rules: RuleSet) -> bool:
    """6.1, 9.4: the whole hand in one suit at the maximum; 9.7: or three aces, as Fire."""
    if rules.fire and three_aces(hand):
        return True
    whole = len(hand) == rules.hand_size and len({suit(card) for card in hand}) == 1
    return whole and sum(map(points, hand)) == rules.instant_total


def beats(a: tuple[str, ...], b: tuple[str, ...], rules: RuleSet) -> bool:
    """6.7, 8.1, 8.5, 8.6, 8.7: whether hand a is better than hand b."""
    if rules.fire and three_aces(a) != three_aces(b):
        return three_aces(a)
    if worth(a, rules) != worth(b, rules):
        return worth(a, rules) > worth(b, rules)
    if rules.tie_break == "none":
        return False
    return tie_rank(a, rules) > tie_rank(b, rules)


def tie_rank(hand: tuple[str, ...], rules: RuleSet) -> tuple[int, int]:
    """Trios by rank (8.5); otherwise the better of the scoring suits (8.6, 8.7)."""
    suits = {s: sum(points(c) for c in hand if suit(c) == s) for s in "DHSC"}
    if worth(hand, rules) > max(suits.values()):
        ranks = [rank(card) for card in hand]
        order = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A"]
        return next(order.index(r) for r in ranks if ranks.count(r) >= 3) + 1, 0
    best = [s for s, total in suits.items() if total == worth(hand, rules)]
    return 0, max("DHSC".index(s) for s in best)


@dataclass
class Recount:
    """What a showdown leads to."""

    losses: dict[int, int]
    lives: dict[int, int]
    eliminated: set[int] = field(default_factory=set)
    tie_break: set[int] = field(default_factory=set)
    winners: set[int] = field(default_factory=set)


def recount(
    rules: RuleSet,
    hands: Mapping[int, tuple[str, ...]],
    lives: Mapping[int, int],
    reason: str,
    knocker: int | None,
) -> Recount:
    """Settle a round anew."""
    losses = {p: n for p, n in charged(rules, hands, reason, knocker).items() if n}
    after = {p: max(0, n - losses.get(p, 0)) for p, n in lives.items()}
    out = {p for p in losses if goes_out(rules, lives[p], losses[p])}
    left = set(lives) - out
    if left:
        return Recount(losses, after, out, set(), who_wins(rules, left, after))
    if rules.all_out == "tiebreak":  # 10.2
        return Recount(losses, after, set(), out)
    if rules.all_out == "shared":
        return Recount(losses, after, out, set(), out)
    return Recount({}, dict(lives))


def charged(
    rules: RuleSet, hands: Mapping[int, tuple[str, ...]], reason: str, knocker: int | None
) -> dict[int, int]:
    """Who is charged how many lives."""
    if reason.startswith("instant"):
        paying = pay_for_instant(rules, hands)
        fire = any(rules.fire and three_aces(hand) for hand in hands.values())
        two = reason == "instant_final_turn" and rules.instant_after_knock == "instant_knocker_two"
        return {p: 2 if two and not fire and p == knocker else 1 for p in paying}  # 6.3, 6.7
    lowest = lowest_of(rules, hands)
    if rules.all_tied == "nobody" and lowest == set(hands):  # 7.7
        return {}
    if knocker not in lowest:  # 7.2, 7.4
        return dict.fromkeys(lowest, 1)
    if lowest == {knocker}:  # 7.3, 7.10
        return {knocker: rules.knocker_lowest_penalty}
    return {  # 7.5, 7.6
        "safe": {p: 0 if p == knocker else 1 for p in lowest},
        "one": dict.fromkeys(lowest, 1),
        "two": {p: 2 if p == knocker else 1 for p in lowest},
        "knocker_only": {p: 1 if p == knocker else 0 for p in lowest},
    }[rules.knocker_tie]


def pay_for_instant(rules: RuleSet, hands: Mapping[int, tuple[str, ...]]) -> set[int]:
    fires = {p for p, hand in hands.items() if rules.fire and three_aces(hand)}
    if fires:  # 6.7
        return set(hands) - fires
    if rules.instant_penalty == "all_others":  # 6.1, 6.4
        return {p for p, hand in hands.items() if not ends_round(hand, rules)}
    lowest = lowest_of(rules, hands)  # 6.6
    return set() if rules.all_tied == "nobody" and lowest == set(hands) else lowest


def lowest_of(rules: RuleSet, hands: Mapping[int, tuple[str, ...]]) -> set[int]:
    return {
        p
        for p, hand in hands.items()
        if not any(beats(hand, other, rules) for other in hands.values())
    }


def goes_out(rules: RuleSet, held: int, lost: int) -> bool:
    """7.8, 7.9: out is whoever loses without a life, or the last one where there is no bus."""
    if held == 0:
        return True
    if not rules.grace:
        return lost >= held
    return rules.overflow == "eliminate" and lost > held


def who_wins(rules: RuleSet, left: set[int], lives: Mapping[int, int]) -> set[int]:
    """10.1."""
    if len(left) == 1:
        return left
    living = {p for p in left if lives[p] > 0}
    return living if rules.match_end == "last_with_life" and len(living) == 1 else set()
