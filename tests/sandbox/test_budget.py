"""429 by budget: sends and edits share it, answers are free."""

import pytest

from telegram_bot.sandbox.budget import Budget, Limits
from telegram_bot.sandbox.clock import ManualClock
from telegram_bot.sandbox.errors import ApiError

GROUP, PERSON = -5, 5


def refusal(budget: Budget, chat_id: int) -> ApiError:
    with pytest.raises(ApiError) as caught:
        budget.spend(chat_id)
    return caught.value


def test_a_group_takes_twenty_a_minute() -> None:
    clock = ManualClock()
    budget = Budget(clock)
    for _ in range(20):
        budget.spend(GROUP)
        clock.advance(1)
    refused = refusal(budget, GROUP)

    assert refused.description == "Too Many Requests: retry after 40"
    assert refused.parameters == {"retry_after": 40}
    clock.advance(40)
    budget.spend(GROUP)


def test_one_chats_trouble_is_not_anothers() -> None:
    budget = Budget(ManualClock(), Limits(group_per_minute=1))
    budget.spend(GROUP)
    refusal(budget, GROUP)
    budget.spend(GROUP - 1)


def test_a_private_chat_allows_a_burst_then_one_a_second() -> None:
    clock = ManualClock()
    budget = Budget(clock)
    for _ in range(5):
        budget.spend(PERSON)
    assert refusal(budget, PERSON).parameters == {"retry_after": 5}
    clock.advance(5)
    budget.spend(PERSON)


def test_all_chats_together_take_thirty_a_second() -> None:
    budget = Budget(ManualClock())
    for chat_id in range(1, 31):
        budget.spend(chat_id)
    assert refusal(budget, 31).parameters == {"retry_after": 1}


def test_limits_can_be_switched_off() -> None:
    budget = Budget(ManualClock(), Limits.none())
    for _ in range(1000):
        budget.spend(GROUP)
