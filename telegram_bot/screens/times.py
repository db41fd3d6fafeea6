"""Times of day: in each reader's own zone where the client can, in the group's zone elsewhere."""

from datetime import datetime, timedelta, tzinfo
from typing import Final

from babel.dates import format_datetime, format_skeleton

from domain.match import Deadline, DeadlineKind
from domain.pace import LIMITS, Pace, grace
from telegram_bot.texts import Texts

SECONDS_COUNT: Final = timedelta(minutes=1)
"""For a wait as short as this the seconds are shown."""

DAY_COUNTS: Final = timedelta(hours=6)
"""After a wait longer than this it may be another day."""

WEEK: Final = timedelta(days=7)
"""After so long a weekday alone names no day any more."""


def moment(at: datetime, wait: timedelta, zone: tzinfo, texts: Texts) -> str:
    """Write a time as HTML, as exactly as the wait for it is short.

    Whether the day is named depends on how long the wait is and not on the present, so that a
    screen stays the same while nothing happens.

    Args:
        at: The time.
        wait: How long it is waited for in all.
        zone: The zone for clients that do not know their reader's.
        texts: The language.
    """
    shown = time_text(at, wait, zone, texts)
    return f'<tg-time unix="{int(at.timestamp())}" format="{_format(wait)}">{shown}</tg-time>'


def time_text(at: datetime, wait: timedelta, zone: tzinfo, texts: Texts) -> str:
    """Write a time as plain text, as `21:04:30 UTC` or `Tue 21:04 UTC`. Arguments as above."""

    def written(pattern: str) -> str:
        return format_datetime(at, pattern, tzinfo=zone, locale=texts.locale)

    time = f"{written('HH:mm:ss' if wait <= SECONDS_COUNT else 'HH:mm')} {_zone(at, zone, texts)}"
    if wait <= DAY_COUNTS:
        return time
    if wait < WEEK:
        return f"{written('EEE')} {time}"
    return f"{format_skeleton('MMMd', at, tzinfo=zone, locale=texts.locale)}, {time}"


def until(deadline: Deadline, pace: Pace, zone: tzinfo, texts: Texts) -> str:
    """Write a deadline of a table of some pace as HTML."""
    return moment(deadline.until, wait_for(deadline, pace), zone, texts)


def wait_for(deadline: Deadline, pace: Pace) -> timedelta:
    """Return how long a table waits in all; offers and votes do not tell since when.

    A turn whose deadline was moved leaves the grace of the pace, however long ago it began.
    """
    if deadline.kind is DeadlineKind.TURN and deadline.grace is not None:
        return grace(pace)
    if deadline.since is not None:
        return deadline.until - deadline.since
    limits = LIMITS[pace]
    return limits.vote if deadline.kind is DeadlineKind.VOTE else limits.offer


def _format(wait: timedelta) -> str:
    """Say how clients show it (Bot API, date-time entity formatting)."""
    if wait <= SECONDS_COUNT:
        return "T"
    if wait <= DAY_COUNTS:
        return "t"
    return "wt" if wait < WEEK else "Dt"


def _zone(at: datetime, zone: tzinfo, texts: Texts) -> str:
    """Name a zone as people of this language do, if they do, or by its distance from UTC."""
    name = format_datetime(at, "z", tzinfo=zone, locale=texts.locale)
    if name.isalpha():
        return name
    minutes = round((at.astimezone(zone).utcoffset() or timedelta()) / timedelta(minutes=1))
    if not minutes:
        return "UTC"
    hours, rest = divmod(abs(minutes), 60)
    return f"UTC{'+' if minutes > 0 else '-'}{hours}{f':{rest:02}' if rest else ''}"
