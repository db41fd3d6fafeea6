"""Questions to the standings. Those about rankings walk an index, whatever its length."""

from dataclasses import dataclass
from typing import Final
from uuid import UUID

from psycopg.rows import class_row

from projections.database import SCHEMA
from projections.rows import Connection
from projections.standings.books import BY_RATING, Figures
from projections.standings.periods import Span
from projections.standings.rating import DEVIATIONS, PROVISIONAL
from projections.standings.record import GameRecord
from projections.standings.view import StandingsStore, record_of

_RANK: Final = """
    1 + (SELECT COALESCE(sum(players), 0) FROM thirtyone.ranking_levels AS level
          WHERE level.scope = %(scope)s AND level.period = %(period)s
            AND level.start = %(start)s AND level.points > own.points)
      + (SELECT count(*) FROM thirtyone.rankings AS better
          WHERE better.scope = %(scope)s AND better.period = %(period)s
            AND better.start = %(start)s AND better.points = own.points
            AND better.wins > own.wins)
      + (SELECT count(*) FROM thirtyone.rankings AS better
          WHERE better.scope = %(scope)s AND better.period = %(period)s
            AND better.start = %(start)s AND better.points = own.points
            AND better.wins = own.wins AND better.games < own.games)
"""
"""The rank of a line `own`: all who have more points are counted by level, others one by one."""

TOP: Final = f"""
    WITH levels AS
             (SELECT points, sum(players) OVER (ORDER BY points DESC) - players AS above
                FROM thirtyone.ranking_levels
               WHERE scope = %(scope)s AND period = %(period)s AND start = %(start)s),
         first AS
             (SELECT points, above FROM levels
               WHERE above <= %(offset)s ORDER BY points LIMIT 1),
         page AS MATERIALIZED
             (SELECT line.*,
                     rank() OVER (ORDER BY line.points DESC, line.wins DESC, line.games) AS place
                FROM first, LATERAL
                     (SELECT player_id, points, wins, games FROM thirtyone.rankings
                       WHERE scope = %(scope)s AND period = %(period)s AND start = %(start)s
                         AND rankings.points <= first.points
                       ORDER BY points DESC, wins DESC, games, player_id
                       LIMIT %(limit)s OFFSET %(offset)s - first.above) AS line)
    SELECT CASE place WHEN 1
           THEN (SELECT {_RANK} FROM (SELECT * FROM page WHERE place = 1 LIMIT 1) AS own)
           ELSE %(offset)s + place END AS rank,
           player_id, points, wins, games
      FROM page ORDER BY place, player_id
"""  # noqa: S608 - a constant of ours
"""A page of a ranking, walked from the first line with as many points as its own first one.

Those who are level with that line may stand on pages before; all others are counted on this one.
"""

OWN: Final = f"""
    SELECT {_RANK} AS rank, player_id, points, wins, games
      FROM thirtyone.rankings AS own
     WHERE scope = %(scope)s AND period = %(period)s AND start = %(start)s
       AND player_id = %(player)s
"""  # noqa: S608 - as above
"""A player's own line."""

RATED: Final = f"""
    SELECT rank() OVER (ORDER BY (mu - {DEVIATIONS} * sigma) DESC) AS rank,
           player_id, mu - {DEVIATIONS} * sigma AS rating, rated_games AS games
      FROM thirtyone.player_figures
     WHERE rated_games >= {PROVISIONAL}
     ORDER BY (mu - {DEVIATIONS} * sigma) DESC, player_id
     LIMIT %(limit)s OFFSET %(offset)s
"""  # noqa: S608 - as above, and as in the index

OWN_RATED: Final = f"""
    SELECT 1 + (SELECT COALESCE(sum(players), 0) FROM thirtyone.ranking_levels
                 WHERE scope = %(scope)s AND period = %(period)s AND start = %(start)s
                   AND points > floor(own.rating))
             + (SELECT count(*) FROM thirtyone.player_figures
                 WHERE rated_games >= {PROVISIONAL}
                   AND mu - {DEVIATIONS} * sigma > own.rating
                   AND mu - {DEVIATIONS} * sigma < floor(own.rating) + 1) AS rank,
           player_id, rating, games
      FROM (SELECT player_id, mu - {DEVIATIONS} * sigma AS rating, rated_games AS games
              FROM thirtyone.player_figures
             WHERE player_id = %(player)s AND rated_games >= {PROVISIONAL}) AS own
"""  # noqa: S608 - as above
"""A player's own line: who has more whole points is counted by level, the others one by one."""


HISTORY: Final = """
    SELECT game_id, group_id, preset, total, trios, rounds, outcome, started_at, ended_at, seats
      FROM thirtyone.game_records
     WHERE group_id = %(group)s AND outcome IS NOT NULL
     ORDER BY ended_at DESC, game_id LIMIT %(limit)s OFFSET %(offset)s
"""


@dataclass(frozen=True)
class RankedPlayer:
    """A line of a ranking as it is shown.

    Attributes:
        rank: Place, shared by those who are level.
        player_id: Who.
        points: Players left behind.
        wins: Games won.
        games: Games played to their end.
    """

    rank: int
    player_id: UUID
    points: int
    wins: int
    games: int


@dataclass(frozen=True)
class RatedPlayer:
    """A line of the ranking by rating over all groups.

    Attributes:
        rank: Place, shared by those who are level.
        player_id: Who.
        rating: The conservative rating.
        games: Games that made it; at least `PROVISIONAL`.
    """

    rank: int
    player_id: UUID
    rating: float
    games: int


@dataclass(frozen=True)
class Opponent:
    """How often a player was placed before, behind, or level with somebody.

    Attributes:
        player_id: The other one.
        ahead: Games in which the player was placed before them.
        behind: Games in which the player was placed behind them.
        level: Games in which they shared a place.
    """

    player_id: UUID
    ahead: int
    behind: int
    level: int


def top(
    connection: Connection, scope: UUID, span: Span, limit: int, offset: int = 0
) -> list[RankedPlayer]:
    """Return a page of a ranking.

    Args:
        connection: The database.
        scope: The group, or `projections.standings.books.EVERYWHERE`.
        span: The period.
        limit: At most so many lines.
        offset: Lines left out at the top.
    """
    asked = {"scope": scope, "period": span.period, "start": span.start}
    with connection.cursor(row_factory=class_row(RankedPlayer)) as cursor:
        return cursor.execute(TOP, asked | {"limit": limit, "offset": offset}).fetchall()


def own_rank(
    connection: Connection, scope: UUID, span: Span, player_id: UUID
) -> RankedPlayer | None:
    """Return a player's own line of a ranking, if there is one."""
    asked = {"scope": scope, "period": span.period, "start": span.start, "player": player_id}
    with connection.cursor(row_factory=class_row(RankedPlayer)) as cursor:
        return cursor.execute(OWN, asked).fetchone()


def top_rated(connection: Connection, limit: int, offset: int = 0) -> list[RatedPlayer]:
    """Return a page of the ranking by rating, provisional ratings left out."""
    with connection.cursor(row_factory=class_row(RatedPlayer)) as cursor:
        return cursor.execute(RATED, {"limit": limit, "offset": offset}).fetchall()


def own_rated(connection: Connection, player_id: UUID) -> RatedPlayer | None:
    """Return a player's own line of the ranking by rating; none while that is provisional."""
    with connection.cursor(row_factory=class_row(RatedPlayer)) as cursor:
        asked = {"player": player_id, **BY_RATING._asdict()}
        return cursor.execute(OWN_RATED, asked).fetchone()


def figures_of(connection: Connection, player_id: UUID) -> Figures:
    """Return what is known of a player; zeros for somebody who has finished no game."""
    return StandingsStore(SCHEMA).figures(connection, [player_id]).get(player_id, Figures())


def opponents_of(connection: Connection, player_id: UUID, limit: int) -> list[Opponent]:
    """Return those whom a player has met most often."""
    with connection.cursor(row_factory=class_row(Opponent)) as cursor:
        return cursor.execute(
            """
            SELECT opponent_id AS player_id, ahead, behind, level
              FROM thirtyone.player_meetings WHERE player_id = %s
             ORDER BY ahead + behind + level DESC, opponent_id LIMIT %s
            """,
            (player_id, limit),
        ).fetchall()


def history_of(
    connection: Connection, group_id: UUID, limit: int, offset: int = 0
) -> list[GameRecord]:
    """Return the last games of a group that have ended, the newest first."""
    asked = {"group": group_id, "limit": limit, "offset": offset}
    rows = connection.execute(HISTORY, asked).fetchall()
    return [record_of(row) for row in rows]


def record_of_game(connection: Connection, game_id: UUID) -> GameRecord | None:
    """Return what is kept of a game."""
    return next(iter(StandingsStore(SCHEMA).games(connection, [game_id])), None)
