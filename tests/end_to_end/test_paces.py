"""How fast a table is played: named with /new, chosen before the start, told by the table."""

import pytest

from domain import facts
from domain.pace import Pace
from telegram_bot.callback_data import Press, Verb
from tests.end_to_end.conftest import House
from tests.end_to_end.play import Table
from tests.end_to_end.test_choosing import choose, go, offers, opened
from tests.end_to_end.test_commands import ask
from tests.end_to_end.test_settings import go as go_in_settings
from tests.end_to_end.test_settings import settings


def paces_chosen(house: House, table: Table) -> list[facts.PaceChosen]:
    events = (entry.event for entry in house.ledger(table).entries)
    return [event for event in events if isinstance(event, facts.PaceChosen)]


@pytest.mark.parametrize(
    ("said", "preset", "pace", "shown"),
    [
        ("fast", "scat", Pace.FAST, "Fast: 60 seconds a turn"),
        ("schwimmen slow", "schwimmen", Pace.SLOW, "Slow: 24 hours a turn"),
        ("NONE Trinta", "trinta", Pace.NONE, "Unhurried: no time limit"),
        ("", "scat", Pace.RELAXED, "Relaxed: 10 minutes a turn"),
    ],
)
def test_a_pace_and_a_game_are_named_in_either_order(
    house: House, said: str, preset: str, pace: Pace, shown: str
) -> None:
    table = house.table("Ana", "Carla")
    table.people[0].send(table.chat, f"/new {said}".strip())

    seen = table.see()

    match = house.ledger(table).match
    assert (match.preset, match.pace) == (preset, pace)
    assert shown in seen.message.text
    assert shown in ask(table.people[1], table.chat, "/rules")


def test_a_word_that_nobody_knows_is_answered_with_those_there_are(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana = table.people[0]

    unknown = ask(ana, table.chat, "/new scat <i>quick</i>")

    assert "“<i>quick</i>”" in unknown
    assert "trinta_casa" in unknown
    assert all(f"{pace} · " in unknown for pace in Pace)
    assert "Open one with /new" in ask(ana, table.chat, "/table")


def test_the_pace_of_the_group_is_that_of_its_next_tables(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana, carla = table.people
    ana.send(table.chat, "/new")
    first = table.see()

    shown = settings(table.chat, ana)
    said = go_in_settings(table.chat, shown, ana, "Time", "Pace", "Slow")
    unmoved = house.ledger(table).match.pace
    ana.tap(first.message, "Close table")
    table.chat.wait_for_text("This table is closed")
    rules = ask(carla, table.chat, "/rules")
    carla.send(table.chat, "/new")
    table.see(lambda seen: seen.game_id != first.game_id and Verb.JOIN in seen.verbs)

    assert said.text == "From the next game: Slow: 24 hours a turn"
    assert unmoved is Pace.RELAXED
    assert "Slow: 24 hours a turn" in rules
    assert house.ledger(table).match.pace is Pace.SLOW


def test_the_opener_chooses_the_pace_before_the_start(house: House) -> None:
    table = opened(house, "Ana", "Bruno")

    go(table, "Pace")
    told = choose(table, "Fast")
    table.see(offers("✓ Fast"))
    again = choose(table, "✓ Fast")
    go(table, "Done")
    lobby = table.see(offers("Start"))
    choose(table, "Start")
    table.see(lambda seen: Verb.MIX in seen.verbs)

    assert told.text == again.text == "Fast: 60 seconds a turn"
    assert "Fast: 60 seconds a turn" in lobby.message.text
    assert [fact.pace for fact in paces_chosen(house, table)] == ["fast"]
    assert house.ledger(table).match.pace is Pace.FAST
    house.ledger(table).check()


def test_others_are_told_who_may_choose_the_pace_and_choose_nothing(house: House) -> None:
    table = opened(house, "Ana", "Bruno", "Carla")
    _, bruno, carla = table.people
    lobby = table.see(offers("Pace"))
    page = carla.tap(lobby.message, "Pace")
    go(table, "Pace")

    pace = carla.tap(table.see(offers("Fast")).message, "Fast")
    portuguese = bruno.tap(table.see(offers("Fast")).message, "Fast")

    assert "opened the table" in page.text
    assert "opened the table" in pace.text
    assert "abriu" in portuguese.text
    assert paces_chosen(house, table) == []


def test_once_the_opener_has_left_anybody_seated_chooses_the_pace(house: House) -> None:
    table = opened(house, "Ana", "Carla", "Duda")
    ana, carla, _ = table.people
    ana.tap(table.see().message, "Leave")
    table.see(lambda seen: "1. Carla" in seen.message.text)

    by_one_who_left = ana.tap(table.see(offers("Pace")).message, "Pace")
    go(table, "Pace", "Slow", by=carla)
    table.see(offers("✓ Slow"))

    assert "opened the table" in by_one_who_left.text
    assert [fact.pace for fact in paces_chosen(house, table)] == ["slow"]


def test_old_and_forged_buttons_of_the_pace_change_nothing(house: House) -> None:
    table, elsewhere = opened(house, "Ana", "Carla"), opened(house, "Duda", "Eva")
    ana, duda = table.people[0], elsewhere.people[0]
    go(table, "Pace")
    page = table.see(offers("Slow"))
    slow = page.message.button("Slow").data

    forged = [
        ana.forge_tap(page.message, Press(Verb.PACE, page.game_id, topic=topic).encode())
        for topic in ("", "quick", "Fast")
    ]
    foreign = duda.forge_tap(elsewhere.see().message, slow)
    go(table, "Done", "Start")
    table.see(lambda seen: Verb.MIX in seen.verbs)
    late = ana.forge_tap(page.message, slow)

    assert all("no table offers" in answer.text for answer in forged)
    assert "no table offers" in foreign.text
    assert "has started" in late.text
    assert paces_chosen(house, table) == []
    assert house.ledger(table).match.pace is Pace.RELAXED
