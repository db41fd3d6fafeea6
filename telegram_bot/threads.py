"""The one bridge from asynchronous Telegram to the synchronous domain and database."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

THREADS = 8


class Threads:
    """A sized pool in which everything that waits for the database runs."""

    def __init__(self, size: int = THREADS) -> None:
        """Make a pool of so many threads."""
        self._pool = ThreadPoolExecutor(size, thread_name_prefix="domain")

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Do a piece of work in the pool and return what it returns."""
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, partial(work, *args, **kwargs))

    def close(self) -> None:
        """Wait for the work in hand and close the pool."""
        self._pool.shutdown(wait=True)
