"""Long polling that processes an update first and confirms it afterwards.

Telegram forgets an update once a later offset is asked for. Here the offset moves only when the
update's events are committed, so that a kill loses nothing; what comes twice is recognised by the
turn it belongs to. An update that takes long holds back the offset, and no other update.
"""

import asyncio
import logging
import math
import warnings
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any

from telegram import Bot, Update
from telegram.error import Conflict, InvalidToken, NetworkError, RetryAfter, TelegramError

from telegram_bot.callback_data import decode

logger = logging.getLogger(__name__)

# The library's own getUpdates parses all updates or none.
warnings.filterwarnings("ignore", message="Please use 'Bot.getUpdates'")

POLL_SECONDS = 3
"""How long Telegram may wait for news before it answers a poll.

Deadlines wait for the answer, which may bring what people did in time. Telegram makes a poll that
follows one of the same offset last as long in any case.
"""

MOST_UPDATES = 100
"""How many updates Telegram gives at once."""

SLOW_SECONDS = 0.25
"""How long all work is waited for before Telegram is asked for more beside it."""

UNUSUAL = timedelta(seconds=5)
"""An update that takes longer than this is not waited for by the deadlines of all others."""

PAUSES = (0.2, 1.0, 3.0, 10.0, 30.0)
"""Seconds to wait after the first failure in a row, the second, and so on."""

ALLOWED_UPDATES = ("message", "callback_query", "my_chat_member", "chat_member")


class NotNow(Exception):  # noqa: N818 - a state of the world, not a defect
    """An update could not be handled for a reason that passes; it is to be handled again."""


Handle = Callable[[Update], Awaitable[None]]


@dataclass(frozen=True)
class _Taken:
    """When an update was taken in, and up to when all had been before, if anything was."""

    at: datetime
    before: datetime | None


class Polling:
    """Asks Telegram for updates and hands them on: in order per game, side by side across."""

    def __init__(
        self,
        bot: Bot,
        handle: Handle,
        heard: Callable[[datetime], None] = lambda _: None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Poll as a bot.

        Args:
            bot: Who polls.
            handle: Handles an update completely, or raises `NotNow`.
            heard: Told up to when everything that reached Telegram is handled, whenever Telegram
                has answered.
            now: Tells the time.
        """
        self._bot = bot
        self._handle = handle
        self._heard = heard
        self._now = now
        self._asked_up_to: datetime | None = None
        self._offset = 0
        self._queues: dict[object, deque[Update]] = {}
        self._working: set[asyncio.Task[None]] = set()
        self._queued: set[int] = set()
        self._unhandled: dict[int, _Taken] = {}
        self._handled: set[int] = set()

    async def run(self) -> None:
        """Poll until cancelled, through outages of Telegram and of the database.

        Raises:
            InvalidToken: The token has been revoked.
        """
        try:
            await self._run()
        finally:
            for task in self._working:
                task.cancel()
            await asyncio.gather(*self._working, return_exceptions=True)

    async def _run(self) -> None:
        failures = 0
        while True:
            try:
                await self._go_round()
            except InvalidToken:
                raise
            except NotNow as reason:
                logger.warning("Updates wait: %s", reason)
            except RetryAfter as limit:
                logger.warning("Telegram asks to wait")
                await asyncio.sleep(float(limit.retry_after))  # type: ignore[arg-type]
                continue
            except Conflict:
                logger.warning("Another program polls with the same token")
            except (NetworkError, TelegramError) as error:
                logger.warning("Telegram cannot be reached: %s", type(error).__name__)
            else:
                failures = 0
                continue
            await asyncio.sleep(PAUSES[min(failures, len(PAUSES) - 1)])
            failures += 1

    async def _go_round(self) -> None:
        """Take what is new and confirm what is done.

        Raises:
            NotNow: Some of it is to be handled again.
        """
        self._take(await self._poll(0 if self._working else POLL_SECONDS))
        finished: set[asyncio.Task[None]] = set()
        if self._working:
            finished, self._working = await asyncio.wait(self._working, timeout=SLOW_SECONDS)
        self._confirm()
        self._tell_what_is_heard()
        for error in [task.exception() for task in finished]:
            if error is not None:
                raise error

    async def _poll(self, seconds: int) -> list[dict[str, Any]]:
        # Unparsed on purpose: one update that cannot be parsed must not hide the others.
        updates: list[dict[str, Any]] = await self._bot.do_api_request(
            "getUpdates",
            {
                "offset": self._offset,
                "timeout": seconds,
                "allowed_updates": list(ALLOWED_UPDATES),
            },
            read_timeout=seconds + 10,
        )
        return updates

    def _take(self, raw: list[dict[str, Any]]) -> None:
        now = self._now()
        self._give_up_what_is_gone({one["update_id"] for one in raw})
        for one in raw:
            number = one["update_id"]
            if number in self._queued or number in self._handled:
                continue
            update = self._parse(one)
            if update is None:
                self._handled.add(number)
            else:
                self._queued.add(number)
                self._unhandled.setdefault(number, _Taken(now, self._asked_up_to))
                self._enqueue(update)
        if len(raw) < MOST_UPDATES:
            self._asked_up_to = now

    def _give_up_what_is_gone(self, there: set[int]) -> None:
        """Leave what Telegram has not kept for us, or it would hold back the offset for ever."""
        last = max(there) if len(there) >= MOST_UPDATES else math.inf
        kept = there | self._queued
        self._unhandled = {
            number: taken
            for number, taken in self._unhandled.items()
            if number in kept or number > last
        }

    def _enqueue(self, update: Update) -> None:
        key = _key(update)
        if key in self._queues:
            self._queues[key].append(update)
        else:
            self._queues[key] = deque([update])
            self._working.add(asyncio.create_task(self._work(key)))

    async def _work(self, key: object) -> None:
        queue = self._queues[key]
        try:
            while queue:
                await self._handle(queue[0])
                number = queue.popleft().update_id
                self._queued.discard(number)
                self._unhandled.pop(number, None)
                self._handled.add(number)
        finally:
            # What is left is not confirmed, so Telegram sends it again.
            self._queued.difference_update(update.update_id for update in queue)
            del self._queues[key]

    def _confirm(self) -> None:
        """Move the offset to the first update that is not handled yet."""
        if self._unhandled:
            self._offset = min(self._unhandled)
        elif self._handled:
            self._offset = max(self._handled) + 1
        self._handled = {number for number in self._handled if number >= self._offset}

    def _tell_what_is_heard(self) -> None:
        now = self._now()
        in_work = [taken.before for taken in self._unhandled.values() if now - taken.at < UNUSUAL]
        ends = [end for end in (self._asked_up_to, *in_work) if end is not None]
        if len(ends) > len(in_work):
            self._heard(min(ends))

    def _parse(self, raw: dict[str, Any]) -> Update | None:
        try:
            return Update.de_json(raw, self._bot)
        except Exception:
            logger.exception("Update %s cannot be read", raw.get("update_id"))
            return None


def _key(update: Update) -> object:
    """Return what keeps its order: the game of a button, else the chat."""
    if update.callback_query and update.callback_query.data:
        press = decode(update.callback_query.data)
        if press is not None:
            return press.game_id
    return update.effective_chat.id if update.effective_chat else None
