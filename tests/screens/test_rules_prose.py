"""The rules in prose say every value that matters, in every language, and say what is so.

Every sentence is made from a claim. A reader who knows the claims alone (`tests.screens.reader`)
expects of random rounds and showdowns, under random rules, exactly what happens.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from typing import Final

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

from domain.cards import Hand, parse_cards
from domain.choosing import OFFERED, matters
from domain.circle import Circle, Ending, ends_round
from domain.errors import InvalidRuleSet
from domain.rounds import legal_moves
from domain.rules import ALIASES, CHOICES, PRESETS, RuleSet, rule_set
from domain.showdown import settle
from telegram_bot.screens.claims import Claim, claim, claims
from telegram_bot.screens.markup import safe
from telegram_bot.screens.options import CLOSING, SENTENCES, sentence, tell
from telegram_bot.screens.rules import USUAL, rules_text
from telegram_bot.texts import Texts, languages, texts
from tests.screens.following import Following, called
from tests.screens.reader import Reader
from tests.strategies import (
    KNOCKED,
    Round,
    changed_in_pairs,
    endings,
    hands_by_seat,
    rounds,
    rule_sets,
)

Hands = dict[int, Hand]

SOME_RULES = rule_sets() | changed_in_pairs().map(lambda drawn: drawn[1])
"""Whole rule sets at random, and presets in which two choices were changed."""

often = settings(max_examples=200, deadline=None)


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
        for rules in with_every_value(preset, name):
            made = claims(rules)[OFFERED[name].option]
            goes_without_saying = USUAL.get(made.option) == made.says
            assert goes_without_saying or safe(tell(made, words)) in rules_text(
                preset, rules, words
            )


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", [*PRESETS, *ALIASES])
def test_no_two_values_are_told_alike(preset: str, language: str) -> None:
    words = texts(language)
    for name in OFFERED:
        told = [said(name, rules, words) for rules in with_every_value(preset, name)]
        assert all(told)
        assert len(set(told)) == len(told), name


@settings(max_examples=80, deadline=None)
@given(SOME_RULES, st.sampled_from(sorted(PRESETS)), st.sampled_from(languages()))
def test_every_claim_has_its_sentence_and_stands_in_the_rules(
    rules: RuleSet, preset: str, language: str
) -> None:
    words = texts(language)
    told = rules_text(preset, rules, words)
    for made in claims(rules).values():
        plain = tell(made, words)
        assert plain
        assert "{" not in plain
        if made.option != "mode" and USUAL.get(made.option) != made.says:
            assert safe(plain) in told


def test_no_sentence_is_without_its_claim() -> None:
    made = {(each.option, each.says) for rules in all_that_is_told() for each in told_in(rules)}

    assert made == {(option, says) for option, kinds in SENTENCES.items() for says in kinds}
    assert {(option, says) for option, kinds in CLOSING.items() for says in kinds} <= made


def all_that_is_told() -> Iterator[RuleSet]:
    """Return rules that make every claim between them."""
    for preset in (*PRESETS, *ALIASES):
        base = rule_set(preset)
        for name, choice in OFFERED.items():
            for value in choice.values:
                try:
                    changed = {**base.to_dict(), **choice.write(base, value)}
                    yield from with_trio_values(RuleSet.from_dict(changed))
                except InvalidRuleSet:
                    assert name in {"players", "players.least", "deck", "hand_size"}


def with_trio_values(rules: RuleSet) -> Iterator[RuleSet]:
    yield rules
    yield replace(rules, trio_value=8, instant_penalty="lowest")


def told_in(rules: RuleSet) -> list[Claim]:
    return list(claims(rules).values())


# What is said is so.


@dataclass(frozen=True)
class Shown:
    """Hands that are shown at the end of a round."""

    rules: RuleSet
    hands: Hands
    lives: dict[int, int]
    knocker: int | None
    ending: Ending


@st.composite
def shown(draw: st.DrawFn) -> Shown:
    """Draw the end of a round as it can be reached: a hand that ends the round has done so."""
    rules = draw(SOME_RULES)
    hands = draw(hands_by_seat(rules))
    lives = draw(lives_of(rules, hands))
    knocker = draw(st.none() | st.sampled_from(sorted(hands)))
    return Shown(rules, hands, lives, knocker, ending_of(rules, hands, knocker))


@st.composite
def lives_of(draw: st.DrawFn, rules: RuleSet, hands: Hands) -> dict[int, int]:
    """Draw lives as they can be: without a bus nobody is at zero, but in a tie-break deal all."""
    few = st.integers(0 if rules.grace else 1, draw(st.integers(1, 3)))
    tie_break = st.just(dict.fromkeys(hands, 0))
    return draw(st.fixed_dictionaries(dict.fromkeys(hands, few)) | tie_break)


def ending_of(rules: RuleSet, hands: Hands, knocker: int | None) -> Ending:
    knocked = knocker is not None
    if any(ends_round(hand, rules, knocked=knocked) for hand in hands.values()):
        return Ending("instant_final_turn" if knocked else "instant", knocker)
    return Ending(KNOCKED[rules.mode] if knocked else "stock_exhausted", knocker)


def swimming(knocker: int | None, *hands: str, **options: object) -> Shown:
    """Return a showdown of Schwimmen that was told wrongly once."""
    rules = rule_set("schwimmen", options)
    held = {seat: parse_cards(hand) for seat, hand in enumerate(hands)}
    return Shown(rules, held, dict.fromkeys(held, 3), knocker, ending_of(rules, held, knocker))


@settings(max_examples=500, deadline=None)
@given(shown())
@example(
    swimming(1, "AC KC QC", "KH QH 9H", "7D 8S 9C", instant_after_knock="instant_knocker_two")
)
@example(
    swimming(1, "AC AD AH", "KH QH 9H", "7D 8S 9C", fire=True, instant_after_knock="showdown")
)
@example(swimming(None, "AC KC QC", "7H 7D 7S", "KH 8H 9S"))
@example(swimming(0, "KC QC 10C", "7H 7D 7S", "KH QH 10H", trio_value=30))
def test_a_showdown_ends_as_whoever_has_read_the_rules_expects(shown: Shown) -> None:
    reader = Reader.of(shown.rules)

    expected = reader.outcome(shown.hands, shown.lives, shown.knocker)

    settled = settle(shown.rules, shown.hands, shown.lives, shown.ending)
    assert settled.losses == expected.losses
    assert set(settled.eliminated) == expected.out
    assert set(settled.tie_break) == expected.tie_break
    assert set(settled.winners) == expected.winners


@often
@given(hands=st.data(), rules=SOME_RULES)
def test_hands_are_worth_and_end_what_the_rules_say(hands: st.DataObject, rules: RuleSet) -> None:
    reader = Reader.of(rules)
    dealt = hands.draw(hands_by_seat(rules))
    settled = settle(rules, dealt, dict.fromkeys(dealt, 3), Ending("void", None))

    assert settled.values == {seat: reader.worth(hand) for seat, hand in dealt.items()}
    for knocked in (False, True):
        assert all(
            reader.ends(hand, knocked=knocked) == ends_round(hand, rules, knocked=knocked)
            for hand in dealt.values()
        )


@often
@given(rounds(under=SOME_RULES))
def test_a_round_goes_as_whoever_has_read_the_rules_expects(played: Round[Circle]) -> None:
    assume(played.start.stock or played.start.rules.mode == "exchange")  # as RULES 2.6 has it
    reader = Reader.of(played.start.rules)
    following = Following(reader)
    dealt = any(reader.ends(hand, knocked=False) for hand in played.start.hands)
    assert played.start.over == ("instant_deal" if dealt else None)
    for step in played.steps:
        assert {called(move) for move in legal_moves(step.before)} == following.may(step.before)
        assert step.after.over == following.over(step)


GROUNDS: Final[dict[str, tuple[str, set[str]]]] = {
    "trio": ("trio_value", {"worth", "at_least"}),
    "fire": ("fire", {"yes"}),
    "instant_counts_as_hand": ("instant_after_knock", {"showdown"}),
    "instant_knocker_two": (
        "instant_after_knock",
        {"instant_knocker_two", "instant_lowest_knocker_two"},
    ),
    "only_lowest_pays": ("instant_penalty", {"lowest"}),
    "tie_by_trio": ("tie_break", {"trio_rank_suit"}),
    "tie_by_rank": ("tie_break", {"rank_suit", "trio_rank_suit"}),
    "tie_by_suit": ("tie_break", {"rank_suit", "trio_rank_suit"}),
    "tied_in_suit": ("tie_break", {"rank_suit", "trio_rank_suit"}),
    "all_tied_nobody": ("all_tied", {"nobody"}),
    "knocker_lowest": ("knocker_lowest_penalty", {"2"}),
    "knocker_pays_one": ("knocker_lowest_penalty", {"1"}),
    "last_with_life": ("match_end", {"last_with_life"}),
    **{f"knocker_tie_{tie}": ("knocker_tie", {tie}) for tie in CHOICES["knocker_tie"]},
    **{f"overflow_{how}": ("overflow", {how}) for how in CHOICES["overflow"]},
    **{f"all_out_{how}": ("all_out", {how}) for how in CHOICES["all_out"]},
}
"""What must stand in the rules for a ruling to be made."""


@often
@given(shown())
def test_no_rule_decides_that_does_not_stand_in_the_rules(shown: Shown) -> None:
    settled = settle(shown.rules, shown.hands, shown.lives, shown.ending)

    said = Reader.of(shown.rules).said
    for ruling in settled.rulings:
        option, grounds = GROUNDS.get(ruling.code, ("mode", {shown.rules.mode}))
        assert said[option] in grounds, ruling


@often
@given(shown())
def test_the_option_of_a_trio_decides_only_where_a_trio_is_named(shown: Shown) -> None:
    """So it is with Fire: whoever loses a life by a rule can read which rule it was."""
    settled = settle(shown.rules, shown.hands, shown.lives, shown.ending)
    codes = {ruling.code for ruling in settled.rulings}

    without = replace(shown.rules, trio_value=None, fire=False)
    ended = ending_of(without, shown.hands, shown.knocker)
    if settle(without, shown.hands, shown.lives, ended).losses != settled.losses:
        assert codes & {"trio", "fire"} or settled.replayed


# What makes no difference is not offered and not told.


@often
@given(st.data(), SOME_RULES)
def test_what_does_not_matter_changes_no_showdown(data: st.DataObject, rules: RuleSet) -> None:
    hands = data.draw(hands_by_seat(rules))
    ended = data.draw(endings(rules, hands))
    lives = data.draw(lives_of(rules, hands))
    settled = settle(rules, hands, lives, ended)

    for option in CHOICES:
        if not matters(option, rules):
            for value in CHOICES[option]:
                other = replace(rules, **{option: value})
                assert replace(settle(other, hands, lives, ended), rulings=()) == replace(
                    settled, rulings=()
                )


def test_what_does_not_matter_is_not_told() -> None:
    swimming = rule_set("schwimmen", {"exchange_sizes": [1]})

    assert claim("overflow", rule_set("scat", {"grace": False})) is None
    assert claim("swap_all_locks", swimming) is None
    assert claim("stock_empty", swimming) is None
    assert "bus" not in rules_text("scat", rule_set("scat_no_bus"), texts("en"))
    drowned = rules_text("schwimmen", rule_set("schwimmen", {"grace": False}), texts("en"))
    assert "wimming" not in drowned
