"""What is remembered is what the database says, or it is asked."""

import asyncio
import threading
from collections.abc import AsyncIterator, Callable

import psycopg
import pytest

from projections.database import Database
from telegram_bot.memory import CHANNEL, MOST, Memory, tell


class Question:
    """A question whose answer is how often it was asked."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> int:
        self.times += 1
        return self.times


@pytest.fixture
async def memory(database: Database) -> AsyncIterator[Memory]:
    memory = Memory()
    listening = asyncio.create_task(memory.keep_true(database))
    await until(lambda: memory._listening)
    yield memory
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)
    assert not memory._listening


async def until(condition: Callable[[], bool]) -> None:
    async with asyncio.timeout(10):
        while not condition():  # noqa: ASYNC110 - what a database says rings no bell here
            await asyncio.sleep(0.01)


def test_nothing_is_remembered_while_no_news_would_come() -> None:
    memory, ask = Memory(), Question()

    assert [memory.recall("a", None, ask) for _ in range(3)] == [1, 2, 3]


async def test_what_was_asked_once_is_remembered(memory: Memory) -> None:
    ask = Question()

    assert [memory.recall(key, None, ask) for key in "aab"] == [1, 1, 2]


async def test_what_is_told_otherwise_is_asked_again_also_when_it_is_as_it_was(
    memory: Memory,
) -> None:
    ask = Question()

    assert [memory.recall("a", told, ask) for told in "xxyyx"] == [1, 1, 2, 2, 3]


async def test_news_of_another_process_makes_it_forget(memory: Memory, database: Database) -> None:
    ask = Question()
    memory.recall("a", None, ask)

    with psycopg.connect(database.conninfo) as connection:
        tell(connection)
        assert memory.recall("a", None, ask) == 1  # it is not committed yet
    await until(lambda: memory.recall("a", None, ask) == 2)


async def test_what_was_asked_before_news_came_is_not_remembered(memory: Memory) -> None:
    def ask_meanwhile() -> str:
        memory.forget()
        return "old"

    assert memory.recall("a", None, ask_meanwhile) == "old"
    assert memory.recall("a", None, lambda: "new") == "new"


async def test_what_was_asked_before_it_listened_is_not_remembered(database: Database) -> None:
    memory = Memory()
    asked, go_on = threading.Event(), threading.Event()

    def ask_for_long() -> str:
        asked.set()
        go_on.wait(10)
        return "old"

    answer = asyncio.create_task(asyncio.to_thread(memory.recall, "a", None, ask_for_long))
    await asyncio.to_thread(asked.wait, 10)
    listening = asyncio.create_task(memory.keep_true(database))
    await until(lambda: memory._listening)
    go_on.set()

    assert await answer == "old"
    assert memory.recall("a", None, lambda: "new") == "new"
    listening.cancel()
    await asyncio.gather(listening, return_exceptions=True)


async def test_when_the_connection_is_lost_it_forgets_and_listens_again(
    memory: Memory, database: Database
) -> None:
    ask = Question()
    memory.recall("a", None, ask)
    with psycopg.connect(database.conninfo, autocommit=True) as connection:
        connection.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
            " WHERE datname = current_database() AND query LIKE %s",
            [f'LISTEN "{CHANNEL}"'],
        )

    await until(lambda: memory.recall("a", None, ask) > 1)
    await until(lambda: memory._listening)


async def test_it_does_not_grow_for_ever(memory: Memory) -> None:
    for key in range(2 * MOST):
        memory.recall(key, None, Question())

    assert len(memory._entries) <= MOST
