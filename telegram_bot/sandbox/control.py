"""The people's side as JSON over HTTP under `/sandbox/`: the page and the tests use it."""

import asyncio
import json
from collections.abc import Awaitable, Callable

from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from telegram_bot.sandbox import acts, views
from telegram_bot.sandbox.acts import ActRefusedError
from telegram_bot.sandbox.bell import Bell
from telegram_bot.sandbox.budget import Limits
from telegram_bot.sandbox.callbacks import Tap
from telegram_bot.sandbox.chats import PERMISSIONS, Chat, Kind
from telegram_bot.sandbox.clock import ManualClock
from telegram_bot.sandbox.errors import ApiError
from telegram_bot.sandbox.faults import Fault, Trouble
from telegram_bot.sandbox.shapes import Json
from telegram_bot.sandbox.world import World

MAX_WAIT = 55.0
Handler = Callable[[Request], Awaitable[object]]


class Control:
    """The people's side of the sandbox."""

    def __init__(self, world: World, bell: Bell) -> None:
        self._world = world
        self._bell = bell

    def routes(self) -> list[Route]:
        """Return the HTTP routes: the table of contents."""
        person, chat = "/people/{person:int}", "/chats/{chat:signed}"
        mine = f"{person}{chat}"
        table: list[tuple[str, str, Handler]] = [
            ("GET", "/state", self.state),
            ("GET", "/changes", self.changes),
            ("GET", "/requests", self.requests),
            ("GET", "/updates", self.updates),
            ("POST", "/clock", self.advance_clock),
            ("POST", "/limits", self.set_limits),
            ("POST", "/faults", self.add_fault),
            ("DELETE", "/faults", self.clear_faults),
            ("POST", "/people", self.create_person),
            ("POST", f"{person}/account", self.change_account),
            ("GET", f"{person}/chats", self.chats),
            ("GET", f"{person}/taps", self.taps),
            ("POST", f"{person}/taps", self.tap),
            ("GET", f"{mine}/messages", self.messages),
            ("POST", f"{mine}/messages", self.say),
            ("POST", f"{mine}/edit", self.edit),
            ("POST", f"{mine}/delete", self.delete),
            ("POST", f"{mine}/read", self.read),
            ("POST", "/chats", self.create_chat),
            ("GET", f"{chat}/messages", self.public_messages),
            ("POST", f"{chat}/members", self.change_member),
            ("POST", f"{chat}/permissions", self.set_permissions),
            ("POST", f"{chat}/topics", self.create_topic),
            ("POST", f"{chat}/topics/{{topic:int}}", self.change_topic),
            ("POST", f"{chat}/migrate", self.migrate),
        ]
        return [
            *(Route(f"/sandbox{path}", _json(act), methods=[how]) for how, path, act in table),
            Route("/sandbox/files/{file_id}", self.file),
        ]

    # The world as a whole

    async def state(self, _: Request) -> Json:
        """Return who and what exists."""
        world = self._world
        return {
            "bot": world.bot.shape(),
            "people": views.people(world),
            "chats": views.all_chats(world),
            "revision": world.revision,
            "now": world.now(),
            "manual_clock": isinstance(world.now, ManualClock),
        }

    async def changes(self, request: Request) -> Json:
        """Return the revision as soon as it is not `after` any more, or after `wait` seconds."""
        after = int(request.query_params.get("after", -1))
        end = _later(request.query_params.get("wait", "25"))
        loop = asyncio.get_running_loop()
        while self._world.revision == after and not self._bell.closed and loop.time() < end:
            await self._bell.wait(end - loop.time())
        return {"revision": self._world.revision}

    async def requests(self, request: Request) -> Json:
        """Return what the bot asked after request number `after`, and every problem found."""
        log = self._world.log
        since = log.since(int(request.query_params.get("after", 0)))
        return {"requests": [each.shape() for each in since], "problems": log.problems}

    async def updates(self, _: Request) -> Json:
        """Return what waits for the bot."""
        return {"updates": [update.shape() for update in self._world.updates.pending()]}

    async def advance_clock(self, request: Request) -> Json:
        """Let `seconds` pass on a manual clock."""
        clock = self._world.now
        if not isinstance(clock, ManualClock):
            raise ActRefusedError("this sandbox runs on the real clock")
        clock.advance(float((await _body(request))["seconds"]))
        self._world.changed()
        return {"now": clock()}

    async def set_limits(self, request: Request) -> Json:
        """Change the budget; null switches a limit off."""
        self._world.budget.limits = Limits(**await _body(request))
        return {}

    async def add_fault(self, request: Request) -> Json:
        """Write a line into the script of faults."""
        body = await _body(request)
        error = body.pop("error", None)
        trouble = Trouble(body.pop("trouble"))
        lasts = body.pop("lasts", None)
        until = None if lasts is None else self._world.now() + float(lasts)
        made = ApiError(**error) if error else None
        self._world.faults.add(Fault(trouble, error=made, until=until, **body))
        return {}

    async def clear_faults(self, _: Request) -> Json:
        """Tear up the script of faults."""
        self._world.faults.script.clear()
        return {}

    async def file(self, request: Request) -> Response:
        """Serve a picture or file to the page; only pictures are shown, never run."""
        stored = self._world.files.files.get(request.path_params["file_id"])
        if stored is None:
            return Response(status_code=404)
        shown = stored.width > 0
        headers = {"X-Content-Type-Options": "nosniff", "Cache-Control": "max-age=3600"}
        if not shown:
            headers["Content-Disposition"] = "attachment"
        kind = _picture_type(stored.upload.content) if shown else "application/octet-stream"
        return Response(stored.upload.content, media_type=kind, headers=headers)

    # People

    async def create_person(self, request: Request) -> Json:
        """Create an account."""
        return self._world.add_person(**await _body(request)).shape()

    async def change_account(self, request: Request) -> Json:
        """Block the bot, unblock it, or delete the account."""
        body, user_id = await _body(request), _person(request)
        if "blocked" in body:
            acts.block(self._world, user_id, blocked=bool(body["blocked"]))
        if "deactivated" in body:
            self._world.person(user_id).deactivated = bool(body["deactivated"])
        return {}

    async def chats(self, request: Request) -> Json:
        """Return a person's list of chats."""
        user_id = _person(request)
        self._world.person(user_id)
        return {
            "chats": views.chats_of(self._world, user_id),
            "revision": self._world.revision,
        }

    async def messages(self, request: Request) -> Json:
        """Return a chat's messages as a person sees them."""
        thread = request.query_params.get("thread")
        shapes = views.messages_for(
            self._world,
            _person(request),
            self._chat(request),
            thread_id=int(thread) if thread else None,
        )
        return {"messages": shapes, "revision": self._world.revision}

    async def say(self, request: Request) -> Json:
        """Write a message as a person."""
        body, user_id = await _body(request), _person(request)
        message = acts.say(self._world, user_id, self._chat(request).id, **body)
        return views.message_for(self._world, user_id, message)

    async def edit(self, request: Request) -> Json:
        """Edit a person's own message."""
        body, user_id = await _body(request), _person(request)
        message = acts.edit(self._world, user_id, self._chat(request).id, **body)
        return views.message_for(self._world, user_id, message)

    async def delete(self, request: Request) -> Json:
        """Delete a message as a person."""
        body = await _body(request)
        acts.delete(self._world, _person(request), self._chat(request).id, **body)
        return {}

    async def read(self, request: Request) -> Json:
        """Mark a chat as read."""
        acts.mark_read(self._world, _person(request), self._chat(request).id)
        return {}

    async def tap(self, request: Request) -> Json:
        """Press a button and return the bot's answer, waiting `wait` seconds for it."""
        body = await _body(request)
        wait = body.pop("wait", 15)
        tap = acts.tap(self._world, _person(request), **body)
        await self._answered(tap, wait)
        return tap.shape()

    async def taps(self, request: Request) -> Json:
        """Return a person's taps with the answers that only they saw."""
        user_id = _person(request)
        mine = [tap for tap in self._world.taps.by_id.values() if tap.user_id == user_id]
        return {"taps": [tap.shape() for tap in mine]}

    async def _answered(self, tap: Tap, seconds: float) -> None:
        loop = asyncio.get_running_loop()
        end = _later(seconds)
        while tap.answer is None and not self._bell.closed and loop.time() < end:
            await self._bell.wait(end - loop.time())

    # Chats

    async def create_chat(self, request: Request) -> Json:
        """Found a group, supergroup or forum."""
        body = await _body(request)
        kind = Kind(body.pop("kind", "group"))
        members = tuple(body.pop("member_ids", ()))
        chat = acts.create_group(self._world, kind=kind, member_ids=members, **body)
        return self._world.chat_shape(chat)

    async def public_messages(self, request: Request) -> Json:
        """Return what everybody in a chat sees."""
        thread = request.query_params.get("thread")
        history = self._world.history(self._chat(request).id)
        wanted = None if thread == str(views.GENERAL) else thread
        shapes = [
            self._world.message_shape(message)
            for message in history
            if not thread or message.thread_id == (int(wanted) if wanted else None)
        ]
        return {"messages": shapes}

    async def change_member(self, request: Request) -> Json:
        """Add, remove, promote, demote or restrict somebody."""
        body, chat_id = await _body(request), self._chat(request).id
        act, user_id, by = body["act"], int(body["user_id"]), int(body["by"])
        names = body.get("names")
        chosen = None if names is None else frozenset(names)
        match act:
            case "add":
                acts.add_member(self._world, chat_id, user_id, by=by)
            case "remove":
                acts.remove_member(self._world, chat_id, user_id, by=by)
            case "promote":
                acts.promote(self._world, chat_id, user_id, by=by, rights=chosen)
            case "demote":
                acts.demote(self._world, chat_id, user_id, by=by)
            case "restrict":
                acts.restrict(self._world, chat_id, user_id, by=by, without=chosen)
            case _:
                raise ActRefusedError(f"no such act: {act}")
        return {}

    async def set_permissions(self, request: Request) -> Json:
        """Take permissions from ordinary members; the rest is allowed."""
        without = frozenset((await _body(request))["without"])
        allowed = frozenset(PERMISSIONS) - without
        acts.set_permissions(self._world, self._chat(request).id, allowed)
        return {}

    async def create_topic(self, request: Request) -> Json:
        """Open a forum topic."""
        topic = acts.create_topic(self._world, self._chat(request).id, **await _body(request))
        return topic.shape()

    async def change_topic(self, request: Request) -> Json:
        """Close, reopen or delete a topic."""
        body, topic = await _body(request), int(request.path_params["topic"])
        chat_id = self._chat(request).id
        if body["act"] == "delete":
            acts.delete_topic(self._world, chat_id, topic)
        else:
            closed = body["act"] == "close"
            acts.close_topic(self._world, chat_id, topic, by=body["by"], closed=closed)
        return {}

    async def migrate(self, request: Request) -> Json:
        """Turn a basic group into a supergroup; returns the new chat."""
        by = int((await _body(request))["by"])
        new = acts.migrate(self._world, self._chat(request).id, by=by)
        return self._world.chat_shape(new)

    def _chat(self, request: Request) -> Chat:
        return self._world.chat(request.path_params["chat"])


def _person(request: Request) -> int:
    return int(request.path_params["person"])


def _later(seconds: float | str) -> float:
    return asyncio.get_running_loop().time() + min(float(seconds), MAX_WAIT)


def _json(act: Handler) -> Callable[[Request], Awaitable[Response]]:
    """Turn what an act returns, or refuses, into an HTTP answer."""

    async def answer(request: Request) -> Response:
        try:
            return JSONResponse(await act(request))
        except ActRefusedError as refused:
            return JSONResponse({"error": str(refused)}, 409)
        except ApiError as missing:
            return JSONResponse({"error": missing.description}, 404)
        except (KeyError, TypeError, ValueError) as wrong:
            return JSONResponse({"error": f"{type(wrong).__name__}: {wrong}"}, 400)

    return answer


async def _body(request: Request) -> Json:
    """Read a JSON body; the content type keeps foreign web pages out (no simple request)."""
    if not request.headers.get("content-type", "").startswith("application/json"):
        raise ValueError("content type application/json expected")
    body = json.loads(await request.body())
    if not isinstance(body, dict):
        raise TypeError("object expected")
    return body


def _picture_type(content: bytes) -> str:
    if content.startswith(b"\x89PNG"):
        return "image/png"
    return "image/gif" if content.startswith(b"GIF") else "image/jpeg"
