"""What goes wrong in one place goes wrong there alone, and is put right where it can be."""

import time
from datetime import timedelta
from typing import Any

import psycopg

from domain.match import Phase
from projections.database import Database
from telegram_bot.callback_data import Verb
from telegram_bot.delivery.desk import BACKOFF
from telegram_bot.delivery.errand import UNHEARD
from tests.end_to_end.conftest import House, TimedHouse, open_house
from tests.end_to_end.play import Table
from tests.end_to_end.shortcut import play_on

WAIT = 4
"""Seconds for which Telegram asks the bot to wait; what does not wait is done in less."""


FLOODED = 40
"""Seconds for which Telegram takes nothing for a chat."""


def too_many(seconds: int) -> dict[str, Any]:
    """Return what Telegram says of a chat that was written to too often."""
    return {
        "code": 429,
        "description": f"Too Many Requests: retry after {seconds}",
        "parameters": {"retry_after": seconds},
    }


def test_a_table_that_somebody_deletes_is_posted_anew(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana, carla = table.people
    table.open()
    seen = table.see()
    house.client.post(f"/people/{ana.id}/chats/{table.chat.id}/delete", message_id=seen.message.id)

    carla.forge_tap(seen.message, seen.of(Verb.MIX)[0].encode())

    anew = table.see(lambda now: now.message.id != seen.message.id)
    assert Verb.MIX in anew.verbs
    assert len(table.tables()) == 1
    house.ledger(table).agrees_with(table)


def test_a_command_that_was_deleted_before_it_was_handled_is_answered(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana = table.people[0]
    house.bot.stop()
    asked = ana.send(table.chat, "/help")
    house.client.post(f"/people/{ana.id}/chats/{table.chat.id}/delete", message_id=asked.id)

    house.bot.start(wait=False)

    answer = table.chat.wait_for_text("/new")
    assert answer.reply_to is None


def posted_unheard(house: TimedHouse, times: int = 1) -> Table:
    """Let somebody open a table which arrives, but the bot is told of an error so often."""
    table = house.table("Ana", "Carla")
    lost = {"code": 502, "description": "Bad Gateway"}
    house.client.fault(
        "drop", method="sendMessage", chat_id=table.chat.id, times=times, error=lost
    )
    table.people[0].send(table.chat, "/new")
    house.bot.settle()
    return table


def test_a_table_of_which_no_word_came_back_is_taken_for_it_when_somebody_taps_on_it(
    timed_house: TimedHouse,
) -> None:
    table = posted_unheard(timed_house)
    (only,) = table.tables()

    table.people[1].tap(only.message, "Join")
    timed_house.bot.pass_time(timedelta(minutes=1))

    (still,) = table.tables()
    assert still.message.id == only.message.id
    assert "Carla" in still.message.text


def test_a_table_of_which_no_word_came_back_is_not_sent_again_at_once(
    timed_house: TimedHouse,
) -> None:
    table = posted_unheard(timed_house)

    timed_house.bot.pass_time(UNHEARD[0])
    assert len(table.tables()) == 1
    timed_house.bot.pass_time(timedelta(seconds=BACKOFF[0]))

    first, second = table.tables()
    table.people[1].tap(first.message, "Join")
    timed_house.bot.settle()
    (left,) = table.tables()
    assert left.message.id == second.message.id
    assert "Carla" in left.message.text


def test_a_table_of_which_no_word_comes_back_twice_waits_for_a_sign(
    timed_house: TimedHouse,
) -> None:
    house = timed_house
    table = posted_unheard(house, times=4)
    for _ in range(10):
        house.bot.pass_time(UNHEARD[1] / 10)
    first, second = table.tables()

    table.people[1].tap(first.message, "Join")
    house.bot.settle()
    assert "Carla" in table.tables()[0].message.text
    table.people[0].tap(second.message, "Join")
    house.bot.pass_time(UNHEARD[2])

    (left,) = table.tables()
    assert left.message.id == second.message.id
    assert "Carla" in left.message.text


def test_a_table_of_which_no_word_comes_back_is_posted_anew_when_somebody_asks(
    timed_house: TimedHouse,
) -> None:
    house = timed_house
    table = posted_unheard(house, times=2)
    house.bot.pass_time(UNHEARD[0] + timedelta(seconds=BACKOFF[0]))
    old = table.tables()

    table.people[1].send(table.chat, "/table")
    house.bot.settle()
    now = table.see()
    for each in old:
        table.people[1].tap(each.message, "Join")
    house.bot.settle()

    assert len(old) == 2
    (left,) = table.tables()
    assert left.message.id == now.message.id


def test_a_table_of_which_no_word_comes_back_comes_again_after_a_while(
    timed_house: TimedHouse,
) -> None:
    house = timed_house
    table = posted_unheard(house, times=2)

    for wait, backoff in zip(UNHEARD[:2], BACKOFF, strict=False):
        house.bot.pass_time(wait + timedelta(seconds=backoff))

    assert len(table.tables()) == 3


def test_a_group_that_must_wait_delays_no_other(house: House) -> None:
    slow, quick = house.table("Ana", "Carla"), house.table("Ana", "Carla")
    for table in (slow, quick):
        table.open()
    house.client.fault(
        "refuse",
        method="editMessageText",
        chat_id=slow.chat.id,
        error=too_many(WAIT),
    )
    after = house.client.requests()[-1]["number"]

    begun = time.monotonic()
    seen = slow.see()
    answer = slow.tap(slow.people[0], seen.of(Verb.MIX)[0], seen)
    answered = time.monotonic() - begun
    quick.play_on(until=lambda now: Verb.DRAW in now.verbs)
    meanwhile = time.monotonic() - begun
    slow.see(lambda now: now.state != seen.state)

    edits = [
        (request["status"], request["at"])
        for request in house.client.requests("editMessageText", after=after)
        if int(request["parameters"]["chat_id"]) == slow.chat.id
    ]
    assert answer.answered
    assert answered < WAIT
    assert meanwhile < WAIT
    assert [status for status, _ in edits[:2]] == [429, 200]
    assert edits[1][1] - edits[0][1] >= WAIT


def test_an_answer_comes_when_its_chat_may_be_written_to_again(timed_house: TimedHouse) -> None:
    house = timed_house
    table, other = house.table("Ana", "Carla"), house.table("Rui", "Sol")
    house.client.fault(
        "refuse", method="sendMessage", chat_id=table.chat.id, error=too_many(FLOODED)
    )

    for each in (table, table, other):
        each.people[0].send(each.chat, "/help")
    house.bot.pass_time(timedelta(seconds=FLOODED - 1))
    meanwhile = sent_to(house, table), len(other.chat.bot_messages())
    house.bot.pass_time(timedelta(seconds=1))

    assert meanwhile == (1, 1)
    assert [answer.text for answer in table.chat.bot_messages()] == [
        answer.text for answer in other.chat.bot_messages() * 2
    ]


def test_a_table_waits_where_an_answer_was_refused(timed_house: TimedHouse) -> None:
    house = timed_house
    table = house.table("Ana", "Carla")
    house.client.fault(
        "refuse", method="sendMessage", chat_id=table.chat.id, error=too_many(FLOODED)
    )
    table.people[0].send(table.chat, "/help")
    house.bot.settle()

    table.people[0].send(table.chat, "/new")
    house.bot.pass_time(timedelta(seconds=FLOODED - 1))
    assert sent_to(house, table) == 1
    house.bot.pass_time(timedelta(seconds=1))

    assert Verb.JOIN in table.see().verbs


def sent_to(house: TimedHouse, table: Table) -> int:
    """Count the messages that the bot has sent to a chat or tried to send."""
    every = house.client.requests("sendMessage")
    return len([each for each in every if each["parameters"]["chat_id"] == table.chat.id])


def test_of_twenty_groups_one_that_is_flooded_delays_no_other(timed_house: TimedHouse) -> None:
    """Time stands still: what the others see of their games, they see at once."""
    house = timed_house
    flooded, *others = [house.table("Ana", "Carla", seed=seed) for seed in range(20)]
    for table in (flooded, *others):
        table.open()
    before = flooded.see().state
    house.client.fault(
        "refuse", chat_id=flooded.chat.id, times=100, lasts=FLOODED, error=too_many(FLOODED)
    )
    begun = house.bot.now()

    flooded.tap(flooded.people[0], flooded.see().of(Verb.MIX)[0], flooded.see())
    for table in others:
        table.play_on(until=lambda seen: Verb.DRAW in seen.verbs)
        table.step()
        house.bot.settle()
        house.ledger(table).agrees_with(table)

    assert house.bot.now() == begun
    assert flooded.see().state == before
    house.bot.pass_time(timedelta(seconds=FLOODED + 1))
    assert flooded.see().state != before
    house.ledger(flooded).agrees_with(flooded)


def test_a_chat_that_telegram_is_slow_for_holds_up_no_other(house: House) -> None:
    slow, quick = house.table("Ana", "Carla"), house.table("Ana", "Carla")
    quick.open()
    house.client.fault("delay", method="sendMessage", chat_id=slow.chat.id, seconds=2 * WAIT)

    begun = time.monotonic()
    slow.people[0].send(slow.chat, "/help")
    quick.play_on(until=lambda seen: Verb.THROW in seen.verbs)

    assert time.monotonic() - begun < WAIT
    slow.chat.wait_for_text("/new")


def test_a_broken_game_is_answered_and_stops_nobody(house: House) -> None:
    broken, other = house.table("Ana", "Carla"), house.table("Ana", "Carla")
    broken.people[0].send(broken.chat, "/new")
    seen = broken.see()
    with psycopg.connect(house.database.conninfo) as connection:
        connection.execute(
            "UPDATE thirtyone.thirtyone_events SET state = %s WHERE originator_id = %s",
            (b"no event", seen.game_id),
        )
    house.bot.stop()
    house.bot.start(wait=False)

    answer = broken.people[1].tap(seen.message, "Join")
    other.open()

    assert answer.answers == 1
    assert answer.text
    assert "This is a defect" not in house.bot.log
    house.ledger(other).check()


def test_the_deal_comes_by_itself_when_nobody_cuts(database: Database) -> None:
    with open_house(database, CUT_SECONDS="0.3") as house:
        table = house.table("Ana", "Carla")
        table.open()

        table.see(lambda seen: Verb.DRAW in seen.verbs)

        house.ledger(table).check()
        assert house.ledger(table).match.round_number == 1


def test_whoever_is_out_may_buy_back_in(house: House) -> None:
    table = house.table("Ana", "Carla", "Duda", "Rui", "Sol")
    table.open("scat_buy_in")
    game_id = house.ledger(table).game_id
    match = play_on(house.room, game_id, table.seed, lambda now: now.phase is Phase.BUYING_IN)
    house.settle()
    offered = [table.seated[seat] for seat in match.offers]
    others = [person for person in table.seated if person not in offered]
    seen = table.see(lambda now: Verb.BUY_IN in now.verbs)

    unasked = others[0].tap(seen.message, "Buy in")
    first = offered[0].tap(seen.message, "Buy in")

    assert "not on offer" in unasked.text
    assert first.text == "You are back in."
    after = house.ledger(table).match
    assert after.lives[match.offers[0]] == after.rules.lives
    table.see(lambda now: now.keyboard != seen.keyboard or len(offered) > 1)
    house.ledger(table).agrees_with(table)
    house.ledger(table).check()
