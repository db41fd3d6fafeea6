"""The table `chat_pauses`: when which chat, or topic of one, was not written to.

A chat that Telegram wants to be left alone for so many seconds has a pause with an end. One that
cannot be written to is closed, until Telegram tells of the contrary or a message arrives there.
"""

from datetime import datetime, timedelta
from typing import Final

from psycopg import sql

from projections.deadlines.queries import look_again
from projections.pauses import BRIEF, EVERY_TOPIC
from projections.rows import Connection

AT_ONCE: Final = timedelta(seconds=10)
"""A pause that begins within this time after another continues it: nothing came between them."""

OFTEN: Final = timedelta(minutes=10)
SELDOM: Final = timedelta(days=1)
"""A closed chat is tried again so often at first, and so seldom in the end.

It takes an eighth of the time passed, so that those who took the bot out for good have peace.
"""


def leave_alone(connection: Connection, chat_id: int, now: datetime, until: datetime) -> None:
    """Note that a chat is not to be written to until a time, as Telegram wants it."""
    begun = _begun(connection, chat_id, EVERY_TOPIC, now)
    _put(connection, (chat_id, EVERY_TOPIC, begun, until, False))


def close(connection: Connection, chat_id: int, thread_id: int, now: datetime) -> None:
    """Note that a chat or a topic cannot be written to, and when it is tried again."""
    begun = _begun(connection, chat_id, thread_id, now)
    again = now + min(max(OFTEN, (now - begun) / 8), SELDOM)
    _put(connection, (chat_id, thread_id, begun, again, True))


def reopen(connection: Connection, chat_id: int, thread_id: int, now: datetime) -> None:
    """Note that a chat or a topic can be written to. A topic tells of its chat, and no other."""
    statement = sql.SQL(
        """
        UPDATE thirtyone.chat_pauses SET until = %(now)s, closed = false
         WHERE closed AND telegram_chat_id = %(chat)s
           AND (thread_id IN (%(thread)s, {every_topic}) OR %(thread)s = {every_topic})
        """
    ).format(every_topic=EVERY_TOPIC)
    values = {"chat": chat_id, "thread": thread_id, "now": now}
    if connection.execute(statement, values).rowcount > 0:
        look_again(connection, chat_id, now)


def try_now(connection: Connection, chat_id: int, thread_id: int, now: datetime) -> bool:
    """Let a place be tried at once if it is closed, as somebody writes there; say if it is."""
    statement = sql.SQL(
        """
        UPDATE thirtyone.chat_pauses SET until = %(now)s
         WHERE closed AND until > %(now)s AND telegram_chat_id = %(chat)s
           AND thread_id IN (%(thread)s, {every_topic})
        """
    ).format(every_topic=EVERY_TOPIC)
    values = {"chat": chat_id, "thread": thread_id, "now": now}
    return connection.execute(statement, values).rowcount > 0


def _begun(connection: Connection, chat_id: int, thread_id: int, now: datetime) -> datetime:
    """Return when the pause began that goes on now. Those before that cost nobody are dropped."""
    place = {"chat": chat_id, "thread": thread_id, "lately": now - AT_ONCE, "brief": BRIEF}
    connection.execute(
        """
        DELETE FROM thirtyone.chat_pauses
         WHERE (telegram_chat_id, thread_id) = (%(chat)s, %(thread)s)
           AND NOT closed AND until < %(lately)s AND until - since <= %(brief)s
        """,
        place,
    )
    found = connection.execute(
        """
        SELECT max(since) FROM thirtyone.chat_pauses
         WHERE (telegram_chat_id, thread_id) = (%(chat)s, %(thread)s)
           AND (closed OR until >= %(lately)s)
        """,
        place,
    ).fetchone()
    return found[0] if found and found[0] else now


def _put(connection: Connection, row: tuple[int, int, datetime, datetime, bool]) -> None:
    connection.execute(
        """
        INSERT INTO thirtyone.chat_pauses AS pause
            (telegram_chat_id, thread_id, since, until, closed)
        VALUES (%s, %s, %s, %s, %s)
        ON CONFLICT (telegram_chat_id, thread_id, since) DO UPDATE SET
            until = excluded.until, closed = pause.closed OR excluded.closed
        """,
        row,
    )
