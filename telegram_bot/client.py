"""Which Telegram the bot talks to, and how: the real one, another server, or the sandbox."""

import asyncio
import errno
import logging
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from telegram.error import InvalidToken, TelegramError
from telegram.ext import Application, ApplicationBuilder

from telegram_bot.delivery.meter import Meter
from telegram_bot.errors import OperatorError
from telegram_bot.sandbox.budget import Limits
from telegram_bot.sandbox.demo import DEMO_TOKEN, demo_world
from telegram_bot.sandbox.server import serving
from telegram_bot.settings import Settings
from telegram_bot.transport import Transport

logger = logging.getLogger(__name__)

BotApplication = Application[Any, Any, Any, Any, Any, Any]

CONNECTIONS = 64
"""Connections to Telegram held at once, beside the one that waits for updates."""

RETRY_SECONDS = 5.0
"""How long to wait before Telegram is tried again at the start."""


@dataclass(frozen=True)
class Telegram:
    """Which Telegram the bot talks to.

    Attributes:
        token: The bot's token.
        url: The Bot API server, without a slash at the end.
    """

    token: str
    url: str


@asynccontextmanager
async def telegram_of(settings: Settings) -> AsyncIterator[Telegram]:
    """Give the real Telegram where there is a token, else the sandbox, for as long as it lasts.

    Raises:
        OperatorError: The sandbox cannot listen.
    """
    if settings.bot_token is not None:
        yield Telegram(settings.bot_token.get_secret_value(), settings.bot_api_url)
        return
    host, port = settings.sandbox_host, settings.sandbox_port
    async with AsyncExitStack() as stack:
        # A newcomer plays several people by turns, faster than a real group ever would.
        world = demo_world(limits=Limits.none())
        try:
            server = await stack.enter_async_context(serving(world, host=host, port=port))
        except OSError as error:
            raise OperatorError(_cannot_listen(host, port, error)) from None
        sys.stdout.write(f"Thirty-One plays in the sandbox: open {server.url}/\n")
        sys.stdout.flush()
        yield Telegram(DEMO_TOKEN, server.url)


@asynccontextmanager
async def application_of(telegram: Telegram) -> AsyncIterator[BotApplication]:
    """Give the bot's side of a Telegram, which is yet to be met."""
    async with Transport(CONNECTIONS) as transport, Transport(1) as polling:
        application: BotApplication = (
            ApplicationBuilder()
            .token(telegram.token)
            .base_url(f"{telegram.url}/bot")
            .base_file_url(f"{telegram.url}/file/bot")
            .request(transport)
            .get_updates_request(polling)
            .rate_limiter(Meter())
            .updater(None)
            .job_queue(None)
            .build()
        )
        try:
            yield application
        finally:
            await application.shutdown()


async def meet(
    application: BotApplication,
    telegram: Telegram,
    troubled: Callable[[str, datetime], None] = lambda _, __: None,
) -> None:
    """Let a Telegram tell who the bot is; an outage of it is waited for.

    Args:
        application: The bot's side.
        telegram: The Telegram.
        troubled: Told what keeps the bot from hearing, and when it did.

    Raises:
        OperatorError: It does not accept the token.
    """
    while True:
        try:
            await application.initialize()
        except InvalidToken:
            msg = f"{telegram.url} does not accept the token: check BOT_TOKEN"
            raise OperatorError(msg) from None
        except TelegramError as error:
            logger.warning(
                "%s cannot be reached (%s): check BOT_API_URL", telegram.url, error.message
            )
            troubled(f"Telegram cannot be reached: {type(error).__name__}", datetime.now(UTC))
            await asyncio.sleep(RETRY_SECONDS)
        else:
            logger.info("Playing as @%s", application.bot.username)
            return


def _cannot_listen(host: str, port: int, error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return f"Port {port} on {host} is taken: choose another with --port"
    return f"The sandbox cannot listen on {host}:{port} ({error.strerror}): check SANDBOX_HOST"
