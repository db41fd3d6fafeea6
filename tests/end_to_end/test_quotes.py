"""Why a showdown was decided so: one tap, for anybody, at any time."""

import re

from telegram_bot.callback_data import Press, Verb, decode
from tests.end_to_end.conftest import House
from tests.end_to_end.play import Table
from tests.support.sandbox_client import SeenMessage


def showdowns(table: Table) -> list[SeenMessage]:
    return [message for message in table.chat.bot_messages() if "seed" in message.text]


def test_a_showdown_quotes_its_rules_to_whoever_asks_even_long_after(mortal_house: House) -> None:
    house = mortal_house
    table = house.table("Ana", "Bruno", "Carla")
    (duda,) = house.people("Duda")
    duda.join(table.chat)
    table.open()
    table.play_on(until=lambda seen: "round 2" in seen.message.text)
    first = showdowns(table)[0]
    before = house.ledger(table).entries
    house.bot.kill()
    house.bot.start()

    for button in first.buttons:
        asked = duda.tap(first, button.data)
        again = table.people[1].tap(first, button.data)

        assert asked.show_alert
        assert re.search(r"\(\d+\.\d+\)$", asked.text)
        assert again.text != asked.text, "Bruno reads Portuguese"
    assert first.buttons
    assert table.chat.message(first.id) == first
    assert house.ledger(table).entries == before


def test_what_was_not_ruled_is_not_quoted(house: House) -> None:
    table = house.table("Ana", "Carla")
    table.open()
    table.play_on(until=lambda seen: "round 2" in seen.message.text)
    first = showdowns(table)[0]
    press = decode(first.buttons[0].data)
    assert press is not None
    elsewhere = house.table("Ana", "Carla")
    elsewhere.people[0].send(elsewhere.chat, "/new")

    answers = [
        table.people[0].forge_tap(first, Press(Verb.WHY, press.game_id, *said).encode())
        for said in ((1, 0), (1, 99), (2, 1), (10**9, 1), (-1, -1))
    ]
    foreign = elsewhere.people[0].forge_tap(elsewhere.see().message, first.buttons[0].data)

    assert all("no table offers" in answer.text for answer in (*answers, foreign))
