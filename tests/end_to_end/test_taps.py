"""Whatever people tap, they are answered once; what they may not do changes nothing."""

import threading
from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

import pytest

from domain import facts
from telegram_bot.callback_data import Press, Verb
from tests.end_to_end.conftest import House
from tests.end_to_end.play import Sight, Table
from tests.support.sandbox_client import Answer, Person, SeenMessage


@contextmanager
def nothing_changes(house: House, table: Table) -> Iterator[None]:
    before = house.ledger(table).entries
    yield
    assert house.ledger(table).entries == before


def playing(house: House, *names: str) -> tuple[Table, Sight]:
    """Return a table on its first turn."""
    table = house.table(*names)
    table.open()
    return table, table.play_on(until=lambda seen: Verb.DRAW in seen.verbs)


def tap_at_once(*taps: tuple[Person, SeenMessage, str]) -> list[Answer]:
    """Tap for several people at the same time."""
    answers: list[Answer] = []
    ready = threading.Barrier(len(taps))

    def tap(person: Person, message: SeenMessage, data: str) -> None:
        ready.wait()
        answers.append(person.forge_tap(message, data))

    threads = [threading.Thread(target=tap, args=each) for each in taps]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return answers


def refused(answer: Answer, reason: str) -> bool:
    """Tell whether a tap was answered once, with this reason."""
    return answer.answers == 1 and reason in answer.text


def test_a_second_tap_on_the_same_button_shows_the_same_and_counts_once(house: House) -> None:
    table, seen = playing(house)
    person, draw = table.on_turn(seen), seen.of(Verb.DRAW)[0]
    first = person.tap(seen.message, draw.encode())
    with nothing_changes(house, table):
        second = person.forge_tap(seen.message, draw.encode())

    assert first.text == second.text
    assert (first.answers, second.answers) == (1, 1)


def test_a_button_of_an_earlier_turn_does_nothing(house: House) -> None:
    table, seen = playing(house)
    draw = seen.of(Verb.DRAW)[0]
    table.play_on(until=lambda now: now.of(Verb.DRAW) not in ([], [draw]))

    with nothing_changes(house, table):
        answers = [person.forge_tap(seen.message, draw.encode()) for person in table.people]

    assert all(refused(answer, "") and answer.text for answer in answers)
    assert refused(answers[0], "earlier moment")


def test_only_who_is_on_turn_may_play_and_only_who_is_seated_sees_a_hand(house: House) -> None:
    table, seen = playing(house, "Ana", "Carla")
    (other,) = set(table.people) - {table.on_turn(seen)}
    (stranger,) = house.people("Duda")
    stranger.join(table.chat)

    with nothing_changes(house, table):
        early = other.tap(seen.message, "Draw")
        foreign = stranger.tap(seen.message, "Draw")
        curious = stranger.tap(seen.message, "My hand")

    assert refused(early, "not your turn")
    assert refused(foreign, "not sitting at this table")
    assert refused(curious, "not sitting at this table")


def test_a_button_of_another_groups_game_does_nothing_there(house: House) -> None:
    table, seen = playing(house)
    elsewhere = house.table("Ana", "Duda")
    elsewhere.people[0].send(elsewhere.chat, "/new")
    lobby = elsewhere.see(lambda now: Verb.JOIN in now.verbs)

    with nothing_changes(house, elsewhere):
        join = lobby.of(Verb.JOIN)[0].encode()
        answers = [person.forge_tap(seen.message, join) for person in table.people]

    assert all(refused(answer, "") for answer in answers)
    assert refused(answers[0], "no table offers")


@pytest.mark.parametrize(
    "data",
    [
        "x",
        "draw",
        ":::",
        "draw:AAAA:1:1",
        "dance:AAAAAAAAAAAAAAAAAAAAAA:1:1",
        "draw:AAAAAAAAAAAAAAAAAAAAAA:one:1",
        "♠" * 21,
        "9" * 64,
        Press(Verb.DRAW, UUID(int=31), 10**17).encode(),
    ],
)
def test_data_that_no_table_offers_is_answered(house: House, data: str) -> None:
    table = house.table("Ana", "Carla")
    table.people[0].send(table.chat, "/new")

    with nothing_changes(house, table):
        answer = table.people[0].forge_tap(table.see().message, data)

    assert answer.answers == 1
    assert answer.text


def test_choices_that_are_not_offered_are_refused(house: House) -> None:
    table = house.table()
    table.open()
    seen = table.see()
    mix = seen.of(Verb.MIX)[0]
    with nothing_changes(house, table):
        for choice in (-1, 0, 9, 10**9):
            press = Press(Verb.MIX, mix.game_id, mix.number, choice)
            assert refused(table.people[0].forge_tap(seen.message, press.encode()), "")

    seen = table.play_on(until=lambda now: Verb.THROW in now.verbs)
    throw = seen.of(Verb.THROW)[0]
    with nothing_changes(house, table):
        for choice in (-1, 0, 5, 10**9):
            press = Press(Verb.THROW, throw.game_id, throw.number, choice)
            assert refused(table.on_turn(seen).forge_tap(seen.message, press.encode()), "")


def test_taps_on_a_message_of_the_past_are_answered_and_leave_it_as_it_is(house: House) -> None:
    table, seen = playing(house)
    old = seen.message
    table.play_on(until=lambda now: now.message.id != old.id)
    showdown = table.chat.message(old.id)
    assert showdown is not None

    with nothing_changes(house, table):
        answers = [table.people[0].forge_tap(old, data) for data in seen.keyboard]

    assert [answer.answers for answer in answers] == [1] * len(answers)
    assert table.chat.message(old.id) == showdown


def test_everybody_who_joins_at_once_is_seated(house: House) -> None:
    table = house.table("Ana", "Bruno", "Carla", "Duda")
    opener, *others = table.people
    opener.send(table.chat, "/new")
    lobby = table.see()
    join = lobby.of(Verb.JOIN)[0].encode()

    answers = tap_at_once(*((person, lobby.message, join) for person in others))

    assert [answer.answers for answer in answers] == [1, 1, 1]
    assert len(house.ledger(table).match.player_ids) == 4


def test_of_taps_at_once_one_counts(house: House) -> None:
    table, seen = playing(house)
    draw = seen.of(Verb.DRAW)[0].encode()
    before = len(house.ledger(table).entries)

    answers = tap_at_once(*((person, seen.message, draw) for person in table.people * 2))

    new = house.ledger(table).entries[before:]
    assert [type(entry.event).__mro__[2] for entry in new] == [facts.CardDrawn]
    assert [answer.answers for answer in answers] == [1] * 6
    assert sum(answer.show_alert for answer in answers) == 2


def test_a_table_is_closed_by_its_opener_only(house: House) -> None:
    table = house.table("Ana", "Carla")
    table.people[0].send(table.chat, "/new")
    table.sit_down()
    lobby = table.see(lambda seen: "Carla" in seen.message.text)

    by_another = table.people[1].tap(lobby.message, "Close table")
    table.people[0].tap(lobby.message, "Close table")

    assert refused(by_another, "opened the table")
    table.chat.wait_for_text("This table is closed")
    assert house.client.wait_until(lambda: not table.tables(), "no buttons")
