"""What stands below the pictures of a round and of a game tells the same in words."""

from itertools import islice

import pytest

from domain.views import Spectacle, spectacle
from telegram_bot.drawing.table import Cards, table
from telegram_bot.screens.cards import cards_text, points_text
from telegram_bot.screens.results import (
    MOST_CHARACTERS,
    placings,
    podium_caption,
    podium_title,
    showdown_caption,
)
from telegram_bot.screens.table_words import table_words
from telegram_bot.texts import languages, texts
from tests.screens.measures import plain
from tests.screens.snapshots import assert_matches, titled
from tests.screens.test_snapshots import named
from tests.support.games import Chance, play_on, seated, showdowns

LONGEST = tuple("W" * 63 + str(seat) for seat in range(9))
GAMES = ((2, "scat"), (5, "trinta"), (9, "trinta"), (4, "scat_four"), (5, "schwimmen_fire"))


def shown(players: int, preset: str) -> tuple[list[Spectacle], Spectacle]:
    """Play a game, and return its first showdowns and its end."""
    steps = list(play_on(seated(players, preset), Chance(knocking=0.2)))
    ended = islice(showdowns(steps), 3)
    return [spectacle(match) for match in ended], spectacle(steps[-1].after)


@pytest.mark.parametrize("language", languages())
def test_captions_tell_what_the_pictures_show(language: str) -> None:
    words = texts(language)
    told = []
    for players, preset in GAMES:
        names = named(players, words)
        ends, last = shown(players, preset)
        for view in ends:
            caption = showdown_caption(view, names, words)
            ended = view.showdown
            assert ended is not None
            for hand, value in zip(ended.hands, ended.values, strict=True):
                if value is not None:
                    assert f"{cards_text(hand, words)}, {points_text(value, words)}" in caption
            told.append(titled(f"{preset}, {players} players", caption))
        ratings = [seat * 1.25 - 2 for seat in range(players)]
        placed = placings(last, names, ratings, words)
        told.append(titled("  the end", podium_caption(podium_title(words), placed)))

    assert_matches(f"{language}/results", "".join(told))


@pytest.mark.parametrize("language", languages())
def test_captions_fit_even_with_the_longest_names(language: str) -> None:
    words = texts(language)
    for players, preset in GAMES:
        ends, last = shown(players, preset)
        placed = placings(last, LONGEST, [-10.5] * players, words)
        captions = [showdown_caption(view, LONGEST, words) for view in ends]
        for caption in (*captions, podium_caption(podium_title(words), placed)):
            assert 0 < len(plain(caption).encode("utf-16-le")) // 2 <= MOST_CHARACTERS


def test_the_picture_of_a_showdown_marks_who_pays_and_how_much() -> None:
    ends, _ = shown(5, "trinta")
    for view in ends:
        assert view.showdown is not None
        words = table_words(view, texts("en"))
        for lost, note in zip(view.showdown.losses, words.notes, strict=True):
            assert (f"−{lost} ♥" in note) == bool(lost)
        drawn = table(view, Cards(), LONGEST[:5], words)
        assert {card for hand in view.showdown.hands for card in hand} <= {
            one.shape for one in drawn.placed
        }
