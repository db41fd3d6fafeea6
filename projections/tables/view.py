"""The rows of the view `tables`."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from projections.rows import RowPerGame

LOBBY = "lobby"
PLAYING = "playing"
FINISHED = "finished"
ABANDONED = "abandoned"
CLOSED = "closed"


@dataclass(frozen=True)
class TableRow:
    """One game.

    Attributes:
        game_id: The game.
        group_id: The group it is played in.
        code: A short name for people, as in `/replay CODE`.
        status: `lobby`, `playing`, `finished`, `abandoned` or `closed`.
        preset: Name of the preset or alias of its rules.
        player_ids: Players by seat.
        round: The current or last round, 0 before the first.
        turn: Names the turn in play; grows with every deal and every finished turn.
        playing: Seats that play the round, in playing order.
        awaited_seat: The seat on turn, if any.
        opened_at: When it was opened.
        updated_at: When it last changed.
    """

    game_id: UUID
    group_id: UUID
    code: str
    status: str
    preset: str
    player_ids: list[UUID]
    round: int
    turn: int
    playing: list[int]
    awaited_seat: int | None
    opened_at: datetime
    updated_at: datetime

    @property
    def awaited_player_id(self) -> UUID | None:
        """The player on turn, if any."""
        return None if self.awaited_seat is None else self.player_ids[self.awaited_seat]


TABLES = RowPerGame("tables", TableRow)
