"""Hints and lessons: every move that there can be has a reason in words, in every language."""

from functools import cache
from itertools import islice
from random import Random

import pytest

from domain.computer.hard import reasons
from domain.computer.review import costliest, judge
from domain.facts import Fact
from domain.match import Match, Phase
from domain.observing import observe
from domain.rules import PRESETS
from domain.views import spectacle
from telegram_bot.screens.advice import hint_text, lesson_panel
from telegram_bot.texts import languages, texts
from tests.screens.measures import ALERT, assert_fits, plain
from tests.support.games import Chance, play_on, seated

STEPS = 60


@cache
def turns(preset: str) -> list[tuple[Match, list[Fact]]]:
    """Return the matches of a random game in which somebody is on turn, with what has happened."""
    happened: list[Fact] = []
    found = []
    for step in islice(play_on(seated(3, preset), Chance(31)), STEPS):
        happened += step.facts
        if step.after.phase is Phase.PLAYING:
            found.append((step.after, [*happened]))
    return found


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", PRESETS)
def test_every_move_has_a_hint_that_fits_an_alert_and_a_lesson(preset: str, language: str) -> None:
    words = texts(language)
    for match, happened in turns(preset):
        seat = spectacle(match).awaited
        assert seat is not None
        seen = observe(match, match.player_ids[seat], happened)
        weighed = reasons(seen, Random(1))
        for reason in weighed:
            told = hint_text(seen.view, reason, words)
            assert len(told) <= ALERT
            assert told == plain(told)
        lesson = costliest(judge(seen, reason.tap, Random(1)) for reason in weighed)
        if lesson is not None:
            assert_fits(lesson_panel(lesson, words))
