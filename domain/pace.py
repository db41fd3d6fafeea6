"""How long the table waits for people: the paces that a group or a table can choose (TABLE 5)."""

from dataclasses import dataclass
from datetime import timedelta
from enum import StrEnum
from typing import Final
from uuid import UUID
from zlib import crc32

from domain.errors import Refused


class Pace(StrEnum):
    """How fast a table is played."""

    FAST = "fast"
    RELAXED = "relaxed"
    SLOW = "slow"
    NONE = "none"
    """Nobody is hurried. Only a table that all have left alone is given up in the end."""


@dataclass(frozen=True)
class Limits:
    """How long a pace waits.

    Attributes:
        turn: For a turn; none where nobody is hurried.
        lobby: For anybody to come, go or change something before the start.
        offer: For an answer to an offer to buy back in.
        vote: For the votes of a table.
    """

    turn: timedelta | None
    lobby: timedelta
    offer: timedelta
    vote: timedelta


LIMITS: Final[dict[Pace, Limits]] = {
    Pace.FAST: Limits(
        turn=timedelta(seconds=60),
        lobby=timedelta(hours=1),
        offer=timedelta(seconds=30),
        vote=timedelta(minutes=1),
    ),
    Pace.RELAXED: Limits(
        turn=timedelta(minutes=10),
        lobby=timedelta(hours=3),
        offer=timedelta(minutes=2),
        vote=timedelta(minutes=5),
    ),
    Pace.SLOW: Limits(
        turn=timedelta(hours=24),
        lobby=timedelta(days=3),
        offer=timedelta(hours=12),
        vote=timedelta(hours=12),
    ),
    Pace.NONE: Limits(
        turn=None,
        lobby=timedelta(days=7),
        offer=timedelta(days=1),
        vote=timedelta(days=1),
    ),
}
"""What each pace means."""

AWAY: Final = timedelta(seconds=10)
"""How long the turn of a player lasts who is away."""

TIMEOUTS_UNTIL_AWAY: Final = 2
"""Deadlines missed in a row after which a player is away."""

AT_ONCE: Final = timedelta()

QUICKEST_MOVE: Final = timedelta(seconds=1)
SLOWEST_MOVE: Final = timedelta(seconds=3)
"""How long a computer player takes for a turn among people, who are to see what it does."""

IDLE: Final = timedelta(days=14)
"""After so long without a move a table where nobody is hurried is given up."""

LONGEST_GRACE: Final = timedelta(hours=1)

USUAL: Final = Pace.RELAXED
"""The pace of a group that has chosen none."""


def grace(pace: Pace) -> timedelta:
    """Return how long a player has, at least, once a pause in service is over."""
    return min(LIMITS[pace].turn or LONGEST_GRACE, LONGEST_GRACE)


def thinking_time(game_id: UUID, turn: int) -> timedelta:
    """Return how long a computer player takes for a turn among people, told by nothing secret."""
    share = crc32(f"{game_id}|{turn}".encode()) / 2**32
    return QUICKEST_MOVE + share * (SLOWEST_MOVE - QUICKEST_MOVE)


def pace_called(name: str) -> Pace:
    """Return the pace of a name.

    Raises:
        Refused: `forged`, if there is none.
    """
    try:
        return Pace(name)
    except ValueError:
        raise Refused("forged") from None
