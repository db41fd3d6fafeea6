"""What is to be done about a deadline that has passed: was it fair to those who were waited for?

Pure: what is known of the chat and of the bot's own service goes in, a decision comes out.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime, timedelta
from operator import itemgetter
from typing import Final

from domain.match import DeadlineKind
from domain.pace import IDLE, LONGEST_GRACE
from domain.timing import Grace
from projections.deadlines.queries import Due
from projections.pauses import BRIEF
from telegram_bot.heartbeats import Service

ON_TIME: Final = BRIEF
"""Word of a turn that arrives within this time is not late."""

UNSEEN_DEAL: Final = timedelta(minutes=1)
"""How long a deal waits for a chat that does not show that the deck can be cut."""

SOON: Final = timedelta(seconds=1)

TO_BE_SEEN: Final = frozenset({DeadlineKind.TURN, DeadlineKind.BUY_IN})
"""What nobody can meet before the table in the chat says so."""

GIVES_UP: Final = frozenset({DeadlineKind.LOBBY, DeadlineKind.IDLE})
"""What ends a table that is left alone, so also one whose chat is closed for good."""


@dataclass(frozen=True)
class Wait:
    """Look at it again at a time."""

    until: datetime


@dataclass(frozen=True)
class TimeOut:
    """It is over."""


Decision = Wait | Grace | TimeOut


def judge(due: Due, now: datetime, service: Service, seen_for: timedelta) -> Decision:
    """Decide about something that is due, while the bot is in service.

    Nobody's time is over before the same time, at most an hour, has passed since the last thing
    that kept people from using it: an outage, a chat that could not be written to, word that
    came late. Since the last such end decides, none is made up for twice. Only a table in a chat
    that has been closed for as long as `IDLE` is given up there all the same. A computer player
    waits for nothing but a chat that can be written to.

    Args:
        due: What it is, a reminder excepted.
        now: The time.
        service: What is known of the bot's own service.
        seen_for: How long a deck that can be cut must have been seen before it is dealt.
    """
    kind = DeadlineKind(due.kind)
    if due.closed_until is not None and due.closed_until > now:
        forgotten = due.closed_since is not None and now - due.closed_since >= IDLE
        return TimeOut() if forgotten and kind in GIVES_UP else Wait(due.closed_until)
    seen = due.shown_since if due.shown == f"{due.kind}:{due.number}" else None
    if kind is DeadlineKind.COMPUTER:
        return TimeOut()
    if kind is DeadlineKind.DEAL:
        return _deal(due, now, seen, seen_for)
    if service.heard is not None and service.heard < due.due_at:
        return Wait(now + SOON)  # what people did in time may be on its way
    if kind in TO_BE_SEEN and seen is None:
        return Wait(now + SOON)
    hindered = [*_hindrances(due, service, seen if kind in TO_BE_SEEN else None)]
    if not hindered:
        return TimeOut()
    over, cause = max(hindered, key=itemgetter(0))  # the first of those that ended together
    until = over + min(due.length, LONGEST_GRACE)
    return Grace(kind, due.number, until, cause) if until > due.due_at else TimeOut()


def _hindrances(
    due: Due, service: Service, seen: datetime | None
) -> Iterator[tuple[datetime, str]]:
    """Tell when something ended that kept people from what they are waited for, and what.

    What is the cause of another comes before it: a chat that opens shows the table again.
    """
    for gap in service.gaps:
        if gap.until > due.since:
            yield gap.until, "outage"
    if due.closed_until is not None and due.closed_until > due.since:
        yield due.closed_until, "chat"
    if seen is not None and seen - due.since > ON_TIME:
        yield seen, "unseen"


def _deal(due: Due, now: datetime, seen: datetime | None, seen_for: timedelta) -> Decision:
    """Deal once the table has been seen for a while; nothing is lost by a deal that is late."""
    if seen is not None:
        return Wait(seen + seen_for) if seen + seen_for > now else TimeOut()
    return Wait(now + SOON) if now < due.due_at + UNSEEN_DEAL else TimeOut()
