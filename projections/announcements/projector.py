"""Which events are announced. The end of a game is not: the last state of its screen tells it."""

from domain import facts
from projections.announcements import view
from projections.announcements.view import Announcement, NewAnnouncements
from projections.log import Entry
from projections.read_model import ReadModel

KINDS = {
    facts.RoundEnded: view.SHOWDOWN,
    facts.RoundVoided: view.VOID,
    facts.GameAbandoned: view.ABANDONED,
}


def project(said: tuple[Announcement, ...] | None, entry: Entry) -> tuple[Announcement, ...]:
    """Return what a game has to say after an entry."""
    said = said or ()
    event = entry.event
    for fact, kind in KINDS.items():
        if isinstance(event, fact):
            new = Announcement(
                position=entry.position,
                game_id=event.originator_id,
                version=event.originator_version,
                kind=kind,
                created_at=event.timestamp,
            )
            return (*said, new)
    return said


MODEL = ReadModel("announcements", project, NewAnnouncements())
