"""The bridge to the database: what is asked together goes there once."""

import asyncio
import inspect
import threading
from collections.abc import Iterator

import pytest

from telegram_bot.threads import Threads


@pytest.fixture
def threads() -> Iterator[Threads]:
    """A pool of two threads."""
    threads = Threads(2)
    yield threads
    threads.close()


async def test_what_is_done_together_is_done_in_one_thread_of_the_pool(threads: Threads) -> None:
    async def work() -> list[str]:
        first = await threads.run(lambda: threading.current_thread().name)
        second = await threads.together(inner())
        third = await threads.run(lambda: threading.current_thread().name)
        return [first, second, third, threading.current_thread().name]

    async def inner() -> str:
        return await threads.run(lambda: threading.current_thread().name)

    names = await threads.together(work())

    assert len({*names}) == 1
    assert names[0].startswith("domain")
    assert threading.current_thread().name not in names
    assert not (await threads.run(lambda: threading.current_thread().name)).startswith("Main")


async def test_what_goes_wrong_together_is_told(threads: Threads) -> None:
    async def work() -> None:
        await threads.run(int, "no number")

    with pytest.raises(ValueError, match="no number"):
        await threads.together(work())


async def test_nothing_else_can_be_waited_for_together(threads: Threads) -> None:
    async def work() -> None:
        await asyncio.sleep(0)

    with pytest.raises(RuntimeError, match="something else"):
        await threads.together(work())
    assert await threads.run(lambda: 7) == 7


async def test_what_cannot_be_begun_together_any_more_is_let_go(threads: Threads) -> None:
    async def work() -> None:
        await threads.run(int)

    threads.close()
    never_begun = work()
    with pytest.raises(RuntimeError, match="after shutdown"):
        await threads.together(never_begun)

    assert inspect.getcoroutinestate(never_begun) == inspect.CORO_CLOSED


async def test_what_is_cancelled_before_a_thread_is_free_is_not_done(threads: Threads) -> None:
    async def work() -> None:
        await threads.run(int)

    free = threading.Event()
    others = [asyncio.create_task(threads.run(free.wait)) for _ in range(2)]
    never_begun = work()
    waiting = asyncio.create_task(threads.together(never_begun))
    await asyncio.sleep(0)
    waiting.cancel()
    with pytest.raises(asyncio.CancelledError):
        await waiting
    free.set()
    await asyncio.gather(*others)

    assert inspect.getcoroutinestate(never_begun) == inspect.CORO_CLOSED
