"""Waiting for the world to change, without polling it."""

import asyncio
from contextlib import suppress

from telegram_bot.sandbox.world import World


class Bell:
    """Rings at every change of a world; waiting is for one event loop only."""

    def __init__(self, world: World) -> None:
        self._event = asyncio.Event()
        self.closed = False
        world.listeners.append(lambda _: self.ring())

    def ring(self) -> None:
        """Wake everybody who waits."""
        event, self._event = self._event, asyncio.Event()
        event.set()

    def close(self) -> None:
        """Wake everybody for good: the server stops."""
        self.closed = True
        self.ring()

    async def wait(self, seconds: float) -> None:
        """Return at the next change, or after `seconds`."""
        if self.closed or seconds <= 0:
            return
        with suppress(TimeoutError):
            async with asyncio.timeout(seconds):  # cheaper than `wait_for`, which makes a task
                await self._event.wait()
