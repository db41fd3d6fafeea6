"""Who deals, cuts and plays first (RULES 3, 4.2)."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.cards import DECKS, parse_card, parse_cards
from domain.seating import cut, cutter, highest_cut, next_dealer, place, playing_order

PACK = DECKS["std52"]


def test_the_deal_passes_to_the_left() -> None:
    assert next_dealer(4, {0, 1, 2, 3}, 0) == 1
    assert next_dealer(4, {0, 1, 2, 3}, 3) == 0


def test_empty_seats_are_passed_over_even_the_old_dealers() -> None:
    assert next_dealer(4, {0, 2, 3}, 0) == 2
    assert next_dealer(4, {0, 2, 3}, 1) == 2


def test_the_dealers_left_plays_first_and_the_dealer_last() -> None:
    assert playing_order(4, {0, 1, 2, 3}, 1) == (2, 3, 0, 1)
    assert playing_order(4, {0, 1, 3}, 1) == (3, 0, 1)


def test_two_players_alternate() -> None:
    assert next_dealer(2, {0, 1}, 0) == 1
    assert playing_order(2, {0, 1}, 1) == (0, 1)
    assert cutter((0, 1)) == 0


def test_the_dealers_right_cuts() -> None:
    assert cutter(playing_order(4, {0, 1, 2, 3}, 1)) == 0


def test_a_cut_moves_the_top_packet_to_the_bottom() -> None:
    assert cut(parse_cards("2C 3C 4C"), 1) == parse_cards("3C 4C 2C")


@pytest.mark.parametrize("lift", [-1, 0, 52, 53])
def test_a_cut_lifts_at_least_one_card_and_not_all(lift: int) -> None:
    with pytest.raises(ValueError, match="lift 1 to 51"):
        cut(PACK, lift)


@given(st.integers(1, 51))
def test_the_opposite_cut_restores_the_deck(lift: int) -> None:
    assert cut(cut(PACK, lift), 52 - lift) == PACK


def test_the_highest_cut_deals_and_ace_is_high() -> None:
    cuts = {"A": parse_card("KH"), "B": parse_card("AS"), "C": parse_card("2D")}

    assert highest_cut(cuts) == ("B",)


def test_the_tied_highest_cut_again() -> None:
    cuts = {"A": parse_card("10H"), "B": parse_card("10S"), "C": parse_card("9D")}

    assert highest_cut(cuts) == ("A", "B")


def test_those_who_go_out_together_share_the_place_behind_the_rest() -> None:
    assert place(2) == 3
