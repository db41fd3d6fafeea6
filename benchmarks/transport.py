"""What a call to Telegram costs by itself: `uv run python -m benchmarks.transport`.

The yardstick, measured in the same run, is the library's default way. Each makes the same call,
an edit of a table, to a server in another process that answers at once; so many at a time.
"""

import asyncio
import multiprocessing
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from multiprocessing.connection import Connection
from statistics import median
from typing import Final

from telegram.request import BaseRequest, HTTPXRequest, RequestData
from telegram.request._requestparameter import RequestParameter

from telegram_bot.client import CONNECTIONS
from telegram_bot.transport import Transport

ROUNDS: Final = 7
SECONDS: Final = 1.0
AT_ONCE: Final = (1, 20, 200)

WAYS: Final[Mapping[str, Callable[[], BaseRequest]]] = {
    "the library's default": lambda: HTTPXRequest(pool_timeout=60),
    "the same, 10 connections": lambda: HTTPXRequest(10, pool_timeout=60),
    "ours": lambda: Transport(CONNECTIONS),
}

_RESULT: Final = b'{"ok":true,"result":{"message_id":7,"date":1772395200,"chat":{"id":-100}}}'
ANSWER: Final = (
    b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: %d\r\n\r\n%s"
    % (len(_RESULT), _RESULT)
)
CALL: Final = {
    "chat_id": -100,
    "message_id": 7,
    "text": "Thirty-One · Scat · round 3\n" + "▸ Bruno ♥♥♥ until 21:04:30\n" * 4,
    "parse_mode": "HTML",
    "reply_markup": {
        "inline_keyboard": [
            [{"text": "Draw", "callback_data": "draw:AAAAAAAAAAAAAAAAAAAAHw:17:0"}] * 2
        ]
        * 2
    },
}


class _Answering(asyncio.Protocol):
    """Answers each request with the same, and reads of it only how long it is."""

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        assert isinstance(transport, asyncio.Transport)  # noqa: S101 - for the types
        self._transport = transport
        self._unread = b""

    def data_received(self, data: bytes) -> None:
        self._unread += data
        while (end := self._unread.find(b"\r\n\r\n")) >= 0:
            head = self._unread[:end].lower()
            length = int(head.partition(b"content-length:")[2].split(b"\r\n")[0] or 0)
            if len(self._unread) < end + 4 + length:
                return
            self._unread = self._unread[end + 4 + length :]
            self._transport.write(ANSWER)


def _serve(told: Connection) -> None:
    async def serve() -> None:
        loop = asyncio.get_running_loop()
        server = await loop.create_server(_Answering, "127.0.0.1", 0, backlog=1024)
        told.send(server.sockets[0].getsockname()[1])
        await server.serve_forever()

    asyncio.run(serve())


@contextmanager
def server() -> Iterator[str]:
    """Run the server in a process of its own, and give the address of a method."""
    context = multiprocessing.get_context("spawn")
    ours, theirs = context.Pipe()
    process = context.Process(target=_serve, args=(theirs,), daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{ours.recv()}/bot1:x/editMessageText"
    finally:
        process.terminate()


async def calls_per_second(way: BaseRequest, url: str, at_once: int) -> float:
    """Make calls for a while, so many at a time."""
    data = RequestData([RequestParameter.from_input(*each) for each in CALL.items()])
    made = 0
    begun = time.perf_counter()

    async def call_on() -> None:
        nonlocal made
        while time.perf_counter() - begun < SECONDS:
            await way.post(url, data)
            made += 1

    await asyncio.gather(*(call_on() for _ in range(at_once)))
    return made / (time.perf_counter() - begun)


async def measure(url: str) -> dict[tuple[str, int], list[float]]:
    """Let all ways take turns."""
    found: dict[tuple[str, int], list[float]] = {}
    for _ in range(ROUNDS):
        for at_once in AT_ONCE:
            for name, make in WAYS.items():
                async with make() as way:
                    rate = await calls_per_second(way, url, at_once)
                found.setdefault((name, at_once), []).append(rate)
    return found


def main() -> None:
    """Measure and print a small table: calls per second, and as a multiple of the yardstick."""
    with server() as url:
        found = asyncio.run(measure(url))
    yardstick = next(iter(WAYS))
    print(f"{'calls per second, at once:':28}" + "".join(f"{many:>16}" for many in AT_ONCE))
    for name in WAYS:
        cells = ""
        for at_once in AT_ONCE:
            rates = found[name, at_once]
            pairs = zip(rates, found[yardstick, at_once], strict=True)
            ratio = median(rate / least for rate, least in pairs)
            cells += f"{median(rates):9,.0f} {ratio:5.1f}×"
        print(f"{name:28}{cells}")


if __name__ == "__main__":
    main()
