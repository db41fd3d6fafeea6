"""The hands of a showdown stand from the best to the lowest, as the rules compare them."""

from itertools import islice
from typing import Any

import pytest

from domain.hands import strength
from domain.views import spectacle
from telegram_bot.screens.cards import cards_text
from telegram_bot.screens.showdown import showdown_screen
from telegram_bot.texts import texts
from tests.support.games import Chance, play_on, seated, showdowns

WORDS = texts("en")


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize(
    ("preset", "options"),
    [("scat", {}), ("schwimmen", {"fire": True}), ("schwimmen", {"trio_value": 30})],
)
def test_the_best_hand_comes_first(seed: int, preset: str, options: dict[str, Any]) -> None:
    match = seated(7, preset, options)
    names = [f"Player {seat}" for seat in range(7)]
    for ended in showdowns(islice(play_on(match, Chance(seed, knocking=0.05)), 400)):
        shown = ended.showdown
        assert shown is not None
        text = showdown_screen(spectacle(ended), names, WORDS).text
        hands = [hand for hand in shown.hands if hand]
        in_order = sorted(hands, key=lambda hand: text.index(cards_text(hand, WORDS)))

        strengths = [strength(hand, match.rules) for hand in in_order]
        assert strengths == sorted(strengths, reverse=True)
