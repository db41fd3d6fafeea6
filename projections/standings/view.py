"""The rows of the standings, and how they are loaded and stored."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final
from uuid import UUID

from psycopg import sql
from psycopg.types.json import Jsonb

from projections.rows import Connection
from projections.standings.books import Figures, Meeting, PairKey, RankKey, Score
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

_RECORD_COLUMNS: Final = tuple(field.name for field in fields(GameRecord))
_FIGURE_COLUMNS: Final = tuple(field.name for field in fields(Figures) if field.name != "rating")


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
            _RECORD_COLUMNS,
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
        self._upsert(connection, "game_records", _RECORD_COLUMNS, ("game_id",), rows)

    # Calendars.

    def zones(self, connection: Connection, groups: Iterable[UUID]) -> dict[UUID, str | None]:
        """Return the time zones of some groups that have chosen one."""
        question = self._sql(
            "SELECT group_id, time_zone FROM {table} WHERE group_id = ANY(%s)",
            "group_calendars",
            (),
        )
        return dict(connection.execute(question, [list(set(groups))]).fetchall())

    def store_zones(self, connection: Connection, zones: Mapping[UUID, str | None]) -> None:
        """Write the time zones of some groups."""
        self._upsert(
            connection, "group_calendars", ("group_id", "time_zone"), ("group_id",), zones.items()
        )

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
        keys = ("scope", "period", "start", "player_id")
        rows = [
            (key.scope, key.period, key.start, key.player_id, s.points, s.wins, s.games)
            for key, s in scores.items()
        ]
        self._upsert(connection, "rankings", (*keys, "points", "wins", "games"), keys, rows)

    # Players.

    def figures(self, connection: Connection, players: Iterable[UUID]) -> dict[UUID, Figures]:
        """Return the figures of some players."""
        question = self._sql(
            "SELECT player_id, mu, sigma, {columns} FROM {table} WHERE player_id = ANY(%s)",
            "player_figures",
            _FIGURE_COLUMNS,
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
                *(getattr(one, name) for name in _FIGURE_COLUMNS),
            )
            for player_id, one in figures.items()
        ]
        columns = ("player_id", "mu", "sigma", *_FIGURE_COLUMNS)
        self._upsert(connection, "player_figures", columns, ("player_id",), rows)

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
        keys = ("player_id", "opponent_id")
        rows = [
            (pair.player_id, pair.opponent_id, met.ahead, met.behind, met.level)
            for pair, met in meetings.items()
        ]
        columns = (*keys, "ahead", "behind", "level")
        self._upsert(connection, "player_meetings", columns, keys, rows)

    def _sql(self, text: Any, table: str, columns: Sequence[str]) -> sql.Composed:
        return sql.SQL(text).format(
            table=sql.Identifier(self._schema, table),
            columns=sql.SQL(", ").join(map(sql.Identifier, columns)),
        )

    def _upsert(
        self,
        connection: Connection,
        table: str,
        columns: Sequence[str],
        keys: Sequence[str],
        rows: Iterable[Sequence[Any]],
    ) -> None:
        statement = sql.SQL(
            "INSERT INTO {table} ({columns}) VALUES ({values})"
            " ON CONFLICT ({keys}) DO UPDATE SET {changes}"
        ).format(
            table=sql.Identifier(self._schema, table),
            columns=sql.SQL(", ").join(map(sql.Identifier, columns)),
            values=sql.SQL(", ").join([sql.Placeholder()] * len(columns)),
            keys=sql.SQL(", ").join(map(sql.Identifier, keys)),
            changes=sql.SQL(", ").join(
                sql.SQL("{0} = EXCLUDED.{0}").format(sql.Identifier(name))
                for name in columns
                if name not in keys
            ),
        )
        with connection.cursor() as cursor:
            cursor.executemany(statement, list(rows))


def record_of(row: Sequence[Any]) -> GameRecord:
    """Read a row of `game_records`."""
    named = dict(zip(_RECORD_COLUMNS, row, strict=True))
    seats = tuple(SeatRecord.from_dict(seat) for seat in named["seats"])
    return GameRecord(**{**named, "seats": seats})


def figures_of(row: Sequence[Any]) -> Figures:
    """Read a row of `player_figures`: player, mu, sigma and the figures."""
    _, mu, sigma, *counted = row
    return Figures(**dict(zip(_FIGURE_COLUMNS, counted, strict=True)), rating=Rating(mu, sigma))


def _record_row(record: GameRecord) -> tuple[Any, ...]:
    named = {name: getattr(record, name) for name in _RECORD_COLUMNS}
    named["seats"] = Jsonb([seat.to_dict() for seat in record.seats])
    return tuple(named.values())


def _columns(rows: Sequence[Sequence[Any]], width: int) -> list[list[Any]]:
    """Turn rows around, for a question about many of them at once."""
    return [[row[place] for row in rows] for place in range(width)]
