"""What each event makes of the rows of `deadlines`, `vote_deadlines` and `reminders`."""

from dataclasses import replace
from datetime import datetime
from typing import Any, Final

from domain import facts, pace
from domain.events import Stored
from domain.match import DeadlineKind
from projections.deadlines import view
from projections.deadlines.view import DeadlineRow
from projections.log import Entry
from projections.read_model import Change, ReadModel, of_known


def _opened(_row: DeadlineRow | None, entry: Entry) -> DeadlineRow:
    event: Any = entry.event
    return DeadlineRow(event.originator_id, event.group_id)


def _over(_row: DeadlineRow | None, _entry: Entry) -> None:
    return None


def _due(row: DeadlineRow, event: Stored, kind: str, number: int, due_at: datetime) -> DeadlineRow:
    since = event.timestamp
    return DeadlineRow(row.game_id, row.group_id, kind, number, since, due_at - since, due_at)


def _nothing(row: DeadlineRow, _event: Stored) -> DeadlineRow:
    return DeadlineRow(row.game_id, row.group_id)


def _moved(row: DeadlineRow, fact: facts.GraceGiven) -> DeadlineRow:
    if (row.kind, row.number) != (fact.kind, fact.number):
        return row
    return replace(row, due_at=fact.until, held_until=None)


def _round_ended(row: DeadlineRow, fact: facts.RoundEnded) -> DeadlineRow:
    # An offer to buy in follows the end of a round, whose number it shares.
    return DeadlineRow(row.game_id, row.group_id, number=fact.round)


def _reminder(row: DeadlineRow, fact: Any) -> DeadlineRow:
    """Remind of a turn at half time (TABLE 5), but not of the short one of an absent player."""
    length = fact.until - fact.since
    if fact.kind != DeadlineKind.TURN or length <= pace.AWAY:
        return _nothing(row, fact)
    return _due(row, fact, view.REMINDER, fact.number, fact.since + length / 2)


def _reminder_moved(row: DeadlineRow, fact: Any) -> DeadlineRow:
    """Remind of a turn that got more time when half of that is over, if it has yet to be done."""
    if fact.kind != DeadlineKind.TURN or row.number != fact.number or row.due_at is None:
        return row
    half_time = fact.timestamp + (fact.until - fact.timestamp) / 2
    return replace(row, due_at=max(row.due_at, half_time), held_until=None)


OVER: Final[frozenset[type[facts.Fact]]] = frozenset(
    {facts.GameEnded, facts.GameAbandoned, facts.TableClosed}
)

IN_GENERAL: Final[dict[type[facts.Fact], Change[DeadlineRow]]] = {
    facts.GameOpened: _opened,
    **dict.fromkeys(OVER, _over),
}

DEADLINES = ReadModel(
    "deadlines",
    {
        **IN_GENERAL,
        facts.DeadlineSet: of_known(
            lambda row, fact: _due(row, fact, fact.kind, fact.number, fact.until)
        ),
        facts.DeckCommitted: of_known(
            lambda row, fact: _due(row, fact, DeadlineKind.DEAL, fact.round, fact.deal_at)
        ),
        facts.BuyInOffered: of_known(
            lambda row, fact: _due(row, fact, DeadlineKind.BUY_IN, row.number, fact.until)
        ),
        facts.RoundEnded: of_known(_round_ended),
        facts.GameStarted: of_known(_nothing),
        facts.RoundDealt: of_known(_nothing),
        facts.RoundVoided: of_known(_nothing),
        facts.GraceGiven: of_known(_moved),
    },
    view.DEADLINES,
    view.VOLATILE,
    anew=OVER
    | {
        facts.DeadlineSet,
        facts.DeckCommitted,
        facts.RoundEnded,
        facts.GameStarted,
        facts.RoundDealt,
        facts.RoundVoided,
    },
)

VOTES = ReadModel(
    "vote_deadlines",
    {
        **IN_GENERAL,
        facts.VoteCalled: of_known(
            lambda row, fact: _due(row, fact, DeadlineKind.VOTE, fact.number, fact.until)
        ),
        facts.VoteEnded: of_known(_nothing),
        facts.GraceGiven: of_known(_moved),
    },
    view.VOTES,
    view.VOLATILE,
    anew=OVER | {facts.VoteCalled, facts.VoteEnded},
)

REMINDERS = ReadModel(
    "reminders",
    {
        **IN_GENERAL,
        facts.DeadlineSet: of_known(_reminder),
        facts.GraceGiven: of_known(_reminder_moved),
        facts.RoundEnded: of_known(_nothing),
        facts.RoundVoided: of_known(_nothing),
    },
    view.REMINDERS,
    view.VOLATILE,
    anew=OVER | {facts.DeadlineSet, facts.RoundEnded, facts.RoundVoided},
)
