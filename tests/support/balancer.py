"""One address before several copies of a web server, as a hosting service puts it there."""

import asyncio
import itertools
import threading
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import httpx
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from telegram_bot.web.server import serving

LOCAL = "127.0.0.1"
THERE = ("x-telegram-bot-api-secret-token", "content-type")
BACK = ("retry-after", "content-type")
"""Headers that are passed on."""


@dataclass
class Balancer:
    """Passes each request on to the next copy that can be reached.

    Attributes:
        ports: Where the copies listen.
        served: How many requests each has answered.
        url: The one address.
    """

    ports: Sequence[int]
    served: dict[int, int] = field(default_factory=dict)
    url: str = ""

    def __post_init__(self) -> None:
        """Begin with the first."""
        self._turns = itertools.count()

    async def pass_on(self, client: httpx.AsyncClient, request: Request) -> Response:
        """Pass a request on."""
        body, turn = await request.body(), next(self._turns)
        headers = _kept(request.headers, THERE)
        for step in range(len(self.ports)):
            port = self.ports[(turn + step) % len(self.ports)]
            url = f"http://{LOCAL}:{port}{request.url.path}"
            try:
                answer = await client.request(request.method, url, content=body, headers=headers)
            except httpx.ConnectError:
                continue
            except httpx.HTTPError:
                break
            self.served[port] = self.served.get(port, 0) + 1
            kept = {
                name: answer.headers[name] for name in ("retry-after",) if name in answer.headers
            }
            return Response(answer.content, answer.status_code, kept)
        return Response(status_code=502)


def _kept(headers: Mapping[str, str], names: Sequence[str]) -> dict[str, str]:
    return {name: headers[name] for name in names if name in headers}


@contextmanager
def balancing(*ports: int) -> Iterator[Balancer]:
    """Run a balancer for the length of a block."""
    balancer, ready = Balancer(ports), threading.Event()
    loop, stop = asyncio.new_event_loop(), asyncio.Event()

    async def main() -> None:
        async with httpx.AsyncClient(timeout=60, trust_env=False) as client:

            async def answer(request: Request) -> Response:
                return await balancer.pass_on(client, request)

            app = Starlette(routes=[Route("/{path:path}", answer, methods=["GET", "POST"])])
            async with serving(app, 0, LOCAL) as port:
                balancer.url = f"http://{LOCAL}:{port}"
                ready.set()
                await stop.wait()

    def run() -> None:
        with asyncio.Runner(loop_factory=lambda: loop) as runner:
            runner.run(main())

    thread = threading.Thread(target=run, name="balancer", daemon=True)
    thread.start()
    assert ready.wait(10)
    try:
        yield balancer
    finally:
        loop.call_soon_threadsafe(stop.set)
        thread.join(10)
