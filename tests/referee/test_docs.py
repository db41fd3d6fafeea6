"""docs/referee.md does what it says."""

import json
import re
from itertools import chain
from pathlib import Path

import pytest

from domain.rules import ALIASES, PRESETS
from telegram_bot.referee.command import main
from telegram_bot.referee.kinds import KINDS
from telegram_bot.referee.legality import ACTIONS
from telegram_bot.referee.positions import POSITIONS
from telegram_bot.referee.stock import EVENTS

PAGE = (Path(__file__).parents[2] / "docs" / "referee.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(
    ("asked", "answer"), list(zip(blocks("json"), blocks("text"), strict=True))
)
def test_an_example_is_answered_as_shown(
    asked: str, answer: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "row.json"
    file.write_text(asked, encoding="utf-8")

    code = main([str(file)])

    assert capsys.readouterr().out == answer
    assert code == (1 if "error" in json.loads(answer) else 0)


def test_every_kind_has_an_example() -> None:
    shown = {json.loads(row)["kind"] for row in blocks("json")}

    assert shown | {"tiebreak_deal"} == set(KINDS)


def test_the_explanation_is_told_as_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "row.json"
    file.write_text(json.dumps([json.loads(blocks("json")[0])]), encoding="utf-8")

    assert main([str(file), "--explain"]) == 0
    assert capsys.readouterr().out == blocks("explained")[0]


def test_every_kind_every_preset_and_all_words_for_situations_are_on_the_page() -> None:
    words = chain(*POSITIONS.values(), *ACTIONS.values())

    assert [n for n in (*KINDS, *PRESETS, *ALIASES, *words, *EVENTS) if f"`{n}`" not in PAGE] == []
