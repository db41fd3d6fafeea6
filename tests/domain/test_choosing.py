"""What may be chosen before a game, one step at a time."""

from dataclasses import fields
from itertools import count
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.choosing import OFFERED, Chosen, matters, step, take_preset
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


@given(rule_sets(), st.sampled_from(sorted(OFFERED)), st.integers(0, 12))
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
    ("name", "after"), [("mode", 1), ("nothing", 0), ("lives", 13), ("lives", -1), ("", 0)]
)
def test_what_is_not_offered_is_forged(name: str, after: int) -> None:
    with pytest.raises(Refused, match="forged"):
        step(SCAT, name, 0, after)


@pytest.mark.parametrize(
    ("preset", "options", "name"),
    [
        *(
            ("scat", {}, name)
            for name in ("exchange_sizes", "close_timing", "buy_in.max", "instant_total")
        ),
        ("scat", {"grace": False}, "overflow"),
        ("scat", {"grace": False}, "match_end"),
        ("schwimmen", {}, "overflow"),
        ("schwimmen", {"exchange_sizes": [1, 2]}, "swap_all_locks"),
        ("schwimmen", {}, "hand_size"),
        ("schwimmen", {}, "stock_empty"),
    ],
)
def test_what_does_not_apply_is_not_changed(
    preset: str, options: dict[str, Any], name: str
) -> None:
    chosen = Chosen(preset, rule_set(preset, options))
    choice = OFFERED[name]
    before = choice.place(chosen.rules)

    with pytest.raises(Refused, match="stale"):
        step(chosen, name, before, (before + 1) % len(choice.values))


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

    taken = take_preset(changed, "schwimmen", changed.checksum)

    assert taken == Chosen("schwimmen", rule_set("schwimmen"))
    assert take_preset(changed, "scat", changed.checksum) == SCAT
    with pytest.raises(Refused, match="forged"):
        take_preset(changed, "poker", changed.checksum)


def test_a_second_tap_on_a_preset_changes_nothing() -> None:
    taken = take_preset(SCAT, "schwimmen", SCAT.checksum)

    assert take_preset(taken, "schwimmen", SCAT.checksum) == taken
    assert take_preset(taken, "schwimmen", taken.checksum) == taken


def test_a_preset_that_was_offered_before_a_change_does_not_wipe_it() -> None:
    fire = take_preset(SCAT, "schwimmen_fire", SCAT.checksum)
    changed = step(fire, "grace", 0, 1)

    for seen in (SCAT.checksum, fire.checksum):
        with pytest.raises(Refused, match="stale"):
            take_preset(changed, "schwimmen_fire", seen)


@given(rule_sets(), rule_sets())
def test_a_checksum_is_that_of_the_rules_and_their_preset(one: RuleSet, other: RuleSet) -> None:
    checksum = Chosen("scat", one).checksum

    assert (checksum == Chosen("scat", other).checksum) is (one == other)
    assert checksum != Chosen("trinta", one).checksum
    assert 0 <= checksum < 2**32


@pytest.mark.parametrize(
    ("name", "after", "players"),
    [("players", 1, (2, 3)), ("players.least", 7, (9, 9)), ("players.least", 2, (4, 7))],
)
def test_the_least_and_the_most_players_give_way_to_each_other(
    name: str, after: int, players: tuple[int, int]
) -> None:
    chosen = step(SCAT, name, OFFERED[name].place(SCAT.rules), after)

    assert chosen.rules.players == players


@given(rule_sets(), st.sampled_from(sorted(OFFERED)))
def test_what_is_offered_matters(rules: RuleSet, name: str) -> None:
    choice = OFFERED[name]

    assert not choice.applies(rules) or matters(choice.option, rules)


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
