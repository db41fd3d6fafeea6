"""A game alone against computer players in the private chat, with hints and lessons."""

import re
from datetime import timedelta
from typing import Final, LiteralString

from domain.match import Phase
from telegram_bot.callback_data import Press, Verb
from tests.end_to_end.conftest import TimedHouse
from tests.end_to_end.ledger import Ledger
from tests.end_to_end.play import Sight, Table, sight
from tests.end_to_end.secrecy import cards_in
from tests.support.sandbox_client import Person, SeenMessage

A_WHILE = timedelta(seconds=30)

COUNTS: Final[dict[str, LiteralString]] = {
    "players": "SELECT count(*) FROM thirtyone.players",
    "chats": "SELECT count(*) FROM thirtyone.chats",
}


def alone(house: TimedHouse, said: str, name: str = "Ana") -> Table:
    """Let somebody play alone in their private chat."""
    (person,) = house.people(name)
    person.start()
    person.send(person.private, said)
    house.bot.settle()
    table = Table(person.private, [person], seed=31)
    table.game_id = table.see().game_id
    return table


def tables(table: Table) -> list[Sight]:
    """Return every message of the private chat that offers something about the game."""
    seen = [sight(message) for message in table.chat.bot_messages()]
    return [each for each in seen if each is not None and each.game_id == table.game_id]


def panel(table: Table) -> SeenMessage | None:
    """Return the message that shows the hand with a hint, if there is one."""
    messages = table.chat.bot_messages()
    return next((one for one in reversed(messages) if "💡 Hint" in one.labels), None)


def go_on(house: TimedHouse, table: Table) -> SeenMessage | None:
    """Mix, and let the computer players play, until the hand offers moves or the game is over."""
    (person,) = table.people
    while True:
        house.bot.pass_time(A_WHILE)
        if (mine := panel(table)) is not None:
            return mine
        newest = tables(table)[-1]
        if Verb.REMATCH in newest.verbs:
            return None
        person.tap(newest.message, newest.of(Verb.MIX)[0].encode())


def play_out(house: TimedHouse, table: Table) -> Ledger:
    """Play to the end by the buttons of the hand alone."""
    (person,) = table.people
    while (mine := go_on(house, table)) is not None:
        moves = [button for button in mine.buttons if button.label != "💡 Hint"]
        person.tap(mine, table.random.choice(moves).data)
    return house.ledger(table)


def test_a_game_alone_is_played_to_its_end_by_the_buttons_of_the_hand(
    timed_house: TimedHouse,
) -> None:
    house = timed_house
    table = alone(house, "/solo hard trinta 3")
    begun = table.see().message.text

    ledger = play_out(house, table)

    last = table.chat.bot_messages()[-1]
    assert begun.count("🤖") == 2
    assert ledger.match.preset == "trinta"
    assert [*ledger.match.levels.values()] == ["hard", "hard"]
    assert ledger.match.phase in {Phase.ENDED, Phase.ABANDONED}
    assert "rated" in last.text
    assert house.room.audit(ledger.game_id).good
    assert panel(table) is None


def test_an_exchange_game_is_played_alone_as_well(timed_house: TimedHouse) -> None:
    table = alone(timed_house, "/solo schwimmen easy")

    ledger = play_out(timed_house, table)

    assert ledger.match.preset == "schwimmen"
    assert len(ledger.match.player_ids) == 4
    assert ledger.match.phase.over


def test_a_hint_names_the_best_move_with_its_points_and_chance(timed_house: TimedHouse) -> None:
    house = timed_house
    table = alone(house, "/solo medium scat 2")
    mine = go_on(house, table)
    assert mine is not None

    told = table.people[0].tap(mine, "💡 Hint")

    assert told.show_alert
    assert re.match(r"💡 [A-Z].*: .* % that you are not lowest\.", told.text)
    assert house.ledger(table).match.turn == house.ledger(table).match.turn


def test_a_lesson_below_the_showdown_names_what_cost_most(timed_house: TimedHouse) -> None:
    house = timed_house
    table = alone(house, "/solo hard scat 2")
    play_out(house, table)

    lessons = [one.text for one in table.chat.bot_messages() if one.text.startswith("📖")]

    assert lessons
    assert len(lessons) <= house.ledger(table).match.round_number
    for lesson in lessons:
        less, more = re.findall(r"(\d+) % instead of (\d+) %", lesson)[0]
        assert int(less) < int(more)
        assert cards_in(lesson)


def test_there_are_no_hints_in_a_group(timed_house: TimedHouse) -> None:
    house = timed_house
    group = house.table("Ana", "Carla", seed=31)
    group.open()
    house.bot.pass_time(timedelta(minutes=11))
    seen = group.see()
    ana = group.people[0]
    hint = Press(Verb.HINT, seen.game_id, house.ledger(group).match.turn).encode()

    forged = ana.forge_tap(seen.message, hint)

    assert "no table offers" in forged.text
    assert not any("💡" in label for one in group.chat.bot_messages() for label in one.labels)


def test_solo_again_shows_the_open_game_and_commands_are_about_it(
    timed_house: TimedHouse,
) -> None:
    house = timed_house
    table = alone(house, "/solo")
    ana = table.people[0]

    again = _say(house, ana, "/solo easy")
    status = _say(house, ana, "/status")
    asked = _say(house, ana, "/leave")
    ana.tap(asked, "Leave the game")
    house.bot.settle()

    told = [message.text for message in ana.private.bot_messages()]
    assert "Your game here is still open, and shown again below. /leave ends it." in told
    assert not any("Join it" in each for each in told)
    assert sight(again) is not None
    assert "cut" in status.text
    assert house.ledger(table).match.abandoned == "computers"


def test_what_cannot_be_played_alone_is_answered_with_what_can(timed_house: TimedHouse) -> None:
    house = timed_house
    (ana,) = house.people("Ana")
    ana.start()

    unclear = ("perfect", "whist", "trinta 8 scat", "easy hard", "3 4", "1st", "-2")
    for said in unclear:
        assert "Levels: easy, medium, hard" in _say(house, ana, f"/solo {said}").text
    for said, most in (("12", 7), ("0 schwimmen", 9), ("schwimmen 1 hard", 9), ("scat 8", 7)):
        assert f"for 2 to {most} players" in _say(house, ana, f"/solo {said}").text
    assert "works in a group" in _say(house, ana, "/table").text


def test_what_to_play_alone_is_said_in_any_order(timed_house: TimedHouse) -> None:
    house = timed_house
    for number, said in enumerate(("9 schwimmen easy", "easy 9 schwimmen", "schwimmen easy 9")):
        table = alone(house, f"/solo {said}", name=f"Ana {number}")

        match = house.ledger(table).match
        assert match.preset == "schwimmen"
        assert [*match.levels.values()] == ["easy"] * 8


def test_in_a_group_solo_leads_to_the_private_chat(timed_house: TimedHouse) -> None:
    house = timed_house
    table = house.table("Ana", seed=31)
    table.people[0].send(table.chat, "/solo")
    house.bot.settle()

    (link,) = table.chat.bot_messages()[-1].raw["entities"]

    assert link["url"].startswith("https://t.me/")


def test_a_rematch_is_chosen_and_started_alone(timed_house: TimedHouse) -> None:
    house = timed_house
    table = alone(house, "/solo easy scat 2")
    ana = table.people[0]
    ana.tap(_say(house, ana, "/leave"), "Leave the game")
    house.bot.settle()
    over = tables(table)[-1]

    ana.tap(over.message, over.of(Verb.REMATCH)[0].encode())
    house.bot.settle()
    table.game_id = None
    lobby = table.see()
    ana.tap(lobby.message, "▶ Start")
    house.bot.settle()

    assert "Invite" not in lobby.message.text
    assert "🤖" in lobby.message.text
    assert Verb.MIX in table.see().verbs


def test_whoever_has_played_alone_is_forgotten_with_the_chat_of_their_games(
    timed_house: TimedHouse,
) -> None:
    house = timed_house
    table = alone(house, "/solo easy scat 2")
    ana = table.people[0]
    ana.tap(_say(house, ana, "/leave"), "Leave the game")
    house.bot.settle()

    ana.tap(_say(house, ana, "/forgetme"), "Forget me")
    house.bot.settle()

    with house.bot.parts._pool.connection() as connection:
        for kept in ("players", "chats"):
            assert connection.execute(COUNTS[kept]).fetchall() == [(0,)]
    again = alone(house, "/solo", name="Bia")
    assert Verb.MIX in again.see().verbs


def _say(house: TimedHouse, person: Person, words: str) -> SeenMessage:
    """Send a command in private and return the last answer."""
    person.send(person.private, words)
    house.bot.settle()
    return person.private.bot_messages()[-1]
