"""Rules chosen before a game: what is on offer, and what one step changes.

A step names the place of a value before and after it, among those on offer. So a second tap on
the same button changes nothing, and a button that shows an old value is refused.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass
from typing import Any, Final

from domain.errors import InvalidRuleSet, Refused
from domain.rules import ALIASES, CHOICES, PRESETS, RuleSet, rule_set

NOWHERE: Final = -1
"""The place of a value that is not on offer."""


@dataclass(frozen=True)
class Chosen:
    """Rules, and the name of the preset or alias they were made from."""

    preset: str
    rules: RuleSet


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


def take_preset(chosen: Chosen, preset: str) -> Chosen:  # noqa: ARG001 - a `Change`
    """Choose a preset or alias; options that were changed are so no more.

    Raises:
        Refused: `forged`, if there is none of that name.
    """
    if preset not in (*PRESETS, *ALIASES):
        raise Refused("forged")
    return Chosen(preset, rule_set(preset))


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


def _always(_: RuleSet) -> bool:
    return True


def _draws(rules: RuleSet) -> bool:
    return rules.mode == "draw"


def _exchanges(rules: RuleSet) -> bool:
    return rules.mode == "exchange"


def _plain(
    option: str, *values: object, when: Callable[[RuleSet], bool] = _always
) -> tuple[str, Choice]:
    """Offer some values of an option, or all that it has."""
    return option, Choice(
        option,
        values or CHOICES[option],
        read=lambda rules: getattr(rules, option),
        write=lambda _, value: {option: value},
        applies=when,
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
        (
            "players",
            Choice(
                "players",
                tuple(range(2, 10)),
                read=lambda rules: rules.players[1],
                write=lambda rules, most: {"players": (min(rules.players[0], most), most)},
                applies=_always,
            ),
        ),
        _plain("deck"),
        (
            "hand_size",
            Choice(
                "hand_size",
                CHOICES["hand_size"],
                read=lambda rules: rules.hand_size,
                # RULES 9.4, 12: a whole hand of one suit is worth so much.
                write=lambda _, size: {"hand_size": size, "instant_total": 31 + 10 * (size == 4)},
                applies=_draws,
            ),
        ),
        _plain("lives", *range(1, 11)),
        _plain("grace"),
        _plain("overflow"),
        _plain("trio_value", None, 30, 30.5),
        _plain("tie_break"),
        _plain("first_turn_knock"),
        _plain("final_turn_stand", when=_draws),
        _plain("knocker_lowest_penalty"),
        _plain("knocker_tie"),
        _plain("all_tied"),
        _plain("instant_total", when=lambda rules: rules.hand_size == 4),
        _plain("instant_penalty"),
        _plain("instant_after_knock"),
        _plain("fire"),
        _plain("stock_empty", when=_draws),
        _plain("return_taken_discard", when=_draws),
        _plain("exchange_sizes", (1, 3), (1, 2, 3), (1,), (1, 2), when=_exchanges),
        _plain("swap_all_locks", when=_exchanges),
        _plain("close_timing", when=_exchanges),
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
