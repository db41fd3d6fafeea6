"""Waiting for what a view is about to know, whichever process is at work on it."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Final, TypeVar

T = TypeVar("T")

PATIENCE: Final = 3.0
"""Seconds after which people are told without it."""

GLANCE_SECONDS: Final = 0.05


async def wait_for(
    look: Callable[[], Awaitable[T | None]], patience: float = PATIENCE
) -> T | None:
    """Look until there is something to be seen, at most for so many seconds, and return it."""
    clock = asyncio.get_running_loop()
    until = clock.time() + patience
    while True:
        found = await look()
        if found is not None or clock.time() >= until:
            return found
        await asyncio.sleep(GLANCE_SECONDS)
