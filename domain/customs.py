"""The customs of a group besides the rules of the game: pace, reminders, quiet hours."""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, replace
from datetime import UTC, datetime, timedelta, tzinfo
from enum import StrEnum
from functools import cache
from typing import Any, Final, Self
from zoneinfo import ZoneInfo, available_timezones

from domain.errors import Refused
from domain.pace import USUAL, Pace, pace_called

HOURS = 24
HOUR: Final = timedelta(hours=1)

NO_PLACES: Final = frozenset({"Factory", "localtime"})
"""Zones that a machine may know as well, each a time of its own."""


@dataclass(frozen=True)
class Quiet:
    """Hours of the day in which nobody is reminded, by the group's clock.

    Attributes:
        start: The first of them, 0 to 23.
        end: The first hour after them; less than `start` when midnight lies between.
    """

    start: int
    end: int


class Pictures(StrEnum):
    """After what a picture is posted."""

    NONE = "none"
    RESULTS = "results"
    """Games: the final places."""
    ROUNDS = "rounds"
    """Games, and every showdown as well."""


USUAL_QUIET: Final = Quiet(23, 8)


@dataclass(frozen=True)
class Customs:
    """What a group has chosen for its next games.

    Attributes:
        pace: How fast they are played.
        reminders: Whether players are reminded of their turn.
        quiet: When they are not; it counts once the time zone is known.
        time_zone: Its IANA name, as `Europe/Lisbon`.
        weekly: Whether the ranking of each week is posted when it is over.
        pictures: After what a picture is posted. A game has many rounds, whose showdowns are
            told in words anyway: by default the group is spared theirs.
    """

    pace: Pace = USUAL
    reminders: bool = True
    quiet: Quiet | None = USUAL_QUIET
    time_zone: str | None = None
    weekly: bool = False
    pictures: Pictures = Pictures.RESULTS

    @property
    def zone(self) -> tzinfo:
        """The time zone; universal time while none was chosen."""
        return ZoneInfo(self.time_zone) if self.time_zone else UTC

    def to_dict(self) -> dict[str, Any]:
        """Return the stored form."""
        return asdict(self)

    @classmethod
    def from_dict(cls, stored: Mapping[str, Any]) -> Self:
        """Read the stored form; what it does not know is as usual."""
        known = {**cls().to_dict(), **stored}
        quiet = known["quiet"]
        return cls(
            pace=Pace(known["pace"]),
            reminders=known["reminders"],
            quiet=Quiet(**quiet) if quiet else None,
            time_zone=known["time_zone"],
            weekly=known["weekly"],
            pictures=Pictures(known["pictures"]),
        )


AS_USUAL: Final = Customs()
"""The customs of a group that has chosen none."""

ChangeOfCustoms = Callable[[Customs], Customs]
"""A choice to be made: it returns what is chosen then, or raises `Refused`."""


def choose_pace(customs: Customs, name: str) -> Customs:
    """Choose the pace of the next games.

    Raises:
        Refused: `forged`.
    """
    return replace(customs, pace=pace_called(name))


def choose_reminders(customs: Customs, *, wanted: bool) -> Customs:
    """Choose whether players are reminded."""
    return replace(customs, reminders=wanted)


def choose_weekly(customs: Customs, *, wanted: bool) -> Customs:
    """Choose whether the ranking of each week is posted."""
    return replace(customs, weekly=wanted)


def choose_pictures(customs: Customs, name: str) -> Customs:
    """Choose after what a picture is posted.

    Raises:
        Refused: `forged`.
    """
    try:
        return replace(customs, pictures=Pictures(name))
    except ValueError:
        raise Refused("forged") from None


def choose_quiet(customs: Customs, quiet: Quiet | None) -> Customs:
    """Choose the hours in which nobody is reminded.

    Raises:
        Refused: `forged`, for hours that no clock shows or that are the same.
    """
    if quiet and not (0 <= quiet.start < HOURS and 0 <= quiet.end < HOURS):
        raise Refused("forged")
    if quiet and quiet.start == quiet.end:
        raise Refused("forged")
    return replace(customs, quiet=quiet)


def choose_quiet_start(customs: Customs, hour: int) -> Customs:
    """Choose the first quiet hour; the end stays, or is the usual one where there was none.

    Raises:
        Refused: `forged`, as for `choose_quiet`.
    """
    return choose_quiet(customs, replace(customs.quiet or USUAL_QUIET, start=hour))


def choose_quiet_end(customs: Customs, hour: int) -> Customs:
    """Choose when the quiet hours end; the start stays, or is the usual one.

    Raises:
        Refused: `forged`, as for `choose_quiet`.
    """
    return choose_quiet(customs, replace(customs.quiet or USUAL_QUIET, end=hour))


@cache
def time_zones() -> frozenset[str]:
    """Return the names of all zones that mean the same on every machine."""
    return frozenset(available_timezones() - NO_PLACES)


def choose_time_zone(customs: Customs, name: str) -> Customs:
    """Choose the time zone.

    Raises:
        Refused: `no_such_zone`.
    """
    if name not in time_zones():
        raise Refused("no_such_zone")
    return replace(customs, time_zone=name)


def end_of_quiet(customs: Customs, at: datetime) -> datetime:
    """Return when people may be reminded: at once, or when the quiet hours are over. In UTC.

    The hours are those that the clocks on the wall show, whenever these are changed: hours that
    come twice are quiet twice, and quiet ends at once when its end is skipped.
    """
    until = at.astimezone(UTC)
    while _is_quiet(customs, until):
        until = _next_hour(customs, until)
    return until


def _is_quiet(customs: Customs, at: datetime) -> bool:
    quiet = customs.quiet
    if quiet is None or customs.time_zone is None:
        return False
    since = (at.astimezone(customs.zone).hour - quiet.start) % HOURS
    return since < (quiet.end - quiet.start) % HOURS


def _next_hour(customs: Customs, at: datetime) -> datetime:
    local = at.astimezone(customs.zone)
    passed = timedelta(minutes=local.minute, seconds=local.second, microseconds=local.microsecond)
    return at + HOUR - passed
