"""How long delivery waits before it tries again."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import pytest

from telegram_bot.delivery.errand import EVERY, UNHEARD, Errand, Following
from tests.support.games import GAME

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Job:
    """Something that belongs into a chat, and has failed so often."""

    failures: int
    telegram_chat_id: int = -100
    thread_id: int = 0


async def deliver(_: Job) -> Following:
    return EVERY


@pytest.mark.parametrize(
    ("failures", "wait"), [(0, UNHEARD[0]), (1, UNHEARD[1]), (2, UNHEARD[2]), (9, UNHEARD[2])]
)
def test_what_may_be_there_twice_is_not_soon_sent_a_third_time(
    failures: int, wait: timedelta
) -> None:
    noted: list[datetime] = []
    errand = Errand(Job(failures), deliver, lambda _, now: noted.append(now), GAME)

    errand.wait_for_word(NOW)
    errand.retry_later(NOW)

    assert noted == [NOW + wait, NOW]
