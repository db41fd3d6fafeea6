"""A group becomes a supergroup, and all that is its own goes with it, however that is told."""

from datetime import timedelta
from uuid import UUID

import psycopg
import pytest

from domain.match import Phase
from telegram_bot.callback_data import Verb
from telegram_bot.memory import tell
from tests.end_to_end.conftest import House, TimedHouse, Venue
from tests.end_to_end.play import Sight, Table
from tests.end_to_end.secrecy import hand_in
from tests.end_to_end.test_commands import ask
from tests.end_to_end.test_settings import go, settings
from tests.support.sandbox_client import Chat

WAYS = {
    "two messages": ("old", "new"),
    "two messages in the other order": ("new", "old"),
    "the message in the old chat alone": ("old",),
    "the message in the new chat alone": ("new",),
    "an error alone": (),
}

MINUTE = timedelta(minutes=1)


def places(house: Venue) -> list[tuple[UUID, int, str]]:
    """Return every group with its chat and its kind."""
    with psycopg.connect(house.database.conninfo) as connection:
        return connection.execute(
            "SELECT id, telegram_chat_id, kind FROM thirtyone.chats ORDER BY id"
        ).fetchall()


def on_turn(table: Table) -> Sight:
    """Sit people down at a fast table, and play up to the first turn."""
    table.open("fast")
    return table.play_on(until=lambda seen: Verb.DRAW in seen.verbs)


def moved(house: TimedHouse, table: Table, told: tuple[str, ...]) -> Chat:
    """Turn a table's group into a supergroup, where the table stands then."""
    old, table.chat = table.chat, table.chat.migrate(by=table.people[0], told=told)
    house.bot.settle()
    return old


@pytest.mark.parametrize("told", WAYS.values(), ids=WAYS)
def test_a_running_game_goes_on_in_the_supergroup(
    timed_house: TimedHouse, told: tuple[str, ...]
) -> None:
    house, table = timed_house, timed_house.table("Ana", "Carla", seed=3)
    ana = table.people[0]
    go(table.chat, settings(table.chat, ana), ana, "Cards and lives", "Bus: yes", "Back", "Done")
    before = on_turn(table)
    match = house.ledger(table).match
    (home,) = places(house)

    moved(house, table, told)
    house.bot.pass_time(timedelta() if told else MINUTE)

    now = table.see()
    assert now.game_id == before.game_id
    assert house.ledger(table).match.group_id == match.group_id
    assert places(house) == [(home[0], table.chat.id, "supergroup")]
    assert len(table.tables()) == 1
    if told:
        assert now.message.text == before.message.text
        assert house.ledger(table).match.deadline == match.deadline
    house.bot.pass_time(MINUTE)
    assert house.ledger(table).match.turn > match.turn
    table.play_on()
    house.bot.settle()
    ledger = house.ledger(table)
    ledger.check()
    ledger.agrees_with(table)
    winner = table.seated[ledger.match.winners[0]]
    assert f"1. {winner.name}" in ask(table.people[1], table.chat, "/top")
    assert len(places(house)) == 1
    table.people[0].send(table.chat, "/new")
    table.game_id = None
    table.see(lambda seen: Verb.JOIN in seen.verbs)
    assert not house.ledger(table).match.rules.grace


def test_an_old_button_still_means_the_same_game(timed_house: TimedHouse) -> None:
    house, table = timed_house, timed_house.table("Ana", "Carla")
    seen = on_turn(table)
    old = moved(house, table, WAYS["two messages"])

    answer = table.on_turn(seen).forge_tap(seen.message, seen.of(Verb.DRAW)[0].encode())
    house.bot.settle()

    assert answer.answered
    assert hand_in(answer.text)
    assert Verb.THROW in table.see().verbs
    assert {chat_id for _, chat_id, _ in places(house)} == {table.chat.id}
    assert old.id != table.chat.id


def test_a_table_that_was_opened_before_the_move_was_known_gives_way(
    timed_house: TimedHouse,
) -> None:
    house, table = timed_house, timed_house.table("Ana", "Carla")
    game_id = on_turn(table).game_id
    carla = table.people[1]
    moved(house, table, ())
    carla.send(table.chat, "/new")
    house.bot.settle()
    table.game_id = None
    stray = table.see().game_id
    assert stray != game_id

    house.bot.pass_time(MINUTE)

    (place,) = places(house)
    assert place[1] == table.chat.id
    assert house.room.match(stray).phase is Phase.CLOSED
    assert "open here already" in ask(carla, table.chat, "/new")
    house.bot.settle()
    assert {seen.game_id for seen in table.tables()} == {game_id}
    table.game_id = game_id
    table.play_on()
    house.ledger(table).check()


def test_what_people_have_played_in_the_supergroup_stays_and_the_old_group_is_left_alone(
    timed_house: TimedHouse,
) -> None:
    house, table = timed_house, timed_house.table("Ana", "Carla")
    old_game = on_turn(table).game_id
    old = moved(house, table, ())
    table.open("none")
    table.play_on(until=lambda seen: Verb.DRAW in seen.verbs)

    for _ in range(5):
        house.bot.pass_time(MINUTE)

    refused = [
        request
        for request in house.client.requests("sendMessage")
        if int(request["parameters"]["chat_id"]) == old.id and request["status"] == 400
    ]
    assert len(refused) == 1
    assert house.ledger(table).game_id != old_game
    assert Verb.DRAW in table.see().verbs
    table.play_on()
    house.ledger(table).check()


def test_several_processes_learn_of_a_move_from_each_other(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana, carla = table.people
    ana.send(table.chat, "/new")
    game_id = table.see().game_id
    with psycopg.connect(house.database.conninfo) as connection:  # as another process would
        new = table.chat.migrate(by=ana, told=())
        connection.execute(
            "INSERT INTO thirtyone.chat_moves VALUES (%s, %s, now())", (table.chat.id, new.id)
        )
        connection.execute(
            "UPDATE thirtyone.chats SET telegram_chat_id = %s WHERE telegram_chat_id = %s",
            (new.id, table.chat.id),
        )
        tell(connection)

    assert "open here already" in ask(carla, new, "/new")
    table.chat = new
    assert table.see().game_id == game_id
