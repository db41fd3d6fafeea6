"""What a group chooses for its next games: administrators choose, and everybody sees who did."""

from collections.abc import Callable
from typing import Final
from uuid import UUID

from domain.customs import Customs, Quiet
from domain.pace import Pace
from telegram_bot.callback_data import Press, Verb, decode
from telegram_bot.customs_data import About, topic
from tests.end_to_end.conftest import House
from tests.end_to_end.test_commands import ask
from tests.support.sandbox_client import Answer, Chat, Person, SeenMessage

NO_ZONE: Final = "This counts once the time zone is chosen."


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
    assert [change.after.defaults.rules.grace for change in made] == [False]


def test_an_anonymous_administrator_may_open_the_menu_and_taps_as_a_person(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana, carla = table.people

    shown = settings(table.chat, ana, anonymous=True)
    refused = carla.tap(shown, "End of a round")
    go(table.chat, shown, ana, "End of a round", "Knocker ties for lowest: safe")

    assert "Only administrators" in refused.text
    (change,) = house.room.choices(group_id_of(shown))
    assert change.after.defaults.rules.knocker_tie == "one"


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
    assert [change.after.defaults.rules.lives for change in made] == [4, 5]


def test_the_settings_of_another_group_are_out_of_reach(house: House) -> None:
    here, elsewhere = house.table("Ana", "Carla"), house.table("Duda", "Eva")
    shown = settings(elsewhere.chat, elsewhere.people[0])
    go(elsewhere.chat, shown, elsewhere.people[0], "Which game", "Trinta e Um", "Back")
    mine = settings(here.chat, here.people[0])

    answers = [here.people[0].forge_tap(mine, button.data) for button in shown.buttons]

    assert all("no such game" in each.text for each in answers)


def test_administrators_choose_how_much_time_there_is(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana = table.people[0]
    shown = settings(table.chat, ana)

    pace = go(table.chat, shown, ana, "Time", "Pace: Relaxed", "Slow")
    menu(table.chat, shown, offers("✓ Slow"))
    reminders = go(table.chat, shown, ana, "Back", "Reminders: yes")
    zone = go(table.chat, shown, ana, "Time zone: not chosen", "Lisbon")
    menu(table.chat, shown, offers("✓ Lisbon"))
    start = go(table.chat, shown, ana, "Back", "Quiet hours", "🌙 22:00")
    end = go(table.chat, shown, ana, "✓ 🌙 22:00", "☀ 9:00")
    menu(table.chat, shown, offers("✓ ☀ 9:00"))
    go(table.chat, shown, ana, "Back", "Done")
    closed = menu(table.chat, shown, lambda message: not message.buttons)

    assert pace.text == "From the next game: Slow: 24 hours a turn"
    assert reminders.text == "Nobody is reminded."
    assert "those of Lisbon" in zone.text
    assert start.text == "It is quiet from 22:00 to 8:00: nobody is reminded."
    assert end.text == "It is quiet from 22:00 to 9:00: nobody is reminded."
    assert "Last changes (Lisbon):" in closed.text
    assert closed.text.index("Quiet hours: 22:00-9:00") < closed.text.index("22:00-8:00")
    assert customs_of(house, shown) == Customs(
        Pace.SLOW, reminders=False, quiet=Quiet(22, 9), time_zone="Europe/Lisbon"
    )


def test_changes_of_rules_and_of_time_are_listed_together_the_newest_first(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana, carla = table.people
    table.chat.act("promote", carla.id, by=ana)
    shown = settings(table.chat, ana)

    go(table.chat, shown, ana, "Which game", "Trinta e Um", "Back", "Time", "Pace", "Fast")
    go(table.chat, shown, carla, "Back", "Quiet hours", "No quiet hours")
    told = menu(table.chat, shown, offers("✓ No quiet hours")).text

    changes = told.split("Last changes (UTC):")[1].splitlines()[1:]
    assert [change.split("M, ")[1] for change in changes] == [
        "Carla: Quiet hours: no",
        "Ana: Pace: Fast",
        "Ana: Trinta e Um",
    ]


def test_only_who_is_an_administrator_now_chooses_the_time(house: House) -> None:
    table = house.table("Ana", "Carla", "Duda")
    ana, carla, duda = table.people
    table.chat.act("promote", carla.id, by=ana)
    shown = settings(table.chat, carla)
    go(table.chat, shown, carla, "Time", "Pace")
    page = menu(table.chat, shown, offers("Slow"))

    by_another = duda.tap(page, "Slow")
    searched = ask(duda, table.chat, "/settings Vienna")
    table.chat.act("demote", carla.id, by=ana)
    demoted = [carla.forge_tap(page, button.data) for button in page.buttons]

    assert "Only administrators" in by_another.text
    assert "Only administrators" in searched
    assert all("Only administrators" in each.text for each in demoted)
    assert house.room.choices(group_id_of(shown)) == []


def test_old_double_and_forged_choices_of_time(house: House) -> None:
    here, elsewhere = house.table("Ana", "Carla"), house.table("Duda", "Eva")
    ana = here.people[0]
    ana.send(here.chat, "/new")
    game_id = here.see().game_id
    first = settings(here.chat, ana)
    go(here.chat, first, ana, "Time", "Quiet hours")
    page = menu(here.chat, first, offers("No quiet hours"))
    theirs = settings(elsewhere.chat, elsewhere.people[0])
    group_id, other_id = group_id_of(first), group_id_of(theirs)
    slow = topic(About.PACE, "slow")

    twice = [ana.tap(page, "🌙 22:00") for _ in range(2)]
    second = settings(here.chat, ana)
    go(here.chat, second, ana, "Time", "Quiet hours", "☀ 10:00")
    menu(here.chat, second, offers("✓ ☀ 10:00"))
    old = ana.forge_tap(page, page.button("🌙 21:00").data)
    forged = [
        ana.forge_tap(page, press.encode())
        for press in (
            Press(Verb.CUSTOM, group_id),
            Press(Verb.CUSTOM, group_id, topic="pace=quick"),
            Press(Verb.CUSTOM, group_id, topic="quiet=25"),
            Press(Verb.CUSTOM, group_id, topic="from=10"),
            Press(Verb.CUSTOM, group_id, topic="speed=slow"),
            Press(Verb.PAGE, group_id, topic="nowhere"),
            Press(Verb.PACE, group_id, topic="slow"),
            Press(Verb.CUSTOM, game_id, topic=slow),
        )
    ]
    nowhere = ana.forge_tap(page, Press(Verb.CUSTOM, group_id, topic="tz=Mars/Base").encode())
    foreign = ana.forge_tap(page, Press(Verb.CUSTOM, other_id, topic=slow).encode())

    assert twice[0].text == twice[1].text
    assert old.text == "It is quiet from 21:00 to 10:00: nobody is reminded. " + NO_ZONE
    assert all("no table offers" in each.text for each in forged)
    assert "There is no such time zone." in nowhere.text
    assert "no such game" in foreign.text
    made = [change.after.customs for change in house.room.choices(group_id)]
    assert made == [
        Customs(quiet=Quiet(22, 8)),
        Customs(quiet=Quiet(22, 10)),
        Customs(quiet=Quiet(21, 10)),
    ]
    assert house.room.choices(other_id) == []


def test_a_time_zone_is_chosen_by_the_name_of_a_place(house: House) -> None:
    table = house.table("Ana", "Bruno")
    ana, bruno = table.people
    table.chat.act("promote", bruno.id, by=ana)
    group_id = group_id_of(settings(table.chat, ana))

    by_name = ask(ana, table.chat, "/settings Europe/Vienna")
    by_city = ask(ana, table.chat, "/settings sao PAULO")
    by_ones_own_name = ask(bruno, table.chat, "/settings Cidade do México")
    unknown = ask(ana, table.chat, "/settings <b>Atlantis</b>")
    too_many = ask(ana, table.chat, "/settings america")

    assert "those of Vienna" in by_name
    assert "those of São Paulo" in by_city
    assert "those of Mexico City" in by_ones_own_name
    assert "“<b>Atlantis</b>”" in unknown
    assert "many places" in too_many
    made = house.room.choices(group_id)
    assert [change.after.customs.time_zone for change in made] == [
        "Europe/Vienna",
        "America/Sao_Paulo",
        "America/Mexico_City",
    ]


def test_where_several_places_may_be_meant_one_is_chosen_by_a_button(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana, carla = table.people
    asked = ana.send(table.chat, "/settings Portugal")
    shown = table.chat.wait_for(lambda message: message.id > asked.id and bool(message.buttons))

    refused = carla.tap(shown, "Azores")
    chosen = ana.tap(shown, "Azores")
    menu(table.chat, shown, offers("✓ Azores"))

    assert [label.split(" · ")[0] for label in shown.labels[:-2]] == [
        "Azores",
        "Lisbon",
        "Madeira",
    ]
    assert "Only administrators" in refused.text
    assert "those of Azores" in chosen.text
    assert customs_of(house, shown).time_zone == "Atlantic/Azores"


def test_an_anonymous_administrator_is_offered_the_place_to_tap_as_a_person(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana = table.people[0]
    asked = ana.send(table.chat, "/settings Vienna", anonymous=True)
    shown = table.chat.wait_for(lambda message: message.id > asked.id and bool(message.buttons))
    before = house.room.choices(group_id_of(shown))

    ana.tap(shown, "Vienna")

    (change,) = house.room.choices(group_id_of(shown))
    assert before == []
    assert change.after.customs.time_zone == "Europe/Vienna"


def test_settings_belong_in_a_group(house: House) -> None:
    (ana,) = house.people("Ana")

    assert "group" in ask(ana, ana.private, "/settings")


def customs_of(house: House, shown: SeenMessage) -> Customs:
    """Return the customs of the group whose settings these are."""
    return house.room.customs(group_id_of(shown))


def group_id_of(shown: SeenMessage) -> UUID:
    """Return the random id of the group whose settings these are."""
    press = decode(shown.buttons[0].data)
    assert press is not None
    return press.game_id
