"""Tips behind the rules, with the figures that were measured."""

from telegram_bot.callback_data import NOWHERE, Press, Verb
from tests.end_to_end.conftest import TimedHouse
from tests.support.sandbox_client import Chat, Person, SeenMessage


def rules(house: TimedHouse, person: Person, chat: Chat, said: str = "/rules") -> SeenMessage:
    person.send(chat, said)
    house.bot.settle()
    return chat.bot_messages()[-1]


def turned(house: TimedHouse, person: Person, chat: Chat, label: str) -> SeenMessage:
    person.tap(chat.bot_messages()[-1], label)
    house.bot.settle()
    return chat.bot_messages()[-1]


def test_tips_stand_behind_the_rules_of_a_table_and_lead_back(timed_house: TimedHouse) -> None:
    house = timed_house
    table = house.table("Ana", "Carla", seed=31)
    ana = table.people[0]
    told = rules(house, ana, table.chat)

    tips = turned(house, ana, table.chat, "Tips")
    again = turned(house, ana, table.chat, "Rules")

    assert "best is 24 with two players" in tips.text
    assert tips.id == told.id
    assert again.text == told.text


def test_tips_are_those_of_the_game_that_was_asked_for(timed_house: TimedHouse) -> None:
    house = timed_house
    (ana,) = house.people("Ana")
    ana.start()
    texts = {}
    for preset in ("scat", "trinta", "scat_four", "schwimmen"):
        rules(house, ana, ana.private, f"/rules {preset}")
        texts[preset] = turned(house, ana, ana.private, "Tips").text

    assert "swap a hand of up to 17" in texts["schwimmen"]
    assert "41 is dealt once" in texts["scat_four"]
    assert "first turn with 16" in texts["trinta"]
    assert "first turn with 16" not in texts["scat"]


def test_forged_buttons_of_rules_show_nothing(timed_house: TimedHouse) -> None:
    house = timed_house
    here, elsewhere = house.table("Ana", seed=1), house.table("Carla", seed=2)
    (ana,), (carla,) = here.people, elsewhere.people
    told = rules(house, ana, here.chat)
    other = rules(house, carla, elsewhere.chat)

    foreign = carla.forge_tap(other, told.buttons[0].data)
    preset = carla.forge_tap(other, Press(Verb.RULES, NOWHERE, topic="whist").encode())

    assert "no table offers" in foreign.text
    assert "no table offers" in preset.text
