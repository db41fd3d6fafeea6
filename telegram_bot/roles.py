"""What a process does: one role or all of them, each of which may be played by several copies."""

import asyncio
import gc
import signal
from collections.abc import AsyncIterator, Callable, Collection, Coroutine, Sequence
from contextlib import AsyncExitStack, ExitStack, aclosing, asynccontextmanager, suppress
from enum import StrEnum
from typing import Any, Final

from projections.database import Database
from telegram_bot import profile
from telegram_bot.bootstrap import Parts
from telegram_bot.client import application_of, meet, telegram_of
from telegram_bot.database import migrate, opened
from telegram_bot.errors import OperatorError
from telegram_bot.settings import NAME, Settings
from telegram_bot.web.server import serving

Work = Coroutine[Any, Any, object]


class Role(StrEnum):
    """What there is to do.

    `WEB` takes in what people do and answers over HTTP, `WORKER` keeps the views and the chats up
    to date, `CLOCK` carries out what is due.
    """

    WEB = "web"
    WORKER = "worker"
    CLOCK = "clock"


def run(settings: Settings, *roles: Role) -> int:
    """Play some roles, or all, until told to stop; return the exit status.

    Raises:
        OperatorError: Something is wrong that only the operator can change.
    """
    if roles and not (settings.bot_token and settings.database_url):
        msg = (
            f"Roles that run apart need BOT_TOKEN and DATABASE_URL: set both, or run {NAME} alone"
        )
        raise OperatorError(msg)
    with opened(settings) as database:
        migrate(database)
        asyncio.run(_serve(settings, database, roles or tuple(Role)))
    return 0


async def _serve(settings: Settings, database: Database, roles: Collection[Role]) -> None:
    """Play until told to stop, which may be while Telegram is still waited for."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGINT, signal.SIGTERM):
        loop.add_signal_handler(number, stop.set)
    playing = asyncio.create_task(_play(settings, database, roles))
    async with side_by_side(stop.wait()) as told:
        await asyncio.wait([playing, *told], return_when=asyncio.FIRST_COMPLETED)
    playing.cancel()
    with suppress(asyncio.CancelledError):
        await playing


async def _play(settings: Settings, database: Database, roles: Collection[Role]) -> None:
    async with AsyncExitStack() as stack:
        telegram = await stack.enter_async_context(telegram_of(settings))
        application = await stack.enter_async_context(application_of(telegram))
        parts = Parts(settings, database, application, stack.enter_context(ExitStack()))
        if Role.WEB in roles:
            await stack.enter_async_context(aclosing(parts.reception))
            await stack.enter_async_context(_answering(parts))
            await meet(application, telegram, parts.signs.complain)
        else:
            await meet(application, telegram)
        parts.met.set()
        _collect_less()
        works = [PLAYED[role](parts) for role in roles]
        if not {Role.WEB, Role.WORKER}.isdisjoint(roles):
            works += [parts.delivery.run(), parts.memory.keep_true(database)]
        async with side_by_side(*works) as tasks:
            done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            for task in done:
                task.result()


def _collect_less() -> None:
    """Look for garbage seldom, and not among what a bot consists of: there it is in vain."""
    gc.freeze()
    gc.set_threshold(20_000, 20, 20)


@asynccontextmanager
async def side_by_side(*works: Work) -> AsyncIterator[Sequence[asyncio.Task[object]]]:
    """Do several things while the block lasts."""
    tasks = [asyncio.create_task(work) for work in works]
    try:
        yield tasks
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _web(parts: Parts) -> None:
    beside = profile.register(parts.application.bot), parts.second_chances.run()
    async with side_by_side(*beside):
        await parts.intake.run()


async def _worker(parts: Parts) -> None:
    parts.follower.start()
    try:
        await asyncio.Event().wait()
    finally:
        parts.follower.stop()


async def _clock(parts: Parts) -> None:
    parts.clock.start()
    try:
        await asyncio.Event().wait()
    finally:
        parts.clock.stop()


PLAYED: Final[dict[Role, Callable[[Parts], Work]]] = {
    Role.WEB: _web,
    Role.WORKER: _worker,
    Role.CLOCK: _clock,
}
"""How each role is played, until it is cancelled."""


@asynccontextmanager
async def _answering(parts: Parts) -> AsyncIterator[None]:
    """Answer over HTTP for as long as it lasts, where a port for it is set."""
    port = parts.settings.port
    async with AsyncExitStack() as stack:
        if port is not None:
            try:
                await stack.enter_async_context(serving(parts.web, port))
            except OSError as error:
                msg = f"Port {port} cannot be used ({error.strerror}): check PORT"
                raise OperatorError(msg) from None
        yield
