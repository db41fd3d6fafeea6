"""Whatever befalls the polling, over HTTP, the bot hears again when it is over."""

import asyncio
from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from typing import Any

import httpx
import pytest

from telegram_bot.client import Telegram, application_of, meet
from telegram_bot.intake.polling import Patience, Polling
from telegram_bot.intake.reception import Reception
from tests.intake.people import People
from tests.support.running_sandbox import RunningSandbox, running_sandbox

TOO_LONG = 60
"""Seconds for which nobody waits."""


@dataclass
class Ear:
    """A bot that polls.

    Attributes:
        troubles: What it has complained of.
        heard: Up to when it has heard everything, each time it was told.
    """

    sandbox: RunningSandbox
    people: People
    troubles: list[str] = field(default_factory=list)
    heard: list[datetime] = field(default_factory=list)

    def complain(self, trouble: str, _at: datetime) -> None:
        self.troubles.append(trouble)

    def fault(self, trouble: str, code: int = 0, description: str = "", **options: Any) -> None:
        """Script trouble with the polling."""
        if code:
            options["error"] = {"code": code, "description": description}
        self.sandbox.client.fault(trouble, method="getUpdates", **options)

    def lose_to_a_webhook(self) -> None:
        """Let somebody set a webhook with the same token."""
        url = f"{self.sandbox.url}/bot{self.sandbox.token}/setWebhook"
        httpx.post(url, json={"url": "http://127.0.0.1:1/elsewhere"})

    async def complains(self, times: int) -> None:
        """Wait until it has complained so often."""
        enough = partial(self._has_complained, times)
        await asyncio.to_thread(self.sandbox.client.wait_until, enough, "complaints")

    def _has_complained(self, times: int) -> bool:
        return len(self.troubles) >= times

    async def hears(self) -> None:
        """See that what somebody writes is handled and confirmed."""
        client, handled = self.sandbox.client, len(self.people.handled)
        client.person("Ana").send(client.chat("Card night"), "/new")
        await asyncio.to_thread(client.settle)
        assert len(self.people.handled) == handled + 1


@pytest.fixture
def sandbox() -> Iterator[RunningSandbox]:
    with running_sandbox() as sandbox:
        yield sandbox


@pytest.fixture
async def ear(sandbox: RunningSandbox) -> AsyncIterator[Ear]:
    ear = Ear(sandbox, People())
    patience = Patience(answer=0.2, pauses=(0.01,))
    telegram = Telegram(sandbox.token, sandbox.url)
    async with application_of(telegram) as application:
        await meet(application, telegram)
        bot = application.bot
        reception = Reception(bot, ear.people.handle, ear.people.set_aside)
        polling = Polling(bot, reception, ear.heard.append, ear.complain, patience=patience)
        running = asyncio.create_task(polling.run())
        await asyncio.to_thread(sandbox.client.settle)
        yield ear
        assert not running.done()
        running.cancel()
        await asyncio.gather(running, return_exceptions=True)
        await reception.aclose()
    assert sandbox.client.problems == []


@pytest.mark.parametrize(
    ("code", "description", "told"),
    [
        (401, "Unauthorized", "check BOT_TOKEN"),
        (404, "Not Found", "check BOT_TOKEN"),
        (409, "Conflict: terminated by other getUpdates request", "another program polls"),
        (500, "Internal Server Error: restart", "NetworkError"),
        (502, "Bad Gateway", "NetworkError"),
        (400, "Bad Request: something new", "BadRequest"),
    ],
)
async def test_an_error_is_complained_of_and_outlasted(
    ear: Ear, code: int, description: str, told: str
) -> None:
    ear.fault("refuse", code, description, times=5)

    await ear.hears()

    assert len(ear.troubles) == 5
    assert all(told in trouble for trouble in ear.troubles)


@pytest.mark.parametrize("trouble", ["drop", "delay"])
async def test_a_connection_on_which_nothing_comes_any_more_is_given_up(
    ear: Ear, trouble: str
) -> None:
    ear.fault(trouble, seconds=TOO_LONG)

    for _ in range(2):
        await ear.hears()

    assert ear.troubles == ["Telegram cannot be reached: AnswerLost"]


async def test_a_webhook_that_somebody_has_set_is_removed(ear: Ear) -> None:
    ear.lose_to_a_webhook()

    await ear.hears()

    assert "a webhook was set, and is removed" in ear.troubles
    assert len(ear.sandbox.client.requests("deleteWebhook")) == 1


async def test_a_webhook_that_cannot_be_removed_at_once_is_removed_later(ear: Ear) -> None:
    ear.sandbox.client.fault("refuse", method="deleteWebhook", times=2)
    ear.lose_to_a_webhook()

    await ear.hears()

    assert len(ear.sandbox.client.requests("deleteWebhook")) == 3


async def test_a_poison_update_is_set_aside_and_hides_no_other(ear: Ear) -> None:
    client = ear.sandbox.client
    client.fault("garble", method="message")
    client.person("Ana").send(client.chat("Card night"), "/new")

    await ear.hears()

    assert len(ear.people.put_aside) == 1
    assert ear.troubles == []


async def test_an_answer_that_is_no_answer_is_outlasted(ear: Ear) -> None:
    ear.fault("refuse", 200, "")

    await ear.hears()

    assert len(ear.troubles) == 1


async def test_while_telegram_refuses_nothing_is_heard(ear: Ear) -> None:
    await ear.hears()
    ear.fault("refuse", 502, "Bad Gateway", times=10**6)
    await ear.complains(2)
    heard = len(ear.heard)
    await ear.complains(5)

    assert len(ear.heard) == heard
