"""Whoever is waited for is called once, at half time, and the call goes once the turn is over."""

from datetime import UTC, datetime, timedelta
from functools import partial
from zoneinfo import ZoneInfo

from domain import customs
from domain.customs import ChangeOfCustoms
from domain.pace import Pace
from telegram_bot.callback_data import Verb
from tests.end_to_end.conftest import TimedHouse
from tests.end_to_end.play import Table
from tests.end_to_end.test_commands import ask
from tests.support.sandbox_client import Chat, SeenMessage

HALF = timedelta(minutes=5)
"""Of a turn at the usual pace."""

SECOND = timedelta(seconds=1)
LISBON = "Europe/Lisbon"


def dealt(house: TimedHouse, table: Table | None = None) -> Table:
    """Sit people down and play up to the first turn."""
    table = table or house.table("Ana", "Carla")
    table.open()
    table.play_on(until=lambda seen: Verb.MIX not in seen.verbs)
    house.bot.settle()
    return table


def choose(house: TimedHouse, table: Table, *changes: ChangeOfCustoms) -> None:
    """Choose customs of the group for its next game."""
    match = house.ledger(table).match
    for change in changes:
        house.room.choose_customs(match.group_id, match.opener_id, change)


def calls(chat: Chat) -> list[SeenMessage]:
    return [message for message in chat.bot_messages() if "⏰" in message.text]


def move(house: TimedHouse, table: Table) -> None:
    """Let the player on turn draw and throw."""
    turn = house.ledger(table).match.turn
    while house.ledger(table).match.turn == turn:
        table.step()
    house.bot.settle()


def deletions(house: TimedHouse) -> list[tuple[int, int]]:
    asked = house.client.requests("deleteMessage")
    return [
        (int(each["parameters"]["chat_id"]), int(each["parameters"]["message_id"]))
        for each in asked
    ]


def test_the_awaited_player_is_called_at_half_time_until_the_move(timed_house: TimedHouse) -> None:
    table = dealt(timed_house)
    seen = table.see()
    awaited = table.on_turn(seen)
    deadline = timed_house.ledger(table).match.deadline
    assert deadline is not None

    timed_house.bot.pass_time(HALF - SECOND)
    before = calls(table.chat)
    timed_house.bot.pass_time(SECOND)
    [call] = calls(table.chat)
    timed_house.bot.pass_time(HALF - SECOND)
    at_last = calls(table.chat)
    move(timed_house, table)

    assert before == []
    assert f"{awaited.name}, it is your turn until" in call.text
    entities = {each["type"]: each for each in call.raw["entities"]}
    assert entities["text_mention"]["user"]["id"] == awaited.id
    assert entities["date_time"]["unix_time"] == int(deadline.until.timestamp())
    assert call.reply_to == seen.message.id
    assert [message.id for message in at_last] == [call.id]
    assert calls(table.chat) == []
    assert deletions(timed_house) == [(table.chat.id, call.id)]


def test_the_call_goes_after_the_timeout_and_the_next_player_has_another(
    timed_house: TimedHouse,
) -> None:
    table = dealt(timed_house)
    first = table.on_turn(table.see())
    timed_house.bot.pass_time(HALF)

    timed_house.bot.pass_time(HALF)
    between = calls(table.chat)
    second = table.on_turn(table.see())
    timed_house.bot.pass_time(HALF)
    [call] = calls(table.chat)

    assert between == []
    assert first != second
    assert second.name in call.text


def test_whoever_has_started_the_bot_is_called_in_private_too(timed_house: TimedHouse) -> None:
    ana, carla = timed_house.people("Ana", "Carla")
    chat = timed_house.client.new_chat("Card <night>", ana, carla, kind="supergroup")
    for person in (ana, carla):
        person.start()
    table = dealt(timed_house, Table(chat, [ana, carla], seed=1))
    seen = table.see()
    awaited = table.on_turn(seen)
    [other] = [person for person in table.people if person != awaited]

    timed_house.bot.pass_time(HALF)
    [call] = calls(awaited.private)
    in_group = calls(chat)
    move(timed_house, table)

    assert "your turn in Card <night> until" in call.text
    [link] = [each["url"] for each in call.raw["entities"] if each["type"] == "text_link"]
    assert link == f"https://t.me/c/{-chat.id - 10**12}/{seen.message.id}"
    assert calls(other.private) == []
    assert len(in_group) == 1
    assert calls(awaited.private) == calls(chat) == []


def test_whoever_has_not_started_the_bot_is_tried_in_private_once(
    timed_house: TimedHouse,
) -> None:
    table = dealt(timed_house)
    for _ in range(4):
        timed_house.bot.pass_time(HALF)
        assert len(calls(table.chat)) == 1
        move(timed_house, table)

    tried = [
        each["status"]
        for each in timed_house.client.requests("sendMessage")
        if int(each["parameters"]["chat_id"]) > 0
    ]

    assert tried == [403, 403]


def test_whoever_blocks_the_bot_is_called_in_the_group(timed_house: TimedHouse) -> None:
    table = dealt(timed_house)
    awaited = table.on_turn(table.see())
    awaited.start()
    awaited.block_bot()

    timed_house.bot.pass_time(HALF)

    assert len(calls(table.chat)) == 1
    assert calls(awaited.private) == []


def test_a_forum_is_called_in_its_topic(timed_house: TimedHouse) -> None:
    ana, carla = timed_house.people("Ana", "Carla")
    forum = timed_house.client.new_chat("Club", ana, carla, kind="supergroup", forum=True)
    topic = forum.create_topic("Cards", by=ana)
    dealt(timed_house, Table(topic, [ana, carla], seed=1))

    timed_house.bot.pass_time(HALF)

    [call] = calls(topic)
    assert call.thread_id == topic.thread_id


def test_remind_off_and_on(timed_house: TimedHouse) -> None:
    table = dealt(timed_house)
    awaited = table.on_turn(table.see())

    at_first = ask(awaited, table.chat, "/remind")
    off = ask(awaited, table.chat, "/remind off")
    timed_house.bot.pass_time(HALF)
    unwanted = calls(table.chat)
    stands = ask(awaited, awaited.private, "/remind")
    on = ask(awaited, awaited.private, "/remind ON")
    move(timed_house, table)
    move(timed_house, table)
    timed_house.bot.pass_time(HALF)

    assert "Reminders are on" in at_first
    assert "Reminders are off" in off
    assert unwanted == []
    assert stands == off
    assert on == at_first
    assert len(calls(table.chat)) == 1


def test_a_night_in_a_slow_game_is_quiet_whatever_becomes_of_the_clocks(
    timed_house: TimedHouse,
) -> None:
    table = dealt(timed_house)
    choose(
        timed_house,
        table,
        partial(customs.choose_pace, name=Pace.SLOW),
        partial(customs.choose_time_zone, name=LISBON),
    )
    timed_house.room.end_game(table.see().game_id, timed_house.ledger(table).match.opener_id)
    before_the_change = datetime(2026, 10, 24, 12, 30, tzinfo=ZoneInfo(LISBON))
    timed_house.bot.pass_time(before_the_change - timed_house.bot.now())
    dealt(timed_house, table)
    morning = datetime(2026, 10, 25, 8, tzinfo=UTC)  # which is 8 in Lisbon, from that day on

    timed_house.bot.pass_time(morning - SECOND - timed_house.bot.now())
    at_night = calls(table.chat)
    timed_house.bot.pass_time(SECOND)
    [call] = calls(table.chat)

    assert at_night == []
    assert "Sun 11:30" in call.text
    assert call.raw["date"] == morning.timestamp()


def test_a_group_can_do_without(timed_house: TimedHouse) -> None:
    table = dealt(timed_house)
    choose(timed_house, table, partial(customs.choose_reminders, wanted=False))

    timed_house.bot.pass_time(HALF + HALF - SECOND)

    assert calls(table.chat) == []


def test_a_call_too_old_to_be_deleted_is_let_be(timed_house: TimedHouse) -> None:
    table = dealt(timed_house)
    timed_house.bot.pass_time(HALF)
    [call] = calls(table.chat)
    timed_house.bot.skip_time(timedelta(days=3))

    move(timed_house, table)
    timed_house.bot.pass_time(timedelta(minutes=1))

    assert [message.id for message in calls(table.chat)] == [call.id]
    assert deletions(timed_house) == [(table.chat.id, call.id)]


def test_a_call_that_telegram_makes_wait_is_made_later_and_once(timed_house: TimedHouse) -> None:
    table = dealt(timed_house)
    for method in ("sendMessage", "deleteMessage"):
        timed_house.client.fault(
            "refuse",
            method=method,
            chat_id=table.chat.id,
            error={
                "code": 429,
                "description": "Too Many Requests: retry after 5",
                "parameters": {"retry_after": 5},
            },
        )

    timed_house.bot.pass_time(HALF)
    at_first = calls(table.chat)
    timed_house.bot.pass_time(5 * SECOND)
    later = calls(table.chat)
    move(timed_house, table)
    left = calls(table.chat)
    timed_house.bot.pass_time(5 * SECOND)

    assert at_first == []
    assert len(later) == len(left) == 1
    assert calls(table.chat) == []
