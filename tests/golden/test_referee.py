"""Every row of the golden cases, through the referee's command."""

import json

import pytest

from telegram_bot.referee.command import main
from telegram_bot.referee.kinds import KINDS
from tests.golden.rows import ALL, CASES, Case, parameters


@pytest.fixture(scope="module")
def answers() -> dict[str, dict[str, object]]:
    """Give the whole file to the referee, once."""
    with pytest.MonkeyPatch.context() as patch:
        lines: list[str] = []
        patch.setattr("builtins.print", lines.append)
        assert main([str(CASES)]) == 0
    return {answer["id"]: answer for answer in map(json.loads, lines)}


@pytest.mark.parametrize("case", parameters())
def test_the_referee_agrees_with_the_row(
    case: Case, answers: dict[str, dict[str, object]]
) -> None:
    result = answers[case.id]["result"]

    assert isinstance(result, dict)
    assert case.expect == {key: result[key] for key in case.expect}


def test_the_referee_knows_exactly_the_kinds_of_the_rows() -> None:
    assert {case.kind for case in ALL} == set(KINDS)
