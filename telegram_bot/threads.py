"""The one bridge from asynchronous Telegram to the synchronous domain and database."""

import asyncio
import inspect
import threading
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from typing import Any, ParamSpec, TypeVar

P = ParamSpec("P")
R = TypeVar("R")

THREADS = 8


class Threads:
    """A sized pool in which everything that waits for the database runs."""

    def __init__(self, size: int = THREADS) -> None:
        """Make a pool of so many threads."""
        self._pool = ThreadPoolExecutor(size, thread_name_prefix="domain")
        self._here = threading.local()

    async def run(self, work: Callable[P, R], *args: P.args, **kwargs: P.kwargs) -> R:
        """Do a piece of work in the pool and return what it returns."""
        if getattr(self._here, "together", False):
            return work(*args, **kwargs)
        loop = asyncio.get_running_loop()
        return await loop.run_in_executor(self._pool, partial(work, *args, **kwargs))

    async def together(self, work: Coroutine[Any, Any, R]) -> R:
        """Do work that waits for nothing but this pool in one of its threads, from end to end.

        To go there and back for every question costs more than most of the answers.

        Raises:
            RuntimeError: It waits for something else.
        """
        try:
            return await self.run(self._through, work)
        finally:
            # Cancelled before a thread was free, or refused by a closed pool, it never began.
            if inspect.getcoroutinestate(work) == inspect.CORO_CREATED:
                work.close()

    def _through(self, work: Coroutine[Any, Any, R]) -> R:
        outside = getattr(self._here, "together", False)
        self._here.together = True
        try:
            work.send(None)
        except StopIteration as end:
            made: R = end.value
            return made
        finally:
            self._here.together = outside
            work.close()
        msg = "what is done together waits for something else than the database"
        raise RuntimeError(msg)

    def close(self) -> None:
        """Wait for the work in hand and close the pool."""
        self._pool.shutdown(wait=True)
