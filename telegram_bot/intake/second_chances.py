"""What was set aside, handled again as an operator has asked for it."""

import asyncio
import logging
from typing import Final

from psycopg_pool import ConnectionPool

from telegram_bot.intake import set_aside
from telegram_bot.intake.errors import NotNow
from telegram_bot.intake.reception import Reception
from telegram_bot.intake.set_aside import SetAside
from telegram_bot.threads import Threads

logger = logging.getLogger(__name__)

EVERY_SECONDS: Final = 3.0
"""How often it is looked for what was asked for."""


class SecondChances:
    """Handles again what was asked for, whichever process takes it in hand."""

    def __init__(self, reception: Reception, pool: ConnectionPool, threads: Threads) -> None:
        """Take the parts."""
        self._reception = reception
        self._pool = pool
        self._threads = threads

    async def run(self) -> None:
        """Look for what was asked for until cancelled."""
        while True:
            try:
                await self.give()
            except Exception as trouble:  # noqa: BLE001 - the database comes back or a person sees to it
                logger.warning("What was set aside waits (%s)", type(trouble).__name__)
            await asyncio.sleep(EVERY_SECONDS)

    async def give(self) -> None:
        """Handle again what is asked for now."""
        for aside in await self._threads.run(self._claim):
            try:
                handled = await self._reception.again(aside.update)
            except NotNow:
                await self._threads.run(self._ask_again, aside)
            else:
                if handled:
                    logger.info("Update %s is handled after all", aside.update_id)
                    await self._threads.run(self._drop, aside)

    def _claim(self) -> list[SetAside]:
        with self._pool.connection() as connection:
            return set_aside.claim(connection)

    def _ask_again(self, aside: SetAside) -> None:
        with self._pool.connection() as connection:
            set_aside.ask_for(connection, [aside.update_id])

    def _drop(self, aside: SetAside) -> None:
        with self._pool.connection() as connection:
            set_aside.drop(connection, aside.update_id)
