"""What a hand is worth (RULES 8)."""

from itertools import combinations
from math import inf

import pytest

from domain.cards import DECKS, parse_card, parse_cards, show_cards
from domain.hands import is_instant, strength, suit_totals, trio_rank, value
from domain.rules import RuleSet, rule_set
from tests.domain.recount import beats, ends_round, worth

SCAT = rule_set("scat")
FOUR = rule_set("scat_four")
RANKED = rule_set("scat", {"tie_break": "rank_suit"})


@pytest.mark.parametrize("text", ["KH", "10C", "2D", "AS"])
def test_a_card_is_its_notation(text: str) -> None:
    assert text == parse_card(text) == parse_card(text.lower())


@pytest.mark.parametrize("text", ["", "K", "1H", "11H", "KX", "HK", "K H", "♥K"])
def test_what_is_no_card_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match="not a card"):
        parse_card(text)


def test_cards_are_read_and_written_alike() -> None:
    assert show_cards(parse_cards(" KH  9h\n4C ")) == "KH 9H 4C"


def test_a_card_cannot_stand_twice() -> None:
    with pytest.raises(ValueError, match="one pack"):
        parse_cards("KH 9H KH")


def test_the_packs_have_52_and_32_cards() -> None:
    assert {name: len(set(pack)) for name, pack in DECKS.items()} == {
        "std52": 52,
        "piquet32": 32,
    }


def test_suits_are_added_up_apart() -> None:
    assert suit_totals(parse_cards("KH 9H 4C")) == {"H": 19, "C": 4}


@pytest.mark.parametrize(
    ("hand", "rules", "points"),
    [
        ("KH 9H 4C", SCAT, 19),
        ("2H 3S 4D", SCAT, 4),
        ("AH KH QH", SCAT, 31),
        ("10H 10S 10C", SCAT, 30.5),
        ("10H 10S 10C", rule_set("scat_no_trio"), 10),
        ("10H 10S 10C", rule_set("trinta"), 10),
        ("10H 10S 10C", rule_set("trinta_casa"), 30.5),
        ("KH KS KC", rule_set("scat", {"trio_value": 5}), 10),
        ("AH KH QH JH", FOUR, 41),
        ("KH KS KD AH", FOUR, 30.5),
        ("KH KS KD KC", FOUR, 30.5),
        ("KH KS 9D 9C", FOUR, 10),
    ],
)
def test_value_is_the_best_suit_or_the_trio(hand: str, rules: RuleSet, points: float) -> None:
    assert points == value(parse_cards(hand), rules)


@pytest.mark.parametrize(
    ("hand", "rules", "instant"),
    [
        ("AH KH QH", SCAT, True),
        ("AH KH 9H", SCAT, False),
        ("AH AS AC", SCAT, False),
        ("AH AS AC", rule_set("scat", {"fire": True}), True),
        ("AH 9H 8H 3H", SCAT, False),  # a card has been drawn and none thrown (6.5)
        ("AH KH QH JH", FOUR, True),
        ("AH KH QH 2C", FOUR, False),
        ("AH 9H 8H 3H", FOUR, False),
        ("AH 9H 8H 3H", rule_set("scat_four", {"instant_total": 31}), True),
        ("AH KH QH 2C", rule_set("scat_four", {"instant_total": 31}), False),
        ("AH AS AC 2D", rule_set("scat_four", {"fire": True}), True),
    ],
)
def test_a_whole_hand_of_one_suit_at_the_maximum_ends_the_round(
    hand: str, rules: RuleSet, *, instant: bool
) -> None:
    assert instant is is_instant(parse_cards(hand), rules)


def test_without_a_tie_break_only_points_count() -> None:
    assert strength(parse_cards("KH 9H 4C"), SCAT) == (19, 0, 0)


def test_trios_are_ranked_and_suits_decide_equal_points_where_that_is_played() -> None:
    kings, nines = (strength(parse_cards(h), RANKED) for h in ("KH KS KD", "9H 9S 9D"))
    clubs, spades = (strength(parse_cards(h), RANKED) for h in ("KC 9C 2D", "KS 9S 3D"))

    assert kings > nines > clubs > spades


def test_of_two_best_suits_the_better_one_ranks_a_hand() -> None:
    two_suits = strength(parse_cards("KD QC 7H"), RANKED)

    assert two_suits == strength(parse_cards("JC 9D 8H"), RANKED)


def test_fire_is_above_every_hand() -> None:
    fire = rule_set("scat", {"fire": True})

    assert strength(parse_cards("AH AS AC"), fire)[0] == inf


def test_four_of_a_rank_are_a_trio_too() -> None:
    assert trio_rank(parse_cards("9C 9D 9H 9S")) == "9"
    assert trio_rank(parse_cards("9C 9D 8H 8S")) is None


def test_every_hand_of_three_agrees_with_a_second_opinion() -> None:
    for hand in combinations(DECKS["std52"], 3):
        assert worth(hand, SCAT) == value(hand, SCAT)
        assert ends_round(hand, SCAT) == is_instant(hand, SCAT)


def test_comparisons_agree_with_a_second_opinion_in_the_small_pack() -> None:
    hands = list(combinations(DECKS["piquet32"], 3))[::31]
    for a in hands:
        for b in hands:
            better = strength(a, RANKED) > strength(b, RANKED)
            assert beats(a, b, RANKED) == better
