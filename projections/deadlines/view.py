"""What happens by itself: three views with rows of one form, at most one for each game.

`deadlines` holds what a game waits for, `vote_deadlines` the vote that runs beside it, and
`reminders` when the player on turn is to be reminded.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from projections.rows import RowPerGame

REMINDER: Final = "reminder"
"""The kind of the rows of `reminders`; those of the others are `domain.match.DeadlineKind`."""


@dataclass(frozen=True)
class DeadlineRow:
    """Something that is due at a time.

    Attributes:
        game_id: The game.
        group_id: The group it is played in.
        kind: What is due; none while the game waits for no clock.
        number: Which one: the turn, the round or the vote.
        since: Since when the game has waited for it.
        length: How long people had for it in the first place.
        due_at: When it is due; none when that has been seen to.
        held_until: Until when a clock has it in hand, or has put it off.
    """

    game_id: UUID
    group_id: UUID
    kind: str | None = None
    number: int = 0
    since: datetime | None = None
    length: timedelta | None = None
    due_at: datetime | None = None
    held_until: datetime | None = None


DEADLINES = RowPerGame("deadlines", DeadlineRow)
VOTES = RowPerGame("vote_deadlines", DeadlineRow)
REMINDERS = RowPerGame("reminders", DeadlineRow)

SCHEDULES: Final = ("deadlines", "vote_deadlines", "reminders")
"""The views that a clock looks into."""
