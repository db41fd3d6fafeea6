"""Every ruling has its sentence, and no sentence is without its ruling."""

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from itertools import product

import pytest

from domain.cards import parse_cards
from domain.circle import Ending
from domain.rules import CHOICES, RuleSet, rule_set
from domain.showdown import Ruling, settle
from telegram_bot.screens.rulings import CLOSING, SENTENCES, sentence
from telegram_bot.texts import texts

SHAPING = (
    "knocker_tie",
    "all_tied",
    "tie_break",
    "all_out",
    "overflow",
    "match_end",
    "instant_penalty",
    "instant_after_knock",
    "knocker_lowest_penalty",
    "fire",
)
"""The options that decide what a showdown rules."""

HANDS = (
    ("KS 9S 2D", "QD 9D 2C"),
    ("KS 9S 2D", "QD 9D 2C", "KC 9C 3H"),
    ("KS 9S 2D", "KH QH JH"),
    ("KH QH JH", "KS 9S 2D", "AD KD 3C"),
    ("AC KC QC", "KS 9S 2D", "QD 9D 2C"),
    ("AC KC QC", "AS KS QS", "KD 9D 2D"),
    ("AC AD AS", "KS 9S 2D", "QD 9D 2C"),
    ("7C 7D 7H", "9C 9D 9H"),
    ("KC 10C 8H", "QC JC 9D"),
    ("KS QS JS", "7C 7D 7H"),
)
DEALT = [dict(enumerate(parse_cards(hand) for hand in hands)) for hands in HANDS]

INSTANTS = ("instant", "instant_deal", "instant_final_turn")
REASONS = {
    "scat": ("knock", "stock_exhausted", "turn_limit", "void", *INSTANTS),
    "schwimmen": ("close", "stock_exhausted", "turn_limit", *INSTANTS),
}

Ruled = dict[str, tuple[Ruling, RuleSet]]


@cache
def rulings(preset: str) -> Ruled:
    """Settle showdowns under every value of every shaping option; return a ruling per code."""
    ruled: Ruled = {}
    for rules in rules_of(preset):
        for ruling in rulings_under(rules, REASONS[preset]):
            ruled.setdefault(ruling.code, (ruling, rules))
    return ruled


def rules_of(preset: str) -> Iterator[RuleSet]:
    for option in SHAPING:
        for chosen, grace in product(CHOICES[option], CHOICES["grace"]):
            rules = rule_set(preset, {option: chosen, "grace": grace})
            yield replace(rules, tie_break="none") if option == "knocker_tie" else rules
    yield rule_set(preset, {"trio_value": 30, "tie_break": "rank_suit"})


@cache
def rulings_under(rules: RuleSet, reasons: tuple[str, ...]) -> list[Ruling]:
    """Settle showdowns of every kind under some rules; most options at their default are one."""
    ruled: list[Ruling] = []
    for hands, mine, theirs, reason, knocker in product(DEALT, (0, 1), (0, 3), reasons, (None, 0)):
        lives = {seat: mine if seat == 0 else theirs for seat in hands}
        ruled += settle(rules, hands, lives, Ending(reason, knocker)).rulings
    return ruled


CASES = [(preset, code) for preset in REASONS for code in rulings(preset)]


def said(code: str, *seats: int, rules: RuleSet | None = None) -> str:
    names = ("Ana", "Bruno", "Carla", "Duda").__getitem__
    return sentence(texts("en"), Ruling(code, "", seats), names, rules or rule_set("scat"))


def test_every_ruling_has_a_sentence_and_every_sentence_a_ruling() -> None:
    assert set(rulings("scat")) | set(rulings("schwimmen")) == set(SENTENCES)
    assert set(rulings("schwimmen")) >= set(CLOSING)


@pytest.mark.parametrize(("preset", "code"), CASES)
def test_a_sentence_names_everybody_concerned_and_leaves_no_gap(preset: str, code: str) -> None:
    ruling, rules = rulings(preset)[code]

    words = sentence(texts("en"), ruling, lambda seat: f"<b>Seat{seat}</b>", rules)

    assert words.endswith(".")
    assert "{" not in words
    whom = {"all_tied_nobody", "all_out_replay"}
    if code not in whom:
        assert all(f"<b>Seat{seat}</b>" in words for seat in ruling.seats)


def test_the_knocker_is_safe_in_words() -> None:
    assert said("knocker_tie_safe", 0, 1) == (
        "Ana knocked and ties for lowest: the knocker is safe, Bruno loses a life."
    )


def test_several_people_are_listed_as_the_language_lists_them() -> None:
    assert said("knocker_tie_safe", 0, 1, 2) == (
        "Ana knocked and ties for lowest: the knocker is safe, Bruno and Carla lose a life each."
    )
    assert said("tied_lowest", 0, 1, 3) == (
        "Ana, Bruno, and Duda tie for the lowest hand: each loses a life."
    )


def test_numbers_come_from_the_rules_of_the_table() -> None:
    four = rule_set("scat_four", {"trio_value": 40.5})

    assert "41" in said("instant", 0, rules=four)
    assert "40.5" in said("trio", 0, rules=four)


@pytest.mark.parametrize("code", rulings("schwimmen"))
def test_in_schwimmen_nobody_knocks(code: str) -> None:
    ruling, rules = rulings("schwimmen")[code]

    assert "knock" not in sentence(texts("en"), ruling, lambda seat: f"Seat{seat}", rules)


def test_an_unknown_code_is_a_defect() -> None:
    with pytest.raises(KeyError):
        said("no_such_ruling")
