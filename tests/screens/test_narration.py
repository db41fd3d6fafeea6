"""A replay tells every step in sentences, and to those who may know them the hidden cards."""

from collections.abc import Iterator
from uuid import UUID

import pytest

from domain.cards import parse_cards
from domain.pace import Pace
from domain.replay import Replay, Step
from domain.rules import rule_set
from telegram_bot.screens.narration import narrated
from telegram_bot.screens.scene import Scene
from telegram_bot.texts import languages, texts
from tests.application.bustle import Bustle, Habits

NAMES = ("Ana", "Bruno", "Carla", "Duda")
BEFORE_THE_START = {"opened", "player_joined", "player_left", "rules_chosen", "pace_chosen"}
GAMES = {
    "scat": ("scat", {"buy_in": True, "lives": 1, "stock_empty": "reshuffle"}),
    "schwimmen": ("schwimmen", {"lives": 1, "close_timing": "after"}),
    "trinta": ("trinta", {"lives": 1, "first_dealer": "cut"}),
}


def played(preset: str, seed: int) -> Replay:
    """Play a game in which much happens, to its end."""
    name, options = GAMES[preset]
    bustle = Bustle(seed, {"AGGREGATE_CACHE_MAXSIZE": "10"}, habits=Habits(missing=0.2))
    game_id: UUID = bustle.start(rule_set(name, options), len(NAMES), Pace.FAST)
    while not bustle.happen(game_id).phase.over:
        pass
    return bustle.room.replay(game_id)


def told(step: Step, language: str = "en", hidden: str = "") -> list[str]:
    scene = Scene(step.public, NAMES, texts(language))
    return narrated(scene, step, parse_cards(hidden))


@pytest.fixture(scope="module")
def steps() -> list[Step]:
    replays = [played(preset, seed) for preset in GAMES for seed in range(6)]
    return [
        step for replay in replays for step in replay.steps if step.kind not in BEFORE_THE_START
    ]


def of_kind(steps: list[Step], kind: str) -> Iterator[Step]:
    return (step for step in steps if step.kind == kind)


@pytest.mark.parametrize("language", languages())
def test_every_step_is_told(steps: list[Step], language: str) -> None:
    for step in steps:
        lines = told(step, language)
        assert lines, step.kind
        assert all(line.strip() == line != "" for line in lines)


def test_a_step_names_who_did_it(steps: list[Step]) -> None:
    told_together = {"round_ended", "buy_in_offered", "vote_called", "vote_ended", "grace_given"}
    for step in steps:
        if step.seat is not None and step.kind not in told_together:
            assert NAMES[step.seat] in " ".join(told(step)), step.kind


def test_only_those_who_may_know_it_are_told_which_card_was_drawn(steps: list[Step]) -> None:
    step = next(step for step in of_kind(steps, "card_drawn") if not step.cause)
    assert step.seat is not None

    assert told(step) == [f"{NAMES[step.seat]} drew from the stock"]
    assert told(step, hidden="KH") == [f"{NAMES[step.seat]} drew K♥ from the stock"]


def test_only_those_who_may_know_them_are_told_what_the_dealer_took(steps: list[Step]) -> None:
    step = next(of_kind(steps, "hand_swapped"))

    public, *more = told(step, hidden="KH 7C 9D")

    assert told(step) == [public]
    assert more == ["The centre held K♥ 7♣ 9♦."]


def test_a_forced_move_says_so(steps: list[Step]) -> None:
    drawn, thrown = (
        next(step for step in of_kind(steps, kind) if step.cause)
        for kind in ("card_drawn", "card_discarded")
    )

    for step in (drawn, thrown):
        assert told(step)[0].startswith("⏱ Automatic, time was up: ")
    assert told(drawn, hidden="KH")[0].endswith("drew K♥ from the stock")


def test_a_showdown_says_why_the_round_was_over_and_which_rules_decided(
    steps: list[Step],
) -> None:
    for step in of_kind(steps, "round_ended"):
        heading, *rulings = told(step)
        assert heading.startswith(f"Round {step.round}: ")
        assert len(rulings) == len(step.rulings)
