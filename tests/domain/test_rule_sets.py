"""Every option of RULES 12: which values it takes, and which it refuses."""

import json
from dataclasses import fields
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.errors import InvalidRuleSet
from domain.rules import (
    ALIASES,
    CHOICES,
    PRESETS,
    BuyIn,
    RuleSet,
    differences,
    rule_set,
)
from tests.strategies import OPTIONS, rule_sets


def test_every_option_is_drawn_by_the_tests() -> None:
    assert {f.name for f in fields(RuleSet)} == set(OPTIONS)


@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize(
    ("option", "value"),
    [(option, value) for option, values in CHOICES.items() for value in values],
)
def test_every_value_of_every_option_can_be_chosen(
    preset: str, option: str, value: object
) -> None:
    if (preset, option, value) == ("schwimmen", "hand_size", 4):
        return
    assert getattr(rule_set(preset, {option: value}), option) == value


@pytest.mark.parametrize(
    ("option", "value"),
    [
        *((option, "nonsense") for option in CHOICES),
        *((option, None) for option in CHOICES),
        *((option, ["scat"]) for option in CHOICES),
        ("exchange_sizes", []),
        ("exchange_sizes", [0]),
        ("exchange_sizes", [1, 4]),
        ("exchange_sizes", ["1"]),
        ("exchange_sizes", 1),
        ("grace", 1),
        ("grace", 0.0),
        ("hand_size", 3.0),
        ("hand_size", 5),
        ("knocker_lowest_penalty", True),
        ("instant_total", 32),
        ("lives", 0),
        ("lives", 21),
        ("lives", 3.0),
        ("lives", True),
        ("lives", "3"),
        ("trio_value", 0),
        ("trio_value", -1),
        ("trio_value", 51),
        ("trio_value", True),
        ("trio_value", "30.5"),
        ("trio_value", float("nan")),
        ("players", [1, 7]),
        ("players", [5, 4]),
        ("players", [2, 18]),
        ("players", [2]),
        ("players", [2, 3, 4]),
        ("players", [2.0, 7]),
        ("players", [False, True]),
        ("players", None),
        ("players", "27"),
        ("players", 7),
        ("max_circuits", 0),
        ("max_circuits", 1.5),
        ("buy_in", None),
        ("buy_in", "on"),
        ("buy_in", {"enabled": "yes"}),
        ("buy_in", {"max": 0}),
        ("buy_in", {"max": "1"}),
        ("buy_in", {"stake": -1}),
        ("buy_in", {"at": "any time"}),
        ("buy_in", {"lives": 2}),
        ("buy_in", {"price": 2}),
        ("jokers", 2),
    ],
)
def test_a_value_out_of_range_names_its_option(option: str, value: object) -> None:
    with pytest.raises(InvalidRuleSet, match=option) as refused:
        rule_set("scat", {option: value})

    assert refused.value.option == option


@pytest.mark.parametrize(
    ("preset", "options"),
    [("schwimmen", {"hand_size": 4}), ("scat_four", {"mode": "exchange"})],
)
def test_four_cards_are_for_the_draw_games_only(preset: str, options: dict[str, Any]) -> None:
    with pytest.raises(InvalidRuleSet, match="hand_size"):
        rule_set(preset, options)


def test_an_unknown_preset_is_answered_with_the_known_ones() -> None:
    with pytest.raises(InvalidRuleSet, match="scat, trinta, schwimmen"):
        rule_set("poker")


def test_so_many_hands_must_come_from_one_pack() -> None:
    assert rule_set("trinta", {"deck": "piquet32"}).undealt(9) == 4
    with pytest.raises(InvalidRuleSet, match="too small"):
        rule_set("trinta", {"deck": "piquet32", "hand_size": 4})


@pytest.mark.parametrize(
    ("preset", "players", "undealt"),
    [
        ("scat", 2, 45),
        ("scat", 7, 30),
        ("trinta", 9, 24),
        ("scat_four", 2, 43),
        ("scat_four", 7, 23),
        ("schwimmen", 2, 23),
        ("schwimmen", 9, 2),
    ],
)
def test_the_stock_after_the_deal(preset: str, players: int, undealt: int) -> None:
    assert undealt == rule_set(preset).undealt(players)


def test_four_cards_raise_the_instant_total_unless_it_is_given() -> None:
    assert rule_set("scat", {"hand_size": 4}).instant_total == 41
    assert rule_set("scat_four").instant_total == 41
    assert rule_set("scat", {"hand_size": 4, "instant_total": 31}).instant_total == 31


@pytest.mark.parametrize(
    ("alias", "changed"),
    [
        ("scat_four", {"hand_size": 4, "instant_total": 41}),
        ("scat_no_trio", {"trio_value": None}),
        ("scat_no_bus", {"grace": False}),
        ("scat_buy_in", {"buy_in": BuyIn(enabled=True)}),
    ],
)
def test_aliases_are_scat_with_house_rules(alias: str, changed: dict[str, Any]) -> None:
    assert changed == differences(rule_set(alias), "scat")


def test_fire_is_schwimmen_with_fire() -> None:
    assert differences(rule_set("schwimmen_fire"), "schwimmen") == {"fire": True}


def test_trinta_casa_has_both_house_rules_of_trinta() -> None:
    changed = differences(rule_set("trinta_casa"), "trinta")

    assert changed == {"trio_value": 30.5, "first_turn_knock": False}


def test_an_alias_takes_options_too() -> None:
    assert rule_set("scat_no_bus", {"lives": 1, "grace": True}) == rule_set("scat", {"lives": 1})


@pytest.mark.parametrize(("given_as", "enabled"), [(True, True), (False, False), ("off", False)])
def test_buy_in_can_be_switched_in_a_word(given_as: object, *, enabled: bool) -> None:
    assert rule_set("scat_buy_in", {"buy_in": given_as}).buy_in.enabled is enabled


@given(rule_sets())
def test_a_rule_set_survives_its_way_through_json(rules: RuleSet) -> None:
    assert RuleSet.from_dict(json.loads(json.dumps(rules.to_dict()))) == rules


def test_options_that_an_old_game_did_not_know_are_as_in_its_kind_of_game() -> None:
    assert RuleSet.from_dict({"lives": 2}) == rule_set("scat", {"lives": 2})
    swimming = {"mode": "exchange", "lives": 2}
    assert RuleSet.from_dict(swimming) == rule_set("schwimmen", swimming)


@given(rule_sets(), st.sampled_from(sorted(set(OPTIONS) - {"mode"})))
def test_an_option_that_is_missing_is_that_of_the_first_preset_of_the_mode(
    rules: RuleSet, option: str
) -> None:
    preset = rule_set("schwimmen" if rules.mode == "exchange" else "scat")
    stored = {name: value for name, value in rules.to_dict().items() if name != option}

    try:
        rebuilt = RuleSet.from_dict(stored)
    except InvalidRuleSet:
        assert option in {"deck", "players", "hand_size"}
    else:
        expected = 41 if (option, rules.hand_size) == ("instant_total", 4) else None
        assert getattr(rebuilt, option) == (expected or getattr(preset, option))


def test_there_is_an_alias_of_every_variant() -> None:
    assert {base for base, _ in ALIASES.values()} <= set(PRESETS)
