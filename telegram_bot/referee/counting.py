"""Count the hands of a pack that have a property (RULES 2.4, 6.1, 8, 9.4)."""

import operator
import re
from collections.abc import Callable
from dataclasses import replace
from functools import lru_cache
from itertools import combinations
from math import comb
from typing import Final

from domain.cards import DECKS, Hand
from domain.hands import is_instant, suit_totals, trio_rank, value
from domain.rules import CHOICES, RuleSet, highest_total
from telegram_bot.referee.reading import Fields, Unreadable
from telegram_bot.referee.verdict import Reason, Verdict

Holds = Callable[[Hand, RuleSet], bool]

PROPERTIES: Final[dict[str, Holds]] = {
    "instant_total": is_instant,
    "one_suit": lambda hand, _: len(suit_totals(hand)) == 1,
    "trio": lambda hand, _: trio_rank(hand) is not None,
}
"""What a hand may have, besides a value."""

_COMPARISONS: Final[dict[str, Callable[[float, float], bool]]] = {
    "==": operator.eq,
    ">=": operator.ge,
    "<=": operator.le,
    ">": operator.gt,
    "<": operator.lt,
}


def count_hands(rules: RuleSet, fields: Fields) -> Verdict:
    """Count the hands of some size that have a property, among all there are."""
    cards, deck = fields.whole("cards", least=1), fields.text("deck")
    if cards not in CHOICES["hand_size"]:
        raise Unreadable(f"input.cards: a hand has 3 or 4 cards, not {cards} (RULES 4.3, 9.3)")
    if deck not in DECKS:
        raise Unreadable(f"input.deck: there is no pack {deck!r}; choose from {', '.join(DECKS)}")
    found = _counted(_with_hands(rules, deck, cards), fields.text("property"))
    total = comb(len(DECKS[deck]), cards)
    return Verdict(
        {"count": found, "total": total},
        (Reason(lambda t: t.gettext("{count} of {total} hands.", count=found, total=total)),),
    )


def _with_hands(rules: RuleSet, deck: str, cards: int) -> RuleSet:
    """Return the rules for hands of that pack and size, if the table has others."""
    if cards == rules.hand_size:
        return replace(rules, deck=deck, players=(2, 2))
    total = highest_total(cards)
    return replace(rules, deck=deck, players=(2, 2), hand_size=cards, instant_total=total)


@lru_cache(maxsize=64)
def _counted(rules: RuleSet, name: str) -> int:
    holds = _property(name)
    return sum(
        1 for hand in combinations(DECKS[rules.deck], rules.hand_size) if holds(hand, rules)
    )


def _property(name: str) -> Holds:
    compared = re.fullmatch(r"value *(==|>=|<=|>|<) *(\d{1,3}(?:\.\d)?)", name)
    if compared:
        compare, points = _COMPARISONS[compared[1]], float(compared[2])
        return lambda hand, rules: compare(value(hand, rules), points)
    if name in PROPERTIES:
        return PROPERTIES[name]
    known = ", ".join(PROPERTIES)
    raise Unreadable(
        f"there is no property {name!r}; choose from {known}, or compare as in value>=28"
    )
