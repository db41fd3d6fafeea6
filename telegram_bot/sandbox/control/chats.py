"""What happens to groups and topics."""

from starlette.requests import Request
from starlette.routing import Route

from telegram_bot.sandbox import acts, views
from telegram_bot.sandbox.acts import ActRefusedError
from telegram_bot.sandbox.chats import PERMISSIONS, Kind
from telegram_bot.sandbox.control.wire import CHAT, Desk, body_of, route
from telegram_bot.sandbox.shapes import Json


class ChatsControl:
    """Everything under a chat's id."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def routes(self) -> list[Route]:
        """Return the HTTP routes."""
        return [
            route("POST", "/chats", self.create_chat),
            route("GET", f"{CHAT}/messages", self.public_messages),
            route("POST", f"{CHAT}/members", self.change_member),
            route("POST", f"{CHAT}/permissions", self.set_permissions),
            route("POST", f"{CHAT}/topics", self.create_topic),
            route("POST", f"{CHAT}/topics/{{topic:int}}", self.change_topic),
            route("POST", f"{CHAT}/migrate", self.migrate),
            route("POST", f"{CHAT}/delete", self.delete_group),
        ]

    async def create_chat(self, request: Request) -> Json:
        """Found a group, supergroup or forum."""
        body = await body_of(request)
        kind = Kind(body.pop("kind", "group"))
        members = tuple(body.pop("member_ids", ()))
        chat = acts.create_group(self._desk.world, kind=kind, member_ids=members, **body)
        return self._desk.world.chat_shape(chat)

    async def public_messages(self, request: Request) -> Json:
        """Return what everybody in a chat sees."""
        thread = request.query_params.get("thread")
        history = self._desk.world.history(self._desk.chat(request).id)
        wanted = None if thread == str(views.GENERAL) else thread
        shapes = [
            self._desk.world.message_shape(message)
            for message in history
            if not thread or message.thread_id == (int(wanted) if wanted else None)
        ]
        return {"messages": shapes}

    async def change_member(self, request: Request) -> Json:
        """Add, remove, promote, demote or restrict somebody."""
        body, chat_id = await body_of(request), self._desk.chat(request).id
        act, user_id, by = body["act"], int(body["user_id"]), int(body["by"])
        names = body.get("names")
        chosen = None if names is None else frozenset(names)
        match act:
            case "add":
                acts.add_member(self._desk.world, chat_id, user_id, by=by)
            case "remove":
                announced = bool(body.get("announced", True))
                acts.remove_member(self._desk.world, chat_id, user_id, by=by, announced=announced)
            case "promote":
                acts.promote(self._desk.world, chat_id, user_id, by=by, rights=chosen)
            case "demote":
                acts.demote(self._desk.world, chat_id, user_id, by=by)
            case "restrict":
                acts.restrict(self._desk.world, chat_id, user_id, by=by, without=chosen)
            case _:
                raise ActRefusedError(f"no such act: {act}")
        return {}

    async def set_permissions(self, request: Request) -> Json:
        """Take permissions from ordinary members; the rest is allowed."""
        without = frozenset((await body_of(request))["without"])
        allowed = frozenset(PERMISSIONS) - without
        acts.set_permissions(self._desk.world, self._desk.chat(request).id, allowed)
        return {}

    async def create_topic(self, request: Request) -> Json:
        """Open a forum topic."""
        topic = acts.create_topic(
            self._desk.world, self._desk.chat(request).id, **await body_of(request)
        )
        return topic.shape()

    async def change_topic(self, request: Request) -> Json:
        """Close, reopen or delete a topic."""
        body, topic = await body_of(request), int(request.path_params["topic"])
        chat_id = self._desk.chat(request).id
        if body["act"] == "delete":
            acts.delete_topic(self._desk.world, chat_id, topic)
        else:
            closed = body["act"] == "close"
            acts.close_topic(self._desk.world, chat_id, topic, by=body["by"], closed=closed)
        return {}

    async def migrate(self, request: Request) -> Json:
        """Turn a basic group into a supergroup; returns the new chat."""
        body = await body_of(request)
        told = tuple(body.get("told", ("old", "new")))
        new = acts.migrate(
            self._desk.world, self._desk.chat(request).id, by=int(body["by"]), told=told
        )
        return self._desk.world.chat_shape(new)

    async def delete_group(self, request: Request) -> Json:
        """Delete a group for everybody."""
        acts.delete_group(self._desk.world, self._desk.chat(request).id)
        return {}
