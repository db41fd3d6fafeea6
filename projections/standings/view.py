"""The rows of the standings, and how they are loaded and stored."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import astuple, fields
from typing import Any, Final
from uuid import UUID

from psycopg import sql
from psycopg.types.json import Jsonb

from projections.rows import Connection
from projections.standings.books import Figures, Meeting, PairKey, RankKey, Score
from projections.standings.calendar import Calendar
from projections.standings.rating import Rating
from projections.standings.record import GameRecord, SeatRecord

TABLES: Final = (
    "game_records",
    "group_calendars",
    "rankings",
    "player_figures",
    "player_meetings",
)
"""The tables of the view."""

_RECORDS: Final = {
    "game_id": "uuid",
    "group_id": "uuid",
    "preset": "text",
    "total": "int4",
    "trios": "bool",
    "rounds": "int4",
    "outcome": "text",
    "started_at": "timestamptz",
    "ended_at": "timestamptz",
    "seats": "jsonb",
}
_CALENDARS: Final = {
    "group_id": "uuid",
    "time_zone": "text",
    "weekly_since": "timestamptz",
}
_RANKS: Final = {
    "scope": "uuid",
    "period": "text",
    "start": "date",
    "player_id": "uuid",
    "points": "int4",
    "wins": "int4",
    "games": "int4",
}
_COUNTED: Final = tuple(field.name for field in fields(Figures) if field.name != "rating")
_FIGURES: Final = {
    "player_id": "uuid",
    "mu": "float8",
    "sigma": "float8",
    **{name: "float8" if name == "hand_points" else "int4" for name in _COUNTED},
}
_MEETINGS: Final = {
    "player_id": "uuid",
    "opponent_id": "uuid",
    "ahead": "int4",
    "behind": "int4",
    "level": "int4",
}
"""Columns and their types, of each table."""


class StandingsStore:
    """Loads and stores what a batch touches, in one schema."""

    def __init__(self, schema: str) -> None:
        """Work on the tables of a schema."""
        self._schema = schema

    # Games.

    def games(self, connection: Connection, ids: Sequence[UUID]) -> dict[UUID, GameRecord]:
        """Return the records of some games."""
        question = self._sql(
            "SELECT {columns} FROM {table} WHERE game_id = ANY(%s)",
            "game_records",
            tuple(_RECORDS),
        )
        rows = connection.execute(question, [list(ids)]).fetchall()
        return {row[0]: record_of(row) for row in rows}

    def store_games(
        self, connection: Connection, records: Mapping[UUID, GameRecord | None]
    ) -> None:
        """Write the records of some games; where it is none, remove it."""
        gone = [game_id for game_id, record in records.items() if record is None]
        if gone:
            delete = self._sql("DELETE FROM {table} WHERE game_id = ANY(%s)", "game_records", ())
            connection.execute(delete, [gone])
        rows = [_record_row(record) for record in records.values() if record is not None]
        self._upsert(connection, "game_records", _RECORDS, 1, rows)

    # Calendars.

    def calendars(self, connection: Connection, groups: Iterable[UUID]) -> dict[UUID, Calendar]:
        """Return the calendars of some groups that have chosen anything."""
        question = self._sql(
            "SELECT {columns} FROM {table} WHERE group_id = ANY(%s)",
            "group_calendars",
            tuple(_CALENDARS),
        )
        rows = connection.execute(question, [list(set(groups))]).fetchall()
        return {group_id: Calendar(*row) for group_id, *row in rows}

    def store_calendars(self, connection: Connection, calendars: Mapping[UUID, Calendar]) -> None:
        """Write the calendars of some groups."""
        rows = [(group_id, *astuple(calendar)) for group_id, calendar in calendars.items()]
        self._upsert(connection, "group_calendars", _CALENDARS, 1, rows)

    # Rankings.

    def scores(self, connection: Connection, keys: Sequence[RankKey]) -> dict[RankKey, Score]:
        """Return some lines of rankings."""
        question = self._sql(
            "SELECT scope, period, start, player_id, points, wins, games"
            " FROM unnest(%s::uuid[], %s::text[], %s::date[], %s::uuid[])"
            " AS asked (scope, period, start, player_id) JOIN {table}"
            " USING (scope, period, start, player_id)",
            "rankings",
            (),
        )
        asked = _columns([(key.scope, key.period, key.start, key.player_id) for key in keys], 4)
        rows = connection.execute(question, asked).fetchall()
        return {RankKey(*row[:4]): Score(*row[4:]) for row in rows}

    def store_scores(self, connection: Connection, scores: Mapping[RankKey, Score]) -> None:
        """Write some lines of rankings."""
        rows = [
            (key.scope, key.period, key.start, key.player_id, s.points, s.wins, s.games)
            for key, s in scores.items()
        ]
        self._upsert(connection, "rankings", _RANKS, 4, rows)

    # Players.

    def figures(self, connection: Connection, players: Iterable[UUID]) -> dict[UUID, Figures]:
        """Return the figures of some players."""
        question = self._sql(
            "SELECT {columns} FROM {table} WHERE player_id = ANY(%s)",
            "player_figures",
            tuple(_FIGURES),
        )
        rows = connection.execute(question, [list(set(players))]).fetchall()
        return {row[0]: figures_of(row) for row in rows}

    def store_figures(self, connection: Connection, figures: Mapping[UUID, Figures]) -> None:
        """Write the figures of some players."""
        rows = [
            (
                player_id,
                one.rating.mu,
                one.rating.sigma,
                *(getattr(one, name) for name in _COUNTED),
            )
            for player_id, one in figures.items()
        ]
        self._upsert(connection, "player_figures", _FIGURES, 1, rows)

    def meetings(self, connection: Connection, pairs: Sequence[PairKey]) -> dict[PairKey, Meeting]:
        """Return how some players have fared against others."""
        question = self._sql(
            "SELECT player_id, opponent_id, ahead, behind, level"
            " FROM unnest(%s::uuid[], %s::uuid[]) AS asked (player_id, opponent_id)"
            " JOIN {table} USING (player_id, opponent_id)",
            "player_meetings",
            (),
        )
        asked = _columns([(pair.player_id, pair.opponent_id) for pair in pairs], 2)
        rows = connection.execute(question, asked).fetchall()
        return {PairKey(*row[:2]): Meeting(*row[2:]) for row in rows}

    def store_meetings(self, connection: Connection, meetings: Mapping[PairKey, Meeting]) -> None:
        """Write how some players have fared against others."""
        rows = [
            (pair.player_id, pair.opponent_id, met.ahead, met.behind, met.level)
            for pair, met in meetings.items()
        ]
        self._upsert(connection, "player_meetings", _MEETINGS, 2, rows)

    def _sql(self, text: Any, table: str, columns: Sequence[str]) -> sql.Composed:
        return sql.SQL(text).format(
            table=sql.Identifier(self._schema, table),
            columns=sql.SQL(", ").join(map(sql.Identifier, columns)),
        )

    def _upsert(
        self,
        connection: Connection,
        table: str,
        columns: Mapping[str, str],
        keys: int,
        rows: Sequence[Sequence[Any]],
    ) -> None:
        """Write rows in one statement, over those with the same first columns, their keys."""
        if not rows:
            return
        names = list(map(sql.Identifier, columns))
        statement = sql.SQL(
            "INSERT INTO {table} ({columns}) SELECT * FROM unnest({arrays})"
            " ON CONFLICT ({keys}) DO UPDATE SET {changes}"
        ).format(
            table=sql.Identifier(self._schema, table),
            columns=sql.SQL(", ").join(names),
            arrays=sql.SQL(", ").join(
                sql.SQL("%s::{}[]").format(sql.Identifier(kind)) for kind in columns.values()
            ),
            keys=sql.SQL(", ").join(names[:keys]),
            changes=sql.SQL(", ").join(
                sql.SQL("{0} = EXCLUDED.{0}").format(name) for name in names[keys:]
            ),
        )
        connection.execute(statement, _columns(rows, len(columns)))


def record_of(row: Sequence[Any]) -> GameRecord:
    """Read a row of `game_records`."""
    named = dict(zip(_RECORDS, row, strict=True))
    seats = tuple(SeatRecord.from_dict(seat) for seat in named["seats"])
    return GameRecord(**{**named, "seats": seats})


def figures_of(row: Sequence[Any]) -> Figures:
    """Read a row of `player_figures`: player, mu, sigma and the figures."""
    _, mu, sigma, *counted = row
    return Figures(**dict(zip(_COUNTED, counted, strict=True)), rating=Rating(mu, sigma))


def _record_row(record: GameRecord) -> tuple[Any, ...]:
    named = {name: getattr(record, name) for name in _RECORDS}
    named["seats"] = Jsonb([seat.to_dict() for seat in record.seats])
    return tuple(named.values())


def _columns(rows: Sequence[Sequence[Any]], width: int) -> list[list[Any]]:
    """Turn rows around, for a question about many of them at once."""
    return [[row[place] for row in rows] for place in range(width)]
