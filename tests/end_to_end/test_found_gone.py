"""Somebody who has left the group without a word is found out when their time is over."""

from datetime import timedelta

import pytest

from domain.facts import PlayerForfeited, TurnTimedOut
from telegram_bot.callback_data import Verb
from tests.end_to_end.conftest import TimedHouse
from tests.end_to_end.play import Table
from tests.support.sandbox_client import Person

TURN = timedelta(minutes=10)
"""How long a turn lasts in a group that has chosen nothing."""


def on_turn(house: TimedHouse) -> tuple[Table, Person]:
    """Return a game of three on its first turn, and whose it is."""
    table = house.table("Ana", "Carla", "Eva")
    table.open()
    house.bot.settle()
    seen = table.play_on(until=lambda seen: Verb.DRAW in seen.verbs)
    house.bot.settle()
    return table, table.on_turn(seen)


def told(house: TimedHouse, table: Table) -> list[tuple[Person, str]]:
    """Return who has left or was played for, and why, by the log."""
    events = (entry.event for entry in house.ledger(table).entries)
    return [
        (table.seated[event.seat], event.cause)
        for event in events
        if isinstance(event, PlayerForfeited | TurnTimedOut)
    ]


def test_whoever_is_gone_at_the_deadline_forfeits_instead_of_being_played_for(
    timed_house: TimedHouse,
) -> None:
    table, awaited = on_turn(timed_house)
    awaited.leave(table.chat, announced=False)

    timed_house.bot.pass_time(TURN)

    assert told(timed_house, table) == [(awaited, "left_group")]
    table.see(lambda seen: f"{awaited.name} left the group" in seen.message.text)
    timed_house.ledger(table).check()


def test_whoever_is_there_is_played_for_and_asked_about_once(timed_house: TimedHouse) -> None:
    table, awaited = on_turn(timed_house)

    timed_house.bot.pass_time(TURN)

    assert told(timed_house, table) == [(awaited, "deadline")]
    questions = timed_house.client.requests("getChatMember")
    assert [int(each["parameters"]["user_id"]) for each in questions] == [awaited.id]


@pytest.mark.parametrize(
    "error",
    [
        {"code": 400, "description": "Bad Request: member list is inaccessible"},
        {"code": 403, "description": "Forbidden: bot was kicked from the supergroup chat"},
        {"code": 502, "description": "Bad Gateway"},
    ],
)
def test_without_an_answer_nobody_is_taken_to_be_gone(
    timed_house: TimedHouse, error: dict[str, object]
) -> None:
    table, awaited = on_turn(timed_house)
    timed_house.client.fault("refuse", method="getChatMember", error=error)
    awaited.leave(table.chat, announced=False)

    timed_house.bot.pass_time(TURN)

    assert told(timed_house, table) == [(awaited, "deadline")]


def test_others_who_are_gone_are_found_out_on_their_own_turns(timed_house: TimedHouse) -> None:
    table, awaited = on_turn(timed_house)
    following = table.seated[(table.seated.index(awaited) + 1) % len(table.seated)]
    following.leave(table.chat, announced=False)

    timed_house.bot.pass_time(TURN)
    timed_house.bot.pass_time(TURN)

    assert told(timed_house, table) == [(awaited, "deadline"), (following, "left_group")]
