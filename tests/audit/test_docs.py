"""docs/export.md says of the file of a game what is so."""

import re
from pathlib import Path

from domain.audit.findings import Promise
from domain.audit.game_file import FORMAT, taken_apart
from domain.audit.judging import verify
from domain.codes import code_of
from domain.events import TOPICS
from tests.audit.test_frozen_exports import EXPORTS

PAGE = (Path(__file__).parents[2] / "docs" / "export.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    return re.findall(rf"```{language}\n(.*?)```", PAGE, re.DOTALL)


def table(heading: str) -> list[str]:
    """Return the first cells of the table whose head begins so."""
    _, rows = PAGE.split(f"| {heading} |", 1)
    return [row.split("|")[1].strip() for row in rows.split("\n\n")[0].splitlines()[2:]]


def test_the_lines_that_it_shows_are_those_of_a_game() -> None:
    [file] = [
        file.read_bytes() for file in EXPORTS if blocks("json")[0].encode() in file.read_bytes()
    ]
    lines = file.decode().splitlines(keepends=True)
    header, event, footer = blocks("json")

    assert (lines[0], lines[-1]) == (header, footer)
    assert event in lines[1:-1]
    assert f"thirtyone export {code_of(taken_apart(file).game_id)} " in blocks("sh")[0]
    [digest] = re.findall(r'--digest "([^"]+)"', PAGE)
    assert verify(file, digest).good


def test_it_names_the_format_and_every_promise() -> None:
    assert PAGE.startswith(f"# A game as a file, `{FORMAT}`\n")
    assert table("promise") == [str(promise) for promise in Promise]


def test_it_tells_of_every_event_that_has_had_another_form() -> None:
    assert table("event") == [
        f"`{topic}`"
        for topic, fact in TOPICS.items()
        if topic.startswith("game.") and getattr(fact, "class_version", 1) > 1
    ]
