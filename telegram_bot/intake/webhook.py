"""The webhook: set at the start, and watched, since a bot that hears nothing does not know it.

Telegram tells how many updates wait for the bot, and when it last failed to post one. So the bot
knows up to when it has heard everything, as a poll would tell it.
"""

import asyncio
import logging
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Final

from telegram import Bot, WebhookInfo
from telegram.error import BadRequest, TelegramError

from telegram_bot.errors import OperatorError
from telegram_bot.intake.address import Address
from telegram_bot.intake.reception import ALLOWED_UPDATES, UNUSUAL

logger = logging.getLogger(__name__)

WATCH_SECONDS: Final = 3.0
"""How often Telegram is asked how its posting goes; deadlines wait for the answer."""

UNSURE_SECONDS: Final = 0.3
"""How often while it is not known whether all was posted: a moment is looked for in which nothing
waits, and where many play at once there are few."""

PATIENCE_SECONDS: Final = 20.0
"""For how long its answers are waited for."""

CONNECTIONS: Final = 40
"""How many updates Telegram may post at once."""

SECOND: Final = timedelta(seconds=1)
"""Telegram tells times in whole seconds."""

LONGEST_RETRY: Final = timedelta(minutes=2)
"""So long Telegram may let what it could not post wait until it tries again."""


class Webhook:
    """Has Telegram post updates, and sees that it does. Any number of processes may."""

    def __init__(
        self,
        bot: Bot,
        address: Address,
        heard: Callable[[datetime], None],
        troubled: Callable[[str, datetime], None],
        now: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        """Take updates as a bot.

        Args:
            bot: Who takes them.
            address: Where.
            heard: Told up to when everything that reached Telegram is handled.
            troubled: Told what keeps the bot from hearing, and when it did.
            now: Tells the time.
        """
        self._bot = bot
        self._address = address
        self._heard = heard
        self._troubled = troubled
        self._now = now
        self._told: str | None = None
        self._set_at: datetime | None = None
        self._clear_at: datetime | None = None
        """When nothing waited, the last time."""

    async def run(self) -> None:
        """Watch until cancelled, through outages of Telegram.

        Raises:
            OperatorError: Telegram does not accept the address.
        """
        while True:
            pause = WATCH_SECONDS
            try:
                async with asyncio.timeout(PATIENCE_SECONDS):
                    pause = await self.look()
            except OperatorError:
                raise
            except (TelegramError, TimeoutError) as error:
                self._complain(f"Telegram cannot be asked: {type(error).__name__}")
            except Exception as error:
                logger.exception("The webhook could not be watched")
                self._complain(f"a defect: {type(error).__name__}")
            await asyncio.sleep(pause)

    async def look(self) -> float:
        """See that the webhook is set, and how Telegram's posting goes.

        Returns:
            After how many seconds to look again.

        Raises:
            OperatorError: Telegram does not accept the address.
            TelegramError: Telegram cannot be asked.
        """
        now = self._now()
        if self._set_at is None:
            try:
                await self._set()
            except BadRequest as refusal:
                msg = f"Telegram refuses the webhook ({refusal.message}): check WEBHOOK_URL"
                raise OperatorError(msg) from None
            self._set_at = now
        found = await self._bot.get_webhook_info()
        if found.url != self._address.url:
            self._complain("the webhook was taken away, and is set again")
            await self._set()
            return WATCH_SECONDS
        up_to = self._heard_up_to(found, now)
        if up_to is not None:
            self._heard(up_to)
            self._told = None
            return WATCH_SECONDS
        waiting = f"{found.pending_update_count} updates wait at Telegram"
        self._complain(f"{waiting} ({found.last_error_message or 'since the start'})")
        return UNSURE_SECONDS

    def _heard_up_to(self, found: WebhookInfo, now: datetime) -> datetime | None:
        """Return up to when everything that people did has been posted and handled.

        What waits while nothing fails is on its way at this moment. What waits after a failure,
        or from before the start, may do so for longer: then it is not known.
        """
        if found.pending_update_count == 0:
            self._clear_at = now
            return now
        failed_at = found.last_error_date and found.last_error_date + SECOND
        troubles = [
            at
            for at in (self._set_at, failed_at)
            if at and (self._clear_at is None or at > self._clear_at)
        ]
        if troubles and now - max(troubles) < LONGEST_RETRY:
            return None
        return now - UNUSUAL

    async def _set(self) -> None:
        # Always, since Telegram does not tell which secret it has.
        await self._bot.set_webhook(
            self._address.url,
            max_connections=CONNECTIONS,
            allowed_updates=ALLOWED_UPDATES,
            secret_token=self._address.secret,
        )

    def _complain(self, trouble: str) -> None:
        if trouble != self._told:
            logger.warning("Not all is heard: %s", trouble)
        self._told = trouble
        self._troubled(trouble, self._now())
