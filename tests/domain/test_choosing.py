"""What may be chosen before a game, one step at a time."""

from dataclasses import fields
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.choosing import OFFERED, Chosen, step, take_preset
from domain.errors import Refused
from domain.rules import ALIASES, CHOICES, PRESETS, RuleSet, rule_set
from tests.strategies import rule_sets

SCAT = Chosen("scat", rule_set("scat"))
GIVEN_BY_THE_PRESET = {"mode", "all_pass"}
"""The kind of game, and what has one value only."""


def test_every_option_is_offered() -> None:
    options = {field.name for field in fields(RuleSet)}

    assert {choice.option for choice in OFFERED.values()} == options - GIVEN_BY_THE_PRESET


def test_every_value_of_a_list_is_offered() -> None:
    for option, values in CHOICES.items():
        if option not in GIVEN_BY_THE_PRESET:
            assert set(OFFERED[option].values) == set(values)


@pytest.mark.parametrize("preset", [*PRESETS, *ALIASES])
def test_what_a_preset_says_is_among_what_is_offered(preset: str) -> None:
    rules = rule_set(preset)

    assert [name for name, choice in OFFERED.items() if choice.place(rules) < 0] == []


@given(rule_sets(), st.sampled_from(sorted(OFFERED)), st.integers(0, 9))
def test_a_step_takes_exactly_the_value_that_it_names(
    rules: RuleSet, name: str, after: int
) -> None:
    choice = OFFERED[name]
    before = choice.place(rules)
    try:
        chosen = step(Chosen("scat", rules), name, before, after)
    except Refused:
        return

    assert choice.read(chosen.rules) == choice.values[after]
    others = {field.name for field in fields(RuleSet)} - {choice.option, "instant_total"}
    assert {o: getattr(chosen.rules, o) for o in others} == {o: getattr(rules, o) for o in others}
    assert step(chosen, name, before, after) == chosen


def test_a_step_from_another_value_is_stale() -> None:
    four = step(SCAT, "lives", 2, 3)

    with pytest.raises(Refused, match="stale"):
        step(four, "lives", 2, 4)


@pytest.mark.parametrize(
    ("name", "after"), [("mode", 1), ("nothing", 0), ("lives", 10), ("lives", -1), ("", 0)]
)
def test_what_is_not_offered_is_forged(name: str, after: int) -> None:
    with pytest.raises(Refused, match="forged"):
        step(SCAT, name, 0, after)


@pytest.mark.parametrize("name", ["exchange_sizes", "close_timing", "buy_in.max", "instant_total"])
def test_what_does_not_apply_is_not_changed(name: str) -> None:
    before = OFFERED[name].place(SCAT.rules)

    with pytest.raises(Refused, match="stale"):
        step(SCAT, name, before, (before + 1) % 2)


def test_what_cannot_be_dealt_names_the_option() -> None:
    small = step(Chosen("trinta", rule_set("trinta")), "deck", 0, 1)

    with pytest.raises(Refused, match="invalid_players"):
        step(small, "hand_size", 0, 1)


def test_four_cards_are_played_for_41_and_three_for_31_again() -> None:
    four = step(SCAT, "hand_size", 0, 1)

    assert four.rules == rule_set("scat_four")
    assert step(four, "hand_size", 1, 0) == SCAT


def test_a_preset_takes_the_place_of_all_changes() -> None:
    changed = step(SCAT, "lives", 2, 3)

    assert take_preset(changed, "schwimmen") == Chosen("schwimmen", rule_set("schwimmen"))
    with pytest.raises(Refused, match="forged"):
        take_preset(changed, "poker")


def test_every_value_can_be_reached_by_single_steps() -> None:
    """Where there are many, in both directions; else around."""
    enabled = step(SCAT, "buy_in.enabled", 1, 0)
    for name, choice in OFFERED.items():
        reached: set[Any] = set()
        chosen = enabled
        for after in count():
            if after == len(choice.values) or not choice.applies(chosen.rules):
                break
            chosen = step(chosen, name, choice.place(chosen.rules), after)
            reached.add(choice.read(chosen.rules))
        assert reached in (set(), set(choice.values))
