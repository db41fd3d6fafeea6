"""Questions to the standings."""

from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from psycopg.rows import class_row

from projections.rows import Connection
from projections.standings.books import EVERYWHERE, Figures, Meeting
from projections.standings.periods import Span
from projections.standings.rating import PROVISIONAL
from projections.standings.record import GameRecord
from projections.standings.view import StandingsStore, record_of

__all__ = ["EVERYWHERE", "PROVISIONAL"]


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
    """A line of the ranking by rating.

    Attributes:
        rank: Place.
        player_id: Who.
        rating: The conservative rating.
        games: Games that made it.
    """

    rank: int
    player_id: UUID
    rating: float
    games: int
