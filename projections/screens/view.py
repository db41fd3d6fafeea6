"""The rows of the view `screens`."""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from projections.rows import RowPerGame


@dataclass(frozen=True)
class ScreenRow:
    """The screen of one game.

    Attributes:
        game_id: The game.
        group_id: Where it is shown.
        version: The version of the game that it should show.
        changed_at: When that came to be.
    """

    game_id: UUID
    group_id: UUID
    version: int
    changed_at: datetime


SCREENS = RowPerGame("screens", ScreenRow)
