"""JSON in and out of the people's side."""

import asyncio
import json
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from telegram_bot.sandbox.acts import ActRefusedError
from telegram_bot.sandbox.bell import Bell
from telegram_bot.sandbox.chats import Chat
from telegram_bot.sandbox.errors import ApiError
from telegram_bot.sandbox.shapes import Json
from telegram_bot.sandbox.world import World

MAX_WAIT = 55.0
PERSON, CHAT = "/people/{person:int}", "/chats/{chat:signed}"
Handler = Callable[[Request], Awaitable[object]]


class Desk:
    """What the parts of the people's side share: a world and a way to wait for it."""

    def __init__(self, world: World, bell: Bell) -> None:
        self.world = world
        self.bell = bell

    def chat(self, request: Request) -> Chat:
        """Return the chat in a request's path.

        Raises:
            ApiError: there is none.
        """
        return self.world.chat(request.path_params["chat"])

    async def wait_while(self, condition: Callable[[], bool], seconds: float | str) -> None:
        """Return when the condition is over, or after `seconds`, or when the server stops."""
        loop = asyncio.get_running_loop()
        end = loop.time() + min(float(seconds), MAX_WAIT)
        while condition() and not self.bell.closed and loop.time() < end:
            await self.bell.wait(end - loop.time())


def route(method: str, path: str, act: Handler) -> Route:
    """Return a route that turns what an act returns, or refuses, into an HTTP answer."""

    async def answer(request: Request) -> Response:
        try:
            return JSONResponse(await act(request))
        except ActRefusedError as refused:
            return JSONResponse({"error": str(refused)}, 409)
        except ApiError as missing:
            return JSONResponse({"error": missing.description}, 404)
        except (KeyError, TypeError, ValueError) as wrong:
            return JSONResponse({"error": f"{type(wrong).__name__}: {wrong}"}, 400)

    return Route(f"/sandbox{path}", answer, methods=[method])


def person_of(request: Request) -> int:
    """Return the person's id in a request's path."""
    return int(request.path_params["person"])


async def body_of(request: Request) -> Json:
    """Read a JSON body; the content type keeps foreign web pages out (no simple request)."""
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise ValueError("content type application/json expected")
    body = json.loads(await request.body())
    if not isinstance(body, dict):
        raise TypeError("object expected")
    return body
