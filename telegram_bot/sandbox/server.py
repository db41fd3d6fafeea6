"""Puts the sandbox on a port: the app, and a server for a loop, a thread or a process."""

import asyncio
import contextlib
import socket
import threading
from collections.abc import AsyncIterator, Iterator
from pathlib import Path

import uvicorn
from starlette.applications import Starlette
from starlette.convertors import Convertor, register_url_convertor
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from telegram_bot.sandbox.bell import Bell
from telegram_bot.sandbox.bot_api import BotApi
from telegram_bot.sandbox.control import control_routes
from telegram_bot.sandbox.webhook import WebhookSender
from telegram_bot.sandbox.world import World

PAGE = Path(__file__).with_name("page")
DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8081


class _SignedConvertor(Convertor[int]):
    """A chat id in a path; Starlette's own `int` knows no minus."""

    regex = "-?[0-9]+"

    def convert(self, value: str) -> int:
        return int(value)

    def to_string(self, value: int) -> str:
        return str(value)


register_url_convertor("signed", _SignedConvertor())


def create_app(world: World) -> Starlette:
    """Return the web application of a local Telegram: Bot API, people's side and page.

    The world must be touched only on the application's event loop from then on.
    """
    bell = Bell(world)
    api = BotApi(world, bell)

    @contextlib.asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        sender = asyncio.create_task(WebhookSender(world, bell, api.reply).run())
        yield
        bell.close()
        sender.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await sender

    app = Starlette(
        routes=[
            *api.routes(),
            *control_routes(world, bell),
            Route("/", _to_page),
            Mount("/page", StaticFiles(directory=PAGE, html=True)),
        ],
        lifespan=lifespan,
    )
    app.state.bell = bell
    return app


async def _to_page(request: Request) -> Response:
    query = f"?{request.url.query}" if request.url.query else ""
    return RedirectResponse(f"/page/{query}")


class _Uvicorn(uvicorn.Server):
    """Leaves signals to whoever owns the process, and ends long polls before it waits for them."""

    def __init__(self, config: uvicorn.Config, bell: Bell) -> None:
        super().__init__(config)
        self._bell = bell
        self.ready = asyncio.Event()

    @contextlib.contextmanager
    def capture_signals(self) -> Iterator[None]:
        yield

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self.ready.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        self._bell.close()
        await super().shutdown(sockets)


class SandboxServer:
    """A local Telegram on a port.

    The port is taken when the object is made, so that a taken one is known at once.

    Attributes:
        url: where it listens, without a slash at the end; python-telegram-bot's
            `base_url` is `f"{url}/bot"`, its `base_file_url` `f"{url}/file/bot"`.

    Raises:
        OSError: the port is taken, or not ours to take.
    """

    def __init__(
        self, world: World, *, host: str = DEFAULT_HOST, port: int = DEFAULT_PORT
    ) -> None:
        self.world = world
        self._socket = _listen(host, port)
        self.host = host
        self.port = int(self._socket.getsockname()[1])
        shown = f"[{host}]" if ":" in host else host
        self.url = f"http://{shown}:{self.port}"
        self._uvicorn: _Uvicorn | None = None
        self._task: asyncio.Task[None] | None = None

    async def serve(self) -> None:
        """Serve until `stop` is called or the task is cancelled, then end in good order."""
        serving = asyncio.create_task(self._prepared().serve(sockets=[self._socket]))
        try:
            await asyncio.shield(serving)
        except asyncio.CancelledError:
            self.ask_to_stop()
            await serving
            raise
        finally:
            self._socket.close()

    async def start(self) -> None:
        """Serve in the background of this event loop; returns when requests are answered."""
        ready = asyncio.create_task(self._prepared().ready.wait())
        self._task = asyncio.create_task(self.serve())
        await asyncio.wait({ready, self._task}, return_when=asyncio.FIRST_COMPLETED)
        ready.cancel()
        if self._task.done():
            await self._task

    def _prepared(self) -> _Uvicorn:
        if self._uvicorn is None:
            app = create_app(self.world)
            config = uvicorn.Config(
                app,
                log_level="warning",
                access_log=False,
                http="httptools",
                proxy_headers=False,
                timeout_graceful_shutdown=2,
            )
            self._uvicorn = _Uvicorn(config, app.state.bell)
        return self._uvicorn

    def ask_to_stop(self) -> None:
        """Tell the server to end; may be called from another thread."""
        if self._uvicorn is not None:
            self._uvicorn.should_exit = True

    async def wait(self) -> None:
        """Wait until the server has ended."""
        if self._task is not None:
            await self._task

    async def stop(self) -> None:
        """End what `start` began."""
        self.ask_to_stop()
        await self.wait()


@contextlib.asynccontextmanager
async def serving(
    world: World, *, host: str = DEFAULT_HOST, port: int = DEFAULT_PORT
) -> AsyncIterator[SandboxServer]:
    """Serve a world on the running event loop for the length of a block.

    Raises:
        OSError: the port is taken.
    """
    server = SandboxServer(world, host=host, port=port)
    await server.start()
    try:
        yield server
    finally:
        await server.stop()


@contextlib.contextmanager
def serving_in_thread(
    world: World, *, host: str = DEFAULT_HOST, port: int = 0
) -> Iterator[SandboxServer]:
    """Serve a world in a thread of its own for the length of a block; port 0 is a free one.

    Raises:
        OSError: the port is taken.
    """
    server = SandboxServer(world, host=host, port=port)
    ready = threading.Event()

    async def main() -> None:
        await server.start()
        ready.set()
        await server.wait()

    thread = threading.Thread(target=lambda: asyncio.run(main()), name="sandbox", daemon=True)
    thread.start()
    ready.wait(10)
    try:
        yield server
    finally:
        server.ask_to_stop()
        thread.join(10)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.socket(family, socket.SOCK_STREAM, socket.IPPROTO_TCP)
    try:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind((host, port))
        listener.listen()  # who connects before the server runs is not refused but waits
    except OSError:
        listener.close()
        raise
    return listener
