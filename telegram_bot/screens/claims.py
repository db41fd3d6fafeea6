"""What the rules of a table say, in no language yet.

Every sentence about a rule is made from a claim, and every claim is held against what the game
does, so that prose and play cannot part.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from typing import Final

from domain.choosing import matters
from domain.rules import RuleSet
from telegram_bot.screens.terms import closes


@dataclass(frozen=True)
class Claim:
    """One thing that the rules say.

    Attributes:
        option: The option of `RuleSet` it is about.
        says: Which of the things that can be said of it.
        closing: Whether a round is closed here, where other games knock.
        numbers: The numbers in it, by name.
    """

    option: str
    says: str
    closing: bool = False
    numbers: Mapping[str, float] = field(default_factory=dict)


def claim(option: str, rules: RuleSet) -> Claim | None:
    """Return what is said of an option; nothing where it makes no difference."""
    said = says(option, rules)
    if not said:
        return None
    numbers = NUMBERS[option](rules) if option in NUMBERS else {}
    return Claim(option, said, closes(rules), numbers)


def claims(rules: RuleSet) -> dict[str, Claim]:
    """Return all that the rules say, by option."""
    made = {each.name: claim(each.name, rules) for each in fields(RuleSet)}
    return {option: said for option, said in made.items() if said is not None}


def says(option: str, rules: RuleSet) -> str:
    """Return which of the things that can be said of an option holds; empty where none does."""
    if not matters(option, rules):
        return OTHERWISE.get(option, "")
    if option in SAYS:
        return SAYS[option](rules)
    value = getattr(rules, option)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _trio_value(rules: RuleSet) -> str:
    """Say what a trio is worth; its best suit may be worth more (RULES 8.4, 9.5)."""
    if rules.trio_value is None:
        return "nothing"
    beside = 11 if rules.hand_size == 3 else 21
    return "at_least" if rules.trio_value < beside else "worth"


def _instant_after_knock(rules: RuleSet) -> str:
    """Say what a 31 after a knock does; two lives are for a knocker who pays (RULES 6.3, 6.6)."""
    doubled = rules.instant_after_knock == "instant_knocker_two"
    return (
        "instant_lowest_knocker_two"
        if doubled and rules.instant_penalty == "lowest"
        else rules.instant_after_knock
    )


def _tie_break(rules: RuleSet) -> str:
    """Say what breaks ties; a trio may be worth as much as a suit makes (RULES 8.2, 8.5)."""
    whole = rules.trio_value is not None and rules.trio_value == int(rules.trio_value)
    return "trio_rank_suit" if rules.tie_break == "rank_suit" and whole else rules.tie_break


SAYS: Final[dict[str, Callable[[RuleSet], str]]] = {
    "players": lambda r: "exactly" if r.players[0] == r.players[1] else "between",
    "hand_size": lambda _: "dealt",
    "lives": lambda _: "lives",
    "trio_value": _trio_value,
    "instant_total": lambda _: "ends",
    "instant_after_knock": _instant_after_knock,
    "tie_break": _tie_break,
    "exchange_sizes": lambda r: "+".join(map(str, r.exchange_sizes)),
    "max_circuits": lambda _: "limit",
    "buy_in": lambda r: "yes" if r.buy_in.enabled else "no",
}
"""What is said of an option, where that is not the name of its value."""

OTHERWISE: Final = {"match_end": "last_standing"}
"""What is said of an option all the same where it makes no difference."""

NUMBERS: Final[dict[str, Callable[[RuleSet], Mapping[str, float]]]] = {
    "players": lambda r: {"least": r.players[0], "most": r.players[1]},
    "hand_size": lambda r: {"cards": r.hand_size},
    "lives": lambda r: {"n": r.lives},
    "trio_value": lambda r: {"points": r.trio_value or 0},
    "instant_total": lambda r: {"total": r.instant_total},
    "instant_penalty": lambda r: {"total": r.instant_total},
    "instant_after_knock": lambda r: {"total": r.instant_total},
    "max_circuits": lambda r: {"n": r.max_circuits},
    "buy_in": lambda r: {"n": r.buy_in.max, "stake": r.buy_in.stake},
}
"""The numbers that are told with an option."""
