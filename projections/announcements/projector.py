"""Which events are announced. The end of a game is not: the last state of its screen tells it."""

from functools import partial

from domain import facts
from projections.announcements import view
from projections.announcements.view import Announcement, NewAnnouncements
from projections.log import Entry
from projections.read_model import ReadModel

Said = tuple[Announcement, ...]

KINDS = {
    facts.RoundEnded: view.SHOWDOWN,
    facts.RoundVoided: view.VOID,
    facts.GameAbandoned: view.ABANDONED,
}


def _announced(said: Said | None, entry: Entry, kind: str) -> Said:
    event = entry.event
    new = Announcement(
        position=entry.position,
        game_id=event.originator_id,
        version=event.originator_version,
        kind=kind,
        created_at=event.timestamp,
    )
    return (*(said or ()), new)


MODEL = ReadModel(
    "announcements",
    {fact: partial(_announced, kind=kind) for fact, kind in KINDS.items()},
    NewAnnouncements(),
)
