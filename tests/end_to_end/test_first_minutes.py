"""What newcomers meet: a hello in their group, a way into one, and one lesson."""

from tests.end_to_end.conftest import House
from tests.support.sandbox_client import Chat, SeenMessage

HELLO = "I need no rights"


def hellos(chat: Chat) -> list[SeenMessage]:
    """Return every hello in a chat."""
    return [message for message in chat.bot_messages() if HELLO in message.text]


def test_a_group_is_greeted_once_and_opens_its_table_from_there(house: House) -> None:
    ana, carla = house.people("Ana", "Carla")
    chat = house.client.new_chat("Newcomers", ana, carla, told=True)
    table = house.table("Ana", "Carla", chat=chat)
    hello = chat.wait_for_text(HELLO)

    answer = carla.tap(hello, "New table")

    assert answer.text == "Your table is open, below."
    lobby = table.see()
    assert "Carla has opened a table" in lobby.message.text
    assert "A game is open here already" in ana.tap(hello, "New table").text

    chat.act("remove", chat.bot_id, by=ana)
    chat.act("add", chat.bot_id, by=ana)
    ana.send(chat, "/help")
    chat.wait_for_text("All commands")
    assert len(hellos(chat)) == 1


def test_a_group_is_greeted_in_the_language_of_whoever_adds_the_bot(house: House) -> None:
    bruno, ana = house.people("Bruno", "Ana")
    chat = house.client.new_chat("Novatos", bruno, ana, told=True)

    hello = chat.wait_for_text("Não preciso de nenhuma permissão")

    assert hello.labels == ["Nova mesa"]


def test_a_group_that_becomes_a_supergroup_is_not_greeted_again(house: House) -> None:
    ana, carla = house.people("Ana", "Carla")
    chat = house.client.new_chat("Movers", ana, carla, told=True)
    chat.wait_for_text(HELLO)

    there = chat.migrate(by=ana)
    ana.send(there, "/help")

    there.wait_for_text("All commands")
    assert hellos(there) == []


def test_whoever_starts_the_bot_is_led_into_a_group(house: House) -> None:
    (ana,) = house.people("Ana")

    ana.send(ana.private, "/start")

    welcome = ana.private.wait_for_text("Before that")
    [button] = welcome.buttons
    assert button.label == "Add me to a group"
    assert button.url.endswith("?startgroup")


def test_a_first_game_explains_once_what_matters_and_to_its_player_alone(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana, carla = table.people
    ana.send(table.chat, "/new")
    lobby = table.see()

    first = carla.tap(lobby.message, "Join")
    carla.tap(table.see(lambda seen: "Carla" in seen.message.text).message, "Leave")
    table.see(lambda seen: "Carla" not in seen.message.text)
    again = carla.tap(table.see().message, "Join")
    started = ana.tap(table.see(lambda seen: "Start" in str(seen.message.labels)).message, "Start")

    assert first.show_alert
    assert "My hand" in first.text
    assert "Knock" in first.text
    assert (again.text, again.show_alert) == ("You are in.", False)
    assert started.show_alert
    assert "My hand" in started.text
    assert all("first game" not in message.text for message in table.chat.bot_messages())


def test_a_first_game_of_schwimmen_explains_closing(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana, carla = table.people
    ana.send(table.chat, "/new schwimmen")

    told = carla.tap(table.see().message, "Join").text

    assert "Close" in told
    assert "Knock" not in told
