"""Copies of frozen values are what the standard library makes of them."""

import dataclasses

from domain.values import replace
from tests.support.games import Chance, play_on, seated


def test_a_copy_is_what_the_library_makes_of_a_match_and_of_its_round() -> None:
    for step in play_on(seated(3), Chance(31)):
        match, played = step.after, step.after.round
        assert replace(match, turn=99) == dataclasses.replace(match, turn=99)
        assert played is None or replace(played, at=1) == dataclasses.replace(played, at=1)


def test_the_value_that_is_copied_stays_as_it_is() -> None:
    match = seated(3)

    copy = replace(match, turn=99, lives=(1, 2, 3))

    assert (match.turn, match.lives) == (0, ())
    assert (copy.turn, copy.lives) == (99, (1, 2, 3))
    assert type(copy) is type(match)
