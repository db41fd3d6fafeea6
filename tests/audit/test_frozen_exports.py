"""A game that was exported once can be verified for ever, whatever has become of events since.

A frozen export is never changed. A new form of an event, or of the file, gets new ones beside it.
"""

import json
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest

from domain.audit.findings import Promise, Standing
from domain.audit.forms import read
from domain.audit.game_file import Line, taken_apart, written
from domain.audit.judging import verify
from domain.events import TOPICS
from domain.match import Phase

CASES = Path(__file__).parents[1] / "cases"
EXPORTS = sorted((CASES / "exports").glob("*.jsonl"))
LOGS: dict[UUID, Any] = {
    UUID(log["id"]): log
    for file in sorted(CASES.glob("log_*.json"))
    for log in json.loads(file.read_text())
    if "ends" in log
}


@pytest.mark.parametrize("file", EXPORTS, ids=lambda file: file.stem)
def test_a_frozen_export_is_good_and_has_the_digest_that_was_published(file: Path) -> None:
    data = file.read_bytes()
    ends = LOGS[taken_apart(data).game_id]["ends"]

    report = verify(data, ends["digest"])

    assert report.findings == ()
    assert report.phase == Phase(ends["phase"])
    assert report.verdicts[Promise.DIGEST].standing is Standing.KEPT
    assert report.verdicts[Promise.COMMITMENT].judged == ends["rounds"]


@pytest.mark.parametrize("file", EXPORTS, ids=lambda file: file.stem)
def test_a_frozen_log_is_still_exported_as_it_was(file: Path) -> None:
    data = file.read_bytes()
    game_id = taken_apart(data).game_id
    rows = [Line(row["topic"], row["state"].encode()) for row in LOGS[game_id]["events"]]
    events = [read(number, row) for number, row in enumerate(rows, 1)]

    assert b"".join(written(game_id, rows, events)) == data


def test_every_form_that_an_event_of_a_game_has_had_is_in_a_frozen_export() -> None:
    frozen = {
        (line.topic, read(number, line).version)
        for file in EXPORTS
        for number, line in enumerate(taken_apart(file.read_bytes()).lines, 1)
    }

    assert frozen == {
        (topic, version)
        for topic, fact in TOPICS.items()
        if topic.startswith("game.")
        for version in range(1, getattr(fact, "class_version", 1) + 1)
    }
