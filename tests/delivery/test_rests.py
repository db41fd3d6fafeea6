"""A chat that Telegram wants left alone is left alone, whoever in the bot has met that."""

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any, cast

import pytest
from telegram import Bot
from telegram.error import RetryAfter
from telegram.ext import ExtBot

from telegram_bot.delivery.meter import Meter
from telegram_bot.delivery.rests import Rests
from telegram_bot.threads import Threads
from tests.support.running_sandbox import running_sandbox

NOW = datetime(2026, 3, 1, tzinfo=UTC)
WAIT = timedelta(seconds=30)


@dataclass
class Around:
    """A desk that takes down pauses, and the time."""

    now: datetime = NOW
    noted: list[tuple[int, datetime, datetime]] = field(default_factory=list)

    def pause(self, chat_id: int, now: datetime, until: datetime) -> None:
        self.noted.append((chat_id, now, until))


async def test_a_refusal_is_noted_for_all_and_no_call_is_made_before_its_time(
    threads: Threads,
) -> None:
    around, meter = Around(), Meter()
    rests = Rests(cast("Any", around), threads, lambda: around.now)
    meter.rest, meter.left = rests.begin, rests.time_left
    with running_sandbox() as sandbox:
        ana, bia = sandbox.client.new_person("Ana"), sandbox.client.new_person("Bia")
        for person in (ana, bia):
            person.start()
        sandbox.client.fault("refuse", chat_id=ana.id, error=too_many(30))
        bot: Bot = ExtBot(sandbox.token, base_url=sandbox.bot_base_url, rate_limiter=meter)
        async with bot:
            for _ in range(2):
                with pytest.raises(RetryAfter):
                    await bot.send_message(ana.id, "one")
            await bot.get_chat(ana.id)
            await bot.send_message(bia.id, "two")
            around.now += WAIT
            await bot.send_message(ana.id, "three")
        asked = [each["parameters"]["text"] for each in sandbox.client.requests("sendMessage")]

    assert asked == ["one", "two", "three"]
    assert around.noted == [(ana.id, NOW, NOW + WAIT)] * 2  # lest it be tried again and again


def too_many(seconds: int) -> dict[str, Any]:
    return {
        "code": 429,
        "description": f"Too Many Requests: retry after {seconds}",
        "parameters": {"retry_after": seconds},
    }
