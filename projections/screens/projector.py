"""What each event makes of a row of `screens`: the latest version is the one to show."""

from dataclasses import replace

from domain import facts
from projections.log import Entry
from projections.read_model import ReadModel
from projections.screens.view import SCREENS, ScreenRow


def project(row: ScreenRow | None, entry: Entry) -> ScreenRow | None:
    """Return a game's screen after an entry. Events of groups have none."""
    event = entry.event
    if isinstance(event, facts.GameOpened):
        return ScreenRow(
            event.originator_id, event.group_id, event.originator_version, event.timestamp
        )
    if row is None:
        return None
    return replace(row, version=event.originator_version, changed_at=event.timestamp)


MODEL = ReadModel("screens", project, SCREENS)
