"""A picture of a table shows what the view shows, each thing at its own place."""

from collections.abc import Iterable, Iterator, Mapping
from itertools import combinations, pairwise
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from domain.cards import RANK
from domain.match import Match, Phase
from domain.views import open_view, seat_view, spectacle
from telegram_bot.drawing import places
from telegram_bot.drawing.picture import BACK, Picture, Placed
from telegram_bot.drawing.svg import DARK, LIGHT, Theme, svg
from telegram_bot.drawing.table import NOBODY, Cards, Words, table
from telegram_bot.drawing.widths import fitted, width, wrapped
from telegram_bot.screens.table_words import table_words
from telegram_bot.texts import texts
from tests.support.games import Chance, play_on, seated

NAMES = ("Ana", "Bruno", "Carla", "Duda", "Eva", "Fábio", "Gil", "Hugo", "Ida")


def matches(players: int, preset: str, seed: int = 5) -> Iterator[Match]:
    """Yield a game after each step, from its start to its end."""
    options: Mapping[str, Any] = {"lives": 1}
    for step in play_on(seated(players, preset, options), Chance(seed)):
        yield step.after


def drawn(match: Match, cards: Cards | None = None, caption: str = "") -> Picture:
    view = spectacle(match)
    words = table_words(view, texts("en"), caption=caption)
    return table(view, cards or Cards(), NAMES[: len(view.seats)], words)


def cards_in(picture: Picture) -> list[str]:
    return [one.shape for one in picture.placed if one.shape in RANK]


# What is seen.


@pytest.mark.parametrize("preset", ["scat", "schwimmen", "scat_four"])
def test_everybody_sees_the_open_cards_and_backs_for_all_others(preset: str) -> None:
    for match in matches(4, preset):
        view = spectacle(match)
        shown = drawn(match)
        if match.phase is Phase.PLAYING:
            assert match.round is not None
            held = sum(len(match.round.hand_of(seat)) for seat in match.round.present)
            hidden = held + (len(match.round.laid) if view.choosing else 0)
            assert cards_in(shown) == list(view.face_up)
            stock = bool(view.stock)
            assert sum(one.shape == BACK for one in shown.placed) == hidden + stock


def test_at_a_showdown_everybody_sees_all_hands() -> None:
    ended = list(matches(3, "scat"))[-1]
    assert ended.showdown is not None
    hands = [card for hand in ended.showdown.hands for card in hand]

    shown = drawn(ended)

    assert cards_in(shown) == hands
    assert all(one.owner is None for one in shown.placed)


@pytest.mark.parametrize("preset", ["scat", "schwimmen"])
def test_what_is_known_to_all_seats_seen_by_one_is_that_seats_own_view(preset: str) -> None:
    *steps, end = matches(3, preset)
    for match in steps:
        everything = drawn(match, Cards.of(open_view(match, end)))
        for seat, player_id in enumerate(match.player_ids):
            own = drawn(match, Cards.of(seat_view(match, player_id)))
            assert everything.seen_by(seat).placed == own.seen_by(seat).placed


def test_nobody_but_whoever_sees_all_is_shown_the_stock_and_the_blind_centre() -> None:
    *steps, end = matches(3, "schwimmen")
    match = next(match for match in steps if spectacle(match).choosing)
    view = open_view(match, end)

    everything = drawn(match, Cards.of(view))

    seats = range(len(match.player_ids))
    assert set(cards_in(everything.seen_by(*seats))) & {*view.laid, *view.stock} == set()
    assert set(cards_in(everything.seen_by(*seats, NOBODY))) == {
        *view.laid,
        view.stock[0],
        *(card for hand in view.hands for card in hand),
    }


def test_the_points_of_a_hand_are_read_by_its_owner_alone() -> None:
    match = next(match for match in matches(3, "scat") if match.phase is Phase.PLAYING)
    view = spectacle(match)
    words = table_words(view, texts("en"), [19, 30.5, None])
    whole = table(view, Cards(), NAMES[:3], words)

    told = {
        seat: [one.text for one in whole.seen_by(seat).written if one.style == "points"]
        for seat in range(3)
    }

    assert told == {0: ["19"], 1: ["30½"], 2: []}


# Where it is.


def boxes(placed: Iterable[tuple[int, int]], wide: int, tall: int) -> list[tuple[int, ...]]:
    return [(x, y, x + wide, y + tall) for x, y in placed]


def apart(one: tuple[int, ...], other: tuple[int, ...]) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@pytest.mark.parametrize("players", range(1, 17))
def test_no_two_seats_overlap_and_none_covers_the_middle(players: int) -> None:
    tall = places.height(players)
    seats = boxes(places.seat_places(players), places.SEAT_WIDTH, places.SEAT_HEIGHT)
    cards = (*places.centre(3, tall), places.above(tall))
    middle = boxes(cards, places.CARD_WIDTH, places.CARD_HEIGHT)

    assert len(seats) == players
    for one, other in combinations([*seats, *middle], 2):
        assert apart(one, other)
    for x, y, right, bottom in seats:
        assert min(x, y) >= 0
        assert (right, bottom) <= (places.WIDTH, tall)
        assert bottom <= tall


@pytest.mark.parametrize("players", range(2, 10))
def test_the_next_seat_is_the_next_one_clockwise(players: int) -> None:
    seats = places.seat_places(players)
    middle = places.WIDTH / 2, places.height(players) / 2

    for here, there in zip(seats, (*seats[1:], seats[0]), strict=True):
        x, y = (here.x + places.SEAT_WIDTH / 2 - middle[0], here.y + 80 - middle[1])
        to_x, to_y = (there.x + places.SEAT_WIDTH / 2 - middle[0], there.y + 80 - middle[1])
        assert x * to_y - y * to_x >= 0  # in a picture, y grows downwards


@pytest.mark.parametrize("cards", range(1, 6))
def test_a_hand_is_as_wide_as_its_seat_and_shows_every_rank(cards: int) -> None:
    seat = places.seat_places(2)[0]
    hand = places.hand(seat, cards)

    assert seat.x <= hand[0].x
    assert hand[-1].x + places.CARD_WIDTH <= seat.x + places.SEAT_WIDTH
    assert all(right.x - left.x >= 40 for left, right in pairwise(hand))


# How it is written.


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_it_is_one_svg_that_defines_what_it_uses_and_nothing_from_elsewhere(theme: Theme) -> None:
    match = next(match for match in matches(4, "scat") if match.phase is Phase.PLAYING)

    written = svg(drawn(match), {}, theme)

    root = ET.fromstring(written)  # noqa: S314 - our own
    used = {use.attrib["href"] for use in root.iter("{http://www.w3.org/2000/svg}use")}
    known = {f"#{node.attrib['id']}" for node in root.iter() if "id" in node.attrib}
    assert used <= known
    assert written.count("http") == 1  # the name space


def test_names_are_text_whatever_they_are() -> None:
    match = next(matches(2, "scat"))
    view = spectacle(match)
    names = ("<script>", "a&b")

    written = svg(table(view, Cards(), names, table_words(view, texts("en"))), {})

    root = ET.fromstring(written)  # noqa: S314 - our own
    told = {node.text for node in root.iter("{http://www.w3.org/2000/svg}text")}
    assert set(names) <= told


def test_cards_are_lettered_in_the_readers_language() -> None:
    picture = Picture(100, 100, (Placed("KH", 0, 0), Placed("10C", 0, 0)), ())

    ranks = [
        node.text
        for node in ET.fromstring(svg(picture, {"K": "R"})).iter()  # noqa: S314 - our own
        if node.attrib.get("class") == "rank"
    ]

    assert sorted(map(str, ranks)) == ["10", "R"]


@pytest.mark.parametrize(
    "name", ["Ana", "W" * 24, "王" * 24, "👨‍👩‍👧" * 12, "\u2068محمد عبد الرحمن الطويل\u2069"]
)
def test_a_long_name_is_cut_so_that_it_fits(name: str) -> None:
    short = fitted(name, 20, 150)

    assert width(short, 20) <= 150
    assert (short == name) == (width(name, 20) <= 150)
    assert short.startswith("\u2068") == short.endswith("\u2069") == name.startswith("\u2068")


def test_a_caption_is_broken_into_lines_and_ends_with_an_ellipsis_where_it_must() -> None:
    lines = wrapped("Ana drew from the stock and threw 7♥ " * 9, 21, 224, most=4)

    assert len(lines) == 4
    assert lines[-1].endswith("…")
    assert all(width(line, 21) <= 224 for line in lines)


def test_many_lives_are_told_by_a_number() -> None:
    match = next(step.after for step in play_on(seated(2, "scat", {"lives": 20}), Chance(5)))

    texts_in = [one.text for one in drawn(match).written]

    assert texts_in.count("×20") == 2


def test_words_are_the_notes_of_the_seats() -> None:
    ended = list(matches(3, "scat"))[-1]
    view = spectacle(ended)

    words: Words = table_words(view, texts("en"))

    assert words.title == f"Round {view.round_number}"
    told = {seat.place: words.notes[seat.seat] for seat in view.seats}
    assert told[1] == "wins"
    assert told[3] == "out, place 3" or told[2] == "out, place 2"
