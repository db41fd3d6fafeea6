"""Every command, in a group and in private, as people meet it."""

from datetime import timedelta

import pytest

from telegram_bot.callback_data import Verb
from tests.end_to_end.conftest import House, TimedHouse
from tests.end_to_end.secrecy import cards_in, hand_in
from tests.support.sandbox_client import Chat, Person


def ask(person: Person, chat: Chat, text: str) -> str:
    """Write a command and return what the bot says next."""
    asked = person.send(chat, text)

    def said() -> list[str]:
        return [message.text for message in chat.bot_messages() if message.id > asked.id]

    found: list[str] = chat.client.wait_until(said, "a reply")
    return found[0]


def test_new_twice_is_refused_and_shows_the_one_table_at_the_bottom(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana, carla = table.people
    ana.send(table.chat, "/new")
    first = table.see()

    reply = ask(carla, table.chat, "/new trinta")

    assert "open here already" in reply
    second = table.see(lambda seen: seen.message.id != first.message.id)
    assert second.game_id == first.game_id
    house.client.wait_until(
        lambda: table.chat.message(first.message.id) is None, "the old table to go"
    )
    assert len(table.tables()) == 1


def test_a_whole_opening_by_commands(house: House) -> None:
    table = house.table()
    ana, bruno, carla = table.people
    ana.send(table.chat, "/new@thirtyone_sandbox_bot Trinta")
    for person in (bruno, carla):
        person.send(table.chat, "/join")
    table.see(lambda seen: "3. " in seen.message.text)
    carla.send(table.chat, "/leave")
    table.see(lambda seen: "Carla" not in seen.message.text)
    bruno.send(table.chat, "/begin")

    seen = table.see(lambda seen: Verb.MIX in seen.verbs)

    assert "Trinta" in seen.message.text
    assert len(house.ledger(table).match.player_ids) == 2


@pytest.mark.parametrize(
    "command", ["/join", "/leave", "/begin", "/table", "/hand", "/status", "/kick", "/end"]
)
def test_without_a_table_a_command_says_so(house: House, command: str) -> None:
    (ana,) = house.people("Ana")

    assert "Open one with /new" in ask(ana, house.group(ana), command)


def test_a_game_that_nobody_knows_is_answered_with_those_there_are(house: House) -> None:
    (ana,) = house.people("Ana")
    group = house.group(ana)

    reply = ask(ana, group, "/new <b>poker</b>")

    assert "<b>poker</b>" in reply
    assert "scat_buy_in" in reply
    assert "/new" not in [message.text for message in group.bot_messages()]


def test_table_moves_the_game_down_and_leaves_no_old_buttons(house: House) -> None:
    table = house.table()
    table.open()
    before = table.play_on(until=lambda seen: Verb.DRAW in seen.verbs)

    table.people[1].send(table.chat, "/table")

    after = table.see(lambda seen: seen.message.id != before.message.id)
    assert after.keyboard == before.keyboard
    assert after.message.text == before.message.text
    house.client.wait_until(
        lambda: table.chat.message(before.message.id) is None, "the old table to go"
    )


def test_hand_goes_to_the_private_chat_or_offers_a_button(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana, carla = table.people
    table.open()
    table.play_on(until=lambda seen: Verb.DRAW in seen.verbs)
    ana.start()
    ana.private.last_bot_message()

    ana.send(table.chat, "/hand")
    privately = ana.private.wait_for_text("Your hand is worth")
    asked = carla.send(table.chat, "/hand")
    offer = table.chat.wait_for(lambda message: message.from_bot and message.id > asked.id)
    shown = carla.tap(offer, "My hand")

    own = cards_in(privately.text.split("\n\n")[1].splitlines()[0])
    assert len(own) == 3
    assert hand_in(offer.text) == []
    assert len(hand_in(shown.text)) == 3
    assert own.isdisjoint(hand_in(shown.text))
    assert carla.tap(offer, "My hand").text == shown.text


def test_hand_of_somebody_who_does_not_play_is_refused(house: House) -> None:
    table = house.table("Ana", "Carla")
    (duda,) = house.people("Duda")
    duda.join(table.chat)
    table.open()

    assert "not sitting at this table" in ask(duda, table.chat, "/hand")


def test_status_says_whom_the_table_waits_for(house: House) -> None:
    table = house.table()
    table.people[0].send(table.chat, "/new")
    table.see()
    assert "Ana" in ask(table.people[2], table.chat, "/status")
    table.sit_down()
    table.gather()
    assert "being cut" in ask(table.people[0], table.chat, "/status")
    seen = table.play_on(until=lambda seen: Verb.DRAW in seen.verbs)

    assert table.on_turn(seen).name in ask(table.people[0], table.chat, "/status")


def test_rules_are_those_of_the_table(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana, carla = table.people
    assert "for lowest is safe" in ask(ana, table.chat, "/rules")
    ana.send(table.chat, "/new trinta")
    table.see()

    assert "for lowest loses one life" in ask(carla, table.chat, "/rules")


def test_help_is_given_where_it_is_asked(house: House) -> None:
    (ana,) = house.people("Ana")
    group = house.group(ana)

    assert "/new" in ask(ana, group, "/help")
    assert "/new" in ask(ana, ana.private, "/start")
    assert "/new" in ask(ana, ana.private, "/help")
    assert "for lowest loses one life" in ask(ana, ana.private, "/rules trinta")
    assert "scat" in ask(ana, ana.private, "/rules bridge")
    for command in ("/new", "/table", "/begin"):
        assert "group" in ask(ana, ana.private, command)


def test_an_anonymous_administrator_cannot_sit_down(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana, carla = table.people
    carla.send(table.chat, "/new")
    table.see()

    ana.send(table.chat, "/join", anonymous=True)

    assert "as yourself" in table.chat.wait_for_text("as yourself").text
    assert len(house.ledger(table).match.player_ids) == 1
    ana.tap(table.see().message, "Join")
    assert len(house.ledger(table).match.player_ids) == 2


def test_what_is_no_command_is_left_alone(house: House) -> None:
    (ana,) = house.people("Ana")
    group = house.group(ana)
    for text in ("hello", "/unknown", "new", "/help@other_bot"):
        ana.send(group, text)
    assert "/new" in ask(ana, group, "/help")

    assert len(group.bot_messages()) == 1


def test_a_channel_cannot_play_and_the_posts_of_the_linked_one_are_not_meant(
    house: House,
) -> None:
    table = house.table("Ana", "Carla")
    ana, carla = table.people
    ana.send(table.chat, "/new", channel="Ana's news", automatic=True)
    carla.send(table.chat, "/new", channel="Carla's news")
    assert "as yourself" in table.chat.wait_for_text("as yourself").text

    ana.send(table.chat, "/new")

    table.see()
    refused = [message for message in table.chat.messages() if "as yourself" in message.text]
    assert len(refused) == 1
    assert len(house.ledger(table).match.player_ids) == 1


def test_an_edited_message_is_no_command(house: House) -> None:
    (ana,) = house.people("Ana")
    group = house.group(ana)
    said = ana.send(group, "/newt")

    ana.edit(said, "/new")

    assert "/new" in ask(ana, group, "/help")
    assert [message for message in group.bot_messages() if message.buttons] == []


def test_an_administrator_among_bots_sees_all_and_answers_commands_alone(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana = table.people[0]
    table.chat.act("promote", table.chat.bot_id, by=ana)
    for text in ("hello", "/unknown", "new", "/new@other_bot", "@other_bot /new"):
        ana.send(table.chat, text)
    assert table.chat.bot_messages() == []

    assert "/new" in ask(ana, table.chat, "/help")
    assert len(table.chat.bot_messages()) == 1


@pytest.mark.parametrize("command", ["/status", "/rules", "/table"])
def test_whoever_is_away_and_gives_a_command_is_back(
    timed_house: TimedHouse, command: str
) -> None:
    house, table = timed_house, timed_house.table("Ana", "Carla", knocking=0.0)
    table.open("fast")
    table.play_on(until=lambda seen: Verb.DRAW in seen.verbs)
    match = house.ledger(table).match
    assert match.round is not None
    seat = match.round.seat
    house.bot.pass_time(timedelta(minutes=1))
    turn = house.ledger(table).match.turn
    while house.ledger(table).match.turn == turn:
        table.step()
    house.bot.settle()
    house.bot.pass_time(timedelta(minutes=1))
    assert house.ledger(table).match.away == {seat}

    table.people[seat].send(table.chat, command)
    house.bot.settle()

    assert not house.ledger(table).match.away
