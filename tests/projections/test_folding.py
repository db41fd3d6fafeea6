"""However a game's events are cut into batches, its rows come out the same."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from projections.log import Entry
from projections.read_model import ReadModel
from projections.read_models import READ_MODELS
from tests.standings.histories import GROUPS, Thread, real_game
from tests.standings.seasons import FIRST_DAY
from tests.strategies import SEEDS
from tests.support.games import Chance

MODELS = [model for model in READ_MODELS if isinstance(model, ReadModel)]


def game(preset: str, seed: int) -> list[Entry]:
    chance = Chance(seed, leaving=0.02, missing=0.1, voting=0.05)
    thread = Thread(GROUPS[0], list(real_game(preset, 3, chance)), FIRST_DAY)
    return [Entry.of(at, event) for at, event in enumerate(thread.stored(), 1)]


@pytest.mark.parametrize("model", MODELS, ids=lambda model: model.name)
@given(st.sampled_from(["scat", "schwimmen"]), SEEDS, st.integers(0, 2_000), st.integers(2, 50))
@settings(max_examples=25)
def test_entries_at_once_make_the_same_row_as_one_by_one(
    model: ReadModel[Any], preset: str, seed: int, length: int, batch: int
) -> None:
    told = game(preset, seed)[: length + 1]
    one_by_one = at_once = in_batches = None
    for entry in told:
        one_by_one = model.fold(one_by_one, [entry])
    for start in range(0, len(told), batch):
        in_batches = model.fold(in_batches, told[start : start + batch])
    at_once = model.fold(at_once, told)

    assert in_batches == one_by_one
    assert at_once == one_by_one
