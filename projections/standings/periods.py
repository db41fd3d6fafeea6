"""The periods of the rankings: a game counts in those of its end, by its group's calendar."""

from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta, tzinfo
from enum import StrEnum
from typing import Final
from zoneinfo import ZoneInfo


class Period(StrEnum):
    """How long a ranking runs."""

    WEEK = "week"
    """From Monday."""
    MONTH = "month"
    SEASON = "season"
    """A quarter of the year."""
    ALL = "all"


BEGINNING: Final = date(1970, 1, 1)
"""When the ranking of all time began."""

MONTHS_OF_A_SEASON: Final = 3


@dataclass(frozen=True)
class Span:
    """One period of the calendar, named by its first day."""

    period: Period
    start: date


def zone_called(name: str | None) -> tzinfo:
    """Return a time zone; universal time where none is named."""
    return ZoneInfo(name) if name else UTC


def span(period: Period, at: datetime, zone: tzinfo) -> Span:
    """Return the period that a moment falls in, by the calendar of a zone."""
    day = at.astimezone(zone).date()
    match period:
        case Period.WEEK:
            return Span(period, day - timedelta(days=day.weekday()))
        case Period.MONTH:
            return Span(period, day.replace(day=1))
        case Period.SEASON:
            first = day.month - (day.month - 1) % MONTHS_OF_A_SEASON
            return Span(period, day.replace(month=first, day=1))
        case Period.ALL:
            return Span(period, BEGINNING)


def spans(at: datetime, zone: tzinfo) -> tuple[Span, ...]:
    """Return every period that a moment falls in."""
    return tuple(span(period, at, zone) for period in Period)


def before(current: Span) -> Span:
    """Return the period before one; all time has none, and is returned itself."""
    if current.period is Period.ALL:
        return current
    last_day = datetime.combine(current.start, datetime.min.time(), UTC) - timedelta(days=1)
    return span(current.period, last_day, UTC)
