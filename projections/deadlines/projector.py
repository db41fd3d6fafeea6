"""What each event makes of a row of `deadlines`."""

from domain import facts
from projections.deadlines import view
from projections.deadlines.view import DeadlineRow
from projections.log import Entry
from projections.read_model import ReadModel


def project(row: DeadlineRow | None, entry: Entry) -> DeadlineRow | None:
    """Return what a game waits for after an entry."""
    game_id = entry.event.originator_id
    match entry.event:
        case facts.DeckCommitted(round=number, deal_at=due_at):
            return DeadlineRow(game_id, number, view.DEAL, due_at)
        case facts.RoundDealt(round=number) | facts.RoundVoided(round=number):
            return DeadlineRow(game_id, number)
        case facts.BuyInOffered(until=due_at) if row is not None:
            return DeadlineRow(game_id, row.round, view.BUY_IN, due_at)
        case facts.GameEnded() | facts.TableClosed():
            return None
        case _:
            return row


MODEL = ReadModel("deadlines", project, view.DEADLINES)
