"""getUpdates: long polling, one poller at a time."""

import asyncio

from telegram_bot.sandbox import errors
from telegram_bot.sandbox.bell import Bell
from telegram_bot.sandbox.methods.call import Call
from telegram_bot.sandbox.methods.webhooks import allow_updates
from telegram_bot.sandbox.shapes import JsonList

MAX_TIMEOUT = 50
MAX_UPDATES = 100


class Poller:
    """Answers getUpdates; a new poll ends the one that waits."""

    def __init__(self, bell: Bell) -> None:
        self._bell = bell
        self._newest = 0

    async def get_updates(self, call: Call) -> JsonList:
        """Bot API getUpdates.

        Raises:
            ApiError: 409, somebody else polls or a webhook is set.
        """
        updates = call.world.updates
        if updates.webhook is not None:
            raise errors.webhook_active()
        self._newest += 1
        mine = self._newest
        allow_updates(call)
        updates.confirm(call.number("offset"))
        self._bell.ring()  # for the other poller, and for who waits until all is confirmed
        limit = min(max(call.number("limit", MAX_UPDATES), 1), MAX_UPDATES)
        loop = asyncio.get_running_loop()
        end = loop.time() + min(max(call.number("timeout"), 0), MAX_TIMEOUT)
        while True:
            if self._newest != mine:
                raise errors.other_poller()
            if updates.webhook is not None:
                raise errors.poll_ended_by_webhook()
            found = updates.first(limit)
            if found or self._bell.closed or loop.time() >= end:
                return found
            await self._bell.wait(end - loop.time())
