"""`/language`: everybody reads what they have chosen, and the table what administrators have."""

from tests.end_to_end.conftest import House
from tests.end_to_end.test_commands import ask
from tests.end_to_end.test_settings import go, menu, offers
from tests.support.sandbox_client import Chat, Person, SeenMessage


def choice(chat: Chat, person: Person) -> SeenMessage:
    """Ask for the choice of a language, and return it."""
    asked = person.send(chat, "/language")
    return chat.wait_for(lambda message: message.id > asked.id and bool(message.buttons))


def test_somebody_reads_what_they_have_chosen_until_they_take_it_back(house: House) -> None:
    (ana,) = house.people("Ana")
    shown = choice(ana.private, ana)
    assert "I speak English to you" in shown.text

    answer = go(ana.private, shown, ana, "Português (Brasil)")

    assert answer.text == "De agora em diante falo Português (Brasil) com você."
    chosen = menu(ana.private, shown, offers("✓ Português (Brasil)"))
    assert "Falo Português (Brasil)" in chosen.text
    assert "Antes disso" in ask(ana, ana.private, "/help")

    answer = go(ana.private, shown, ana, "Como no")

    assert answer.text == "From now on I speak English to you."
    assert "Before that" in ask(ana, ana.private, "/help")


def test_in_a_group_everybody_chooses_for_themselves_and_the_table_stays(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana, carla = table.people
    shown = choice(table.chat, ana)
    assert "The table here speaks English" in shown.text

    assert "Português" in carla.tap(shown, "Português (Brasil)").text

    ana.send(table.chat, "/new")
    lobby = table.see()
    assert "has opened a table" in lobby.message.text
    carla.tap(lobby.message, "Join")
    assert carla.tap(lobby.message, "Join").text == "Você já está nesta mesa."
    assert "Número" not in ask(ana, table.chat, "/rules")
    assert "cartas" in ask(carla, table.chat, "/rules")


def test_administrators_choose_what_the_open_table_speaks_at_once(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana, carla = table.people
    ana.send(table.chat, "/new")
    lobby = table.see()
    shown = choice(table.chat, ana)

    refused = carla.tap(shown, "Language of the table")
    assert "administrators" in refused.text
    go(table.chat, shown, ana, "Language of the table")
    answer = ana.tap(menu(table.chat, shown, offers("Back")), "Português (Brasil)")

    assert answer.text == "A mesa fala Português (Brasil)."
    assert menu(table.chat, shown, offers("✓ Português (Brasil)"))
    told = table.chat.wait_for(
        lambda message: message.id == lobby.message.id and "abriu uma mesa" in message.text
    )
    assert "Entrar" in told.labels
    assert "Open a table" in ask(ana, table.chat, "/help")


def test_a_language_that_nobody_speaks_is_refused(house: House) -> None:
    (ana,) = house.people("Ana")
    shown = choice(ana.private, ana)
    data = shown.button("English").data

    answer = ana.forge_tap(shown, data.replace(":en", ":tlh"))

    assert "From now on" not in answer.text
    assert "Before that" in ask(ana, ana.private, "/help")
