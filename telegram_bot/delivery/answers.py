"""What somebody has asked for: it comes at once, or as soon as its chat bears it again.

What waits is kept in memory only, as its update is settled: a command is not carried out twice
because its answer has to wait. What is lost with the process can be asked for again.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from telegram.error import RetryAfter, TelegramError

from telegram_bot.delivery.errand import Errand

logger = logging.getLogger(__name__)

PATIENCE: Final = timedelta(minutes=2)
"""What has waited for longer comes too late, and is dropped."""

Send = Callable[[], Awaitable[object]]
"""Sends an answer."""


@dataclass(frozen=True)
class Owed:
    """An answer that waits.

    Attributes:
        telegram_chat_id: The chat.
        send: Sends it.
        until: When it comes too late.
        thread_id: None that matters: whoever sends it knows where.
        failures: None: there is one attempt.
    """

    telegram_chat_id: int
    send: Send
    until: datetime
    thread_id: int = 0
    failures: int = 0


class Answers:
    """Sends them, those first that have waited longest."""

    def __init__(self) -> None:
        """Begin with none."""
        self._waiting: list[Owed] = []

    async def give(self, chat_id: int, send: Send, now: datetime) -> None:
        """Send an answer, or let it wait. A chat that cannot be written to stays as it is."""
        answer = Owed(chat_id, send, now + PATIENCE)
        try:
            await self.deliver(answer)
        except RetryAfter:
            self._waiting.append(answer)

    def errands(self, now: datetime) -> list[Errand[Owed]]:
        """Return the answers that wait."""
        self._waiting = [answer for answer in self._waiting if answer.until > now]
        return [Errand(answer, self.deliver, self._drop, None) for answer in self._waiting]

    async def deliver(self, answer: Owed) -> None:
        """Send an answer.

        Raises:
            RetryAfter: It is to be sent later.
        """
        try:
            await answer.send()
        except RetryAfter:
            raise
        except TelegramError as error:
            logger.info("An answer could not be sent: %s", error.message)
        self._drop(answer)

    def _drop(self, answer: Owed, _now: datetime | None = None) -> None:
        """Do no more about an answer."""
        if answer in self._waiting:
            self._waiting.remove(answer)
