"""How often chats are written to: so often at once, then steadily, whoever writes."""

from datetime import UTC, datetime, timedelta

import psycopg
import pytest
from hypothesis import given
from hypothesis import strategies as st
from psycopg_pool import ConnectionPool
from telegram import Bot
from telegram.ext import ExtBot

from projections.database import Database
from telegram_bot.delivery.meter import Meter
from telegram_bot.delivery.pace import EVERYWHERE, Pace, Rate
from tests.support.running_sandbox import running_sandbox

NOW = datetime(2026, 3, 1, 20, tzinfo=UTC)
SECOND = timedelta(seconds=1)
CHAT, OTHER = -100, -200
A_CHAT, ALL = Rate(size=5, per_second=0.3), Rate(size=25, per_second=25)


def pace(pool: ConnectionPool) -> Pace:
    return Pace(pool, A_CHAT, ALL)


def count(pace: Pace, at: datetime) -> None:
    pace.count(CHAT)
    pace.room((), at)


@given(st.lists(st.floats(0, 30), min_size=1, max_size=200))
def test_a_chat_is_never_written_to_more_often_than_it_bears(pauses: list[float]) -> None:
    """Whoever writes as soon as there is room makes at most a burst more than time allows."""
    calls, passed = A_CHAT.size, 0.0
    for made, pause in enumerate(pauses, 1):
        wait = max(pause, A_CHAT.wait(calls))
        calls = A_CHAT.filled(calls, wait)
        passed += wait
        assert calls >= 1 - 1e-9
        calls -= 1

        assert made <= A_CHAT.size + passed * A_CHAT.per_second + 1e-6


def test_a_burst_then_a_steady_pace(pool: ConnectionPool) -> None:
    for _ in range(5):
        assert pace(pool).room([CHAT], NOW).waits == {CHAT: 0}
        count(pace(pool), NOW)

    room = pace(pool).room([CHAT, OTHER], NOW)

    assert room.waits == {CHAT: pytest.approx(1 / 0.3), OTHER: 0}
    assert pace(pool).room([CHAT], NOW + 4 * SECOND).waits == {CHAT: 0}


def test_what_is_counted_holds_for_every_process_and_the_next(pool: ConnectionPool) -> None:
    one, another = pace(pool), pace(pool)
    for each in (one, another, one, another, one):
        count(each, NOW)

    assert another.room([CHAT], NOW).waits[CHAT] > 3
    assert pace(pool).room([CHAT], NOW + SECOND).waits[CHAT] == pytest.approx(1 / 0.3 - 1)


def test_many_calls_are_told_at_once(pool: ConnectionPool) -> None:
    one = pace(pool)
    for chat in (CHAT, OTHER, CHAT, CHAT, CHAT, CHAT):
        one.count(chat)
    assert pace(pool).room([CHAT], NOW).waits == {CHAT: 0}

    room = one.room([CHAT, OTHER], NOW)

    assert room.waits == {CHAT: pytest.approx(1 / 0.3), OTHER: 0}
    assert room.calls == 25 - 6
    assert pace(pool).room([CHAT, OTHER], NOW) == room


def test_nothing_that_was_counted_is_lost_with_the_database(
    pool: ConnectionPool, database: Database
) -> None:
    one = pace(pool)
    with psycopg.connect(database.conninfo, autocommit=True) as connection:
        connection.execute("ALTER TABLE thirtyone.chat_paces RENAME TO away")
        one.count(CHAT)
        with pytest.raises(psycopg.Error):
            one.room((), NOW)
        connection.execute("ALTER TABLE thirtyone.away RENAME TO chat_paces")

    assert one.room([CHAT], NOW).calls == 24


def test_answers_are_made_up_for(pool: ConnectionPool) -> None:
    """Nobody who answers waits; what is owed then is waited for later."""
    for _ in range(8):
        count(pace(pool), NOW)

    assert pace(pool).room([CHAT], NOW).waits == {CHAT: pytest.approx(4 / 0.3)}


def test_all_chats_together_have_a_pace_too(pool: ConnectionPool) -> None:
    one = pace(pool)
    for chat_id in range(1, 26):
        one.count(chat_id)

    room = one.room([CHAT], NOW)

    assert (room.waits, room.calls) == ({CHAT: 0}, 0)
    assert room.wait == pytest.approx(0.04)
    assert pace(pool).room([CHAT], NOW + SECOND).calls == 25


def test_a_clock_that_goes_back_gives_and_takes_nothing(pool: ConnectionPool) -> None:
    count(pace(pool), NOW)

    count(pace(pool), NOW - 60 * SECOND)

    assert pace(pool).room([CHAT], NOW).waits == {CHAT: 0}
    for _ in range(3):
        count(pace(pool), NOW)
    assert pace(pool).room([CHAT], NOW).waits[CHAT] == pytest.approx(1 / 0.3)


async def test_every_message_and_edit_is_counted_and_nothing_else() -> None:
    counted: list[int] = []

    meter = Meter()
    with running_sandbox() as sandbox:
        person = sandbox.client.new_person("Ana")
        person.start()
        bot: Bot = ExtBot(sandbox.token, base_url=sandbox.bot_base_url, rate_limiter=meter)
        async with bot:
            await bot.send_message(person.id, "before anybody counts")
            meter.count = counted.append
            sent = await bot.send_message(person.id, "one")
            await sent.edit_text("two")
            await bot.get_chat(person.id)
            await sent.delete()

    assert counted == [person.id, person.id]
    assert EVERYWHERE not in counted
