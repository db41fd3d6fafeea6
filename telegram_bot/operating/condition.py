"""How the bot is doing: how far its views are behind, what waits, and who is at work."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from psycopg import sql

from projections.database import SCHEMA
from projections.deadlines.view import SCHEDULES
from projections.log import EventLog
from projections.read_model import View
from projections.remembered import NEWS, REMEMBERED
from projections.rows import Connection
from projections.tracking import position_of


@dataclass(frozen=True)
class Lag:
    """How far a view is behind the log.

    Attributes:
        view: Its name.
        position: How far it has come.
        behind: Events that it has not taken in.
        waiting_since: When the first of these happened, if there are any.
    """

    view: str
    position: int
    behind: int
    waiting_since: datetime | None


@dataclass(frozen=True)
class Work:
    """What there is to do.

    Attributes:
        open_games: Tables at which people gather or play.
        deadlines_due: Deadlines and reminders that are over and not yet seen to.
        messages_waiting: Tables to draw, and messages to send.
        chats_paused: Chats and topics that are not written to for now.
        updates_set_aside: What people did that could not be handled.
    """

    open_games: int
    deadlines_due: int
    messages_waiting: int
    chats_paused: int
    updates_set_aside: int


def lags(connection: Connection, log: EventLog, views: Sequence[View]) -> list[Lag]:
    """Return how far each view is behind."""
    found = []
    for view in views:
        position = position_of(connection, view.name)
        ahead = log.after(connection, position, 1)
        since = ahead[0].event.timestamp if ahead else None
        behind = log.count_after(connection, position) if ahead else 0
        found.append(Lag(view.name, position, behind, since))
    return found


def work(connection: Connection, now: datetime) -> Work:
    """Return what there is to do."""
    numbers = connection.execute(_WORK, {"now": now, "since": now - NEWS}).fetchone()
    return Work(*numbers or ())


def beats(connection: Connection, now: datetime) -> dict[str, timedelta]:
    """Return how long ago each role has shown that it is at work."""
    rows = connection.execute("SELECT role, beat_at FROM thirtyone.heartbeats ORDER BY role")
    return {role: max(now - beat_at, timedelta()) for role, beat_at in rows}


def troubles(connection: Connection) -> dict[str, str]:
    """Return what keeps roles from their work: what they have met since they were last at it."""
    rows = connection.execute(
        """
        SELECT role, said FROM thirtyone.troubles LEFT JOIN thirtyone.heartbeats USING (role)
         WHERE beat_at IS NULL OR met_at > beat_at ORDER BY role
        """
    )
    return dict(rows.fetchall())


_WORK: Final = sql.SQL(
    """
    SELECT (SELECT count(*) FROM thirtyone.tables WHERE status IN ('lobby', 'playing')),
           {due},
           (SELECT count(*) FROM thirtyone.screens_to_draw
              JOIN thirtyone.screens USING (game_id)
              LEFT JOIN thirtyone.posted_screens posted USING (game_id)
             WHERE {remembered} AND posted.version IS DISTINCT FROM screens.version)
         + (SELECT count(*) FROM thirtyone.announcements_to_make
              JOIN thirtyone.screens USING (game_id)
              LEFT JOIN thirtyone.posted_announcements posted USING (position)
             WHERE {remembered} AND posted.sent_at IS NULL)
         + (SELECT count(*) FROM thirtyone.posted_offers WHERE shown IS DISTINCT FROM answer)
         + (SELECT count(*) FROM thirtyone.posted_reminders WHERE over OR message_id IS NULL)
         + (SELECT count(*) FROM thirtyone.posted_weeklies WHERE message_id IS NULL),
           (SELECT count(DISTINCT (telegram_chat_id, thread_id)) FROM thirtyone.chat_pauses
             WHERE closed OR until > %(now)s),
           (SELECT count(*) FROM thirtyone.set_aside_updates)
    """
).format(
    remembered=REMEMBERED,
    due=sql.SQL(" + ").join(
        sql.SQL("(SELECT count(*) FROM {} WHERE look_at <= %(now)s)").format(
            sql.Identifier(SCHEMA, name)
        )
        for name in SCHEDULES
    ),
)
