"""Work in order within a lane, and side by side across lanes."""

import asyncio
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from telegram_bot.intake.errors import NotNow

T = TypeVar("T")

Place = asyncio.Future[bool]
"""Tells, once it is known, whether the work at a place in a lane is done."""


class Lanes:
    """Lets each piece of work wait for the one before it in its lane; no thread waits with it."""

    def __init__(self) -> None:
        """Begin with nothing to do."""
        self._last: dict[object, Place] = {}

    def follow(self, lane: object, work: Callable[[], Awaitable[T]]) -> Callable[[], Awaitable[T]]:
        """Take the next place in a lane at once; what is returned does the work in its turn.

        Raises:
            NotNow: In its turn: something before it could not be done, and comes again first.
        """
        before, mine = self._last.get(lane), asyncio.get_running_loop().create_future()
        self._last[lane] = mine
        return partial(self._in_turn, lane, before, mine, work)

    async def _in_turn(
        self, lane: object, before: Place | None, mine: Place, work: Callable[[], Awaitable[T]]
    ) -> T:
        done = False
        try:
            if before is not None:
                await asyncio.wait([before])  # which, unlike `await before`, cancels nothing
                if not before.result():
                    raise NotNow("something before it waits")
            made = await work()
            done = True
            return made
        finally:
            mine.set_result(done)
            if self._last[lane] is mine:
                del self._last[lane]
