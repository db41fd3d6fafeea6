"""Delivers updates to the webhook: queues side by side, each in order, retried until expiry."""

import asyncio
from collections.abc import Awaitable, Callable

import aiohttp

from telegram_bot.sandbox.bell import Bell
from telegram_bot.sandbox.updates import Update, Webhook
from telegram_bot.sandbox.world import World

TIMEOUT = aiohttp.ClientTimeout(total=60.0)
LONGEST_WAIT = 60.0
MAX_RETRY_AFTER = 3600.0
SECRET_HEADER = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the name of a header


class WebhookSender:
    """Posts waiting updates while a webhook is set."""

    def __init__(
        self, world: World, bell: Bell, reply: Callable[[bytes], Awaitable[None]]
    ) -> None:
        """Post what happens in a world; `reply` is given what the answers ask for."""
        self._world = world
        self._reply = reply
        self._bell = bell
        self._busy: dict[tuple[str, int], asyncio.Task[None]] = {}
        self._webhook: Webhook | None = None
        self._slots = asyncio.Semaphore()

    async def run(self) -> None:
        """Deliver until cancelled or the bell is closed."""
        async with aiohttp.ClientSession(timeout=TIMEOUT) as client:
            try:
                while not self._bell.closed:
                    self._start_queues(client)
                    await self._bell.wait(LONGEST_WAIT)
            finally:
                for task in self._busy.values():
                    task.cancel()

    def _start_queues(self, client: aiohttp.ClientSession) -> None:
        webhook = self._world.updates.webhook
        if webhook is None:
            return
        if webhook is not self._webhook:
            self._webhook, self._slots = webhook, asyncio.Semaphore(webhook.max_connections)
        for update in self._world.updates.pending():
            if update.queue not in self._busy:
                task = asyncio.create_task(self._drain(client, webhook, update.queue))
                self._busy[update.queue] = task

    async def _drain(
        self, client: aiohttp.ClientSession, webhook: Webhook, queue: tuple[str, int]
    ) -> None:
        try:
            failures = 0
            while self._world.updates.webhook is webhook:
                waiting = [u for u in self._world.updates.pending() if u.queue == queue]
                if not waiting:
                    return
                async with self._slots:
                    delay = await self._deliver(client, webhook, waiting[0], failures)
                failures = 0 if delay is None else failures + 1
                if delay:
                    await asyncio.sleep(delay)
        finally:
            self._busy.pop(queue, None)
            self._bell.ring()  # another webhook may be set by now, with this queue still full

    async def _deliver(
        self, client: aiohttp.ClientSession, webhook: Webhook, update: Update, failures: int
    ) -> float | None:
        """Post one update; None when it was taken, else seconds until the next attempt."""
        headers = {SECRET_HEADER: webhook.secret} if webhook.secret else {}
        try:
            async with client.post(
                webhook.url, json=update.shape(), headers=headers, allow_redirects=False
            ) as answer:
                body = await answer.read()
        except (aiohttp.ClientError, TimeoutError) as failed:
            return self._failed(webhook, f"{failed}" or type(failed).__name__, failures)
        if answer.status // 100 == 2:
            self._world.updates.delivered(update)
            self._bell.ring()
            await self._reply(body)
            return None
        text = f"Wrong response from the webhook: {answer.status} {answer.reason}"
        after = answer.headers.get("retry-after", "")
        if after.isdigit():
            self._failed(webhook, text, failures)
            return min(float(after), MAX_RETRY_AFTER)
        return self._failed(webhook, text, failures)

    def _failed(self, webhook: Webhook, text: str, failures: int) -> float:
        """Note the failure; the first retry comes at once, later ones after 2, 4, 8 … s."""
        webhook.last_error_date = self._world.now()
        webhook.last_error_message = text
        return 0.0 if failures == 0 else min(2.0**failures, LONGEST_WAIT)
