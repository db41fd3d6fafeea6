"""The rows of the standings, and how they are loaded and stored."""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, fields
from functools import partial
from typing import Any, Final, LiteralString, NamedTuple
from uuid import UUID

import psycopg
from psycopg import sql
from psycopg.types.json import Json

from projections.rows import Connection
from projections.standings.books import BY_RATING, Figures, Meeting, Ranking, Score
from projections.standings.calendar import Calendar
from projections.standings.rating import DEVIATIONS, PROVISIONAL, Rating
from projections.standings.record import GameRecord, SeatRecord

TABLES: Final = (
    "game_records",
    "group_calendars",
    "rankings",
    "ranking_levels",
    "player_figures",
    "player_meetings",
)
"""The tables of the view."""

_COUNTED: Final = tuple(field.name for field in fields(Figures) if field.name != "rating")
_RANKING: Final = Ranking._fields
_LINE: Final = (*_RANKING, "player_id")


class _Shape(NamedTuple):
    """A table: the columns of its key, and those kept under it."""

    table: str
    keys: tuple[str, ...]
    kept: tuple[str, ...]

    @property
    def columns(self) -> tuple[str, ...]:
        return (*self.keys, *self.kept)


_GAMES: Final = _Shape(
    "game_records", ("game_id",), tuple(field.name for field in fields(GameRecord)[1:])
)
_CALENDARS: Final = _Shape(
    "group_calendars", ("group_id",), tuple(field.name for field in fields(Calendar))
)
_FIGURES: Final = _Shape("player_figures", ("player_id",), ("mu", "sigma", *_COUNTED))
_MEETINGS: Final = _Shape("player_meetings", ("player_id", "opponent_id"), Meeting._fields)

_REPLACE: Final = "{0} = EXCLUDED.{0}"
_ADD: Final = "{0} = held.{0} + EXCLUDED.{0}"
"""What becomes of a column of a row that is there already."""

_WRITE: Final = """
    INSERT INTO {table} AS held ({columns})
    SELECT {columns} FROM json_populate_recordset(NULL::{table}, %(rows)s)
    ON CONFLICT ({keys}) DO UPDATE SET {changes}
"""

_ADD_SCORES: Final = """
    WITH gained AS MATERIALIZED
             (SELECT {columns} FROM json_populate_recordset(NULL::{rankings}, %(rows)s)),
         moved AS MATERIALIZED
             (SELECT {ranking}, held.points AS before,
                     COALESCE(held.points, 0) + gained.points AS after
                FROM gained LEFT JOIN {rankings} AS held USING ({keys})),
         written AS
             (INSERT INTO {rankings} AS held ({columns}) SELECT {columns} FROM gained
              ON CONFLICT ({keys}) DO UPDATE SET {changes}),
         steps AS
             (SELECT {ranking}, before AS points, -1 AS players FROM moved
               WHERE before IS NOT NULL
              UNION ALL SELECT {ranking}, after, 1 FROM moved)
    INSERT INTO {levels} AS level ({ranking}, points, players)
    SELECT {ranking}, points, sum(players) FROM steps
     GROUP BY {ranking}, points HAVING sum(players) <> 0
    ON CONFLICT ({ranking}, points) DO UPDATE SET players = level.players + EXCLUDED.players
"""
"""Adds to lines of rankings. All parts of one statement see the lines as they were before."""

_MOVE_RATINGS: Final = """
    WITH after AS MATERIALIZED
             (SELECT * FROM json_populate_recordset(NULL::{figures}, %(rows)s)),
         steps AS
             (SELECT floor(before.mu - {deviations} * before.sigma) AS points, -1 AS players
                FROM {figures} AS before JOIN after USING (player_id)
               WHERE before.rated_games >= {provisional}
              UNION ALL
              SELECT floor(mu - {deviations} * sigma), 1 FROM after
               WHERE rated_games >= {provisional})
    INSERT INTO {levels} AS level ({ranking}, points, players)
    SELECT %(scope)s, %(period)s, %(start)s, points, sum(players) FROM steps
     GROUP BY points HAVING sum(players) <> 0
    ON CONFLICT ({ranking}, points) DO UPDATE SET players = level.players + EXCLUDED.players
"""
"""Counts how many have which rating in whole points; asked before their figures are written."""

Row = dict[str, Any]


class StandingsStore:
    """Loads and stores what a batch touches, in one schema."""

    def __init__(self, schema: str) -> None:
        """Work on the tables of a schema."""
        self._schema = schema

    # Games.

    def games(self, connection: Connection, ids: Iterable[UUID]) -> Iterable[GameRecord]:
        """Ask for the records of some games; they are waited for when they are gone through."""
        return map(record_of, self._find(connection, _GAMES, ids))

    def store_games(
        self, connection: Connection, records: Mapping[UUID, GameRecord | None]
    ) -> None:
        """Write the records of some games; where it is none, remove it."""
        gone = [game_id for game_id, record in records.items() if record is None]
        if gone:
            delete = sql.SQL("DELETE FROM {} WHERE game_id = ANY(%s)")
            connection.execute(delete.format(self._table("game_records")), [gone])
        rows = [record.to_dict() for record in records.values() if record is not None]
        self._write(connection, _GAMES, rows)

    # Calendars.

    def calendars(self, connection: Connection, groups: Iterable[UUID]) -> dict[UUID, Calendar]:
        """Return the calendars of some groups that have chosen anything."""
        rows = self._find(connection, _CALENDARS, groups)
        return {group_id: Calendar(*row) for group_id, *row in rows}

    def store_calendars(self, connection: Connection, calendars: Mapping[UUID, Calendar]) -> None:
        """Write the calendars of some groups."""
        rows = [{"group_id": group, **asdict(kept)} for group, kept in calendars.items()]
        self._write(connection, _CALENDARS, rows)

    # Rankings.

    def add_scores(
        self, connection: Connection, scores: Mapping[Ranking, Mapping[UUID, Score]]
    ) -> None:
        """Add to lines of rankings, and keep how many players have how many points in each."""
        rows = [
            {"player_id": player, **ranking._asdict(), **score._asdict()}
            for ranking, lines in scores.items()
            for player, score in lines.items()
        ]
        if not rows:
            return
        statement = sql.SQL(_ADD_SCORES).format(
            rankings=self._table("rankings"),
            levels=self._table("ranking_levels"),
            ranking=_names(_RANKING),
            keys=_names(_LINE),
            columns=_names((*_LINE, *Score._fields)),
            changes=_each(_ADD, Score._fields),
        )
        connection.execute(statement, {"rows": _json(rows)})
        self._drop_empty_levels(connection)

    # Players.

    def figures(self, connection: Connection, players: Iterable[UUID]) -> dict[UUID, Figures]:
        """Return the figures of some players."""
        rows = self._find(connection, _FIGURES, players)
        return {row[0]: _figures_of(row) for row in rows}

    def store_figures(self, connection: Connection, figures: Mapping[UUID, Figures]) -> None:
        """Write the figures of some players."""
        rows = [
            {"player_id": player, "mu": kept.rating.mu, "sigma": kept.rating.sigma}
            | {name: getattr(kept, name) for name in _COUNTED}
            for player, kept in figures.items()
        ]
        if not rows:
            return
        move = sql.SQL(_MOVE_RATINGS).format(
            figures=self._table("player_figures"),
            levels=self._table("ranking_levels"),
            ranking=_names(_RANKING),
            deviations=DEVIATIONS,
            provisional=PROVISIONAL,
        )
        connection.execute(move, {"rows": _json(rows), **BY_RATING._asdict()})
        self._write(connection, _FIGURES, rows)
        self._drop_empty_levels(connection)

    def add_meetings(
        self, connection: Connection, meetings: Mapping[UUID, Mapping[UUID, Meeting]]
    ) -> None:
        """Add to how some players have fared against others."""
        rows = [
            {"player_id": player, "opponent_id": other, **met._asdict()}
            for player, others in meetings.items()
            for other, met in others.items()
        ]
        self._write(connection, _MEETINGS, rows, _ADD)

    def _drop_empty_levels(self, connection: Connection) -> None:
        delete = sql.SQL("DELETE FROM {} WHERE players = 0")
        connection.execute(delete.format(self._table("ranking_levels")))

    def _find(
        self, connection: Connection, shape: _Shape, asked: Iterable[UUID]
    ) -> psycopg.Cursor[tuple[Any, ...]]:
        question = sql.SQL("SELECT {} FROM {} WHERE {} = ANY(%s)").format(
            _names(shape.columns), self._table(shape.table), sql.Identifier(shape.keys[0])
        )
        return connection.execute(question, [list(set(asked))])

    def _write(
        self,
        connection: Connection,
        shape: _Shape,
        rows: Sequence[Row],
        change: LiteralString = _REPLACE,
    ) -> None:
        """Write rows in one statement, whether or not there is one with the same keys."""
        if not rows:
            return
        statement = sql.SQL(_WRITE).format(
            table=self._table(shape.table),
            columns=_names(shape.columns),
            keys=_names(shape.keys),
            changes=_each(change, shape.kept),
        )
        connection.execute(statement, {"rows": _json(rows)})

    def _table(self, name: str) -> sql.Identifier:
        return sql.Identifier(self._schema, name)


def record_of(row: Sequence[Any]) -> GameRecord:
    """Read a row of `game_records`."""
    named = dict(zip(_GAMES.columns, row, strict=True))
    seats = tuple(SeatRecord.from_dict(seat) for seat in named["seats"])
    return GameRecord(**{**named, "seats": seats})


def _figures_of(row: Sequence[Any]) -> Figures:
    _, mu, sigma, *counted = row
    return Figures(**dict(zip(_COUNTED, counted, strict=True)), rating=Rating(mu, sigma))


def _names(columns: Sequence[str]) -> sql.Composed:
    return sql.SQL(", ").join(map(sql.Identifier, columns))


def _each(change: LiteralString, columns: Sequence[str]) -> sql.Composed:
    return sql.SQL(", ").join(sql.SQL(change).format(sql.Identifier(name)) for name in columns)


def _json(rows: Sequence[Row]) -> Json:
    """Pass rows as one value, which costs a fraction of what an array for each column does."""
    return Json(rows, dumps=partial(json.dumps, default=str))
