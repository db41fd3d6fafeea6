"""Every change of a file is found: of a byte, and an event dropped, repeated or moved."""

import pytest

from domain.audit.game_file import Line
from domain.audit.judging import verify
from domain.rules import rule_set
from tests.audit.played import Played, play


def short(preset: str) -> Played:
    """Return a short game of two."""
    game = play(8, rule_set(preset, {"lives": 1}), players=2)
    assert game is not None
    return game


@pytest.fixture(scope="module", params=["trinta", "schwimmen"])
def game(request: pytest.FixtureRequest) -> Played:
    """A game of either kind."""
    return short(request.param)


@pytest.fixture(scope="module")
def file() -> bytes:
    """A file, as short as one can be with whole rounds in it."""
    return short("trinta").file


def test_a_game_that_was_fairly_played_and_kept_is_found_good(game: Played) -> None:
    assert game.verified().findings == ()


# Bytes.


def test_any_changed_byte_is_found(file: bytes) -> None:
    for place in range(len(file)):
        changed = bytearray(file)
        changed[place] ^= 1

        assert not verify(bytes(changed)).good, f"byte {place}"


def test_any_missing_byte_is_found(file: bytes) -> None:
    for place in range(0, len(file), 5):
        assert not verify(file[:place] + file[place + 1 :]).good, f"byte {place}"


def test_a_blank_too_many_is_found_wherever_it_is(file: bytes) -> None:
    for place in range(0, len(file) + 1, 5):
        assert not verify(file[:place] + b" " + file[place:]).good, f"byte {place}"


def test_a_file_that_breaks_off_is_found_to_do_so_wherever_it_does(file: bytes) -> None:
    for end in range(0, len(file), 5):
        assert not verify(file[:end]).good, f"byte {end}"


# Events, with everything else as it was, and by somebody who makes header and digest anew.


def test_a_dropped_event_is_found(game: Played) -> None:
    for place in range(len(game.lines)):
        assert_found(game, [*game.lines[:place], *game.lines[place + 1 :]], place)


def test_a_repeated_event_is_found(game: Played) -> None:
    for place in range(len(game.lines)):
        assert_found(game, [*game.lines[: place + 1], *game.lines[place:]], place)


def test_events_that_have_changed_places_are_found(game: Played) -> None:
    """In which order two players mixed says nothing: there only the digest knows."""
    for place in range(len(game.lines) - 1):
        one, other = game.lines[place : place + 2]
        swapped = [*game.lines[:place], other, one, *game.lines[place + 2 :]]
        if one.topic == other.topic == "game.deck_mixed":
            assert not verify(as_it_was_otherwise(game, swapped)).good
        else:
            assert_found(game, swapped, place)


def test_an_event_of_another_game_is_found(game: Played) -> None:
    other = short("scat")
    for place in range(len(game.lines)):
        line = other.lines[min(place, len(other.lines) - 1)]
        if line != game.lines[place]:
            assert_found(game, [*game.lines[:place], line, *game.lines[place + 1 :]], place)


def as_it_was_otherwise(game: Played, lines: list[Line]) -> bytes:
    """Return the file of a game with other events between its header and its digest."""
    first, *_, last = game.file.splitlines(keepends=True)
    between = [b'{"topic":"%b","state":%b}\n' % (t.encode(), s) for t, s in lines]
    return b"".join([first, *between, last])


def assert_found(game: Played, lines: list[Line], place: int) -> None:
    """See that a log is found out, by its digest and by itself."""
    assert not verify(as_it_was_otherwise(game, lines)).good, f"event {place + 1}"
    assert not Played(game.game_id, lines).verified().good, f"event {place + 1}, digest made anew"
