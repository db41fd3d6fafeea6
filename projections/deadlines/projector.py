"""What each event makes of the rows of `deadlines`, `vote_deadlines` and `reminders`."""

from dataclasses import replace
from datetime import datetime

from domain import facts, pace
from domain.events import Stored
from domain.match import DeadlineKind
from projections.deadlines import view
from projections.deadlines.view import DeadlineRow
from projections.log import Entry
from projections.read_model import ReadModel


def project(row: DeadlineRow | None, entry: Entry) -> DeadlineRow | None:
    """Return what a game waits for after an entry."""
    event = entry.event
    match event:
        case facts.DeadlineSet(kind=kind, number=number, until=until) if row:
            return _due(row, event, kind, number, until)
        case facts.DeckCommitted(round=number, deal_at=until) if row:
            return _due(row, event, DeadlineKind.DEAL, number, until)
        case facts.RoundEnded(round=number) if row:
            return replace(_nothing(row), number=number)
        case facts.BuyInOffered(until=until) if row:
            # It follows the end of a round, whose number it shares.
            return _due(row, event, DeadlineKind.BUY_IN, row.number, until)
        case facts.RoundDealt() | facts.RoundVoided() | facts.GameStarted() if row:
            return _nothing(row)
        case _:
            return _in_general(row, event)


def project_vote(row: DeadlineRow | None, entry: Entry) -> DeadlineRow | None:
    """Return until when a table votes after an entry."""
    event = entry.event
    match event:
        case facts.VoteCalled(number=number, until=until) if row:
            return _due(row, event, DeadlineKind.VOTE, number, until)
        case facts.VoteEnded() if row:
            return _nothing(row)
        case _:
            return _in_general(row, event)


def project_reminder(row: DeadlineRow | None, entry: Entry) -> DeadlineRow | None:
    """Return when the player on turn is to be reminded after an entry: at half time (TABLE 5)."""
    event = entry.event
    match event:
        case facts.DeadlineSet(
            kind=DeadlineKind.TURN, number=number, since=since, until=until
        ) if row and until - since > pace.AWAY:
            return _due(row, event, view.REMINDER, number, since + (until - since) / 2)
        case facts.DeadlineSet() | facts.RoundEnded() | facts.RoundVoided() if row:
            return _nothing(row)
        case facts.GraceGiven():
            return row
        case _:
            return _in_general(row, event)


def _in_general(row: DeadlineRow | None, event: Stored) -> DeadlineRow | None:
    match event:
        case facts.GameOpened(group_id=group_id):
            return DeadlineRow(event.originator_id, group_id)
        case facts.GraceGiven(kind=kind, number=number, until=until) if row and (
            row.kind,
            row.number,
        ) == (kind, number):
            return replace(row, due_at=until, held_until=None)
        case facts.GameEnded() | facts.GameAbandoned() | facts.TableClosed():
            return None
        case _:
            return row


def _due(row: DeadlineRow, event: Stored, kind: str, number: int, due_at: datetime) -> DeadlineRow:
    since = event.timestamp
    return DeadlineRow(row.game_id, row.group_id, kind, number, since, due_at - since, due_at)


def _nothing(row: DeadlineRow) -> DeadlineRow:
    return DeadlineRow(row.game_id, row.group_id)


DEADLINES = ReadModel("deadlines", project, view.DEADLINES)
VOTES = ReadModel("vote_deadlines", project_vote, view.VOTES)
REMINDERS = ReadModel("reminders", project_reminder, view.REMINDERS)
