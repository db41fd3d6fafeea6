"""An update is confirmed once it is handled, and none waits for another game's."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, cast

from telegram import Bot
from telegram.error import NetworkError

from telegram_bot.intake.polling import MOST_UPDATES, Patience, Polling
from telegram_bot.intake.reception import UNUSUAL, Reception
from tests.intake.people import UNREADABLE, People, message

SECOND = timedelta(seconds=1)


class Telegram:
    """Keeps updates until a later offset is asked for."""

    def __init__(self, *updates: dict[str, Any]) -> None:
        self.pending = list(updates)
        self.asked = asyncio.Event()
        self.reachable = True
        self.silent = 0

    async def do_api_request(
        self, _: str, asked: dict[str, Any], **__: object
    ) -> list[dict[str, Any]]:
        self.pending = [one for one in self.pending if one["update_id"] >= asked["offset"]]
        self.asked.set()
        if self.silent > 0:
            self.silent -= 1
            await asyncio.Event().wait()
        await asyncio.sleep(0 if self.pending else 0.01)
        if not self.reachable:
            raise NetworkError("down")
        return self.pending[:MOST_UPDATES]

    @property
    def unconfirmed(self) -> list[int]:
        return [one["update_id"] for one in self.pending]


@dataclass
class Time:
    """A time that is told to pass, and up to when everything was heard."""

    now: datetime = datetime(2026, 3, 1, 20, tzinfo=UTC)
    heard: datetime | None = None

    def read(self) -> datetime:
        return self.now

    def hear(self, at: datetime) -> None:
        self.heard = at


@asynccontextmanager
async def polling(
    telegram: Telegram, people: People, time: Time | None = None
) -> AsyncIterator[None]:
    time = time or Time()
    bot = cast("Bot", telegram)
    reception = Reception(bot, people.handle, people.set_aside)
    patience = Patience(answer=0.1, pauses=(0.0,))
    poll = Polling(bot, reception, time.hear, now=time.read, patience=patience)
    running = asyncio.create_task(poll.run())
    yield
    running.cancel()
    await asyncio.gather(running, return_exceptions=True)
    await reception.aclose()


async def until(telegram: Telegram, condition: Callable[[], bool]) -> None:
    """Look again whenever the bot asks for updates."""
    async with asyncio.timeout(5):
        while not condition():
            telegram.asked.clear()
            await telegram.asked.wait()


async def polls(telegram: Telegram, times: int = 2) -> None:
    """Wait until the bot has asked for updates so many times more, and has dealt with the rest."""
    for _ in range(times):
        telegram.asked.clear()
        await until(telegram, telegram.asked.is_set)


async def test_a_slow_update_holds_up_its_chat_only_and_is_confirmed_last() -> None:
    telegram, people = Telegram(message(1, -1), message(2, -1), message(3, -2)), People()
    people.gates[1] = asyncio.Event()
    async with polling(telegram, people):
        await until(telegram, lambda: people.handled == [3])
        telegram.pending.append(message(4, -3))
        await until(telegram, lambda: people.handled == [3, 4])
        assert telegram.unconfirmed == [1, 2, 3, 4]

        people.gates[1].set()
        await until(telegram, lambda: people.handled == [3, 4, 1, 2])
        await until(telegram, lambda: not telegram.unconfirmed)


async def test_what_cannot_be_handled_now_comes_again_in_its_order() -> None:
    telegram, people = Telegram(message(1, -1), message(2, -2), message(3, -1)), People()
    people.refusals[1] = 2
    async with polling(telegram, people):
        await until(telegram, lambda: people.handled == [2, 1, 3])
        await until(telegram, lambda: not telegram.unconfirmed)


async def test_an_update_that_telegram_gives_up_holds_back_nothing() -> None:
    telegram, people = Telegram(message(1, -1), message(2, -2)), People()
    people.refusals[1] = 10**6
    async with polling(telegram, people):
        await until(telegram, lambda: people.handled == [2])
        telegram.pending = [message(3, -2)]
        await until(telegram, lambda: people.handled == [2, 3])
        await until(telegram, lambda: not telegram.unconfirmed)


async def test_what_is_unreadable_is_set_aside_and_what_comes_twice_is_handled_once() -> None:
    telegram, people = Telegram(UNREADABLE, message(2, -1), message(2, -1)), People()
    async with polling(telegram, people):
        await until(telegram, lambda: people.handled == [2])
        await until(telegram, lambda: not telegram.unconfirmed)
        assert people.put_aside == [1]


async def test_a_poll_that_never_ends_is_given_up() -> None:
    telegram, people = Telegram(message(1, -1)), People()
    telegram.silent = 1
    async with polling(telegram, people):
        await until(telegram, lambda: people.handled == [1])


# Up to when everything that people did is taken in


async def test_everything_is_heard_once_telegram_has_answered() -> None:
    telegram, people, time = Telegram(), People(), Time()
    telegram.reachable = False
    async with polling(telegram, people, time):
        await polls(telegram)
        assert time.heard is None

        telegram.reachable = True
        await until(telegram, lambda: time.heard == time.now)


async def test_what_waits_at_the_start_is_heard_once_it_is_handled() -> None:
    telegram, people, time = Telegram(message(1, -1)), People(), Time()
    people.gates[1] = asyncio.Event()
    async with polling(telegram, people, time):
        await polls(telegram, 3)
        assert time.heard is None

        people.gates[1].set()
        await until(telegram, lambda: time.heard == time.now)


async def test_nothing_is_heard_beyond_an_update_in_work_unless_it_takes_very_long() -> None:
    telegram, people, time = Telegram(), People(), Time()
    people.gates[1] = asyncio.Event()
    async with polling(telegram, people, time):
        await until(telegram, lambda: time.heard == time.now)
        before = time.now
        time.now += SECOND
        telegram.pending = [message(1, -1)]
        for _ in range(3):
            await polls(telegram)
            time.now += SECOND
            assert time.heard == before

        time.now += UNUSUAL
        await until(telegram, lambda: time.heard == time.now)


async def test_what_failed_for_now_is_not_heard_before_it_is_handled() -> None:
    telegram, people, time = Telegram(message(1, -1)), People(), Time()
    people.refusals[1] = 1
    async with polling(telegram, people, time):
        await until(telegram, lambda: people.refusals[1] == 0)
        assert time.heard is None

        await until(telegram, lambda: time.heard == time.now)
        assert people.handled == [1]


async def test_as_many_updates_as_telegram_gives_at_once_are_not_all() -> None:
    telegram = Telegram(*(message(n, -n) for n in range(1, MOST_UPDATES + 2)))
    people, time = People(), Time()
    people.gates[MOST_UPDATES + 1] = asyncio.Event()
    async with polling(telegram, people, time):
        await until(telegram, lambda: len(people.handled) == MOST_UPDATES)
        await polls(telegram)
        assert time.heard is None

        people.gates.pop(MOST_UPDATES + 1).set()
        await until(telegram, lambda: time.heard == time.now)
