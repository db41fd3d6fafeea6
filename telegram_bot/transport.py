"""How requests reach Telegram: few connections, kept open, and errors that tell what was sent.

What may go with the answer to a posted update does.

The library's own way loses throughput the more requests there are at once
(`benchmarks/README.md`), and calls all time-outs alike.
"""

import json
import ssl
from functools import cache
from http import HTTPStatus
from typing import Any, Final
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

import aiohttp
import httpx
from aiohttp import ClientTimeout
from telegram.error import NetworkError, TimedOut
from telegram.request import BaseRequest, RequestData

from telegram_bot.intake.reply import AWAITED

CONNECT_SECONDS: Final = 5.0
READ_SECONDS: Final = 5.0
UPLOAD_SECONDS: Final = 20.0
"""How much longer an answer is waited for when a file is sent first."""

FREE_CONNECTION_SECONDS: Final = 30.0
"""How long a request waits for a connection while all are in use."""

Seconds = Any
"""A time-out as the library hands it on: a number, none, or its own sign for "not given"."""

NOT_GIVEN: Final[Seconds] = BaseRequest.DEFAULT_NONE

DONE: Final = b'{"ok": true, "result": true}'
"""What is taken for the answer to a call that is on its way."""

_NEVER_SENT: Final = (aiohttp.ClientConnectorError, aiohttp.ConnectionTimeoutError)


class NotSent(NetworkError):  # noqa: N818 - a kind of the library's NetworkError
    """No connection was had in time: Telegram knows nothing of the request."""


class AnswerLost(TimedOut):
    """There is no answer: what was asked for may have been done, or not."""


class Transport(BaseRequest):
    """Makes requests over at most so many connections.

    A proxy is taken from the environment (`HTTPS_PROXY`, `NO_PROXY`).
    """

    def __init__(
        self,
        connections: int,
        read_seconds: float = READ_SECONDS,
        free_connection_seconds: float = FREE_CONNECTION_SECONDS,
    ) -> None:
        """Prepare; `initialize` makes it ready.

        Args:
            connections: How many are open at the most.
            read_seconds: How long an answer is waited for.
            free_connection_seconds: How long a free connection is waited for.
        """
        self._connections = connections
        self._read_seconds = read_seconds
        self._free_connection_seconds = free_connection_seconds
        self._session: aiohttp.ClientSession | None = None

    @property
    def read_timeout(self) -> float:
        """How long an answer is waited for, in seconds."""
        return self._read_seconds

    async def initialize(self) -> None:
        """Make ready on the running event loop."""
        if self._session is None:
            # The environment is not trusted: it would be looked at, and files as well, at each
            # request.
            connector = aiohttp.TCPConnector(limit=self._connections, ssl=_authorities())
            self._session = aiohttp.ClientSession(
                connector=connector, headers={"User-Agent": self.USER_AGENT}
            )

    async def shutdown(self) -> None:
        """Close all connections."""
        session, self._session = self._session, None
        if session is not None:
            await session.close()

    async def do_request(  # noqa: PLR0913, PLR0917 - as the library declares it
        self,
        url: str,
        method: str,
        request_data: RequestData | None = None,
        read_timeout: Seconds = NOT_GIVEN,
        write_timeout: Seconds = NOT_GIVEN,
        connect_timeout: Seconds = NOT_GIVEN,
        pool_timeout: Seconds = NOT_GIVEN,
    ) -> tuple[int, bytes]:
        """Make a request; return the status and the body of the answer.

        Raises:
            NotSent: Telegram cannot be reached, or all connections are in use.
            AnswerLost: It took too long, or the connection was lost.
        """
        if self._session is None:
            msg = "the transport is used before it is ready"
            raise RuntimeError(msg)
        if _goes_with_a_reply(url, request_data):
            return HTTPStatus.OK, DONE
        uploads = request_data is not None and request_data.contains_files
        read = _given(read_timeout, self._read_seconds)
        if uploads and read is not None:
            read += _given(write_timeout, UPLOAD_SECONDS) or 0.0
        timeout = ClientTimeout(
            connect=_given(pool_timeout, self._free_connection_seconds),
            sock_connect=_given(connect_timeout, CONNECT_SECONDS),
            sock_read=read,
        )
        try:
            async with self._session.request(
                method,
                url,
                proxy=_proxy_for(url),
                timeout=timeout,
                allow_redirects=False,
                **_content(request_data),
            ) as answer:
                return answer.status, await answer.read()
        except _NEVER_SENT as error:
            msg = f"Not sent: {type(error).__name__}"
            raise NotSent(msg) from error
        except TimeoutError as error:
            raise AnswerLost from error
        except aiohttp.ClientError as error:
            msg = f"The connection was lost: {type(error).__name__}"
            raise AnswerLost(msg) from error


def _goes_with_a_reply(url: str, data: RequestData | None) -> bool:
    reply = AWAITED.get()
    method = url.rpartition("/")[2]
    return reply is not None and data is not None and reply.take(method, data.parameters)


def _proxy_for(url: str) -> str | None:
    parts = urlsplit(url)
    return _proxy(parts.scheme, parts.netloc)


@cache
def _authorities() -> ssl.SSLContext:
    """Return whom to trust: those of httpx, since not every system brings some. Read once."""
    return httpx.create_ssl_context()


@cache
def _proxy(scheme: str, host: str) -> str | None:
    """Return the proxy that the environment names for a host, if any."""
    return None if proxy_bypass(host) else getproxies().get(scheme)


def _given(seconds: Seconds, otherwise: float) -> float | None:
    return otherwise if seconds is NOT_GIVEN else seconds


def _content(data: RequestData | None) -> dict[str, Any]:
    """Return what to send: JSON, or a form where files go with it."""
    if data is None:
        return {}
    if not data.contains_files:
        body = json.dumps(data.parameters).encode()
        return {"data": body, "headers": {"Content-Type": "application/json"}}
    form = aiohttp.FormData()
    for name, value in data.json_parameters.items():
        form.add_field(name, value)
    for name, (filename, content, kind) in data.multipart_data.items():
        form.add_field(name, content, filename=filename, content_type=kind)
    return {"data": form}
