"""Answers wait for their chats, but not for ever."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest
from telegram.error import BadRequest, RetryAfter, TelegramError

from telegram_bot.delivery.answers import PATIENCE, Answers

NOW = datetime(2026, 3, 1, tzinfo=UTC)
CHAT = -100
MOMENT = timedelta(microseconds=1)


@dataclass
class Around:
    """Telegram, which takes what is sent unless there is trouble."""

    trouble: TelegramError | None = None
    sent: int = 0

    async def send(self) -> None:
        if self.trouble is not None:
            raise self.trouble
        self.sent += 1


async def test_what_can_be_sent_does_not_wait() -> None:
    around, answers = Around(), Answers()

    await answers.give(CHAT, around.send, NOW)

    assert around.sent == 1
    assert answers.errands(NOW) == []


async def test_what_waits_is_sent_once() -> None:
    around, answers = Around(RetryAfter(30)), Answers()
    await answers.give(CHAT, around.send, NOW)
    (errand,) = answers.errands(NOW)
    with pytest.raises(RetryAfter):
        await errand.run()
    (errand,) = answers.errands(NOW)
    around.trouble = None

    await errand.run()

    assert around.sent == 1
    assert answers.errands(NOW) == []


@pytest.mark.parametrize("waits", [False, True])
async def test_what_a_chat_refuses_is_let_be(*, waits: bool) -> None:
    around, answers = Around(RetryAfter(30) if waits else BadRequest("no")), Answers()
    await answers.give(CHAT, around.send, NOW)
    around.trouble = BadRequest("no")

    for errand in answers.errands(NOW):
        await errand.run()

    assert answers.errands(NOW) == []


async def test_what_comes_too_late_is_dropped() -> None:
    around, answers = Around(RetryAfter(300)), Answers()
    await answers.give(CHAT, around.send, NOW)

    assert len(answers.errands(NOW + PATIENCE - MOMENT)) == 1
    assert answers.errands(NOW + PATIENCE) == []
