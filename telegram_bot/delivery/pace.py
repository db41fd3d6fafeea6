"""How often chats may be written to: buckets of calls that fill with time, for all processes.

Telegram bears about 20 messages and edits a minute in a group, and about 30 a second over all.
What is written to a chat is counted wherever it is written, and told to all processes whenever
delivery looks for what to do, which is within a second; it waits for its turn, answers never do.
"""

from collections import Counter, deque
from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from psycopg import Error, sql
from psycopg_pool import ConnectionPool

EVERYWHERE: Final = 0
"""The chat by whose row all calls are counted. No chat of Telegram has this id."""


@dataclass(frozen=True)
class Rate:
    """How a bucket fills.

    Attributes:
        size: Calls in a full bucket, which may be made at once.
        per_second: Calls added in a second.
    """

    size: float
    per_second: float

    def filled(self, calls: float, seconds: float) -> float:
        """Return what a bucket with so many calls holds after so many seconds."""
        return min(self.size, calls + max(0.0, seconds) * self.per_second)

    def wait(self, calls: float) -> float:
        """Return the seconds until a call may be made, if a bucket holds so many."""
        return max(0.0, (1 - calls) / self.per_second)


@dataclass(frozen=True)
class Room:
    """How much room there is for calls.

    Attributes:
        waits: Seconds until each of some chats may be written to.
        calls: How many calls may be made over all.
        wait: Seconds until there may be one more than none.
    """

    waits: dict[int, float]
    calls: int
    wait: float


class Pace:
    """The table `chat_paces`."""

    def __init__(self, pool: ConnectionPool, chat: Rate, everywhere: Rate) -> None:
        """Allow so many calls to each chat, and so many over all."""
        self._pool = pool
        self._chat = chat
        self._everywhere = everywhere
        self._made: deque[int] = deque()

    def count(self, chat_id: int) -> None:
        """Count a call to a chat, whether there is room for it or not. Any thread may."""
        self._made.append(chat_id)

    def room(self, chat_ids: Collection[int], now: datetime) -> Room:
        """Tell all processes what was counted; return how much room some chats have for calls."""
        held = self._settled(chat_ids, now)
        calls = held.get(EVERYWHERE, self._everywhere.size)
        waits = {chat: self._chat.wait(held.get(chat, self._chat.size)) for chat in chat_ids}
        return Room(waits, max(0, int(calls)), self._everywhere.wait(calls))

    def _settled(self, chat_ids: Collection[int], now: datetime) -> dict[int, float]:
        """Tell what was counted; return how many calls the buckets hold that may not be full."""
        made = Counter(self._made.popleft() for _ in range(len(self._made)))
        if not made and not chat_ids:
            return {}
        # Everybody locks the row of all last.
        calls = [*sorted(made.items()), (EVERYWHERE, made.total())] if made else []
        values = {
            "chats": [chat_id for chat_id, _ in calls],
            "left": [self._rate_of(chat_id).size - count for chat_id, count in calls],
            "size": self._chat.size,
            "rate": self._chat.per_second,
            "size_over_all": self._everywhere.size,
            "rate_over_all": self._everywhere.per_second,
            "now": now,
            "asked": [*chat_ids, EVERYWHERE],
        }
        try:
            with self._pool.connection() as connection:
                rows = connection.execute(_SETTLE, values).fetchall()
        except Error:
            self._made.extend(made.elements())
            raise
        return {
            chat_id: self._rate_of(chat_id).filled(calls, (now - filled_at).total_seconds())
            for chat_id, calls, filled_at in rows
        }

    def _rate_of(self, chat_id: int) -> Rate:
        return self._everywhere if chat_id == EVERYWHERE else self._chat


# It may come to owe calls: whoever answers does not wait.
_SETTLE: Final = (
    sql.SQL(
        """
    WITH told AS (
        INSERT INTO thirtyone.chat_paces AS pace
        SELECT chat, calls_left, %(now)s
          FROM unnest(%(chats)s::bigint[], %(left)s::float8[]) AS made (chat, calls_left)
        ON CONFLICT (telegram_chat_id) DO UPDATE SET
            calls = excluded.calls + least(0, pace.calls
                + CASE pace.telegram_chat_id WHEN {everywhere} THEN %(rate_over_all)s
                                             ELSE %(rate)s END
                * greatest(0, extract(epoch FROM excluded.filled_at - pace.filled_at))
                - CASE pace.telegram_chat_id WHEN {everywhere} THEN %(size_over_all)s
                                             ELSE %(size)s END),
            filled_at = greatest(pace.filled_at, excluded.filled_at)
        RETURNING telegram_chat_id, calls, filled_at)
    SELECT * FROM told
    UNION ALL
    SELECT telegram_chat_id, calls, filled_at FROM thirtyone.chat_paces
     WHERE telegram_chat_id = ANY(%(asked)s) AND telegram_chat_id <> ALL(%(chats)s)
    """
    )
    .format(everywhere=EVERYWHERE)
    .as_bytes()
)
