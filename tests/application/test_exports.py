"""The card room gives out and judges games that are over, and no others."""

import pytest

from domain.audit.findings import Promise, Standing
from domain.audit.judging import verify
from domain.errors import Refused
from domain.match import Phase
from domain.rules import rule_set
from tests.application.rooms import Evening

IN_MEMORY = {"AGGREGATE_CACHE_MAXSIZE": "10"}


@pytest.fixture
def evening() -> Evening:
    return Evening(31, IN_MEMORY)


def test_a_game_that_is_over_is_exported_and_found_good(evening: Evening) -> None:
    game_id = evening.begin(3, lives=1)
    evening.play_out(game_id)

    report = verify(evening.room.export(game_id), evening.room.digest(game_id))

    assert report.good
    assert report.game_id == game_id
    assert report == evening.room.audit(game_id, evening.room.digest(game_id))


def test_a_table_that_was_closed_before_the_start_is_too(evening: Evening) -> None:
    ana = evening.new_id()
    game_id = evening.room.open_game(evening.group_id, ana, "scat", rule_set("scat")).match.id
    evening.room.close_table(game_id, ana)

    report = verify(evening.room.export(game_id))

    assert (report.findings, report.phase) == ((), Phase.CLOSED)
    assert report.verdicts[Promise.DECK].standing is Standing.IDLE


def test_a_game_that_lasts_is_neither_exported_nor_judged(evening: Evening) -> None:
    game_id = evening.begin(3)

    for ask in (evening.room.export, evening.room.audit):
        with pytest.raises(Refused, match="not_over"):
            ask(game_id)


def test_what_is_no_game_is_neither(evening: Evening) -> None:
    evening.begin(3)

    for nothing in (evening.new_id(), evening.group_id):
        for ask in (evening.room.export, evening.room.audit):
            with pytest.raises(Refused, match="no_such_game"):
                ask(nothing)
