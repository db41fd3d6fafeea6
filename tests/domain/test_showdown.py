"""What a showdown says it was decided by; who pays what is in the golden cases and properties."""

import pytest

from domain.cards import parse_cards
from domain.circle import Ending
from domain.rules import CHOICES, rule_set
from domain.showdown import Ruling, settle, survivors

LOW, LOW_TOO, HIGH = "KS 9S 2D", "QD 9D 2C", "KH QH JH"
A31, TRIO, ACES = "AC KC QC", "7C 7D 7H", "AD AH AS"
KNOCK = Ending("knock", 0)


def rulings(
    hands: tuple[str, ...],
    ended: Ending = KNOCK,
    lives: tuple[int, ...] = (3, 3, 3),
    **options: object,
) -> list[Ruling]:
    shown = {seat: parse_cards(hand) for seat, hand in enumerate(hands)}
    left = {seat: lives[seat] for seat in shown}
    return list(settle(rule_set("scat", options), shown, left, ended).rulings)


@pytest.mark.parametrize(
    ("ruled", "expected"),
    [
        (rulings((LOW, HIGH)), [("knocker_lowest", "7.3", (0,))]),
        (rulings((LOW, HIGH), knocker_lowest_penalty=1), [("knocker_pays_one", "7.10", (0,))]),
        (rulings((HIGH, LOW)), [("lowest", "7.2", (1,))]),
        (rulings((HIGH, LOW, LOW_TOO)), [("tied_lowest", "7.2", (1, 2))]),
        (rulings((LOW, LOW_TOO)), [("knocker_tie_safe", "7.5", (0, 1))]),
        (rulings((LOW, LOW_TOO), knocker_tie="one"), [("knocker_tie_one", "7.6", (0, 1))]),
        (rulings((LOW, LOW_TOO), all_tied="nobody"), [("all_tied_nobody", "7.7", (0, 1))]),
        (rulings((HIGH, TRIO)), [("trio", "8.2", (1,)), ("knocker_lowest", "7.3", (0,))]),
        (
            rulings((HIGH, A31)),
            [("instant_counts_as_hand", "6.3", (1,)), ("knocker_lowest", "7.3", (0,))],
        ),
        (
            rulings((LOW, HIGH), lives=(1, 3)),
            [("knocker_lowest", "7.3", (0,)), ("overflow_cap", "7.8", (0,))],
        ),
        (
            rulings((LOW, HIGH), lives=(1, 3), overflow="eliminate"),
            [("knocker_lowest", "7.3", (0,)), ("overflow_eliminate", "7.8", (0,))],
        ),
        (
            rulings((LOW, LOW_TOO), tie_break="rank_suit"),
            [("tie_by_suit", "8.6", (0, 1)), ("lowest", "7.2", (1,))],
        ),
        (
            rulings((TRIO, ACES), tie_break="rank_suit"),
            [
                ("trio", "8.2", (0, 1)),
                ("tie_by_rank", "8.5", (0, 1)),
                ("knocker_lowest", "7.3", (0,)),
            ],
        ),
        (
            rulings((HIGH, LOW, LOW_TOO), lives=(1, 0, 0)),
            [("tied_lowest", "7.2", (1, 2)), ("shared_place", "10.5", (1, 2))],
        ),
        (
            rulings((HIGH, LOW, A31), lives=(0, 1, 1), match_end="last_with_life"),
            [
                ("instant_counts_as_hand", "6.3", (2,)),
                ("lowest", "7.2", (1,)),
                ("last_with_life", "10.1", (2,)),
            ],
        ),
        (
            rulings((HIGH, LOW), Ending("stock_exhausted", None)),
            [("stock_exhausted", "5.6", ()), ("lowest", "7.2", (1,))],
        ),
        (
            rulings((HIGH, LOW), Ending("turn_limit", None)),
            [("turn_limit", "11.4", ()), ("lowest", "7.2", (1,))],
        ),
        (rulings((HIGH, LOW), Ending("void", None)), [("void", "5.6", ())]),
        (
            rulings((HIGH, A31), Ending("instant", None)),
            [("instant", "6.1", (1,)), ("others_lose", "6.1", (1,))],
        ),
        (
            rulings((HIGH, A31, "AH 10H JD"), Ending("instant", None), instant_penalty="lowest"),
            [("instant", "6.1", (1,)), ("only_lowest_pays", "6.6", (1,)), ("lowest", "7.2", (2,))],
        ),
        (
            rulings((A31, "AS KS QS", HIGH), Ending("instant_deal", None)),
            [
                ("instant_deal", "6.2", (0, 1)),
                ("several_instants", "6.4", (0, 1)),
                ("others_lose", "6.1", (0, 1)),
            ],
        ),
        (
            rulings((A31, "AS KS QS"), Ending("instant_deal", None)),
            [("instant_deal", "6.2", (0, 1)), ("several_instants", "6.4", (0, 1))],
        ),
        (
            rulings((A31, ACES), Ending("instant_deal", None), fire=True),
            [("fire", "6.7", (1,)), ("others_lose", "6.7", (1,))],
        ),
        (
            rulings(
                (HIGH, A31),
                Ending("instant_final_turn", 0),
                instant_after_knock="instant_knocker_two",
            ),
            [
                ("instant_final_turn", "6.3", (1,)),
                ("others_lose", "6.1", (1,)),
                ("instant_knocker_two", "6.3", (0,)),
            ],
        ),
        (
            rulings((A31, TRIO, LOW), Ending("instant", None), instant_penalty="lowest"),
            [
                ("instant", "6.1", (0,)),
                ("only_lowest_pays", "6.6", (0,)),
                ("trio", "8.2", (1,)),
                ("lowest", "7.2", (2,)),
            ],
        ),
        (
            rulings(
                (HIGH, ACES),
                Ending("instant_final_turn", 0),
                fire=True,
                instant_after_knock="instant_knocker_two",
            ),
            [("fire", "6.7", (1,)), ("others_lose", "6.7", (1,))],
        ),
        (
            rulings((HIGH, "7C 7D 7H", "KC QC 10C"), trio_value=30, tie_break="rank_suit"),
            [
                ("trio", "8.2", (1,)),
                ("tie_by_trio", "8.5", (0, 1, 2)),
                ("tie_by_suit", "8.6", (0, 2)),
                ("knocker_lowest", "7.3", (0,)),
            ],
        ),
        (
            rulings((LOW, LOW_TOO), Ending("stock_exhausted", None), lives=(0, 0)),
            [
                ("stock_exhausted", "5.6", ()),
                ("tied_lowest", "7.2", (0, 1)),
                ("all_out_tiebreak", "10.2", (0, 1)),
            ],
        ),
    ],
)
def test_the_rules_that_decided_are_named_in_order(
    ruled: list[Ruling], expected: list[tuple[str, str, tuple[int, ...]]]
) -> None:
    assert expected == [(ruling.code, ruling.clause, ruling.seats) for ruling in ruled]


def test_the_last_one_standing_wins_even_without_a_life() -> None:
    assert survivors(rule_set("scat"), {3: 0}) == (3,)
    assert survivors(rule_set("scat"), {0: 1, 3: 0}) == ()


def test_where_the_last_life_wins_bus_riders_do_not_hold_it_up() -> None:
    rules = rule_set("scat", {"match_end": "last_with_life"})

    assert survivors(rules, {0: 1, 3: 0}) == (0,)
    assert survivors(rules, {0: 1, 2: 1, 3: 0}) == ()
    assert survivors(rules, {0: 0, 3: 0}) == ()


def losses(
    hands: tuple[str, ...], ended: Ending, preset: str = "schwimmen", **options: object
) -> dict[int, int]:
    shown = {seat: parse_cards(hand) for seat, hand in enumerate(hands)}
    return settle(rule_set(preset, options), shown, dict.fromkeys(shown, 3), ended).losses


AFTER_A_CLOSE = Ending("instant_final_turn", 1)


def test_fire_costs_whoever_closed_one_life_like_all_others() -> None:
    for option in CHOICES["instant_after_knock"]:
        paid = losses(
            ("AC AD AH", "KS QS 9S", "8D 8C 7H"),
            AFTER_A_CLOSE,
            fire=True,
            instant_after_knock=option,
        )
        assert paid == {1: 1, 2: 1}


def test_where_the_lowest_alone_pays_for_a_31_a_closer_pays_two_only_as_the_lowest() -> None:
    two = {"instant_after_knock": "instant_knocker_two"}

    assert losses(("AC KC QC", "KH QH 9H", "7D 8S 9C"), AFTER_A_CLOSE, **two) == {2: 1}
    assert losses(("AC KC QC", "7D 8S 9C", "KH QH 9H"), AFTER_A_CLOSE, **two) == {1: 2}


def test_a_trio_may_decide_who_pays_for_a_31() -> None:
    hands, ended = ("AC KC QC", "7H 7D 7S", "KH 8H 9S"), Ending("instant", None)

    assert losses(hands, ended) == {2: 1}
    assert losses(hands, ended, trio_value=None) == {1: 1}
