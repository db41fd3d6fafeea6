"""A small world whose clock stands still, and a bot that asks it without HTTP."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from telegram_bot.sandbox.budget import Limits
from telegram_bot.sandbox.chats import Chat
from telegram_bot.sandbox.clock import ManualClock
from telegram_bot.sandbox.demo import demo_world
from telegram_bot.sandbox.errors import ApiError
from telegram_bot.sandbox.media import Upload
from telegram_bot.sandbox.methods import METHODS
from telegram_bot.sandbox.methods.call import Call
from telegram_bot.sandbox.people import Person
from telegram_bot.sandbox.world import World
from tests.support.running_sandbox import RunningSandbox, running_sandbox

Files = dict[str, Upload] | None


@dataclass
class Stage:
    """The demo world with short names for who and what is in it."""

    world: World
    clock: ManualClock

    def ask(self, method: str, files: Files = None, /, **values: Any) -> Any:
        """Ask as the bot; the result comes back, an error is raised."""
        return METHODS[method](Call(self.world, method, values, files or {}))

    def refusal(self, method: str, files: Files = None, /, **values: Any) -> str:
        """Ask as the bot for what is refused; returns "code description"."""
        with pytest.raises(ApiError) as caught:
            self.ask(method, files, **values)
        return f"{caught.value.code} {caught.value.description}"

    def send(self, chat: Chat, text: str = "table", **values: Any) -> int:
        """Send a text as the bot; returns the message id."""
        return int(self.ask("sendMessage", chat_id=chat.id, text=text, **values)["message_id"])

    def update_kinds(self) -> list[str]:
        """What waits for the bot."""
        return [update.kind for update in self.world.updates.pending()]

    def last_update(self) -> Any:
        """The body of the newest update."""
        return self.world.updates.pending()[-1].body

    def forget_updates(self) -> None:
        """Confirm everything."""
        self.world.updates.waiting.clear()

    def person(self, name: str) -> Person:
        return next(each for each in self.world.people.values() if each.first_name == name)

    def chat(self, title: str) -> Chat:
        return next(each for each in self.world.chats.values() if each.title == title)

    @property
    def ana(self) -> Person:
        return self.person("Ana")

    @property
    def bruno(self) -> Person:
        return self.person("Bruno")

    @property
    def group(self) -> Chat:
        return self.chat("Card night")

    @property
    def club(self) -> Chat:
        return self.chat("Club")

    @property
    def bot_id(self) -> int:
        return self.world.bot.id


@pytest.fixture
def stage() -> Stage:
    clock = ManualClock()
    stage = Stage(demo_world(now=clock, limits=Limits.none()), clock)
    stage.forget_updates()
    return stage


@pytest.fixture
def sandbox() -> Iterator[RunningSandbox]:
    with running_sandbox(manual_clock=True) as running:
        yield running
