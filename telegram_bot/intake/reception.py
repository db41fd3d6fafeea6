"""What polling and webhook share: an update waits its turn, and is handled once or set aside."""

import asyncio
import logging
import traceback
from collections.abc import Awaitable, Callable
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import Any, Final

from cachetools import FIFOCache
from telegram import Bot, Update

from telegram_bot.intake.errors import UNFIT, NotNow
from telegram_bot.intake.lanes import Lanes
from telegram_bot.intake.order import lane_of

logger = logging.getLogger(__name__)

ALLOWED_UPDATES: Final = ("message", "callback_query", "my_chat_member", "chat_member")
"""What Telegram is asked to tell."""

UNUSUAL: Final = timedelta(seconds=5)
"""An update that takes longer than this is not waited for by the deadlines of all others."""

Raw = dict[str, Any]
"""An update as it comes: one that cannot be parsed must not hide the others."""

Handle = Callable[[Update], Awaitable[None]]
"""Handles an update completely, or raises `NotNow`."""

PutAside = Callable[[Raw, str], Awaitable[None]]
"""Keeps an update that cannot be handled, and why."""

LONGEST_SECONDS: Final = 60.0
"""An update that is in work for longer never ends, and is set aside. Telegram's patience with a
webhook ends then as well."""

MOST_ATTEMPTS: Final = 10
"""After so many an update is set aside if the database takes that down: it is the update then."""

REMEMBERED: Final = 10_000
"""Updates known to be settled, so that one whose confirmation was lost costs nothing.

What comes again after a restart, or reaches another process, is handled again: a game knows the
turn, the round or the step that a button was made for, and a command that is carried out twice
is answered twice.
"""


class Reception:
    """Takes updates in: in order per game, side by side across."""

    def __init__(
        self, bot: Bot, handle: Handle, put_aside: PutAside, longest: float = LONGEST_SECONDS
    ) -> None:
        """Take in for a bot.

        Args:
            bot: The bot.
            handle: Handles an update.
            put_aside: Keeps one that cannot be handled.
            longest: For how many seconds one may be in work.
        """
        self._bot = bot
        self._handle = handle
        self._put_aside = put_aside
        self._longest = longest
        self._lanes = Lanes()
        self._under_way: dict[int, asyncio.Task[None]] = {}
        self._settled: FIFOCache[int, None] = FIFOCache(REMEMBERED)
        self._attempts: FIFOCache[int, int] = FIFOCache(REMEMBERED)

    def take(self, raw: Raw) -> asyncio.Task[None]:
        """Begin to see to an update, unless that is under way.

        The task ends when the update's events are committed or it is set aside, and with `NotNow`
        when it is to come again.
        """
        number = raw["update_id"]
        if number not in self._under_way:
            see_to = None if number in self._settled else self._see_to(raw)
            task = asyncio.create_task(self._settle(number, see_to))
            task.add_done_callback(lambda _: self._under_way.pop(number))
            self._under_way[number] = task
        return self._under_way[number]

    async def again(self, raw: Raw) -> bool:
        """See to an update that was set aside; return whether it is handled now.

        Raises:
            NotNow: It is to be tried another time.
        """
        return await self._see_to(raw)()

    async def aclose(self) -> None:
        """Let go of what is under way; it comes again."""
        tasks = list(self._under_way.values())
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    async def _settle(self, number: int, see_to: Callable[[], Awaitable[bool]] | None) -> None:
        if see_to is not None:
            await see_to()
            self._attempts.pop(number, None)
            self._settled[number] = None

    def _see_to(self, raw: Raw) -> Callable[[], Awaitable[bool]]:
        """Give an update its place; what is returned sees to it, and says if it is handled."""
        try:
            update = Update.de_json(raw, self._bot)
        except Exception as error:  # noqa: BLE001 - anything may be wrong with it
            return partial(self._set_aside, raw, error)
        return self._lanes.follow(lane_of(update), partial(self._work, raw, update))

    async def _work(self, raw: Raw, update: Update) -> bool:
        try:
            async with asyncio.timeout(self._longest):
                await self._handle(update)
        except NotNow as reason:
            number = update.update_id
            attempts = self._attempts.get(number, 0) + 1
            self._attempts[number] = attempts
            if attempts < MOST_ATTEMPTS:
                raise
            return await self._set_aside(raw, reason)
        except Exception as error:  # noqa: BLE001 - a defect in one handler must not hide the rest
            return await self._set_aside(raw, error)
        return True

    async def _set_aside(self, raw: Raw, error: Exception) -> bool:
        number = raw["update_id"]
        logger.error("Update %s is set aside", number, exc_info=error)
        try:
            await self._put_aside(raw, _reason(error))
        except UNFIT:
            logger.exception("Update %s cannot be kept, and is given up", number)
        except Exception as trouble:
            # Whatever is wrong with the database, it may be put right.
            raise NotNow(type(trouble).__name__) from trouble
        return False


def _reason(error: Exception) -> str:
    """Say what went wrong and where. The words of an error may name what nobody should read."""
    place = traceback.extract_tb(error.__traceback__)[-1:]
    where = "".join(f" at {Path(frame.filename).name}:{frame.lineno}" for frame in place)
    return f"{type(error).__name__}{where}"
