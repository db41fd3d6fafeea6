"""The webhook is set at the start, and whoever watches it knows what has been heard."""

from collections.abc import AsyncIterator, Iterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import httpx
import pytest
from telegram import Bot
from telegram.error import NetworkError

from telegram_bot.errors import OperatorError
from telegram_bot.intake.address import Address
from telegram_bot.intake.reception import ALLOWED_UPDATES, UNUSUAL
from telegram_bot.intake.webhook import LONGEST_RETRY, Webhook
from telegram_bot.sandbox.budget import Limits
from telegram_bot.sandbox.clock import ManualClock
from telegram_bot.sandbox.demo import demo_world
from tests.support.running_sandbox import RunningSandbox, running_sandbox
from tests.support.webhook_receiver import Receiver, receiver

SECRET = "s3cret-of-a-webhook"
SECOND = timedelta(seconds=1)


@dataclass
class Watch:
    """A webhook that is watched, by a clock that stands still.

    Attributes:
        heard: Up to when everything was heard, each time it was told.
        troubles: What was complained of.
    """

    sandbox: RunningSandbox
    clock: ManualClock
    bot: Bot
    url: str
    heard: list[datetime] = field(default_factory=list)
    troubles: list[str] = field(default_factory=list)

    def __post_init__(self) -> None:
        address = Address(self.url, SECRET)
        self.webhook = Webhook(self.bot, address, self.heard.append, self.complain, self.now)

    def now(self) -> datetime:
        return datetime.fromtimestamp(self.clock(), UTC)

    def complain(self, trouble: str, _at: datetime) -> None:
        self.troubles.append(trouble)

    async def look(self) -> datetime | None:
        """Look, and return up to when everything was heard now, if that was told."""
        before = len(self.heard)
        await self.webhook.look()
        return self.heard[-1] if len(self.heard) > before else None

    def later(self, span: timedelta) -> None:
        self.sandbox.client.advance(span.total_seconds())

    def ask(self, method: str, **values: Any) -> Any:
        """Ask Telegram something with the same token, as another program would."""
        url = f"{self.sandbox.url}/bot{self.sandbox.token}/{method}"
        return httpx.post(url, json=values).json()["result"]

    def say(self) -> None:
        """Let somebody write a command."""
        client = self.sandbox.client
        client.person("Ana").send(client.chat("Card night"), "/new")


@pytest.fixture
def hook() -> Iterator[Receiver]:
    with receiver() as hook:
        yield hook


@pytest.fixture
async def watch(hook: Receiver) -> AsyncIterator[Watch]:
    clock = ManualClock()
    world = demo_world(now=clock, limits=Limits.none(), told=False)
    world.updates.waiting.clear()
    with running_sandbox(world) as sandbox:
        bot = Bot(sandbox.token, base_url=sandbox.bot_base_url)
        async with bot:
            yield Watch(sandbox, clock, bot, hook.url)


async def test_it_is_set_with_the_secret_and_with_what_is_wanted(
    watch: Watch, hook: Receiver
) -> None:
    assert await watch.look() == watch.now()

    info = watch.ask("getWebhookInfo")
    assert info["url"] == hook.url
    assert info["allowed_updates"] == sorted(ALLOWED_UPDATES)
    watch.say()
    watch.sandbox.client.settle()
    assert hook.secrets == [SECRET]
    assert watch.sandbox.client.problems == []


async def test_it_is_set_once_and_again_when_somebody_takes_it_away(watch: Watch) -> None:
    for _ in range(3):
        await watch.look()
    assert len(watch.sandbox.client.requests("setWebhook")) == 1

    watch.ask("deleteWebhook")
    assert await watch.look() is None
    assert watch.troubles == ["the webhook was taken away, and is set again"]
    assert await watch.look() == watch.now()
    assert watch.ask("getWebhookInfo")["url"] == watch.url


async def test_an_address_that_telegram_refuses_is_for_the_operator_to_mend(watch: Watch) -> None:
    refused = {"code": 400, "description": "Bad Request: bad webhook: HTTPS url must be provided"}
    watch.sandbox.client.fault("refuse", method="setWebhook", error=refused)

    with pytest.raises(OperatorError, match=r"(?i)HTTPS url must be provided.*check WEBHOOK_URL"):
        await watch.webhook.run()


async def test_while_telegram_cannot_be_asked_nothing_is_heard(watch: Watch) -> None:
    watch.sandbox.client.fault("refuse", method="setWebhook")
    with pytest.raises(NetworkError):
        await watch.look()
    watch.sandbox.client.fault("refuse", method="getWebhookInfo")
    with pytest.raises(NetworkError):
        await watch.look()

    assert watch.heard == []
    assert await watch.look() == watch.now()


async def test_what_waits_from_before_the_start_is_not_heard_yet(
    watch: Watch, hook: Receiver
) -> None:
    with hook.held():
        watch.say()
        assert await watch.look() is None
    assert watch.troubles == ["1 updates wait at Telegram (since the start)"]

    watch.sandbox.client.settle()
    assert await watch.look() == watch.now()


async def test_what_waits_after_a_failure_is_not_heard_yet(watch: Watch, hook: Receiver) -> None:
    await watch.look()
    watch.later(SECOND)
    hook.answers = [500] * 1000
    watch.say()
    watch.sandbox.client.wait_until(lambda: watch.ask("getWebhookInfo").get("last_error_date"))

    assert await watch.look() is None
    assert "500 Internal Server Error" in watch.troubles[0]


async def test_what_waits_while_nothing_fails_is_on_its_way(watch: Watch, hook: Receiver) -> None:
    await watch.look()
    watch.later(LONGEST_RETRY)
    with hook.held():
        watch.say()
        assert await watch.look() == watch.now() - UNUSUAL
    assert watch.troubles == []
