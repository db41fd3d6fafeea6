"""What each event makes of a row of `tables`."""

from base64 import b32encode
from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from domain import facts
from domain.events import Stored
from domain.facts import Fact, Seat
from projections.log import Entry
from projections.read_model import ReadModel
from projections.tables import view
from projections.tables.view import TableRow

CODE_BYTES = 5


def project(row: TableRow | None, entry: Entry) -> TableRow | None:
    """Return a game's row after an entry. Events of groups have none."""
    event = entry.event
    if isinstance(event, facts.GameOpened):
        return _opened(event, event)
    if row is None or not isinstance(event, Fact):
        return row
    return replace(_after(row, event), updated_at=event.timestamp)


MODEL = ReadModel("tables", project, view.TABLES)


def code_of(game_id: UUID) -> str:
    """Return the short name of a game, in letters and digits that are hard to confuse."""
    return b32encode(game_id.bytes[:CODE_BYTES]).decode().lower()


def _opened(event: Stored, opened: facts.GameOpened) -> TableRow:
    return TableRow(
        game_id=event.originator_id,
        group_id=opened.group_id,
        code=code_of(event.originator_id),
        status=view.LOBBY,
        preset=opened.preset,
        player_ids=[],
        round=0,
        turn=0,
        playing=[],
        awaited_seat=None,
        opened_at=event.timestamp,
        updated_at=event.timestamp,
    )


def _after(row: TableRow, fact: Fact) -> TableRow:
    match fact:
        case facts.PlayerJoined(player_id=player_id):
            return replace(row, player_ids=[*row.player_ids, player_id])
        case facts.PlayerLeft(player_id=player_id):
            return replace(row, player_ids=[one for one in row.player_ids if one != player_id])
        case facts.RulesChosen(preset=preset):
            return replace(row, preset=preset)
        case facts.TableClosed():
            return replace(row, status=view.CLOSED)
        case facts.GameStarted(player_ids=player_ids):
            return replace(row, status=view.PLAYING, player_ids=list(player_ids))
        case facts.DeckCommitted(round=number, seats=seats):
            return replace(row, round=number, playing=list(seats))
        case facts.RoundDealt():
            return replace(row, turn=row.turn + 1, awaited_seat=row.playing[0])
        case (
            facts.CardDiscarded(seat=seat)
            | facts.PlayerKnocked(seat=seat)
            | facts.PlayerStood(seat=seat)
            | facts.PlayerPassed(seat=seat)
        ):
            return replace(row, turn=row.turn + 1, awaited_seat=_next(row.playing, seat))
        case facts.PlayerForfeited(seat=seat):
            return _without(row, seat)
        case facts.RoundEnded() | facts.RoundVoided():
            return replace(row, awaited_seat=None)
        case facts.GameEnded() | facts.GameAbandoned():
            won = isinstance(fact, facts.GameEnded)
            status = view.FINISHED if won else view.ABANDONED
            return replace(row, status=status, awaited_seat=None)
        case _:
            return row


def _without(row: TableRow, seat: Seat) -> TableRow:
    """Take a seat out of the round; when it was on turn, the turn passes on."""
    if seat == row.awaited_seat:
        row = replace(row, turn=row.turn + 1, awaited_seat=_next(row.playing, seat))
    return replace(row, playing=[other for other in row.playing if other != seat])


def _next(playing: Sequence[Seat], seat: Seat) -> Seat:
    """Return who follows a seat; a round that is over says so in the same commit."""
    return playing[(playing.index(seat) + 1) % len(playing)]
