"""What the standings know of a group: its time zone, and whether it wants the weekly ranking."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any


@dataclass(frozen=True)
class Calendar:
    """By what calendar a group plays.

    Attributes:
        time_zone: The IANA name of its time zone, if it has chosen one.
        weekly_since: Since when it wants its ranking every week; none if it does not.
    """

    time_zone: str | None = None
    weekly_since: datetime | None = None

    def after(self, chosen: Any) -> "Calendar":
        """Return the calendar after a stored `CustomsChosen`."""
        wanted = chosen.customs.get("weekly", False)
        since = (self.weekly_since or chosen.timestamp) if wanted else None
        return Calendar(chosen.customs.get("time_zone"), since)
