"""docs/referee.md does what it says."""

import json
import re
from pathlib import Path

import pytest

from domain.rules import ALIASES, PRESETS
from telegram_bot.referee.command import main
from telegram_bot.referee.kinds import KINDS

PAGE = (Path(__file__).parents[2] / "docs" / "referee.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize(
    ("asked", "answer", "code"),
    list(zip(blocks("json"), blocks("text"), (0, 1, 0), strict=True)),
)
def test_an_example_is_answered_as_shown(
    asked: str, answer: str, code: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "row.json"
    file.write_text(asked, encoding="utf-8")

    assert main([str(file)]) == code
    assert capsys.readouterr().out == answer


def test_the_explanation_is_told_as_shown(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "row.json"
    file.write_text(json.dumps([json.loads(blocks("json")[0])]), encoding="utf-8")

    assert main([str(file), "--explain"]) == 0
    assert capsys.readouterr().out == blocks("explained")[0]


def test_every_kind_and_every_preset_is_on_the_page() -> None:
    assert all(f"`{name}`" in PAGE for name in (*KINDS, *PRESETS, *ALIASES))
