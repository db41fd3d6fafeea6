"""People for end-to-end tests: they write, tap and look, over the sandbox's HTTP."""

from __future__ import annotations

import ssl
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any, Self

import httpx

Json = dict[str, Any]
TRUST = ssl.create_default_context()
"""Nothing here needs it, but each client would read it anew, which takes long."""

PATIENCE = 30.0
"""Seconds after which a test stops waiting for the bot."""


@dataclass(frozen=True)
class Answer:
    """What a tap brought back, seen by the tapper alone.

    Attributes:
        answered: whether the bot answered in time.
        answers: how often the bot tried to answer.
    """

    text: str
    show_alert: bool
    url: str
    answered: bool
    answers: int
    query_id: str


@dataclass(frozen=True)
class Button:
    """A button of an inline keyboard."""

    label: str
    data: str
    url: str
    style: str


@dataclass(frozen=True, repr=False)
class SeenMessage:
    """A message as one person sees it; `raw` is the Bot API's Message."""

    raw: Json

    def __repr__(self) -> str:
        """Show what matters when a test fails."""
        return f"<message {self.id}: {self.text!r} {self.labels}>"

    @property
    def id(self) -> int:
        """The message's id in its chat."""
        return int(self.raw["message_id"])

    @property
    def ephemeral_id(self) -> int | None:
        """What tells it from others that only this person sees; nothing if all see it."""
        return self.raw.get("ephemeral_message_id")

    @property
    def chat_id(self) -> int:
        """The chat's id."""
        return int(self.raw["chat"]["id"])

    @property
    def text(self) -> str:
        """The text or the caption."""
        return str(self.raw.get("text", self.raw.get("caption", "")))

    @property
    def from_bot(self) -> bool:
        """Whether a bot wrote it."""
        return bool(self.raw["from"]["is_bot"])

    @property
    def thread_id(self) -> int | None:
        """The forum topic, if it is in one."""
        return self.raw.get("message_thread_id")

    @property
    def reply_to(self) -> int | None:
        """The id of the message that it answers."""
        replied = self.raw.get("reply_to_message")
        return int(replied["message_id"]) if replied else None

    @property
    def rows(self) -> list[list[Button]]:
        """The keyboard, row by row."""
        markup = self.raw.get("reply_markup", {}).get("inline_keyboard", [])
        return [
            [
                Button(
                    raw["text"],
                    raw.get("callback_data", ""),
                    raw.get("url", ""),
                    raw.get("style", ""),
                )
                for raw in row
            ]
            for row in markup
        ]

    @property
    def buttons(self) -> list[Button]:
        """All buttons, in reading order."""
        return [button for row in self.rows for button in row]

    @property
    def labels(self) -> list[str]:
        """The labels of all buttons, in reading order."""
        return [button.label for button in self.buttons]

    def button(self, wanted: str) -> Button:
        """Find a button by its label, its data, or a part of its label.

        Raises:
            LookupError: there is none, or the part fits several.
        """
        for button in self.buttons:
            if wanted in (button.label, button.data):
                return button
        near = [button for button in self.buttons if wanted in button.label]
        if len(near) != 1:
            raise LookupError(f"{wanted!r} fits {len(near)} buttons of {self.labels}")
        return near[0]


class SandboxError(Exception):
    """The sandbox refused what a person wanted to do."""


class SandboxClient:
    """The people's side of a running sandbox."""

    def __init__(self, url: str) -> None:
        self._http = httpx.Client(
            base_url=f"{url}/sandbox", timeout=60, trust_env=False, verify=TRUST
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._http.close()

    # Who and where

    def person(self, name: str) -> Person:
        """Return a person by first name.

        Raises:
            LookupError: nobody is called so.
        """
        for raw in self.get("/state")["people"]:
            if raw["first_name"] == name:
                return Person(self, raw["id"], raw["first_name"])
        raise LookupError(name)

    def new_person(self, first_name: str, *, language: str = "en", username: str = "") -> Person:
        """Create somebody."""
        raw = self.post("/people", first_name=first_name, language=language, username=username)
        return Person(self, raw["id"], raw["first_name"])

    def chat(self, title: str) -> Chat:
        """Return a group by its title, the newest if there are two.

        Raises:
            LookupError: there is none.
        """
        for raw in reversed(self.get("/state")["chats"]):
            if raw.get("title") == title:
                return Chat(self, raw["id"], title)
        raise LookupError(title)

    def new_chat(
        self,
        title: str,
        *people: Person,
        kind: str = "group",
        forum: bool = False,
        with_bot: bool = True,
        told: bool = False,
    ) -> Chat:
        """Found a group ("group" or "supergroup") with people; the first is its owner.

        The bot has long been in it, unless it is told that it has been added.
        """
        raw = self.post(
            "/chats",
            title=title,
            owner_id=people[0].id,
            member_ids=[person.id for person in people[1:]],
            kind=kind,
            forum=forum,
            with_bot=with_bot,
            told=told,
        )
        return Chat(self, raw["id"], title)

    # The stage

    def advance(self, seconds: float) -> None:
        """Let time pass on a manual clock."""
        self.post("/clock", seconds=seconds)

    def set_limits(
        self,
        *,
        group_per_minute: int | None = None,
        private_burst: int | None = None,
        overall_per_second: int | None = None,
    ) -> None:
        """Set the bot's budget; None is no limit."""
        self.post(
            "/limits",
            group_per_minute=group_per_minute,
            private_burst=private_burst,
            overall_per_second=overall_per_second,
        )

    def fault(self, trouble: str, **options: Any) -> None:
        """Script trouble: "refuse", "drop", "delay", "hold", "duplicate", "overtake", "garble".

        Options are `method` (for the last three: the update's kind), `chat_id`, `times`,
        `seconds`, `lasts` (seconds from now) and `error` with `code`, `description`, `parameters`.
        """
        self.post("/faults", trouble=trouble, **options)

    def clear_faults(self) -> None:
        """Let all scripted trouble be over, and what is held be carried out."""
        self._read(self._http.delete("/faults"))

    def requests(self, method: str = "", *, after: int = 0) -> list[Json]:
        """Return what the bot asked, all or one method, getUpdates left out."""
        found = self.get("/requests", after=after)["requests"]
        return [
            each
            for each in found
            if (each["method"] == method if method else each["method"] != "getUpdates")
        ]

    @property
    def problems(self) -> list[str]:
        """Everything the bot asked against the Bot API data."""
        return list(self.get("/requests", after=1 << 60)["problems"])

    @property
    def revision(self) -> int:
        """A number that grows with every visible change."""
        return int(self.get("/changes", wait=0)["revision"])

    def settle(self, *, seconds: float = PATIENCE) -> None:
        """Wait until the bot has confirmed every update; what it does later is not waited for.

        Raises:
            TimeoutError: it has not within `seconds`.
        """
        if not self.get("/idle", wait=seconds)["idle"]:
            raise TimeoutError(f"the bot left updates unconfirmed for {seconds} s")

    def wait_until(
        self, condition: Callable[[], Any], what: str = "condition", *, seconds: float = PATIENCE
    ) -> Any:
        """Ask again at every change until `condition` returns something true, and return that.

        Raises:
            TimeoutError: it did not within `seconds`.
        """
        end = time.monotonic() + seconds
        while True:
            revision = self.revision
            if found := condition():
                return found
            left = end - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"{what} did not come within {seconds} s")
            self.get("/changes", after=revision, wait=min(left, 1.0))

    # HTTP

    def get(self, path: str, **query: Any) -> Json:
        """GET under `/sandbox`."""
        return self._read(self._http.get(path, params=query))

    def post(self, path: str, **body: Any) -> Json:
        """POST JSON under `/sandbox`."""
        return self._read(self._http.post(path, json=body))

    def _read(self, answer: httpx.Response) -> Json:
        body: Json = answer.json()
        if answer.is_error:
            raise SandboxError(body.get("error", answer.text))
        return body


@dataclass(frozen=True)
class Chat:
    """A group, or a topic of one (`thread_id`), or somebody's private chat with the bot."""

    client: SandboxClient = field(repr=False)
    id: int
    title: str
    thread_id: int | None = None

    def topic(self, name: str) -> Chat:
        """Return a topic of this forum by name.

        Raises:
            LookupError: there is none.
        """
        for chat in self.client.get("/state")["chats"]:
            for topic in chat["topics"] if chat["id"] == self.id else ():
                if topic["name"] == name:
                    return Chat(self.client, self.id, name, topic["message_thread_id"])
        raise LookupError(name)

    def messages(self) -> list[SeenMessage]:
        """Return what everybody here sees, oldest first."""
        query = {} if self.thread_id is None else {"thread": self.thread_id}
        found = self.client.get(f"/chats/{self.id}/messages", **query)["messages"]
        return [SeenMessage(raw) for raw in found]

    def bot_messages(self) -> list[SeenMessage]:
        """Return what the bot wrote, oldest first."""
        return [message for message in self.messages() if message.from_bot]

    def last_bot_message(self) -> SeenMessage:
        """Return the bot's newest message, waiting for a first one.

        Raises:
            TimeoutError: there is none.
        """
        found = self.client.wait_until(self.bot_messages, f"a message of the bot in {self.title}")
        return found[-1]  # type: ignore[no-any-return] # wait_until is as typed as its condition

    def last_message_with_keyboard(self) -> SeenMessage:
        """Return the newest message that has buttons, waiting for a first one.

        Raises:
            TimeoutError: there is none.
        """
        found = self.client.wait_until(
            lambda: [message for message in self.messages() if message.buttons],
            f"a keyboard in {self.title}",
        )
        return found[-1]  # type: ignore[no-any-return] # wait_until is as typed as its condition

    def wait_for(
        self, condition: Callable[[SeenMessage], bool], *, seconds: float = PATIENCE
    ) -> SeenMessage:
        """Return the newest message that fits, waiting for one.

        Raises:
            TimeoutError: none came.
        """
        found = self.client.wait_until(
            lambda: [message for message in self.messages() if condition(message)],
            f"a fitting message in {self.title}",
            seconds=seconds,
        )
        return found[-1]  # type: ignore[no-any-return] # wait_until is as typed as its condition

    def wait_for_text(self, part: str, *, seconds: float = PATIENCE) -> SeenMessage:
        """Return the newest message that contains `part`, waiting for one.

        Raises:
            TimeoutError: none came.
        """
        return self.wait_for(lambda message: part in message.text, seconds=seconds)

    def message(self, message_id: int) -> SeenMessage | None:
        """Return one message, None if it is not there (any more)."""
        return next((each for each in self.messages() if each.id == message_id), None)

    # What happens to the group

    def act(
        self,
        act: str,
        user_id: int,
        *,
        by: Person,
        names: list[str] | None = None,
        announced: bool = True,
    ) -> None:
        """Do "add", "remove", "promote", "demote" or "restrict" to a member, or to the bot.

        What is not `announced` leaves no message in the chat, as in large supergroups.
        """
        options: Json = {"announced": announced}
        if names is not None:
            options["names"] = names
        self.client.post(
            f"/chats/{self.id}/members", act=act, user_id=user_id, by=by.id, **options
        )

    def forbid(self, *permissions: str) -> None:
        """Take permissions ("can_send_messages", …) from ordinary members, the bot among them.

        What is not named is allowed.
        """
        self.client.post(f"/chats/{self.id}/permissions", without=list(permissions))

    def delete(self) -> None:
        """Delete the group for everybody."""
        self.client.post(f"/chats/{self.id}/delete")

    @property
    def bot_id(self) -> int:
        """The bot's user id, for `act`."""
        return int(self.client.get("/state")["bot"]["id"])

    def migrate(self, *, by: Person, told: Sequence[str] = ("old", "new")) -> Chat:
        """Turn the basic group into a supergroup and return that.

        Args:
            by: who does it.
            told: of which of the two chats the bot gets the message about it, in order.
        """
        raw = self.client.post(f"/chats/{self.id}/migrate", by=by.id, told=told)
        return Chat(self.client, raw["id"], self.title)

    def create_topic(self, name: str, *, by: Person) -> Chat:
        """Open a forum topic."""
        raw = self.client.post(f"/chats/{self.id}/topics", name=name, by=by.id)
        return Chat(self.client, self.id, name, raw["message_thread_id"])

    def change_topic(self, act: str, *, by: Person) -> None:
        """Do "close", "reopen" or "delete" to this topic."""
        self.client.post(f"/chats/{self.id}/topics/{self.thread_id}", act=act, by=by.id)


@dataclass(frozen=True)
class Person:
    """Somebody who plays."""

    client: SandboxClient = field(repr=False)
    id: int
    name: str

    @property
    def private(self) -> Chat:
        """The person's chat with the bot."""
        return Chat(self.client, self.id, f"{self.name}'s private chat")

    def send(
        self,
        chat: Chat,
        text: str,
        *,
        reply_to: SeenMessage | None = None,
        mention: Person | None = None,
        anonymous: bool = False,
        channel: str = "",
        automatic: bool = False,
    ) -> SeenMessage:
        """Write a message or a command.

        Args:
            chat: where.
            text: what.
            reply_to: the message that it answers.
            mention: somebody whose name in the text is a link to them.
            anonymous: whether an administrator writes in the name of the group.
            channel: the title of a channel in whose name it is written.
            automatic: whether the group is linked to that channel, and it is posted there.

        Raises:
            SandboxError: not a member, muted, …
        """
        options: Json = {"thread_id": chat.thread_id, "anonymous": anonymous, "channel": channel}
        options["automatic"] = automatic
        if mention is not None:
            options["mention"] = mention.id
        if reply_to is not None:
            options["reply_to"] = reply_to.id
        raw = self.client.post(f"/people/{self.id}/chats/{chat.id}/messages", text=text, **options)
        return SeenMessage(raw)

    def edit(self, message: SeenMessage, text: str) -> None:
        """Edit one's own message."""
        path = f"/people/{self.id}/chats/{message.chat_id}/edit"
        self.client.post(path, message_id=message.id, text=text)

    def start(self, parameter: str = "") -> SeenMessage:
        """Press Start in the private chat, as by a deep link with `parameter`."""
        return self.send(self.private, f"/start {parameter}".strip())

    def tap(self, message: SeenMessage, label_or_data: str, *, wait: float = 15.0) -> Answer:
        """Press a button that is on the message now, and wait for the answer.

        Args:
            message: what one sees; the button is looked up there.
            label_or_data: its label, its data, or a part of its label that fits one only.
            wait: seconds; 0 returns at once, before the bot can have answered.

        Raises:
            SandboxError: the button is gone meanwhile, or the person is not in the chat.
        """
        return self._tap(message, message.button(label_or_data).data, forged=False, wait=wait)

    def forge_tap(self, message: SeenMessage, data: str, *, wait: float = 15.0) -> Answer:
        """Send any callback data on any message, old, deleted or in a chat one is not in."""
        return self._tap(message, data, forged=True, wait=wait)

    def _tap(self, message: SeenMessage, data: str, *, forged: bool, wait: float) -> Answer:
        raw = self.client.post(
            f"/people/{self.id}/taps",
            chat_id=message.chat_id,
            message_id=message.id,
            ephemeral_id=message.ephemeral_id,
            data=data,
            forged=forged,
            wait=wait,
        )
        return _answer(raw)

    def answers(self) -> list[Answer]:
        """Return the answers to all taps of this person, oldest first."""
        return [_answer(raw) for raw in self.client.get(f"/people/{self.id}/taps")["taps"]]

    def chats(self) -> list[Json]:
        """Return the list of chats, as the page gets it."""
        return list(self.client.get(f"/people/{self.id}/chats")["chats"])

    def messages(self, chat: Chat) -> list[SeenMessage]:
        """Return a chat's messages as this person sees them, oldest first.

        Those that nobody else sees are among them.
        """
        query = {} if chat.thread_id is None else {"thread": chat.thread_id}
        path = f"/people/{self.id}/chats/{chat.id}/messages"
        return [SeenMessage(raw) for raw in self.client.get(path, **query)["messages"]]

    def block_bot(self, *, blocked: bool = True) -> None:
        """Block or unblock the bot."""
        self.client.post(f"/people/{self.id}/account", blocked=blocked)

    def rename(self, first_name: str) -> None:
        """Take another name."""
        self.client.post(f"/people/{self.id}/account", first_name=first_name)

    def use_client(self, client: str) -> None:
        """Use a Telegram that shows ephemeral messages ("new"), none ("old"), or is "offline"."""
        self.client.post(f"/people/{self.id}/account", client=client)

    def lose_ephemerals(self, how: str) -> None:
        """Lose the ephemeral messages that one has: they "expire", or by a "restart"."""
        self.client.post(f"/people/{self.id}/account", ephemerals=how)

    def delete_account(self) -> None:
        """Delete the person's account."""
        self.client.post(f"/people/{self.id}/account", deactivated=True)

    def leave(self, chat: Chat, *, announced: bool = True) -> None:
        """Leave a group."""
        chat.act("remove", self.id, by=self, announced=announced)

    def join(self, chat: Chat) -> None:
        """Join a group."""
        chat.act("add", self.id, by=self)


def _answer(raw: Json) -> Answer:
    return Answer(
        raw["text"],
        raw["show_alert"],
        raw["url"],
        raw["answered"],
        raw["answers"],
        raw["query_id"],
    )
