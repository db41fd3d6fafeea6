"""Long polling: updates are asked for, and confirmed by a later offset once they are settled.

An update that takes long holds back the offset, and no other update.
"""

import asyncio
import logging
import math
import warnings
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime

from telegram import Bot
from telegram.error import (
    Conflict,
    EndPointNotFound,
    InvalidToken,
    RetryAfter,
    TelegramError,
)

from telegram_bot.intake.errors import NotNow
from telegram_bot.intake.reception import ALLOWED_UPDATES, UNUSUAL, Raw, Reception

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

SLOW_SECONDS = 0.05
"""How long all work is waited for before Telegram is asked for more beside it."""


@dataclass(frozen=True)
class Patience:
    """What is waited for, in seconds.

    Attributes:
        answer: An answer that is due; the connection counts as dead then.
        pauses: After the first failure in a row, the second, and so on.
    """

    answer: float = 5.0
    pauses: tuple[float, ...] = (0.2, 1.0, 3.0, 10.0, 30.0)


@dataclass
class _Taken:
    """An update that is not settled yet.

    Attributes:
        at: When it was taken in.
        before: Up to when all had been taken in before, if anything was.
        task: What sees to it; none while it is to come again.
    """

    at: datetime
    before: datetime | None
    task: asyncio.Task[None] | None = None


class Polling:
    """Asks Telegram for updates, through whatever befalls it."""

    def __init__(  # noqa: PLR0913 - whom it asks, and whom it tells of what comes of it
        self,
        bot: Bot,
        reception: Reception,
        heard: Callable[[datetime], None] = lambda _: None,
        troubled: Callable[[str, datetime], None] = lambda _, __: None,
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
        *,
        patience: Patience = Patience(),
    ) -> None:
        """Poll as a bot.

        Args:
            bot: Who polls.
            reception: Sees to each update.
            heard: Told up to when everything that reached Telegram is handled, whenever Telegram
                has answered.
            troubled: Told what keeps the bot from hearing, and when it did.
            now: Tells the time.
            patience: How long it waits.
        """
        self._bot = bot
        self._reception = reception
        self._heard = heard
        self._troubled = troubled
        self._now = now
        self._patience = patience
        self._asked_up_to: datetime | None = None
        self._offset = 0
        self._open: dict[int, _Taken] = {}
        self._settled: set[int] = set()

    async def run(self) -> None:
        """Poll until cancelled, through outages of Telegram and of the database."""
        failures, pauses = 0, self._patience.pauses
        while True:
            try:
                await self._go_round()
            except RetryAfter as limit:
                logger.warning("Telegram asks to wait")
                await asyncio.sleep(float(limit.retry_after))  # type: ignore[arg-type]
            except Exception as error:  # noqa: BLE001 - a bot that does not hear is no use to anybody
                await self._meet(error)
                await asyncio.sleep(pauses[min(failures, len(pauses) - 1)])
                failures += 1
            else:
                failures = 0

    async def _meet(self, error: Exception) -> None:
        """Tell what has gone wrong, and do something about it where that is possible."""
        match error:
            case NotNow():
                trouble = f"updates wait: {error}"
            case InvalidToken() | EndPointNotFound():  # which is how the library reads it here
                trouble = "Telegram does not accept the token: check BOT_TOKEN"
            case Conflict() if "webhook" in error.message.lower():
                trouble = "a webhook was set, and is removed"
                await self._remove_webhook()
            case Conflict():
                trouble = "another program polls with the same token"
            case TelegramError() | TimeoutError():
                trouble = f"Telegram cannot be reached: {type(error).__name__}"
            case _:
                trouble = f"a defect: {type(error).__name__}"
                logger.error("A round of polling failed", exc_info=error)
        logger.warning("Not all is heard: %s", trouble)
        self._troubled(trouble, self._now())

    async def _remove_webhook(self) -> None:
        try:
            await self._bot.delete_webhook()
        except TelegramError as error:
            logger.warning("The webhook is not removed: %s", type(error).__name__)

    async def _go_round(self) -> None:
        """Take what is new and confirm what is settled.

        Raises:
            NotNow: Some of it is to come again.
        """
        self._take(await self._poll(0 if self._in_work() else POLL_SECONDS))
        if in_work := self._in_work():
            await asyncio.wait(in_work, timeout=SLOW_SECONDS)
        failures = self._settle()
        self._confirm()
        self._tell_what_is_heard()
        if failures:
            raise failures[0]

    async def _poll(self, seconds: int) -> list[Raw]:
        asked = {
            "offset": self._offset,
            "timeout": seconds,
            "allowed_updates": list(ALLOWED_UPDATES),
        }
        due = seconds + self._patience.answer
        # An answer that comes byte by byte for ever meets no other limit than that of the whole.
        async with asyncio.timeout(due + self._patience.answer):
            updates: list[Raw] = await self._bot.do_api_request(
                "getUpdates", asked, read_timeout=due
            )
        return updates

    def _in_work(self) -> list[asyncio.Task[None]]:
        return [taken.task for taken in self._open.values() if taken.task is not None]

    def _take(self, raw: list[Raw]) -> None:
        now = self._now()
        self._give_up_what_is_gone({one["update_id"] for one in raw})
        for one in raw:
            number = one["update_id"]
            if number in self._settled:
                continue
            taken = self._open.setdefault(number, _Taken(now, self._asked_up_to))
            if taken.task is None:
                taken.task = self._reception.take(one)
        if len(raw) < MOST_UPDATES:
            self._asked_up_to = now

    def _give_up_what_is_gone(self, there: set[int]) -> None:
        """Leave what Telegram has not kept for us, or it would hold back the offset for ever."""
        last = max(there) if len(there) >= MOST_UPDATES else math.inf
        self._open = {
            number: taken
            for number, taken in self._open.items()
            if taken.task is not None or number in there or number > last
        }

    def _settle(self) -> list[BaseException]:
        """Take note of what is done; return why the rest of it is to come again."""
        failures = []
        for number, taken in list(self._open.items()):
            if taken.task is None or not taken.task.done():
                continue
            failure = taken.task.exception()
            taken.task = None
            if failure is None:
                del self._open[number]
                self._settled.add(number)
            else:
                failures.append(failure)
        return failures

    def _confirm(self) -> None:
        """Move the offset to the first update that is not settled yet."""
        if self._open:
            self._offset = min(self._open)
        elif self._settled:
            self._offset = max(self._settled) + 1
        self._settled = {number for number in self._settled if number >= self._offset}

    def _tell_what_is_heard(self) -> None:
        now = self._now()
        in_work = [taken.before for taken in self._open.values() if now - taken.at < UNUSUAL]
        ends = [end for end in (self._asked_up_to, *in_work) if end is not None]
        if len(ends) > len(in_work):
            self._heard(min(ends))
