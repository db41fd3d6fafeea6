"""What a computer player is told is what a person at its seat has seen."""

import dataclasses
from random import Random

import pytest
from hypothesis import given, reject, settings
from hypothesis import strategies as st

from domain.cards import DECKS, parse_cards
from domain.computer.levels import LEVELS
from domain.computer.memory import Memory
from domain.computer.observation import Deed, Observation, PublicDeed
from domain.computer.player import ComputerPlayer
from domain.facts import PlayerForfeited
from domain.moves import Draw, ExchangeAt, KeepHand, Pass, SwapHand, Take, Tap, ThrowAt
from domain.observing import public_deeds
from domain.rules import ALIASES, PRESETS
from tests.computer.situations import Situation, dealt, played

EVERY_PRESET = [*PRESETS, *ALIASES]


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=25)
@given(played(EVERY_PRESET), st.integers(0, 2**32))
def test_changing_every_card_that_it_cannot_know_changes_no_decision(
    level: str, drawn: tuple[Situation, Tap], seed: int
) -> None:
    situation, _ = drawn
    other = situation.with_hidden_cards_changed(Random(seed))
    if other is None:
        reject()
    one: ComputerPlayer = LEVELS[level]

    assert other.observation == situation.observation
    assert one.choose(other.observation, Random(7)) == one.choose(situation.observation, Random(7))


def test_changed_cards_that_would_have_ended_the_round_make_no_situation() -> None:
    begun = dealt(["7C 8S 9H", "KD QD 7S"], "10H", preset="scat", options={"deck": "piquet32"})
    later = begun.after(Draw(), ThrowAt(4), Draw(), ThrowAt(4))
    changed = [later.with_hidden_cards_changed(Random(seed)) for seed in range(1000)]

    assert None in changed
    for other in filter(None, changed):
        assert other.observation == later.observation


@settings(max_examples=20)
@given(played(EVERY_PRESET))
def test_the_hidden_cards_of_others_are_among_those_that_it_holds_possible(
    drawn: tuple[Situation, Tap],
) -> None:
    situation, _ = drawn
    memory, played_round = Memory.of(situation.observation), situation.match.round
    assert played_round is not None

    assert set(played_round.stock) <= set(memory.unseen)
    for opponent in memory.opponents:
        held = set(played_round.hand_of(opponent.seat))
        assert opponent.known <= held
        assert held - opponent.known <= set(memory.unseen)


@settings(max_examples=20)
@given(played(EVERY_PRESET))
def test_the_cards_that_it_has_seen_are_not_held_possible(drawn: tuple[Situation, Tap]) -> None:
    situation, _ = drawn
    memory, played_round = Memory.of(situation.observation), situation.match.round
    assert played_round is not None
    seen = {*situation.observation.view.hand, *played_round.face_up}

    assert not seen & set(memory.unseen)
    assert not {card for one in memory.opponents for card in one.known} & set(memory.unseen)


def test_an_observation_has_no_place_for_a_match_or_a_stock() -> None:
    names = {
        field.name for kind in (Observation, PublicDeed) for field in dataclasses.fields(kind)
    }

    assert names == {"view", "history", "deed", "seat", "taken", "thrown"}


def test_a_card_from_the_stock_is_not_told_and_a_taken_one_is() -> None:
    begun = dealt(["2C 3S 4H", "KD QD 2S"], "9H", "5C 6C")
    deeds = public_deeds(begun.after(Draw(), ThrowAt(4), Take(), ThrowAt(3)).facts)

    assert deeds == (
        PublicDeed(Deed.TURNED_UP, thrown=parse_cards("9H")),
        PublicDeed(Deed.DREW, 0),
        PublicDeed(Deed.THREW, 0, thrown=parse_cards("5C")),
        PublicDeed(Deed.TOOK, 1, taken=parse_cards("5C")),
        PublicDeed(Deed.THREW, 1, thrown=parse_cards("2S")),
    )


def test_a_centre_is_told_once_the_dealer_has_chosen() -> None:
    begun = dealt(["7C 8S 9H", "KD QD 7S"], "AC AS 7H", preset="schwimmen")

    assert public_deeds(begun.facts) == ()
    assert public_deeds(begun.after(KeepHand()).facts) == (
        PublicDeed(Deed.KEPT, 1),
        PublicDeed(Deed.TURNED_UP, thrown=parse_cards("AC AS 7H")),
    )


def test_of_a_dealer_who_swaps_the_cards_given_are_told_and_not_those_taken() -> None:
    begun = dealt(["7C 8S 9H", "KD QD 7S"], "AC AS 7H", preset="schwimmen")

    assert public_deeds(begun.after(SwapHand()).facts) == (
        PublicDeed(Deed.SWAPPED, 1, thrown=parse_cards("KD QD 7S")),
        PublicDeed(Deed.TURNED_UP, thrown=parse_cards("KD QD 7S")),
    )


def test_a_dealer_who_leaves_shows_the_centre_with_the_next_turn() -> None:
    begun = dealt(["7C 8S 9H", "KD QD 7S", "KC QC 7D"], "AC AS 7H", preset="schwimmen")
    left = PlayerForfeited(seat=2, cause="left")
    gone = dataclasses.replace(begun, facts=(*begun.facts, left))

    assert public_deeds(gone.after(Pass()).facts)[1:] == (
        PublicDeed(Deed.TURNED_UP, thrown=parse_cards("AC AS 7H")),
        PublicDeed(Deed.PASSED, 0),
    )


def test_a_card_taken_is_remembered_until_it_is_thrown() -> None:
    begun = dealt(["2C 3S 4H", "KD QD 2S"], "JD", "5C 6C 7C 8C")
    took = begun.after(Draw(), ThrowAt(4), Take(), ThrowAt(3))
    threw = took.after(Draw(), ThrowAt(4), Draw(), ThrowAt(3), Draw())

    assert Memory.of(took.observation).opponents[0].known == {"5C"}
    assert Memory.of(threw.observation).opponents[0].known == frozenset()
    assert Memory.of(threw.observation).opponents[0].turns == 2


def test_a_centre_that_left_play_is_remembered() -> None:
    begun = dealt(["7C 8S 9H", "KD QD 7S"], "AC AS 7H", "10C 10S 10H", preset="schwimmen")
    refreshed = begun.after(KeepHand(), Pass(), Pass())

    assert refreshed.observation.view.public.face_up == parse_cards("10C 10S 10H")
    assert not {"AC", "AS", "7H"} & set(Memory.of(refreshed.observation).unseen)


def test_cards_exchanged_are_known_to_be_held() -> None:
    begun = dealt(["7C 8S 9H", "KD QD 7S"], "AC AS 7H", preset="schwimmen")
    exchanged = begun.after(KeepHand(), ExchangeAt((3,), (1,)))

    assert Memory.of(exchanged.observation).opponents[0].known == {"AC"}


def test_discards_that_were_shuffled_again_may_come_again() -> None:
    rules = {"stock_empty": "reshuffle", "deck": "piquet32", "players": [2, 7]}
    begun = dealt(["7C 8S 9H", *_threes()], "AC", options=rules)
    stock = len(begun.match.in_play()[1].stock)
    game = begun
    for _ in range(stock):
        game = game.after(Draw(), ThrowAt(4))

    unseen = Memory.of(game.observation).unseen
    assert game.observation.view.public.stock == stock
    assert set(game.match.in_play()[1].stock) <= set(unseen)


def _threes() -> list[str]:
    rest = [card for card in DECKS["piquet32"] if card not in {"7C", "8S", "9H", "AC"}]
    mixed = Random(3).sample(rest, 18)
    return [" ".join(mixed[n : n + 3]) for n in range(0, 18, 3)]
