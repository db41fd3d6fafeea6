"""Pictures in the chat: of the places after every game, of showdowns where a group wants them."""

from datetime import timedelta

from tests.end_to_end.conftest import House, TimedHouse
from tests.end_to_end.play import Table
from tests.end_to_end.test_settings import go, settings
from tests.support.sandbox_client import SeenMessage


def photos(table: Table) -> list[SeenMessage]:
    """Return the pictures in a chat, oldest first."""
    return [message for message in table.chat.bot_messages() if "photo" in message.raw]


def played(house: House, table: Table) -> SeenMessage:
    """Play a game to its end and return its result."""
    table.open()
    table.play_on()
    house.settle()
    return table.chat.wait_for(lambda message: "Rematch" in message.labels)


def test_a_game_ends_with_a_picture_of_the_places_above_its_result(house: House) -> None:
    table = house.table("Ana", "Carla", knocking=0.9)

    result = played(house, table)

    [podium] = photos(table)
    assert podium.id < result.id
    assert podium.text.startswith("Final places\n1. ")
    assert "rating" in podium.text


def test_a_group_that_wants_them_has_a_picture_of_every_round(house: House) -> None:
    table = house.table("Ana", "Carla", knocking=0.9)
    ana = table.people[0]
    shown = settings(table.chat, ana)
    answer = go(table.chat, shown, ana, "Time", "Pictures: of games")
    assert answer.text.startswith("A picture of the hands")

    played(house, table)

    *rounds, podium = photos(table)
    told = [message for message in table.chat.bot_messages() if "Why?" in str(message.labels)]
    assert len(rounds) == len(told)
    assert all(message.text.startswith("Round ") for message in rounds)
    assert podium.text.startswith("Final places")


def test_a_group_that_wants_none_has_none(house: House) -> None:
    table = house.table("Ana", "Carla", knocking=0.9)
    ana = table.people[0]
    shown = settings(table.chat, ana)
    go(table.chat, shown, ana, "Time", "Pictures: of games", "Pictures: of rounds, too")

    played(house, table)

    assert photos(table) == []


def test_a_picture_of_which_no_word_comes_back_is_not_sent_again(timed_house: TimedHouse) -> None:
    house = timed_house
    table = house.table("Ana", "Carla", knocking=0.9)
    lost = {"code": 502, "description": "Bad Gateway"}
    house.client.fault("drop", method="sendPhoto", chat_id=table.chat.id, times=2, error=lost)

    table.open()
    table.play_on()
    for _ in range(60):
        house.bot.pass_time(timedelta(seconds=1))

    [podium] = photos(table)
    result = table.chat.wait_for(lambda message: "Rematch" in message.labels)
    assert podium.id < result.id


def test_a_chat_that_takes_no_pictures_has_its_result_all_the_same(house: House) -> None:
    table = house.table("Ana", "Carla", knocking=0.9)
    table.chat.forbid("can_send_photos")

    result = played(house, table)

    assert "wins the game" in result.text
    assert photos(table) == []
