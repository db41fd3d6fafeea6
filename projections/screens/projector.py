"""What each event makes of a row of `screens`: the latest version is the one to show."""

from dataclasses import replace
from typing import Any

from domain import facts
from projections.log import Entry
from projections.read_model import ReadModel
from projections.screens.view import SCREENS, ScreenRow


def _opened(_row: ScreenRow | None, entry: Entry) -> ScreenRow:
    event: Any = entry.event
    return ScreenRow(
        event.originator_id, event.group_id, event.originator_version, event.timestamp
    )


def _last(row: ScreenRow, entry: Entry) -> ScreenRow:
    event = entry.event
    return replace(row, version=event.originator_version, changed_at=event.timestamp)


MODEL = ReadModel("screens", {facts.GameOpened: _opened}, SCREENS, last=_last)
