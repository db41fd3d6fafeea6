"""Rules chosen before a game: what is on offer, what matters, and what one step changes.

A button carries what its presser saw: a step the place of a value before and after it, a preset
the checksum of all that was chosen. So a second tap on the same button changes nothing, and a
button that shows an old value, or old rules, is refused.
"""

import json
from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final
from zlib import crc32

from domain.errors import InvalidRuleSet, Refused
from domain.rules import ALIASES, CHOICES, PRESETS, RuleSet, highest_total, rule_set

NOWHERE: Final = -1
"""The place of a value that is not on offer."""


@dataclass(frozen=True)
class Chosen:
    """Rules, and the name of the preset or alias they were made from."""

    preset: str
    rules: RuleSet

    @property
    def unchanged(self) -> bool:
        """Whether they are the rules of the preset, without a change."""
        return self.rules == rule_set(self.preset)

    @property
    def checksum(self) -> int:
        """A short number that other choices do not have, but by chance; below 2 to the 32."""
        told = [self.preset, self.rules.to_dict()]
        return crc32(json.dumps(told, sort_keys=True).encode())


Change = Callable[[Chosen], Chosen]
"""A choice to be made: it returns what is chosen then, or raises `Refused`."""


@dataclass(frozen=True)
class Choice:
    """Something to choose.

    Attributes:
        option: The option of `RuleSet` that it changes.
        values: What is on offer, in the order of the steps.
        read: Gives the value now.
        write: Gives the options that make it another.
        applies: Whether it matters under the other options.
    """

    option: str
    values: tuple[Any, ...]
    read: Callable[[RuleSet], Any]
    write: Callable[[RuleSet, Any], Mapping[str, Any]]
    applies: Callable[[RuleSet], bool]

    def place(self, rules: RuleSet) -> int:
        """Return the place of the value now, or `NOWHERE`."""
        value = self.read(rules)
        return self.values.index(value) if value in self.values else NOWHERE


def take_preset(chosen: Chosen, preset: str, seen: int) -> Chosen:
    """Choose a preset or alias; options that were changed are so no more.

    Args:
        chosen: What is chosen now.
        preset: The preset or alias to take.
        seen: The checksum of what was chosen when it was offered.

    Raises:
        Refused: `forged`, if there is none of that name, or `stale`.
    """
    if preset not in (*PRESETS, *ALIASES):
        raise Refused("forged")
    taken = Chosen(preset, rule_set(preset))
    if taken != chosen and seen != chosen.checksum:
        raise Refused("stale")
    return taken


def step(chosen: Chosen, name: str, before: int, after: int) -> Chosen:
    """Change one value.

    Args:
        chosen: What is chosen now.
        name: Which choice, of those on offer.
        before: The place of its value when the step was offered.
        after: The place of the value to take.

    Raises:
        Refused: `forged`, `stale`, or `invalid_` and the option that cannot be so.
    """
    choice = OFFERED.get(name)
    if choice is None or not 0 <= after < len(choice.values):
        raise Refused("forged")
    at = choice.place(chosen.rules)
    if at == after:
        return chosen
    if at != before or not choice.applies(chosen.rules):
        raise Refused("stale")
    changes = choice.write(chosen.rules, choice.values[after])
    try:
        return Chosen(chosen.preset, RuleSet.from_dict({**chosen.rules.to_dict(), **changes}))
    except InvalidRuleSet as invalid:
        raise Refused(f"invalid_{invalid.option}", "12") from None


def matters(option: str, rules: RuleSet) -> bool:
    """Tell whether an option makes any difference under the others."""
    return _MATTERS.get(option, _always)(rules)


def _always(_: RuleSet) -> bool:
    return True


def _draws(rules: RuleSet) -> bool:
    return rules.mode == "draw"


def _exchanges(rules: RuleSet) -> bool:
    return rules.mode == "exchange"


def _charges_two(rules: RuleSet) -> bool:
    """Tell whether there is any way to lose two lives at once (RULES 6.3, 7.3, 7.6)."""
    return (
        rules.knocker_lowest_penalty == 2
        or rules.knocker_tie == "two"
        or rules.instant_after_knock == "instant_knocker_two"
    )


_MATTERS: Final[dict[str, Callable[[RuleSet], bool]]] = {
    "overflow": lambda rules: rules.grace and _charges_two(rules),
    "match_end": lambda rules: rules.grace,
    "final_turn_stand": _draws,
    "stock_empty": _draws,
    "return_taken_discard": _draws,
    "exchange_sizes": _exchanges,
    "swap_all_locks": lambda rules: _exchanges(rules) and 3 in rules.exchange_sizes,
    "close_timing": _exchanges,
    "all_pass": _exchanges,
}
"""When an option matters that does not always do so."""


def _plain(
    option: str, *values: object, when: Callable[[RuleSet], bool] | None = None
) -> tuple[str, Choice]:
    """Offer some values of an option, or all that it has, where it matters."""
    return option, Choice(
        option,
        values or CHOICES[option],
        read=lambda rules: getattr(rules, option),
        write=lambda _, value: {option: value},
        applies=when or (lambda rules: matters(option, rules)),
    )


def _of_players(
    name: str, place: int, players: Callable[[int, int], tuple[int, int]]
) -> tuple[str, Choice]:
    """Offer how many play at the least or at the most; the other number gives way."""
    return name, Choice(
        "players",
        tuple(range(2, 10)),
        read=lambda rules: rules.players[place],
        write=lambda rules, value: {"players": players(rules.players[1 - place], value)},
        applies=_always,
    )


def _of_buy_in(part: str, values: tuple[object, ...]) -> tuple[str, Choice]:
    """Offer values of a part of the buy-in, all but the first only where there is one."""
    return f"buy_in.{part}", Choice(
        "buy_in",
        values,
        read=lambda rules: getattr(rules.buy_in, part),
        write=lambda rules, value: {"buy_in": {**asdict(rules.buy_in), part: value}},
        applies=lambda rules: part == "enabled" or rules.buy_in.enabled,
    )


OFFERED: Final[dict[str, Choice]] = dict(
    (
        _of_players("players", 1, lambda least, most: (min(least, most), most)),
        _of_players("players.least", 0, lambda most, least: (least, max(least, most))),
        _plain("deck"),
        (
            "hand_size",
            Choice(
                "hand_size",
                CHOICES["hand_size"],
                read=lambda rules: rules.hand_size,
                write=lambda _, size: {"hand_size": size, "instant_total": highest_total(size)},
                applies=_draws,
            ),
        ),
        _plain("instant_total", when=lambda rules: rules.hand_size == 4),
        _plain("lives", *range(1, 11), 12, 15, 20),
        _plain("grace"),
        _plain("overflow"),
        _plain("trio_value", None, 20, 25, 30, 30.5, 40.5),
        _plain("tie_break"),
        _plain("first_turn_knock"),
        _plain("final_turn_stand"),
        _plain("knocker_lowest_penalty"),
        _plain("knocker_tie"),
        _plain("all_tied"),
        _plain("instant_penalty"),
        _plain("instant_after_knock"),
        _plain("fire"),
        _plain("stock_empty"),
        _plain("return_taken_discard"),
        _plain("exchange_sizes", (1,), (2,), (3,), (1, 2), (1, 3), (2, 3), (1, 2, 3)),
        _plain("swap_all_locks"),
        _plain("close_timing"),
        _plain("max_circuits", 5, 10, 20, 30, 50, 100),
        _plain("first_dealer"),
        _plain("offer_cut"),
        _plain("all_out"),
        _plain("match_end"),
        _of_buy_in("enabled", (True, False)),
        _of_buy_in("max", (1, 2, 3, 5, 10)),
        _of_buy_in("stake", (0, 1, 2, 5, 10, 20, 50, 100)),
    )
)
"""Everything that can be chosen besides the preset, by the name that its buttons carry."""
