"""Counts the calls to each chat, and keeps the peace of those that Telegram wants left alone.

That is done wherever in the bot calls are made.
"""

from collections.abc import Awaitable, Callable, Coroutine
from datetime import timedelta
from typing import Any, Final

from telegram.error import RetryAfter
from telegram.ext import BaseRateLimiter

COUNTED: Final = ("send", "edit", "copy", "forward")
"""How the names of methods begin that Telegram counts."""

NOT_COUNTED: Final = frozenset({"sendChatAction"})

WRITING: Final = (*COUNTED, "delete")
"""How the names of methods begin that change what is in a chat. Answers to taps are in none."""


async def _nobody(_: int, __: timedelta) -> None:
    """Take note of nothing."""


class Meter(BaseRateLimiter[None]):
    """What the library lets every call pass through.

    Nothing waits here: a call to a chat that is to be left alone fails at once, as Telegram has
    failed the one before. Whoever makes it knows what to do then.
    """

    def __init__(self) -> None:
        """Begin to listen."""
        self.count: Callable[[int], None] = lambda _: None
        """Counts a call to a chat; nobody does at first."""
        self.rest: Callable[[int, timedelta], Awaitable[None]] = _nobody
        """Takes note that Telegram wants a chat to be left alone for so long."""
        self.left: Callable[[int], timedelta] = lambda _: timedelta()
        """Tells for how long a chat is still to be left alone."""

    async def initialize(self) -> None:
        """Do nothing: there is nothing to be made ready."""

    async def shutdown(self) -> None:
        """Do nothing, likewise."""

    async def process_request(  # noqa: PLR0913, PLR0917 - as the library declares it
        self,
        callback: Callable[..., Coroutine[Any, Any, Any]],
        args: Any,
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: None,  # noqa: ARG002 - as above
    ) -> Any:
        """Count a call, and make it.

        Raises:
            RetryAfter: Telegram wants the chat to be left alone, as it says now or said before.
        """
        chat_id = data.get("chat_id")
        if not isinstance(chat_id, int) or not endpoint.startswith(WRITING):
            return await callback(*args, **kwargs)
        if left := self.left(chat_id):
            # Whoever still wants to write there may have been told that the chat is open again.
            await self.rest(chat_id, left)
            raise RetryAfter(left)
        if _is_counted(endpoint):
            self.count(chat_id)
        try:
            return await callback(*args, **kwargs)
        except RetryAfter as refusal:
            await self.rest(chat_id, _span(refusal))
            raise


def _is_counted(endpoint: str) -> bool:
    return endpoint.startswith(COUNTED) and endpoint not in NOT_COUNTED


def _span(refusal: RetryAfter) -> timedelta:
    after = refusal.retry_after
    return after if isinstance(after, timedelta) else timedelta(seconds=after)
