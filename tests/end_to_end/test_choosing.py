"""The rules of a table are chosen by buttons, by whoever is in charge of it."""

from collections.abc import Callable

from domain import facts
from telegram_bot.callback_data import Press, Verb
from tests.end_to_end.conftest import House
from tests.end_to_end.play import Sight, Table
from tests.support.sandbox_client import Answer, Person


def opened(house: House, *names: str, preset: str = "") -> Table:
    """Return a table at which everybody sits."""
    table = house.table(*names)
    table.people[0].send(table.chat, f"/new {preset}".strip())
    table.sit_down()
    table.see(lambda seen: all(person.name in seen.message.text for person in table.people))
    return table


def go(table: Table, *labels: str, by: Person | None = None) -> Sight:
    """Tap buttons one after another, each on what the one before has made of the table."""
    for label in labels:
        table.see(offers(label))
        choose(table, label, by=by)
    return table.see()


def choose(table: Table, label: str, by: Person | None = None) -> Answer:
    """Tap a button and wait until the table has changed, if it is to change."""
    seen = table.see(offers(label))
    return (by or table.people[0]).tap(seen.message, label)


def offers(label: str) -> Callable[[Sight], bool]:
    return lambda seen: any(label in each for each in seen.message.labels)


def rules_chosen(house: House, table: Table) -> list[facts.RulesChosen]:
    events = (entry.event for entry in house.ledger(table).entries)
    return [event for event in events if isinstance(event, facts.RulesChosen)]


def test_the_opener_chooses_a_preset_and_options_and_all_play_by_them(house: House) -> None:
    table = opened(house, "Ana", "Bruno")

    go(table, "Rules", "Which game", "Trinta e Um with house rules")
    go(table, "Back", "Cards and lives", "Bus: yes")
    toast = choose(table, "Lives: 3 ➕")
    table.see(offers("Lives: 4 ➕"))
    go(table, "Back")
    summary = table.see(offers("End of a round")).message.text
    go(table, "Done")
    lobby = table.see(offers("Start"))
    choose(table, "Start")
    table.see(lambda seen: Verb.MIX in seen.verbs)

    match = house.ledger(table).match
    assert "4 lives" in toast.text
    assert "4 lives" in summary
    assert "Trinta e Um with house rules" in lobby.message.text
    assert (match.preset, match.rules.lives, match.rules.grace) == ("trinta_casa", 4, False)
    assert match.lives == (4, 4)
    assert {fact.player_id for fact in rules_chosen(house, table)} == {match.opener_id}
    assert len(rules_chosen(house, table)) == 3
    house.ledger(table).check()


def test_others_are_told_who_may_change_the_rules_and_change_nothing(house: House) -> None:
    table = opened(house, "Ana", "Bruno", "Carla")
    _, bruno, carla = table.people
    go(table, "Rules")
    home = table.see(offers("End of a round"))
    (duda,) = house.people("Duda")
    duda.join(table.chat)

    page = carla.tap(home.message, "End of a round")
    go(table, "Cards and lives")
    option = carla.tap(table.see(offers("Bus")).message, "Bus: yes")
    foreign = duda.tap(table.see().message, "Bus: yes")
    portuguese = bruno.tap(table.see().message, "Bus: yes")

    assert all("opened the table" in each.text for each in (page, option, foreign))
    assert "abriu" in portuguese.text
    assert rules_chosen(house, table) == []


def test_once_the_opener_has_left_anybody_seated_chooses(house: House) -> None:
    table = opened(house, "Ana", "Carla", "Duda")
    ana, carla, _ = table.people
    ana.tap(table.see().message, "Leave")
    table.see(lambda seen: "1. Carla" in seen.message.text)

    by_one_who_left = ana.tap(table.see().message, "Rules")
    go(table, "Rules", "Cards and lives", "Bus: yes", by=carla)

    assert "opened the table" in by_one_who_left.text
    table.see(offers("Bus: no"))
    assert [fact.rules["grace"] for fact in rules_chosen(house, table)] == [False]


def test_a_double_tap_counts_once_and_an_old_button_does_nothing(house: House) -> None:
    table = opened(house, "Ana", "Carla")
    ana = table.people[0]
    go(table, "Rules", "Cards and lives")
    seen = table.see(offers("Lives: 3"))
    more = seen.message.button("Lives: 3 ➕").data

    answers = [ana.forge_tap(seen.message, more) for _ in range(2)]
    choose(table, "Lives: 4 ➕")
    table.see(offers("Lives: 5 ➕"))
    stale = ana.forge_tap(seen.message, more)

    assert answers[0].text == answers[1].text
    assert "earlier moment" in stale.text
    assert [fact.rules["lives"] for fact in rules_chosen(house, table)] == [4, 5]


def test_an_old_button_of_a_game_wipes_no_house_rules(house: House) -> None:
    table = opened(house, "Ana", "Carla")
    ana = table.people[0]
    go(table, "Rules", "Which game")
    games = table.see(offers("Schwimmen with Fire"))
    old = games.message.button("Schwimmen with Fire").data
    choose(table, "Schwimmen with Fire")
    taken = table.see(offers("✓ Schwimmen with Fire"))
    marked = taken.message.button("✓ Schwimmen with Fire").data
    twice = [ana.forge_tap(taken.message, data) for data in (old, marked)]
    go(table, "Back", "Cards and lives", "Swimming: yes")
    table.see(offers("Swimming: no"))

    stale = [ana.forge_tap(taken.message, data) for data in (old, marked)]

    assert all("Schwimmen with Fire" in answer.text for answer in twice)
    assert all("earlier moment" in answer.text for answer in stale)
    assert [fact.rules["grace"] for fact in rules_chosen(house, table)] == [True, False]
    go(table, "Back", "Which game", "✓ Schwimmen with Fire, as written")
    table.see(lambda seen: "✓ Schwimmen with Fire" in seen.message.labels)
    assert [fact.rules["grace"] for fact in rules_chosen(house, table)] == [True, False, True]


def test_what_does_not_matter_is_not_chosen_by_a_forged_button(house: House) -> None:
    table = opened(house, "Ana", "Carla", preset="schwimmen")
    seen = table.see()
    names = ("overflow", "stock_empty", "hand_size", "instant_total", "buy_in.max")

    answers = [
        table.people[0].forge_tap(
            seen.message, Press(Verb.OPTION, seen.game_id, 0, 1, name).encode()
        )
        for name in names
    ]

    assert all("earlier moment" in answer.text for answer in answers)
    assert rules_chosen(house, table) == []


def test_what_cannot_be_dealt_is_refused_with_the_reason(house: House) -> None:
    table = opened(house, "Ana", "Bruno", "Carla", preset="trinta")
    ana, bruno, _ = table.people
    ana.tap(table.see().message, "Leave")
    table.see(lambda seen: "1. Bruno" in seen.message.text)
    go(table, "Rules", "Cards and lives", "Pack: 52", by=bruno)
    table.see(offers("Pack: 32"))

    refused = choose(table, "Cards each: 3", by=bruno)

    assert "baralho" in refused.text
    assert house.ledger(table).match.rules.hand_size == 3
    assert len(rules_chosen(house, table)) == 1


def test_no_seat_is_taken_from_under_somebody(house: House) -> None:
    table = opened(house, "Ana", "Carla", "Duda")
    ana = table.people[0]
    seen = go(table, "Rules", "Cards and lives")
    press = Press(Verb.OPTION, seen.game_id, 5, 0, "players")

    answer = ana.forge_tap(table.see(offers("Seats: 7")).message, press.encode())

    assert "More people sit here" in answer.text
    assert rules_chosen(house, table) == []


def test_what_no_menu_offers_is_refused(house: House) -> None:
    table = opened(house, "Ana", "Carla")
    seen = table.see()
    game = seen.game_id
    forged = [
        Press(Verb.PAGE, game, topic="nowhere"),
        Press(Verb.PRESET, game, topic="poker"),
        Press(Verb.PRESET, game),
        Press(Verb.OPTION, game, 0, 1, "mode"),
        Press(Verb.OPTION, game, 0, 99, "lives"),
        Press(Verb.OPTION, game, 0, -1, "grace"),
        Press(Verb.OPTION, game, 0, 1),
    ]

    answers = [table.people[0].forge_tap(seen.message, press.encode()) for press in forged]

    assert all("no table offers" in answer.text for answer in answers)
    assert rules_chosen(house, table) == []


def test_rules_are_never_chosen_after_the_start(house: House) -> None:
    table = opened(house, "Ana", "Carla")
    go(table, "Rules", "Cards and lives")
    menu = table.see(offers("Bus: yes"))
    go(table, "Back", "Done", "Start")
    table.see(lambda seen: Verb.MIX in seen.verbs)

    answers = [table.people[0].forge_tap(menu.message, data) for data in menu.keyboard]

    assert all("has started" in answer.text for answer in answers)
    assert rules_chosen(house, table) == []


def test_the_open_page_survives_newcomers_and_a_restart(mortal_house: House) -> None:
    house = mortal_house
    table = house.table("Ana", "Carla", "Duda")
    ana, carla, duda = table.people
    ana.send(table.chat, "/new")
    go(table, "Rules", "End of a round")
    carla.tap(table.see(offers("Knock on the first turn")).message, "Join")
    house.bot.kill()
    duda.send(table.chat, "/join")
    house.bot.start()

    choose(table, "Knock on the first turn: no")
    table.see(offers("Knock on the first turn: yes"))
    go(table, "Done")

    lobby = table.see(offers("Start")).message.text
    assert "Carla" in lobby
    assert "Duda" in lobby
    assert "from the first turn" in lobby
