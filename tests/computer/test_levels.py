"""What every computer player does: legal taps, the same for the same chance, to the end."""

from hashlib import sha256
from random import Random

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from domain.computer.levels import LEVELS
from domain.computer.player import buys_in, contribution
from domain.match import Phase
from domain.moves import Draw, Knock, Take, Tap, ThrowAt
from domain.rules import ALIASES, PRESETS, RuleSet, rule_set
from tests.computer.situations import Situation, dealt, played, situations
from tests.strategies import rule_sets
from tests.support.games import seated

EVERY_PRESET = [*PRESETS, *ALIASES]


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=15)
@given(played(EVERY_PRESET))
def test_it_chooses_one_of_the_taps_that_the_seat_has(
    level: str, drawn: tuple[Situation, Tap]
) -> None:
    observation = drawn[0].observation

    assert LEVELS[level].choose(observation, Random(1)) in observation.view.taps


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=10)
@given(played(EVERY_PRESET), st.integers(0, 2**32))
def test_the_same_chance_makes_the_same_choice(
    level: str, drawn: tuple[Situation, Tap], seed: int
) -> None:
    observation, player = drawn[0].observation, LEVELS[level]

    first = player.choose(observation, Random(seed))
    assert player.choose(observation, Random(seed)) == first


@pytest.mark.parametrize("level", LEVELS)
@settings(max_examples=6)
@given(rule_sets(), st.integers(0, 2**32))
@example(rule_set("scat", {"instant_total": 41}), 0)
def test_it_can_play_under_every_rule_set(level: str, rules: RuleSet, seed: int) -> None:
    options = rules.to_dict() | {"lives": 1}
    players = max(2, rules.players[0])
    match = seated(players, "scat", options)

    for number, (situation, tap) in enumerate(situations(match, [LEVELS[level]] * players, seed)):
        assert tap in situation.observation.view.taps
        if number >= 25:
            break


@pytest.mark.parametrize("preset", ["scat", "schwimmen"])
def test_players_of_all_levels_play_a_match_to_its_end(preset: str) -> None:
    match = seated(3, preset, {"lives": 1})
    last = None
    for situation, tap in situations(match, [*LEVELS.values()], 5):
        last = situation.after(tap)

    assert last is not None
    assert last.match.round is not None
    assert last.match.round.over is not None


def test_a_beginner_knocks_late_and_a_reader_of_books_earlier() -> None:
    begun = dealt(["KS QS 7S", "2C 3D 4H"], "2D", "3C 4C 5C 6C").after(
        Draw(), ThrowAt(4), Draw(), ThrowAt(4)
    )

    assert LEVELS["easy"].choose(begun.observation, Random(1)) != Knock()
    assert LEVELS["medium"].choose(begun.observation, Random(1)) == Knock()


def test_a_reader_of_books_takes_what_makes_the_hand_better() -> None:
    begun = dealt(["KS QS 7D", "2C 3D 4H"], "9S", "3C 4C")

    assert LEVELS["medium"].choose(begun.observation, Random(1)) == Take()


def test_a_reader_of_books_throws_nothing_that_the_next_player_collects() -> None:
    begun = dealt(["2C 2D KH", "KS QS 3S"], "9D", "2H 3H 4C 5D")
    collected = begun.after(Draw(), ThrowAt(4), Take(), ThrowAt(3))
    next_collects = {"H"}

    tap = LEVELS["medium"].choose(collected.after(Draw()).observation, Random(1))
    assert isinstance(tap, ThrowAt)
    thrown = collected.after(Draw()).observation.view.hand[tap.place - 1]
    assert thrown[-1] not in next_collects


def test_any_height_is_cut_and_it_follows_from_what_is_seen() -> None:
    marks = [sha256(bytes([number])).hexdigest() for number in range(200)]

    assert {contribution(mark, 2, 8) for mark in marks} == set(range(1, 9))
    assert contribution(marks[0], 2, 8) == contribution(marks[0], 2, 8)


def test_an_offer_to_buy_in_is_accepted_and_none_is_made_up() -> None:
    begun = dealt(["KS QS 7S", "2C 3D 4H"], "2D", preset="scat_buy_in")

    assert begun.match.phase is Phase.PLAYING
    assert not buys_in(begun.observation.view)
