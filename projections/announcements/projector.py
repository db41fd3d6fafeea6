"""Which events are announced."""

import json
from dataclasses import fields
from typing import Any

from domain import facts
from domain.events import Stored
from projections.announcements import view
from projections.announcements.view import Announcement, NewAnnouncements
from projections.log import Entry
from projections.read_model import ReadModel

KINDS = {
    facts.RoundEnded: view.SHOWDOWN,
    facts.RoundVoided: view.VOID,
    facts.GameEnded: view.RESULT,
}

_ADDRESS = {field.name for field in fields(Stored)}


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
                payload=_payload(event),
                created_at=event.timestamp,
            )
            return (*said, new)
    return said


MODEL = ReadModel("announcements", project, NewAnnouncements())


def _payload(event: Stored) -> dict[str, Any]:
    """Return the fields of the fact in the types of JSON, whether read from the log or not."""
    names = [field.name for field in fields(event) if field.name not in _ADDRESS]
    told = json.dumps({name: getattr(event, name) for name in names}, default=str)
    payload: dict[str, Any] = json.loads(told)
    return payload
