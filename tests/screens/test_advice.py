"""Hints and lessons: every move that there can be has a reason in words, in every language."""

from functools import cache
from itertools import islice
from random import Random

import pytest

from domain.computer.hard import best, reasons
from domain.computer.reason import Reason
from domain.computer.review import Judgement, costliest
from domain.facts import Fact
from domain.match import Phase
from domain.observing import observe
from domain.rules import PRESETS
from domain.views import SeatView, spectacle
from telegram_bot.screens.advice import hint_text, lesson_panel
from telegram_bot.texts import languages, texts
from tests.screens.measures import ALERT, assert_fits, plain
from tests.support.games import Chance, play_on, seated

STEPS = 60


@cache
def turns(preset: str) -> list[tuple[SeatView, tuple[Reason, ...], Judgement | None]]:
    """Return what somebody on turn saw in a random game, what was possible, and what cost most."""
    happened: list[Fact] = []
    found = []
    for step in islice(play_on(seated(3, preset), Chance(31)), STEPS):
        happened += step.facts
        if step.after.phase is Phase.PLAYING:
            seat = spectacle(step.after).awaited
            assert seat is not None
            seen = observe(step.after, step.after.player_ids[seat], happened)
            weighed = reasons(seen, Random(1))
            judged = (Judgement(seen, reason, best(weighed)) for reason in weighed)
            found.append((seen.view, weighed, costliest(judged)))
    return found


@pytest.mark.parametrize("language", languages())
@pytest.mark.parametrize("preset", PRESETS)
def test_every_move_has_a_hint_that_fits_an_alert_and_a_lesson(preset: str, language: str) -> None:
    words = texts(language)
    for view, weighed, lesson in turns(preset):
        for reason in weighed:
            told = hint_text(view, reason, words)
            assert len(told) <= ALERT
            assert told == plain(told)
        if lesson is not None:
            assert_fits(lesson_panel(lesson, words))
