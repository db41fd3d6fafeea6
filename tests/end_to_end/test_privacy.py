"""People ask what is known of them, and are forgotten when they want to be."""

from uuid import UUID

import psycopg
import pytest
from psycopg import sql

from telegram_bot.callback_data import Press, Verb
from tests.end_to_end.conftest import House
from tests.end_to_end.test_commands import ask
from tests.end_to_end.test_leaving import asked, settled
from tests.end_to_end.test_settings import go, group_id_of, settings
from tests.end_to_end.test_standings import finish, shown, sit_down
from tests.support.sandbox_client import Person

FORGOTTEN = "You are forgotten"


def player_id(house: House, person: Person) -> UUID | None:
    with psycopg.connect(house.database.conninfo) as connection:
        row = connection.execute(
            "SELECT id FROM thirtyone.players WHERE telegram_id = %s", (person.id,)
        ).fetchone()
    return row[0] if row else None


def start(person: Person) -> None:
    """Start the bot in private, and wait until it has answered."""
    person.start()
    person.private.wait_for(lambda message: message.from_bot)


def noted(house: House, person_id: UUID) -> int:
    """Return in how many rows delivery has noted a player."""
    tables = ("posted_panels", "posted_offers", "posted_reminders", "ways_of_showing")
    with psycopg.connect(house.database.conninfo) as connection:
        found = [
            connection.execute(
                sql.SQL("SELECT count(*) FROM {} WHERE player_id = %s").format(
                    sql.Identifier("thirtyone", table)
                ),
                (person_id,),
            ).fetchone()
            for table in tables
        ]
    return sum(row[0] for row in found if row)


def note(house: House, person_id: UUID, game_id: UUID) -> None:
    """Note a player in every table of delivery."""
    with psycopg.connect(house.database.conninfo) as connection:
        for statement in (
            (
                "INSERT INTO thirtyone.posted_panels (game_id, player_id, way, telegram_chat_id)"
                " VALUES (%s, %s, 'private', 1)"
            ),
            (
                "INSERT INTO thirtyone.posted_offers (game_id, player_id, round, answer, shown)"
                " VALUES (%s, %s, 1, 'out', 'out')"
            ),
            (
                "INSERT INTO thirtyone.posted_reminders (game_id, player_id, turn, private)"
                " VALUES (%s, %s, 1, true)"
            ),
            (
                "INSERT INTO thirtyone.ways_of_showing (group_id, player_id, way)"
                " VALUES (%s, %s, 'private')"
            ),
        ):
            connection.execute(statement, (game_id, person_id))


def test_what_is_stored_is_said_in_the_group_and_in_private(house: House) -> None:
    (ana,) = house.people("Ana")
    group = house.group(ana)

    told = ask(ana, ana.private, "/privacy")

    assert told == ask(ana, group, "/privacy")
    assert "/forgetme" in told
    assert len(told) < 4096


def test_somebody_is_forgotten_once_that_is_confirmed(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana, carla = table.people
    game_id = finish(house, table)
    house.settle()
    before = player_id(house, ana)
    assert before is not None
    note(house, before, game_id)
    question = asked(ana, table.chat, "/forgetme")

    by_another = carla.tap(question, "Forget me")
    ana.tap(question, "Forget me")
    told = settled(table.chat, question)
    again = ana.forge_tap(question, question.button("Forget me").data)

    assert "One finished game keeps a seat" in question.text
    assert "Somebody else has asked" in by_another.text
    assert FORGOTTEN in told
    assert "nothing about you" in again.text
    assert player_id(house, ana) is None
    assert noted(house, before) == 0
    assert "1. Somebody who left" in shown(table.chat, carla, "/top").text
    assert "1. Somebody who left · 2. Carla" in shown(table.chat, carla, "/history").text
    assert "Against Somebody who left" in shown(table.chat, carla, "/stats").text


def test_whoever_plays_again_is_somebody_new(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana = table.people[0]
    finish(house, table)
    before = player_id(house, ana)
    question = asked(ana, ana.private, "/forgetme")
    ana.tap(question, "Forget me")
    settled(ana.private, question)

    finish(house, table)
    house.settle()

    assert player_id(house, ana) not in {None, before}
    assert "Games: 1 · won: 1" in shown(table.chat, ana, "/stats").text
    top = shown(table.chat, ana, "/top").text
    assert "1. Ana" in top
    assert "1. Somebody who left" in top


def test_whoever_thinks_better_of_it_stays_known(house: House) -> None:
    (ana,) = house.people("Ana")
    start(ana)
    question = asked(ana, ana.private, "/forgetme")

    ana.tap(question, "Never mind")

    assert settled(ana.private, question) == "Nothing was erased."
    assert player_id(house, ana) is not None


@pytest.mark.parametrize("running", [False, True])
def test_nobody_is_forgotten_at_a_table(house: House, *, running: bool) -> None:
    table = house.table("Ana", "Carla")
    ana = table.people[0]
    start(ana)
    early = asked(ana, ana.private, "/forgetme")
    game_id = sit_down(table)
    if running:
        house.room.start(game_id, house.room.match(game_id).opener_id)

    refused = ask(ana, table.chat, "/forgetme")
    by_button = ana.tap(early, "Forget me")

    assert "running game" in refused
    assert "running game" in by_button.text
    assert player_id(house, ana) is not None


LOOKS_IN_A_GROUP = (
    *("/top", "/stats", "/history", "/help", "/rules", "/privacy", "/table", "/status"),
    *("/start", "/forgetme", "/hand", "/leave", "/begin"),
)
LOOKS_IN_PRIVATE = ("Hello", "/top", "/stats", "/help", "/rules", "/privacy", "/forgetme", "/new")


def test_whoever_only_looks_stays_unknown(house: House) -> None:
    table = house.table("Ana", "Carla")
    (eva,) = house.people("Eva")
    eva.join(table.chat)
    sit_down(table)

    told = {command: ask(eva, table.chat, command) for command in LOOKS_IN_A_GROUP}
    for command in LOOKS_IN_PRIVATE:
        eva.send(eva.private, command)
    eva.private.wait_for_text("That works in a group")

    assert player_id(house, eva) is None
    assert "Eva has not finished a game yet" in told["/stats"]
    assert "nothing about you" in told["/forgetme"]
    assert {told[command] for command in ("/hand", "/leave", "/begin")} == {
        "You are not sitting at this table."
    }


def test_a_button_that_only_shows_something_makes_nobody_known(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana = table.people[0]
    (eva,) = house.people("Eva")
    eva.join(table.chat)
    over = finish(house, table)
    house.settle()
    menus = [shown(table.chat, ana, command) for command in ("/top", "/history")]
    game_id = sit_down(table)
    lobby = table.see().message
    beside = [Press(Verb.HAND, game_id), Press(Verb.DRAW, game_id), Press(Verb.WHY, over, 1)]
    presses = [(menu, button.data) for menu in (*menus, lobby) for button in menu.buttons]
    presses += [(lobby, press.encode()) for press in beside]

    for message, data in presses:
        if data != Press(Verb.JOIN, game_id).encode():
            assert eva.forge_tap(message, data).answered

    assert player_id(house, eva) is None
    assert len(presses) > 12


def test_who_sits_down_decides_something_or_starts_the_bot_is_known_from_then_on(
    house: House,
) -> None:
    table = house.table("Ana", "Carla", "Duda", "Eva")
    ana, carla, duda, eva = table.people
    table.chat.act("promote", duda.id, by=ana)

    start(eva)
    ana.send(table.chat, "/new")
    carla.tap(table.see().message, "Join")
    menu = settings(table.chat, duda)

    assert None not in {player_id(house, person) for person in table.people}
    assert menu.buttons


def test_an_administrator_who_was_unknown_chooses_under_a_number_of_their_own(
    house: House,
) -> None:
    table = house.table("Ana", "Carla")
    ana, carla = table.people
    menu = settings(table.chat, ana, anonymous=True)
    refused = carla.tap(menu, "Which game")
    assert player_id(house, ana) is None

    go(table.chat, menu, ana, "Which game", "Trinta e Um")

    (change,) = house.room.choices(group_id_of(menu))
    assert change.player_id == player_id(house, ana)
    assert "Only administrators" in refused.text
    assert player_id(house, carla) is None
