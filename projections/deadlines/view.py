"""The rows of the view `deadlines`: one for each game that is being played."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from projections.rows import RowPerGame

DEAL = "deal"
BUY_IN = "buy_in"


@dataclass(frozen=True)
class DeadlineRow:
    """What a game waits for.

    Attributes:
        game_id: The game.
        round: The round it is about.
        kind: `deal` or `buy_in`; none while it waits for no clock.
        due_at: When it is due.
        claimed_until: Until when a clock has it in hand.
    """

    game_id: UUID
    round: int
    kind: str | None = None
    due_at: datetime | None = None
    claimed_until: datetime | None = None


DEADLINES = RowPerGame("deadlines", DeadlineRow)
