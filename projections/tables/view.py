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
        player_ids: Players by seat, as they sat down.
        opened_at: When it was opened.
    """

    game_id: UUID
    group_id: UUID
    code: str
    status: str
    preset: str
    player_ids: list[UUID]
    opened_at: datetime

    @property
    def over(self) -> bool:
        """Whether nothing can happen any more."""
        return self.status not in {"lobby", "playing"}


TABLES = RowPerGame("tables", TableRow)
