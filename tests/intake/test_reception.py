"""An update waits its turn, is handled once, or is set aside with the reason."""

import asyncio
from typing import cast

import psycopg
import pytest
from telegram import Bot

from telegram_bot.intake.errors import NotNow
from telegram_bot.intake.reception import MOST_ATTEMPTS, Raw, Reception
from tests.intake.people import UNREADABLE, People, message


class House:
    """Takes updates in, and keeps why some were set aside."""

    def __init__(self, longest: float = 60) -> None:
        self.people = People()
        self.reasons: dict[int, str] = {}
        self.trouble: Exception | None = None
        self.reception = Reception(cast("Bot", None), self.people.handle, self.put_aside, longest)

    async def put_aside(self, update: Raw, reason: str) -> None:
        if self.trouble is not None:
            raise self.trouble
        self.reasons[update["update_id"]] = reason


@pytest.fixture
def house() -> House:
    return House()


async def test_an_update_that_is_under_way_is_not_begun_twice(house: House) -> None:
    gate = house.people.gates[1] = asyncio.Event()
    first, second = (house.reception.take(message(1, -1)) for _ in range(2))
    await asyncio.sleep(0)
    gate.set()
    await asyncio.gather(first, second)

    assert house.people.handled == [1]


async def test_an_update_whose_confirmation_was_lost_is_not_handled_again(house: House) -> None:
    for _ in range(2):
        await house.reception.take(message(1, -1))

    assert house.people.handled == [1]


async def test_a_chat_keeps_its_order_and_holds_up_no_other(house: House) -> None:
    gate = house.people.gates[1] = asyncio.Event()
    slow = [house.reception.take(message(number, -1)) for number in (1, 2)]
    await house.reception.take(message(3, -2))
    assert house.people.handled == [3]

    gate.set()
    await asyncio.gather(*slow)
    assert house.people.handled == [3, 1, 2]


async def test_what_follows_something_that_waits_comes_again_after_it(house: House) -> None:
    house.people.refusals[1] = 1
    both = [house.reception.take(message(number, -1)) for number in (1, 2)]
    failed = await asyncio.gather(*both, return_exceptions=True)
    assert [type(error) for error in failed] == [NotNow, NotNow]

    for number in (1, 2):
        await house.reception.take(message(number, -1))
    assert house.people.handled == [1, 2]


async def test_an_update_that_cannot_be_read_is_set_aside(house: House) -> None:
    await house.reception.take(UNREADABLE)

    assert list(house.reasons) == [1]
    assert house.reasons[1].startswith("KeyError at ")


async def test_an_update_that_fails_is_set_aside_without_the_words_of_the_error(
    house: House,
) -> None:
    house.people.defects[1] = ValueError("the king of hearts is not in this hand")
    for number in (1, 2):
        await house.reception.take(message(number, -1))

    assert house.people.handled == [2]
    assert house.reasons[1].startswith("ValueError at people.py:")
    assert "king" not in house.reasons[1]


@pytest.mark.parametrize(
    "trouble",
    [
        psycopg.OperationalError(),
        psycopg.errors.ReadOnlySqlTransaction(),
        psycopg.errors.InsufficientPrivilege(),
        psycopg.errors.DataCorrupted(),
        RuntimeError(),
    ],
    ids=repr,
)
async def test_what_cannot_be_kept_while_the_database_is_in_trouble_comes_again(
    house: House, trouble: Exception
) -> None:
    house.trouble = trouble
    with pytest.raises(NotNow):
        await house.reception.take(UNREADABLE)

    house.trouble = None
    await house.reception.take(UNREADABLE)
    assert list(house.reasons) == [1]


@pytest.mark.parametrize(
    "trouble",
    [
        psycopg.DataError(),
        psycopg.IntegrityError(),
        psycopg.errors.ProgramLimitExceeded(),
        UnicodeError(),
        RecursionError(),
    ],
    ids=repr,
)
async def test_what_cannot_be_kept_at_all_is_given_up_and_blocks_nobody(
    house: House, caplog: pytest.LogCaptureFixture, trouble: Exception
) -> None:
    house.trouble = trouble
    await house.reception.take(UNREADABLE)
    await house.reception.take(message(2, -1))

    assert house.people.handled == [2]
    assert "Update 1 cannot be kept" in caplog.text


async def test_an_update_that_alone_fails_again_and_again_is_set_aside(house: House) -> None:
    house.people.refusals[1] = 10**6
    for _ in range(MOST_ATTEMPTS - 1):
        with pytest.raises(NotNow):
            await house.reception.take(message(1, -1))
    assert house.reasons == {}

    await house.reception.take(message(1, -1))
    assert list(house.reasons) == [1]


async def test_an_update_that_never_ends_is_set_aside_and_lets_the_next_one_pass() -> None:
    house = House(longest=0.01)
    house.people.gates[1] = asyncio.Event()
    await asyncio.gather(*(house.reception.take(message(number, -1)) for number in (1, 2)))

    assert house.people.handled == [2]
    assert house.reasons[1].startswith("TimeoutError")


async def test_while_the_database_is_away_nothing_is_set_aside_however_often_it_fails(
    house: House,
) -> None:
    house.people.refusals[1] = 3 * MOST_ATTEMPTS
    house.trouble = psycopg.OperationalError()
    for _ in range(3 * MOST_ATTEMPTS):
        with pytest.raises(NotNow):
            await house.reception.take(message(1, -1))

    await house.reception.take(message(1, -1))
    assert house.people.handled == [1]
    assert house.reasons == {}


async def test_what_fails_again_and_again_and_cannot_be_kept_at_all_is_given_up_in_the_end(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    house.people.refusals[1] = 10**6
    house.trouble = psycopg.DataError()
    for _ in range(MOST_ATTEMPTS - 1):
        with pytest.raises(NotNow):
            await house.reception.take(message(1, -1))

    await house.reception.take(message(1, -1))
    await house.reception.take(message(2, -1))
    assert house.people.handled == [2]
    assert "Update 1 cannot be kept" in caplog.text


async def test_what_was_set_aside_can_be_handled_again(house: House) -> None:
    house.people.defects[1] = ValueError()
    await house.reception.take(message(1, -1))
    assert not await house.reception.again(message(1, -1))

    house.people.defects.clear()
    assert await house.reception.again(message(1, -1))
    assert house.people.handled == [1]


async def test_at_the_end_what_is_under_way_is_let_go(house: House) -> None:
    house.people.gates[1] = asyncio.Event()
    task = house.reception.take(message(1, -1))
    await asyncio.sleep(0)
    await house.reception.aclose()

    assert task.cancelled()
    assert house.people.handled == []
