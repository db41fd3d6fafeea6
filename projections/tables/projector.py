"""What each event makes of a row of `tables`."""

from dataclasses import replace
from typing import Any

from domain import facts
from domain.codes import code_of
from projections.log import Entry
from projections.read_model import Change, ReadModel, of_known
from projections.tables import view
from projections.tables.view import TableRow


def _opened(_row: TableRow | None, entry: Entry) -> TableRow:
    event: Any = entry.event
    return TableRow(
        game_id=event.originator_id,
        group_id=event.group_id,
        code=code_of(event.originator_id),
        status=view.LOBBY,
        preset=event.preset,
        player_ids=[],
        opened_at=event.timestamp,
    )


def _left(row: TableRow, fact: facts.PlayerLeft) -> TableRow:
    return replace(row, player_ids=[one for one in row.player_ids if one != fact.player_id])


def _seated(row: TableRow, fact: facts.PlayerJoined | facts.ComputerSeated) -> TableRow:
    return replace(row, player_ids=[*row.player_ids, fact.player_id])


def _now(status: str) -> Change[TableRow]:
    return of_known(lambda row, _: replace(row, status=status))


MODEL = ReadModel(
    "tables",
    {
        facts.GameOpened: _opened,
        facts.PlayerJoined: of_known(_seated),
        facts.ComputerSeated: of_known(_seated),
        facts.PlayerLeft: of_known(_left),
        facts.RulesChosen: of_known(lambda row, fact: replace(row, preset=fact.preset)),
        facts.TableClosed: _now(view.CLOSED),
        facts.GameStarted: of_known(
            lambda row, fact: replace(row, status=view.PLAYING, player_ids=list(fact.player_ids))
        ),
        facts.GameEnded: _now(view.FINISHED),
        facts.GameAbandoned: _now(view.ABANDONED),
    },
    view.TABLES,
)
