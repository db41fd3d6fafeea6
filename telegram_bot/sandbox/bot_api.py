"""The Bot API over HTTP: `/bot<token>/<method>` and `/file/bot<token>/<path>`."""

import asyncio
import json
import re
from contextlib import suppress
from typing import Any
from urllib.parse import parse_qsl

import msgspec
from starlette.datastructures import UploadFile
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from telegram_bot.sandbox import errors
from telegram_bot.sandbox.bell import Bell
from telegram_bot.sandbox.errors import ApiError
from telegram_bot.sandbox.faults import Fault, Trouble
from telegram_bot.sandbox.media import MAX_UPLOAD, Upload
from telegram_bot.sandbox.methods import METHODS_BY_LOWER_NAME, SPENDS_BUDGET
from telegram_bot.sandbox.methods.call import Call
from telegram_bot.sandbox.polling import Poller
from telegram_bot.sandbox.shapes import Json
from telegram_bot.sandbox.spec import load_spec
from telegram_bot.sandbox.world import World

_TOKEN = re.compile(r"\d{1,16}:[A-Za-z0-9_-]{1,64}")
_HANG_SECONDS = 60.0
_NO_REPLY = ("get", "setwebhook", "deletewebhook", "close", "logout")
"""How the methods begin that a webhook cannot call by its answer."""


class BotApi:
    """The bot's side of the sandbox."""

    def __init__(self, world: World, bell: Bell) -> None:
        self._world = world
        self._bell = bell
        self._poller = Poller(bell)
        self._spec = load_spec()

    def routes(self) -> list[Route]:
        """Return the HTTP routes."""
        return [
            Route("/bot{token}/{method}", self.call, methods=["GET", "POST"]),
            Route("/file/bot{token}/{path:path}", self.download, methods=["GET"]),
        ]

    async def call(self, request: Request) -> Response:
        """Carry out one call and record it."""
        call = Call(self._world, request.path_params["method"])
        try:
            self._check_token(request.path_params["token"])
            call = await _read(self._world, call.method, request)
        except ApiError as refused:
            self._record(call, refused.code, refused.description, [])
            return JSONResponse(refused.body(), refused.code)
        try:
            result, dropped = await self._recorded(call)
        except ApiError as refused:
            return JSONResponse(refused.body(), refused.code)
        if dropped is not None:
            await self._hang(request, dropped.seconds or _HANG_SECONDS)
        return Response(
            msgspec.json.encode({"ok": True, "result": result}), media_type="application/json"
        )

    async def reply(self, body: bytes) -> None:
        """Carry out the call that a webhook has answered with; nobody is told what came of it."""
        try:
            values = _json_object(body)
        except ApiError:
            return
        method = str(values.pop("method", ""))
        if method and not method.lower().startswith(_NO_REPLY):
            with suppress(ApiError):
                await self._recorded(Call(self._world, method, values))

    async def download(self, request: Request) -> Response:
        """Serve a file under the path that getFile gave."""
        try:
            self._check_token(request.path_params["token"])
            file = self._world.files.get(request.path_params["path"].removeprefix("files/"))
        except ApiError as refused:
            code = 404 if refused.code == 400 else refused.code
            return JSONResponse(ApiError(code, "Not Found").body(), code)
        return Response(file.upload.content, media_type="application/octet-stream")

    def _check_token(self, token: str) -> None:
        if not _TOKEN.fullmatch(token):
            raise errors.not_found()
        if token != self._world.bot.token:
            raise errors.unauthorized()

    def _problems(self, call: Call) -> list[str]:
        too_new = "ephemeral" in call.method.lower() and not self._world.knows_ephemeral
        if too_new or not self._spec.knows(call.method):
            raise errors.method_not_found()
        return self._spec.check(call.method, call.values, call.files)

    async def _recorded(self, call: Call) -> tuple[object, Fault | None]:
        """Carry out a call and record it; return its result, and what keeps that back."""
        problems: list[str] = []
        try:
            problems = self._problems(call)
            chat_id = call.number("chat_id") or None
            dropped = await self._trouble(call, chat_id)
            result = await self._carry_out(call, chat_id, problems)
            if dropped is not None and dropped.error is not None:
                raise dropped.error
        except ApiError as refused:
            self._record(call, refused.code, refused.description, problems)
            raise
        self._record(call, 200, "", problems)
        return result, dropped

    async def _trouble(self, call: Call, chat_id: int | None) -> Fault | None:
        """Act out the script: refuse, delay, hold, or return the fault that drops the answer."""
        faults = self._world.faults
        refused = faults.take(call.method, chat_id, Trouble.REFUSE)
        if refused is not None:
            raise refused.error or ApiError(500, "Internal Server Error")
        delayed = faults.take(call.method, chat_id, Trouble.DELAY)
        if delayed is not None:
            await asyncio.sleep(delayed.seconds)
        if faults.take(call.method, chat_id, Trouble.HOLD) is not None:
            await faults.over()
        return faults.take(call.method, chat_id, Trouble.DROP)

    async def _carry_out(self, call: Call, chat_id: int | None, problems: list[str]) -> object:
        name = call.method.lower()
        if name == "getupdates":
            return await self._poller.get_updates(call)
        if name not in METHODS_BY_LOWER_NAME:
            raise errors.not_implemented(f"the method {call.method}")
        if name in SPENDS_BUDGET and chat_id is not None:
            self._world.budget.spend(chat_id)
        _, method = METHODS_BY_LOWER_NAME[name]
        try:
            return method(call)
        except (AttributeError, KeyError, TypeError, ValueError) as unreadable:
            if not problems:
                raise
            raise errors.bad_request(f"can't parse {problems[0]}") from unreadable

    def _record(self, call: Call, status: int, description: str, problems: list[str]) -> None:
        name, _ = METHODS_BY_LOWER_NAME.get(call.method.lower(), (call.method, None))
        shown = call.values | {upload: f"file {file.name}" for upload, file in call.files.items()}
        self._world.log.add(name, shown, status, description, problems)

    async def _hang(self, request: Request, seconds: float) -> None:
        """Keep the caller waiting, as when an answer is lost on the way."""
        try:
            await asyncio.wait_for(request.receive(), seconds)
        except TimeoutError:
            return


async def _read(world: World, method: str, request: Request) -> Call:
    """Read parameters from the query string and a JSON, form or multipart body."""
    values: Json = dict(request.query_params)
    files: dict[str, Upload] = {}
    kind = request.headers.get("content-type", "")
    if kind.startswith("application/json"):
        values |= _json_object(await request.body())
    elif kind.startswith("application/x-www-form-urlencoded"):
        values |= parse_qsl(
            (await request.body()).decode(errors="replace"), keep_blank_values=True
        )
    elif kind.startswith("multipart/form-data"):
        async with request.form(max_part_size=MAX_UPLOAD) as form:
            for name, value in form.multi_items():
                if isinstance(value, UploadFile):
                    files[name] = await _upload(value)
                else:
                    values[name] = value
    return Call(world, method, values, files)


def _json_object(body: bytes) -> Json:
    try:
        decoded: Any = json.loads(body or b"{}")
    except ValueError as broken:
        raise errors.bad_request("can't parse JSON object") from broken
    if not isinstance(decoded, dict):
        raise errors.bad_request("object expected")
    return decoded


async def _upload(file: UploadFile) -> Upload:
    content = await file.read()
    if len(content) > MAX_UPLOAD:
        raise errors.entity_too_large()
    return Upload(
        file.filename or "file", content, file.content_type or "application/octet-stream"
    )
