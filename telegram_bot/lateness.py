"""What is to be done about a deadline that has passed: was it fair to those who were waited for?

Pure: what is known of the chat and of the bot's own service goes in, a decision comes out.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from domain.match import DeadlineKind
from domain.pace import LONGEST_GRACE
from domain.timing import Grace
from projections.deadlines.queries import Due
from telegram_bot.heartbeats import Gap

ON_TIME: Final = timedelta(seconds=10)
"""Word of a turn that arrives within this time is not late, and so short a pause costs nobody."""

UNSEEN_DEAL: Final = timedelta(minutes=1)
"""How long a deal waits for a chat that does not show that the deck can be cut."""

SOON: Final = timedelta(seconds=1)
LATER: Final = timedelta(seconds=15)

TO_BE_SEEN: Final = frozenset({DeadlineKind.DEAL, DeadlineKind.TURN, DeadlineKind.BUY_IN})
"""What nobody can meet before the table in the chat says so."""


@dataclass(frozen=True)
class Wait:
    """Look at it again at a time."""

    until: datetime


@dataclass(frozen=True)
class TimeOut:
    """It is over."""


Decision = Wait | Grace | TimeOut


def judge(due: Due, now: datetime, gaps: Iterable[Gap], seen_for: timedelta) -> Decision:
    """Decide about something that is due.

    Args:
        due: What it is, a reminder excepted.
        now: The time.
        gaps: When the bot was not in service.
        seen_for: How long a deck that can be cut must have been seen before it is dealt.
    """
    kind = DeadlineKind(due.kind)
    if kind is DeadlineKind.DEAL:
        return _deal(due, now, seen_for)
    pauses = [("outage", gap) for gap in gaps]
    if due.closed_since is not None and due.closed_until is not None:
        closed = due.closed_until if due.closed_until <= now else None
        pauses.append(("chat", Gap(due.closed_since, closed)))
    if any(pause.until is None for _, pause in pauses):
        return Wait(now + LATER)
    seen = due.shown_since if due.shown == f"{due.kind}:{due.number}" else None
    if kind in TO_BE_SEEN and seen is None:
        return Wait(now + SOON)
    late = [
        (pause.until, cause)
        for cause, pause in pauses
        if pause.until is not None
        and pause.until - pause.since > ON_TIME
        and pause.overlaps(due.since, due.due_at)
    ]
    if kind in TO_BE_SEEN and seen is not None and seen - due.since > ON_TIME:
        late.append((seen, "unseen"))
    if not late:
        return TimeOut()
    over, cause = max(late)
    until = over + min(due.length, LONGEST_GRACE)
    return Grace(kind, due.number, until, cause) if until > due.due_at else TimeOut()


def _deal(due: Due, now: datetime, seen_for: timedelta) -> Decision:
    """Deal once the table has been seen for a while; nothing is lost by a deal that is late."""
    seen = due.shown == f"{due.kind}:{due.number}" and due.shown_since is not None
    if seen and due.shown_since is not None and due.shown_since + seen_for > now:
        return Wait(due.shown_since + seen_for)
    if not seen and now < due.due_at + UNSEEN_DEAL:
        return Wait(now + SOON)
    return TimeOut()
