"""The picture of a game's end shows everybody once, at their place, within its edges."""

import pytest

from telegram_bot.drawing.picture import Picture
from telegram_bot.drawing.podium import Placing, podium
from telegram_bot.drawing.svg import svg
from telegram_bot.drawing.widths import width

WIDE = "Maximiliana Guimarães de Albuquerque"


def texts_of(picture: Picture) -> list[str]:
    return [one.text for one in picture.written]


@pytest.mark.parametrize("players", range(1, 11))
def test_everybody_is_named_once_with_place_and_change(players: int) -> None:
    placings = [Placing(n, f"P{n}", f"rating {n}") for n in range(1, players + 1)]

    picture = podium("Final places", placings)

    told = texts_of(picture)
    for placing in placings:
        assert told.count(placing.name) == told.count(placing.change) == 1
    assert len(picture.placed) == min(players, 3)
    assert all(0 < one.y < picture.height for one in picture.written)
    assert svg(picture, {}).count("<text") == len(told)


def test_who_shares_a_place_stands_as_high() -> None:
    shared = podium("", [Placing(1, "Ana"), Placing(1, "Bruno"), Placing(3, "Carla")])

    first, second, third = (placed.y for placed in shared.placed)
    assert first == second < third


def test_the_longest_names_are_cut_and_stay_apart() -> None:
    picture = podium("", [Placing(n, f"{n}{WIDE}", "rating −10.5") for n in range(1, 10)])
    middles = [one for one in picture.written if one.style == "title" and one.text]

    assert all(width(one.text, 23) <= 200 for one in middles)
    assert len({one.x for one in middles}) == 3
