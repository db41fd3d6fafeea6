"""Serving an application over HTTP from the bot's own process."""

import asyncio
import contextlib
import socket
from collections.abc import AsyncIterator, Iterator

import uvicorn
from starlette.applications import Starlette

HOSTS = "0.0.0.0"  # noqa: S104 - whoever sets PORT wants to be asked from outside


class _Uvicorn(uvicorn.Server):
    """Leaves signals to whoever owns the process."""

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield


@contextlib.asynccontextmanager
async def serving(app: Starlette, port: int, host: str = HOSTS) -> AsyncIterator[int]:
    """Serve an application for the length of a block, and give the port.

    Raises:
        OSError: The port is taken.
    """
    listener = socket.create_server((host, port))
    server = _Uvicorn(
        uvicorn.Config(app, log_level="warning", access_log=False, timeout_graceful_shutdown=2)
    )
    task = asyncio.create_task(server.serve(sockets=[listener]))
    try:
        yield int(listener.getsockname()[1])
    finally:
        server.should_exit = True
        await task
        listener.close()
