"""The read model of the standings: a batch of events becomes records, and these become figures."""

from collections.abc import Iterable, Iterator, Sequence, Set
from dataclasses import dataclass
from functools import partial
from typing import Final
from uuid import UUID

from domain import facts
from projections.database import SCHEMA
from projections.log import Batch, Entry
from projections.read_model import Finish
from projections.rows import Connection
from projections.standings import view
from projections.standings.books import Books
from projections.standings.calendar import Calendar
from projections.standings.record import CONCERNED, GameRecord, after
from projections.standings.view import StandingsStore

NAME = "standings"


@dataclass(frozen=True)
class Ended:
    """A game that has ended in a batch, and where its group's clock stood then."""

    game: GameRecord
    time_zone: str | None


class Standings:
    """Records, rankings and figures in one transaction, so that they never disagree."""

    name: Final = NAME
    tables: Final = view.TABLES
    volatile: Final = frozenset[str]()

    def begin(self, connection: Connection, batch: Batch, schema: str = SCHEMA) -> Finish:
        """Ask for the records of the games that a batch tells something new of."""
        store = StandingsStore(schema)
        relevant = [entry for entry in batch.entries if entry.kind in CONCERNED]
        ids = {entry.originator_id for entry in relevant}
        before = store.games(connection, ids) if ids else ()
        return partial(self._finish, connection, store, relevant, ids, before)

    def _finish(
        self,
        connection: Connection,
        store: StandingsStore,
        relevant: Sequence[Entry],
        ids: Set[UUID],
        asked: Iterable[GameRecord],
    ) -> bool:
        if not relevant:
            return False
        before = {record.game_id: record for record in asked}
        records: dict[UUID, GameRecord | None] = dict(before)
        known = store.calendars(connection, {*_groups(relevant, before.values()), *ids})
        calendars = dict(known)
        ended = _fold(relevant, records, calendars)
        for game in self._book(connection, store, ended):
            records[game.game_id] = game
        changed = {game: row for game, row in records.items() if row != before.get(game)}
        store.store_games(connection, changed)
        chosen = {group: now for group, now in calendars.items() if now != known.get(group)}
        store.store_calendars(connection, chosen)
        return bool(changed or chosen)

    def _book(
        self, connection: Connection, store: StandingsStore, ended: Sequence[Ended]
    ) -> list[GameRecord]:
        """Enter games in the order of their ends."""
        counting = [end for end in ended if end.game.counts]
        if not counting:
            return []
        players = {seat.player_id for end in counting for seat in end.game.seats}
        books = Books(store.figures(connection, players))
        entered = [books.enter(end.game, end.time_zone) for end in counting]
        store.store_figures(connection, books.figures)
        store.add_scores(connection, books.scores)
        store.add_meetings(connection, books.meetings)
        return entered


def _groups(entries: Iterable[Entry], records: Iterable[GameRecord]) -> Iterator[UUID]:
    for record in records:
        yield record.group_id
    for entry in entries:
        if isinstance(entry.event, facts.GameOpened):
            yield entry.event.group_id


def _fold(
    entries: Sequence[Entry],
    records: dict[UUID, GameRecord | None],
    calendars: dict[UUID, Calendar],
) -> list[Ended]:
    """Let events change records and calendars; return the games that end, in that order."""
    ended: list[Ended] = []
    for entry in entries:
        event = entry.event
        if isinstance(event, facts.CustomsChosen):
            before = calendars.get(event.originator_id, Calendar())
            calendars[event.originator_id] = before.after(event)
            continue
        record = records.get(event.originator_id)
        now = after(record, event)
        if now is record:
            continue
        records[event.originator_id] = now
        if now is not None and now.outcome and record is not None and not record.outcome:
            calendar = calendars.get(now.group_id, Calendar())
            ended.append(Ended(now, calendar.time_zone))
    return ended


STANDINGS = Standings()
"""The read model."""
