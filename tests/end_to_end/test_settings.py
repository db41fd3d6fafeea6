"""A group's rules for its next games: administrators choose them, and everybody sees who did."""

from collections.abc import Callable
from uuid import UUID

from telegram_bot.callback_data import decode
from tests.end_to_end.conftest import House
from tests.end_to_end.test_commands import ask
from tests.support.sandbox_client import Answer, Chat, Person, SeenMessage


def settings(chat: Chat, person: Person, *, anonymous: bool = False) -> SeenMessage:
    """Ask for the settings and return them."""
    asked = person.send(chat, "/settings", anonymous=anonymous)
    return chat.wait_for(lambda message: message.id > asked.id and bool(message.buttons))


def menu(chat: Chat, shown: SeenMessage, fits: Callable[[SeenMessage], bool]) -> SeenMessage:
    """Return the settings as they look once they fit."""
    return chat.wait_for(lambda message: message.id == shown.id and fits(message))


def go(chat: Chat, shown: SeenMessage, person: Person, *labels: str) -> Answer:
    """Tap buttons one after another."""
    for label in labels:
        answer = person.tap(menu(chat, shown, offers(label)), label)
    return answer


def offers(label: str) -> Callable[[SeenMessage], bool]:
    return lambda message: any(label in each for each in message.labels)


def test_administrators_choose_the_rules_of_the_next_games(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana, carla = table.people
    ana.send(table.chat, "/new")
    running = table.see()

    shown = settings(table.chat, ana)
    said = go(table.chat, shown, ana, "Which game", "Scat with four cards")
    more = go(table.chat, shown, ana, "Back", "Cards and lives", "Bus: yes")
    go(table.chat, shown, ana, "Back", "Done")
    closed = menu(table.chat, shown, lambda message: not message.buttons)

    assert "From the next game" in said.text
    assert "From the next game" in more.text
    assert "Scat with four cards" in closed.text
    assert "Ana: Scat with four cards" in closed.text
    assert "Ana: Bus: no" in closed.text
    assert house.ledger(table).match.rules.hand_size == 3
    assert "Everybody is dealt 3 cards" in ask(carla, table.chat, "/rules")
    ana.tap(running.message, "Close table")
    table.chat.wait_for_text("This table is closed")
    assert "Everybody is dealt 4 cards" in ask(carla, table.chat, "/rules")

    carla.send(table.chat, "/new")
    table.see(lambda seen: seen.game_id != running.game_id)
    match = house.ledger(table).match
    assert (match.preset, match.rules.hand_size, match.rules.grace) == ("scat_four", 4, False)


def test_a_preset_that_is_named_goes_before_the_settings(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana = table.people[0]
    shown = settings(table.chat, ana)
    go(table.chat, shown, ana, "Cards and lives", "Bus: yes")

    ana.send(table.chat, "/new trinta")

    table.see()
    assert house.ledger(table).match.rules.grace


def test_others_are_refused_at_every_press(house: House) -> None:
    table = house.table("Ana", "Carla", "Duda")
    ana, carla, duda = table.people
    table.chat.act("promote", carla.id, by=ana)

    by_another = ask(duda, table.chat, "/settings")
    shown = settings(table.chat, carla)
    tapped = duda.tap(shown, "Cards and lives")
    go(table.chat, shown, carla, "Cards and lives", "Bus: yes")
    table.chat.act("demote", carla.id, by=ana)
    demoted = go(table.chat, shown, carla, "Bus: no")

    assert "Only administrators" in by_another
    assert "Only administrators" in tapped.text
    assert "Only administrators" in demoted.text
    made = house.room.choices(group_id_of(shown))
    assert [change.after.rules.grace for change in made] == [False]


def test_an_anonymous_administrator_may_open_the_menu_and_taps_as_a_person(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana, carla = table.people

    shown = settings(table.chat, ana, anonymous=True)
    refused = carla.tap(shown, "End of a round")
    go(table.chat, shown, ana, "End of a round", "Knocker ties for lowest: safe")

    assert "Only administrators" in refused.text
    (change,) = house.room.choices(group_id_of(shown))
    assert change.after.rules.knocker_tie == "one"


def test_double_and_old_taps_change_nothing(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana = table.people[0]
    shown = settings(table.chat, ana)
    go(table.chat, shown, ana, "Cards and lives")
    page = menu(table.chat, shown, offers("Lives"))
    more = page.button("Lives: 3 ➕").data

    twice = [ana.forge_tap(page, more) for _ in range(2)]
    go(table.chat, shown, ana, "Lives: 4 ➕")
    stale = ana.forge_tap(page, more)

    assert twice[0].text == twice[1].text
    assert "earlier moment" in stale.text
    made = house.room.choices(group_id_of(shown))
    assert [change.after.rules.lives for change in made] == [4, 5]


def test_the_settings_of_another_group_are_out_of_reach(house: House) -> None:
    here, elsewhere = house.table("Ana", "Carla"), house.table("Duda", "Eva")
    shown = settings(elsewhere.chat, elsewhere.people[0])
    go(elsewhere.chat, shown, elsewhere.people[0], "Which game", "Trinta e Um", "Back")
    mine = settings(here.chat, here.people[0])

    answers = [here.people[0].forge_tap(mine, button.data) for button in shown.buttons]

    assert all("no such game" in each.text for each in answers)


def test_settings_belong_in_a_group(house: House) -> None:
    (ana,) = house.people("Ana")

    assert "group" in ask(ana, ana.private, "/settings")


def group_id_of(shown: SeenMessage) -> UUID:
    """Return the random id of the group whose settings these are."""
    press = decode(shown.buttons[0].data)
    assert press is not None
    return press.game_id
