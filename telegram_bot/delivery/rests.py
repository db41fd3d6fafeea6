"""Chats that Telegram wants left alone for a while, as this process has been told."""

from collections.abc import Callable
from datetime import datetime, timedelta
from typing import Final

from cachetools import FIFOCache

from telegram_bot.delivery.desk import Desk
from telegram_bot.threads import Threads

REMEMBERED: Final = 10_000
"""Chats of which is remembered until when."""


class Rests:
    """Notes them for all processes, and remembers its own so that no call has to ask."""

    def __init__(self, desk: Desk, threads: Threads, now: Callable[[], datetime]) -> None:
        """Note them at a desk; `now` tells the time."""
        self._desk = desk
        self._threads = threads
        self._now = now
        self._until: FIFOCache[int, datetime] = FIFOCache(REMEMBERED)

    async def begin(self, chat_id: int, wait: timedelta) -> None:
        """Leave a chat alone for so long. It is noted first: what is not is not kept to."""
        now = self._now()
        await self._threads.run(self._desk.pause, chat_id, now, now + wait)
        self._until[chat_id] = now + wait

    def time_left(self, chat_id: int) -> timedelta:
        """Return for how long a chat is still to be left alone."""
        until = self._until.get(chat_id)
        return timedelta() if until is None else max(timedelta(), until - self._now())
