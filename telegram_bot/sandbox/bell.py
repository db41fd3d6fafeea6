"""Waiting for the world to change, without polling it."""

import asyncio

from telegram_bot.sandbox.world import World


class Bell:
    """Rings at every change of a world; waiting is for one event loop only."""

    def __init__(self, world: World) -> None:
        self._event = asyncio.Event()
        self.closed = False
        world.listeners.append(self.ring)

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
        try:
            await asyncio.wait_for(self._event.wait(), seconds)
        except TimeoutError:
            return
