"""The rules in prose say every value that matters, in every language."""

from collections.abc import Iterator
from dataclasses import fields

import pytest

from domain.choosing import OFFERED
from domain.errors import InvalidRuleSet
from domain.rules import ALIASES, PRESETS, RuleSet, rule_set
from telegram_bot.screens.markup import safe
from telegram_bot.screens.options import SENTENCES, sentence
from telegram_bot.screens.rules import USUAL, rules_text
from telegram_bot.texts import Texts, languages, texts


def with_every_value(preset: str, name: str) -> Iterator[RuleSet]:
    """Return the rules of a preset with each value of a choice, if that makes a difference."""
    base, choice = rule_set(preset), OFFERED[name]
    for value in choice.values if choice.applies(base) else ():
        try:
            yield RuleSet.from_dict({**base.to_dict(), **choice.write(base, value)})
        except InvalidRuleSet:
            continue


def said(name: str, rules: RuleSet, words: Texts) -> str:
    return sentence(OFFERED[name].option, rules, words)


def test_every_option_has_a_sentence() -> None:
    assert set(SENTENCES) == {field.name for field in fields(RuleSet)}


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", [*PRESETS, *ALIASES])
def test_the_prose_states_every_value(preset: str, language: str) -> None:
    words = texts(language)
    for name in OFFERED:
        option = OFFERED[name].option
        for rules in with_every_value(preset, name):
            goes_without_saying = option in USUAL and getattr(rules, option) == USUAL[option]
            told = safe(said(name, rules, words))
            assert goes_without_saying or told in rules_text(preset, rules, words)


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", [*PRESETS, *ALIASES])
def test_no_two_values_are_told_alike(preset: str, language: str) -> None:
    words = texts(language)
    for name in OFFERED:
        all_told = [said(name, rules, words) for rules in with_every_value(preset, name)]
        told = [each for each in all_told if each]
        assert len(set(told)) == len(told), name
