"""Showdowns of random hands, against a second opinion and against what must always hold."""

from hypothesis import given, settings
from hypothesis import strategies as st

from domain.circle import Ending
from domain.facts import Seat
from domain.hands import is_fire, is_instant, strength, value
from domain.rules import RuleSet
from domain.showdown import Settlement, settle
from tests.domain.recount import beats, ends_round, recount, worth
from tests.strategies import endings, hands_by_seat, rule_sets

many = settings(max_examples=250, deadline=None)


@st.composite
def showdowns(
    draw: st.DrawFn,
) -> tuple[RuleSet, dict[Seat, tuple[str, ...]], dict[Seat, int], Ending, Settlement]:
    """Draw a showdown with its settlement."""
    rules = draw(rule_sets())
    hands = draw(hands_by_seat(rules))
    few = st.integers(0, draw(st.integers(0, 3)))
    lives = {seat: draw(few) for seat in hands}
    ended = draw(endings(rules, hands))
    return rules, dict(hands), lives, ended, settle(rules, hands, lives, ended)


@many
@given(showdowns())
def test_a_second_opinion_agrees(
    showdown: tuple[RuleSet, dict[Seat, tuple[str, ...]], dict[Seat, int], Ending, Settlement],
) -> None:
    rules, hands, lives, ended, settled = showdown

    second = recount(rules, hands, lives, ended.reason, ended.knocker)

    assert second.losses == settled.losses
    assert second.lives == settled.lives
    assert second.eliminated == set(settled.eliminated)
    assert second.tie_break == set(settled.tie_break)
    assert second.winners == set(settled.winners)


@many
@given(showdowns())
def test_exactly_one_thing_follows(
    showdown: tuple[RuleSet, dict[Seat, tuple[str, ...]], dict[Seat, int], Ending, Settlement],
) -> None:
    rules, hands, lives, _, settled = showdown
    left = set(lives) - set(settled.eliminated)
    nobody_left = bool(settled.tie_break) or settled.replayed or not left

    assert all(left >= 0 for left in settled.lives.values())
    assert set(settled.losses) <= set(hands)
    assert set(settled.losses.values()) <= {1, 2}
    assert set(settled.values) == set(hands)
    assert set(settled.eliminated).isdisjoint(settled.on_bus)
    assert settled.rulings or not settled.losses
    assert not (settled.tie_break and settled.eliminated)
    if nobody_left:
        codes = {f"all_out_{rules.all_out}"} & {ruling.code for ruling in settled.rulings}
        assert codes
    elif len(left) == 1:
        assert set(settled.winners) == left


@many
@given(st.data(), rule_sets())
def test_hands_are_valued_as_the_clauses_say(data: st.DataObject, rules: RuleSet) -> None:
    hands = data.draw(hands_by_seat(rules))
    for hand in hands.values():
        assert worth(hand, rules) == value(hand, rules)
        assert ends_round(hand, rules) == is_instant(hand, rules)
    for a in hands.values():
        for b in hands.values():
            assert beats(a, b, rules) == (strength(a, rules) > strength(b, rules))


@many
@given(st.data(), rule_sets())
def test_a_hand_of_more_points_is_never_the_weaker_one(
    data: st.DataObject, rules: RuleSet
) -> None:
    hands = [h for h in data.draw(hands_by_seat(rules)).values() if not is_fire(h, rules)]
    by_strength = sorted(hands, key=lambda hand: strength(hand, rules))

    assert sorted(value(h, rules) for h in hands) == [value(h, rules) for h in by_strength]
