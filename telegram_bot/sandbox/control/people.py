"""What one person does and sees."""

from starlette.requests import Request
from starlette.routing import Route

from telegram_bot.sandbox import acts, views
from telegram_bot.sandbox.control.wire import CHAT, PERSON, Desk, body_of, person_of, route
from telegram_bot.sandbox.people import Client
from telegram_bot.sandbox.shapes import Json


class PeopleControl:
    """Everything under a person's name."""

    def __init__(self, desk: Desk) -> None:
        self._desk = desk

    def routes(self) -> list[Route]:
        """Return the HTTP routes."""
        mine = f"{PERSON}{CHAT}"
        return [
            route("POST", "/people", self.create_person),
            route("POST", f"{PERSON}/account", self.change_account),
            route("GET", f"{PERSON}/chats", self.chats),
            route("GET", f"{PERSON}/taps", self.taps),
            route("POST", f"{PERSON}/taps", self.tap),
            route("GET", f"{mine}/messages", self.messages),
            route("POST", f"{mine}/messages", self.say),
            route("POST", f"{mine}/edit", self.edit),
            route("POST", f"{mine}/delete", self.delete),
            route("POST", f"{mine}/read", self.read),
        ]

    async def create_person(self, request: Request) -> Json:
        """Create an account."""
        return self._desk.world.add_person(**await body_of(request)).shape()

    async def change_account(self, request: Request) -> Json:
        """Block the bot, unblock it, rename or delete the account, or use another Telegram.

        `client` is "new", "old" or "offline"; `ephemerals` says how it loses those that it has:
        "restart" or "expire".
        """
        body, user_id = await body_of(request), person_of(request)
        if "first_name" in body:
            self._desk.world.person(user_id).first_name = str(body["first_name"])
        if "blocked" in body:
            acts.block(self._desk.world, user_id, blocked=bool(body["blocked"]))
        if "deactivated" in body:
            self._desk.world.person(user_id).deactivated = bool(body["deactivated"])
        if "client" in body:
            acts.use_client(self._desk.world, user_id, Client(body["client"]))
        if body.get("ephemerals") == "restart":
            acts.restart_client(self._desk.world, user_id)
        if body.get("ephemerals") == "expire":
            acts.expire_ephemerals(self._desk.world, user_id)
        return {}

    async def chats(self, request: Request) -> Json:
        """Return a person's list of chats."""
        user_id = person_of(request)
        self._desk.world.person(user_id)
        return {
            "chats": views.chats_of(self._desk.world, user_id),
            "revision": self._desk.world.revision,
        }

    async def messages(self, request: Request) -> Json:
        """Return a chat's messages as a person sees them."""
        thread = request.query_params.get("thread")
        shapes = views.messages_for(
            self._desk.world,
            person_of(request),
            self._desk.chat(request),
            thread_id=int(thread) if thread else None,
        )
        return {"messages": shapes, "revision": self._desk.world.revision}

    async def say(self, request: Request) -> Json:
        """Write a message as a person."""
        body, user_id = await body_of(request), person_of(request)
        message = acts.say(self._desk.world, user_id, self._desk.chat(request).id, **body)
        return views.message_for(self._desk.world, user_id, message)

    async def edit(self, request: Request) -> Json:
        """Edit a person's own message."""
        body, user_id = await body_of(request), person_of(request)
        message = acts.edit(self._desk.world, user_id, self._desk.chat(request).id, **body)
        return views.message_for(self._desk.world, user_id, message)

    async def delete(self, request: Request) -> Json:
        """Delete a message as a person."""
        body = await body_of(request)
        acts.delete(self._desk.world, person_of(request), self._desk.chat(request).id, **body)
        return {}

    async def read(self, request: Request) -> Json:
        """Mark a chat as read."""
        acts.mark_read(self._desk.world, person_of(request), self._desk.chat(request).id)
        return {}

    async def tap(self, request: Request) -> Json:
        """Press a button and return the bot's answer, waiting `wait` seconds for it."""
        body = await body_of(request)
        wait = body.pop("wait", 15)
        tap = acts.tap(self._desk.world, person_of(request), **body)
        await self._desk.wait_while(lambda: tap.answer is None, wait)
        return tap.shape()

    async def taps(self, request: Request) -> Json:
        """Return a person's taps with the answers that only they saw."""
        user_id = person_of(request)
        mine = [tap for tap in self._desk.world.taps.by_id.values() if tap.user_id == user_id]
        return {"taps": [tap.shape() for tap in mine]}
