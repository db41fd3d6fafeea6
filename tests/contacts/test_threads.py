"""The bridge to the database: what is asked together goes there once."""

import asyncio
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
        return [first, second, threading.current_thread().name]

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
