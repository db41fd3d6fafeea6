"""Where Telegram posts updates: 200 once an update is settled, 503 when it is to come again.

Settled it is, too, once the answer to a tap is known, which comes after what the tap has changed.
That goes back with the 200. What may follow is how messages look, and is not tried again.
"""

import asyncio
import hmac
import json
import logging
from collections.abc import Callable
from typing import Final

from cachetools import FIFOCache
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from telegram_bot.intake.address import Address
from telegram_bot.intake.reception import REMEMBERED, Raw, Reception
from telegram_bot.intake.reply import AWAITED, Called, Reply

logger = logging.getLogger(__name__)

LARGEST: Final = 2**20
"""The most bytes of an update; Telegram's own are far smaller."""

SECRET_HEADER: Final = "X-Telegram-Bot-Api-Secret-Token"  # noqa: S105 - the name of a header

AGAIN_SECONDS: Final = 1
"""After how long Telegram is to post an update again that could not be handled."""


def webhook_route(
    address: Address, reception: Reception, ready: Callable[[], bool] = lambda: True
) -> Route:
    """Return the route of the webhook, which nobody but Telegram may use.

    Args:
        address: Where it is.
        reception: Sees to each update.
        ready: Tells whether updates can be seen to yet.
    """
    secret = address.secret.encode()
    calls: FIFOCache[int, Called] = FIFOCache(REMEMBERED)

    async def receive(request: Request) -> Response:
        shown = request.headers.get(SECRET_HEADER, "").encode("latin-1", "replace")
        if not hmac.compare_digest(shown, secret):
            return Response(status_code=403)
        if not ready():
            return _again()
        body = await _body(request)
        if body is None:
            return Response(status_code=413)
        update = _update(body)
        if update is None:
            return Response(status_code=400)  # mangled on its way
        reply = Reply()
        AWAITED.set(reply)
        task = reception.take(update)
        number = update["update_id"]
        call = await reply.wait(task)  # also when whoever asked has gone: it goes on all the same
        if call is not None:
            calls[number] = call
            task.add_done_callback(_look_at)
        elif task.cancelled() or task.exception() is not None:
            return _again()
        # One that is posted again may have been answered where nobody waited any more.
        return JSONResponse(calls[number]) if number in calls else Response()

    return Route(address.path, receive, methods=["POST"])


def _again() -> Response:
    return Response(status_code=503, headers={"Retry-After": str(AGAIN_SECONDS)})


def _look_at(task: asyncio.Task[None]) -> None:
    """See what has become of an update that was answered, for which nobody waits any more."""
    if not task.cancelled() and (error := task.exception()) is not None:
        logger.info("An update is not done with: %r", error)


async def _body(request: Request) -> bytes | None:
    """Read a body; nothing if it is too large."""
    length = request.headers.get("content-length", "0")
    if not length.isdecimal() or int(length) > LARGEST:
        return None
    body = b""
    async for chunk in request.stream():
        body += chunk
        if len(body) > LARGEST:
            return None
    return body


def _update(body: bytes) -> Raw | None:
    """Read an update as far as its number; nothing if it is none."""
    try:
        update = json.loads(body)
    except (ValueError, RecursionError):
        return None
    if not isinstance(update, dict) or not isinstance(update.get("update_id"), int):
        return None
    return update
