"""When somebody is reminded of their turn: once, at half time, not in quiet hours (TABLE 5).

The decisions are pure: what is known of the turn, the group and the chat goes in.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from psycopg_pool import ConnectionPool

from domain.customs import Customs, end_of_quiet
from domain.match import Deadline, DeadlineKind
from domain.views import Spectacle
from projections.deadlines.queries import Due, put_off, seen_to
from telegram_bot.contacts import Contacts
from telegram_bot.delivery.reminder_outbox import ReminderOutbox
from telegram_bot.game import Games
from telegram_bot.lateness import ON_TIME, SOON
from telegram_bot.threads import Threads


@dataclass(frozen=True)
class Awaited:
    """Whose turn it is, and until when."""

    player_id: UUID
    deadline: Deadline


def awaited(view: Spectacle, turn: int) -> Awaited | None:
    """Return who is waited for on a turn; nobody once it has passed."""
    deadline = view.deadline
    if view.awaited is None or deadline is None:
        return None
    if (deadline.kind, deadline.number) != (DeadlineKind.TURN, turn):
        return None
    return Awaited(view.seats[view.awaited].player_id, deadline)


def may_remind(deadline: Deadline, customs: Customs, now: datetime) -> datetime | None:
    """Return when somebody may be reminded, `now` for at once; none if they are not to be.

    Args:
        deadline: Of their turn.
        customs: Of the group.
        now: The time.
    """
    if not customs.reminders:
        return None
    if now >= deadline.until:
        return now + SOON  # the turn is being timed out, or given a grace
    quiet_until = end_of_quiet(customs, now)
    return quiet_until if quiet_until < deadline.until else None


def at_half_time(due: Due, deadline: Deadline, customs: Customs, now: datetime) -> datetime | None:
    """Return when a reminder that is due may be taken down, as above.

    It waits for a chat that cannot be written to and for the table there to show the turn. If
    that was late, half time is later by as much.

    Args:
        due: The reminder.
        deadline: Of the turn.
        customs: Of the group.
        now: The time.
    """
    may = may_remind(deadline, customs, now)
    if may is None:
        return None
    if due.closed_until is not None:
        may = max(may, due.closed_until)
    if due.shown != deadline.name or due.shown_since is None:
        return max(may, now + SOON)
    if due.shown_since - due.since > ON_TIME:
        return max(may, due.shown_since + due.length)
    return may


class Reminding:
    """Sees to the reminders that are due."""

    def __init__(self, games: Games, pool: ConnectionPool, threads: Threads) -> None:
        """Work on games and on a pool of connections."""
        self._games = games
        self._pool = pool
        self._threads = threads
        self._contacts = Contacts(pool)
        self._outbox = ReminderOutbox(pool)

    async def see_to(self, due: Due, now: datetime) -> None:
        """Take down a reminder, put it off, or leave it at that."""
        turn = awaited((await self._games.look(due.game_id)).view, due.number)
        when = None if turn is None else await self._when(due, turn, now)
        if turn is None or when is None:
            await self._threads.run(self._drop, due)
        elif when > now:
            await self._threads.run(self._put_off, due, when)
        else:
            await self._threads.run(self._outbox.take_down, due, turn.player_id)

    async def _when(self, due: Due, turn: Awaited, now: datetime) -> datetime | None:
        if not await self._threads.run(self._contacts.wants_reminders, turn.player_id):
            return None
        customs = await self._games.customs(due.group_id)
        return at_half_time(due, turn.deadline, customs, now)

    def _drop(self, due: Due) -> None:
        with self._pool.connection() as connection:
            seen_to(connection, due)

    def _put_off(self, due: Due, until: datetime) -> None:
        with self._pool.connection() as connection:
            put_off(connection, due, until)
