"""The ranking of a week that is over, posted once in each group that wants it.

It is due on Monday morning by the group's own clock. A group that is found late, since nothing ran
in the meantime, has it later in the week; one that has asked for it since then waits for the next.
While the standings do not know yet all that had happened when it was due, it waits for them.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final
from uuid import UUID

from psycopg import sql
from psycopg.rows import class_row
from psycopg_pool import ConnectionPool

from projections.pauses import LEFT_ALONE
from projections.standings import periods
from projections.standings.periods import Period, Span
from projections.standings.projector import STANDINGS
from projections.tracking import end_of_log, position_of
from telegram_bot.contacts import Contacts
from telegram_bot.delivery.desk import backoff
from telegram_bot.delivery.errand import Errand
from telegram_bot.delivery.messenger import Messenger
from telegram_bot.names import remembered_names
from telegram_bot.screens.rankings import PAGE_SIZE, Board, RankingSeen, weekly_screen
from telegram_bot.standings import Standings, placed
from telegram_bot.texts import texts
from telegram_bot.threads import Threads

MORNING: Final = time(9)
"""When it is posted."""

WEEK: Final = timedelta(weeks=1)

OLDEST: Final = 2 * WEEK
"""What has waited for longer is not posted any more."""


@dataclass(frozen=True)
class Weekly:
    """A ranking to post.

    Attributes:
        group_id: The group.
        week: The first day of the week.
        telegram_chat_id: The chat.
        thread_id: The topic in the chat, 0 for none.
        language: The language of the chat, if chosen.
        failures: Attempts that failed.
    """

    group_id: UUID
    week: date
    telegram_chat_id: int
    thread_id: int
    language: str | None
    failures: int


def week_to_tell(now: datetime, since: datetime, zone: tzinfo) -> date | None:
    """Return the first day of the week whose ranking is due; none if none is.

    Args:
        now: The time.
        since: When the group has asked for it.
        zone: The group's time zone.
    """
    monday = periods.span(Period.WEEK, now, zone).start
    due_at = datetime.combine(monday, MORNING, zone).astimezone(UTC)
    if now < due_at:
        monday -= WEEK
        due_at = datetime.combine(monday, MORNING, zone).astimezone(UTC)
    return monday - WEEK if since <= due_at else None


class WeeklyOutbox:
    """The table `posted_weeklies`. Any number may take down what is due at once."""

    def __init__(self, pool: ConnectionPool) -> None:
        """Work on a pool of connections."""
        self._pool = pool

    def end_of_log(self) -> int:
        """Return how far the standings must have come to tell of all that has happened by now."""
        with self._pool.connection() as connection:
            return end_of_log(connection)

    def take_down(self, now: datetime, end: int) -> int | None:
        """Take down the rankings that are due, of weeks in which games were played.

        Args:
            now: The time.
            end: The end of the log, as it was then or later.

        Returns:
            How many are new; none, and nothing is taken down, before the standings have come to
            the end.
        """
        with self._pool.connection() as connection, connection.transaction():
            if position_of(connection, STANDINGS.name) < end:
                return None
            groups = connection.execute(
                """
                SELECT group_id, time_zone, weekly_since FROM thirtyone.group_calendars
                 WHERE weekly_since IS NOT NULL
                """
            ).fetchall()
            due = {
                group_id: week
                for group_id, zone, since in groups
                if (week := week_to_tell(now, since, periods.zone_called(zone))) is not None
            }
            return connection.execute(
                """
                INSERT INTO thirtyone.posted_weeklies (group_id, week)
                SELECT group_id, week
                  FROM unnest(%s::uuid[], %s::date[]) AS due (group_id, week)
                 WHERE EXISTS (SELECT FROM thirtyone.rankings
                                WHERE (scope, period, start) = (group_id, 'week', week))
                ON CONFLICT DO NOTHING
                """,
                (list(due), list(due.values())),
            ).rowcount

    def pending(self, now: datetime) -> list[Weekly]:
        """Return what to post now. What has become old while it waited is not."""
        with (
            self._pool.connection() as connection,
            connection.cursor(row_factory=class_row(Weekly)) as cursor,
        ):
            return cursor.execute(PENDING, {"now": now}).fetchall()

    def sent(self, weekly: Weekly, message_id: int) -> None:
        """Note which message tells a ranking."""
        with self._pool.connection() as connection:
            connection.execute(
                """
                UPDATE thirtyone.posted_weeklies SET message_id = %s, retry_at = NULL
                 WHERE (group_id, week) = (%s, %s)
                """,
                (message_id, weekly.group_id, weekly.week),
            )

    def failed(self, weekly: Weekly, now: datetime) -> None:
        """Note that an attempt failed; there is another after a while."""
        with self._pool.connection() as connection:
            connection.execute(
                """
                UPDATE thirtyone.posted_weeklies SET retry_at = %s, failures = failures + 1
                 WHERE (group_id, week) = (%s, %s)
                """,
                (now + backoff(weekly.failures), weekly.group_id, weekly.week),
            )


class Weeklies:
    """Posts each of them once."""

    def __init__(
        self,
        standings: Standings,
        contacts: Contacts,
        outbox: WeeklyOutbox,
        messenger: Messenger,
        threads: Threads,
    ) -> None:
        """Take the parts."""
        self._standings = standings
        self._contacts = contacts
        self._outbox = outbox
        self._messenger = messenger
        self._threads = threads

    async def errands(self, now: datetime) -> list[Errand[Weekly]]:
        """Return the rankings to post now."""
        pending = await self._threads.run(self._outbox.pending, now)
        failed: Callable[[Weekly, datetime], None] = self._outbox.failed
        return [Errand(weekly, self.deliver, failed, weekly.group_id) for weekly in pending]

    async def deliver(self, weekly: Weekly) -> None:
        """Post a ranking."""
        words = texts(weekly.language)
        span = Span(Period.WEEK, weekly.week)
        ranking = await self._standings.top(weekly.group_id, span, 0, PAGE_SIZE)
        players = [line.player_id for line in ranking.lines]
        contacts = await self._threads.run(self._contacts.contacts, players)
        names = remembered_names(contacts, words)
        lines = [placed(line, name) for line, name in zip(ranking.lines, names, strict=True)]
        screen = weekly_screen(RankingSeen(weekly.group_id, Board(), weekly.week, lines), words)
        chat_id, thread_id = weekly.telegram_chat_id, weekly.thread_id
        message_id = await self._messenger.send(chat_id, thread_id, screen)
        await self._threads.run(self._outbox.sent, weekly, message_id)


PENDING: Final = sql.SQL(
    """
    SELECT posted.group_id, posted.week, chats.telegram_chat_id, chats.thread_id, chats.language,
           posted.failures
      FROM thirtyone.posted_weeklies posted
      JOIN thirtyone.group_calendars calendars USING (group_id)
      JOIN thirtyone.chats ON chats.id = posted.group_id
     WHERE posted.message_id IS NULL AND calendars.weekly_since IS NOT NULL
       AND posted.week > (%(now)s - {oldest})::date
       AND (posted.retry_at IS NULL OR posted.retry_at <= %(now)s) AND NOT {left_alone}
     ORDER BY posted.week, posted.group_id LIMIT 100
    """
).format(left_alone=LEFT_ALONE, oldest=OLDEST)
