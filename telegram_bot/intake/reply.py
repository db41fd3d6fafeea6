"""The answer to an update that was posted: one call to Telegram may go with it, and costs none."""

import asyncio
from collections.abc import Mapping
from contextvars import ContextVar
from typing import Any, Final

GOES_WITH_IT: Final = frozenset({"answerCallbackQuery"})
"""Methods that are called so. Telegram does not tell what came of them."""


Called = dict[str, Any]
"""A call as it goes with an answer: its method, and its parameters by their names."""


class Reply:
    """An answer that Telegram waits for."""

    def __init__(self) -> None:
        """Begin with no call."""
        self._call: asyncio.Future[Called] = asyncio.get_running_loop().create_future()

    def take(self, method: str, parameters: Mapping[str, Any]) -> bool:
        """Let a call go with the answer; tell whether that is still possible."""
        if method not in GOES_WITH_IT or self._call.done():
            return False
        self._call.set_result({"method": method, **parameters})
        return True

    async def wait(self, work: asyncio.Task[None]) -> Called | None:
        """Wait for a call, or for the end of the work that may make one; none comes later."""
        either: tuple[asyncio.Future[Any], ...] = work, self._call
        await asyncio.wait(either, return_when=asyncio.FIRST_COMPLETED)
        if self._call.done():
            return self._call.result()
        self._call.cancel()
        return None


def by_itself() -> None:
    """Let every call from here on be made by itself, so that the answer waits for the end."""
    AWAITED.set(None)


AWAITED: Final[ContextVar[Reply | None]] = ContextVar("AWAITED", default=None)
"""The answer that goes back once what is being done here is done, if any does."""
