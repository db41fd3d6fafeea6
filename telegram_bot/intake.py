"""Long polling that processes an update first and confirms it afterwards.

Telegram forgets an update once a later offset is asked for. Here the offset moves only when the
update's events are committed, so that a kill loses nothing; what comes twice is recognised by the
turn it belongs to.
"""

import asyncio
import logging
import warnings
from collections import defaultdict
from collections.abc import Awaitable, Callable
from typing import Any

from telegram import Bot, Update
from telegram.error import Conflict, InvalidToken, NetworkError, RetryAfter, TelegramError

from telegram_bot.callback_data import decode

logger = logging.getLogger(__name__)

# The library's own getUpdates parses all updates or none.
warnings.filterwarnings("ignore", message="Please use 'Bot.getUpdates'")

POLL_SECONDS = 25
"""How long Telegram may wait for news before it answers a poll."""

PAUSES = (0.2, 1.0, 3.0, 10.0, 30.0)
"""Seconds to wait after the first failure in a row, the second, and so on."""

ALLOWED_UPDATES = ("message", "callback_query", "my_chat_member")


class NotNow(Exception):  # noqa: N818 - a state of the world, not a defect
    """An update could not be handled for a reason that passes; it is to be handled again."""


Handle = Callable[[Update], Awaitable[None]]


class Polling:
    """Asks Telegram for updates and hands them on: in order per game, side by side across."""

    def __init__(self, bot: Bot, handle: Handle) -> None:
        """Poll as a bot.

        Args:
            bot: Who polls.
            handle: Handles an update completely, or raises `NotNow`.
        """
        self._bot = bot
        self._handle = handle
        self._offset = 0

    async def run(self) -> None:
        """Poll until cancelled, through outages of Telegram and of the database.

        Raises:
            InvalidToken: The token has been revoked.
        """
        failures = 0
        while True:
            try:
                raw = await self._poll()
                await self._take(raw)
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

    async def _poll(self) -> list[dict[str, Any]]:
        # Unparsed on purpose: one update that cannot be parsed must not hide the others.
        updates: list[dict[str, Any]] = await self._bot.do_api_request(
            "getUpdates",
            {
                "offset": self._offset,
                "timeout": POLL_SECONDS,
                "allowed_updates": list(ALLOWED_UPDATES),
            },
            read_timeout=POLL_SECONDS + 10,
        )
        return updates

    async def _take(self, raw: list[dict[str, Any]]) -> None:
        queues: dict[object, list[Update]] = defaultdict(list)
        for one in raw:
            update = self._parse(one)
            if update is not None:
                queues[_key(update)].append(update)
        outcomes = await asyncio.gather(
            *(self._in_order(queue) for queue in queues.values()), return_exceptions=True
        )
        for outcome in outcomes:
            if isinstance(outcome, BaseException):
                raise outcome
        if raw:
            self._offset = raw[-1]["update_id"] + 1

    async def _in_order(self, queue: list[Update]) -> None:
        for update in queue:
            await self._handle(update)

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
