"""The private hand: a message that its player alone sees, in the group that plays."""

import asyncio
import logging
from collections.abc import Iterator
from datetime import timedelta

import pytest

from domain.pace import Pace
from projections.database import Database
from telegram_bot import menu
from telegram_bot.callback_data import Press, Verb
from telegram_bot.handlers.ladder import AT_ONCE, SOON, UNSEEN
from telegram_bot.intake.reception import Raw, Reception
from tests.end_to_end.conftest import TimedHouse, open_house, open_timed_house
from tests.end_to_end.play import Sight, Table
from tests.end_to_end.secrecy import cards_in, hand_in
from tests.end_to_end.test_exchanging import cards_of, first_turn, hand_of
from tests.end_to_end.test_troubles import too_many
from tests.support.sandbox_client import Answer, Json, Person, SeenMessage

BELOW = "Only you see it, below. Nothing there? Tap again."
REFUSED = {"code": 400, "description": "Bad Request: not today"}
BLINK = timedelta(milliseconds=300)
MOMENT = timedelta(seconds=2)


@pytest.fixture
def house(database: Database, caplog: pytest.LogCaptureFixture) -> Iterator[TimedHouse]:
    """A house in which time stands still, and Telegram knows ephemeral messages."""
    with open_timed_house(database, ephemeral=True) as opened:
        opened.bot.run(menu.register(opened.bot.parts.application.bot))
        yield opened
    told = [record for record in caplog.get_records("call") if record.levelno >= logging.ERROR]
    assert told == []


def playing(
    house: TimedHouse, *names: str, pace: Pace = Pace.RELAXED
) -> tuple[Table, Sight, Person]:
    """Return a table on its first turn, and who is on turn."""
    table = house.table(*(names or ("Ana", "Carla")))
    table.open(pace)
    seen = table.play_on(until=lambda now: Verb.DRAW in now.verbs)
    return table, seen, table.on_turn(seen)


def panels(table: Table, person: Person) -> list[SeenMessage]:
    """Return what somebody alone sees in the group, oldest first."""
    seen = person.messages(table.chat)
    return [each for each in seen if each.ephemeral_id is not None and each.from_bot]


def panel(house: TimedHouse, table: Table, person: Person) -> SeenMessage:
    """Return the one message that shows somebody's hand, once all is shown."""
    house.bot.settle()
    (only,) = panels(table, person)
    return only


def look(house: TimedHouse, table: Table, person: Person) -> Answer:
    """Tap `My hand` at the table, a while after whatever was before."""
    house.bot.pass_time(SOON + MOMENT)
    return person.tap(table.see().message, "My hand")


def asked(house: TimedHouse, since: int) -> list[str]:
    """Return which methods the bot has called since."""
    house.bot.settle()
    return [each["method"] for each in house.client.requests(after=since)]


def sent(house: TimedHouse, table: Table, since: int) -> list[Json]:
    """Return what the bot has sent to the group since."""
    every = house.client.requests("sendMessage", after=since)
    return [each for each in every if each["parameters"]["chat_id"] == table.chat.id]


def last(house: TimedHouse) -> int:
    house.bot.settle()
    return int(house.client.requests()[-1]["number"])


def the_hand(house: TimedHouse, table: Table, person: Person) -> list[str]:
    return cards_of(hand_of(house.ledger(table).match, table, person))


def throw_the_drawn(house: TimedHouse, table: Table, person: Person) -> Answer:
    """Throw the card that has come, in the message that shows the hand."""
    shown = panel(house, table, person)
    return person.tap(shown, shown.rows[0][-1].data)


def take_a_turn(house: TimedHouse, table: Table) -> Person:
    """Let whoever is on turn draw at the table, and throw what has come."""
    house.bot.pass_time(SOON + MOMENT)
    seen = table.see()
    person = table.on_turn(seen)
    person.tap(seen.message, "Draw")
    throw_the_drawn(house, table, person)
    house.bot.settle()
    return person


# What is shown


def test_the_hand_is_shown_below_to_its_player_alone(house: TimedHouse) -> None:
    table, seen, person = playing(house)
    (other,) = set(table.people) - {person}

    answer = person.tap(seen.message, "My hand")

    shown = panel(house, table, person)
    hand = the_hand(house, table, person)
    assert (answer.text, answer.show_alert) == (BELOW, False)
    assert cards_in(shown.text.splitlines()[2]) == set(hand)
    assert "Your hand is worth" in shown.text
    assert shown.labels[0] == "Draw"
    assert shown.labels[1].startswith("Take ")
    assert panels(table, other) == []
    assert [each for each in table.chat.bot_messages() if set(hand) & cards_in(each.text)] == []
    assert person.private.bot_messages() == []


def test_all_is_done_by_name_in_the_message_that_shows_the_hand(house: TimedHouse) -> None:
    table, seen, person = playing(house)
    person.tap(seen.message, "My hand")
    before = panel(house, table, person)

    drawn = person.tap(before, "Draw")
    choosing = panel(house, table, person)
    hand = the_hand(house, table, person)
    thrown = person.tap(choosing, choosing.rows[0][0].data)

    after = panel(house, table, person)
    assert drawn.text == f"{hand[3]} has come. Throw one."
    assert [button.label for button in choosing.rows[0]] == hand
    assert "Thrown." in thrown.text
    assert cards_in(after.text.splitlines()[2]) == set(hand[1:])
    assert after.buttons == []
    assert {each.ephemeral_id for each in (before, choosing, after)} == {before.ephemeral_id}
    assert f"threw {hand[0]}" in table.see().message.text


def test_a_card_that_was_taken_cannot_be_thrown_again(house: TimedHouse) -> None:
    table, seen, person = playing(house)
    person.tap(seen.message, "My hand")
    shown = panel(house, table, person)

    person.tap(shown, shown.labels[1])

    choosing = panel(house, table, person)
    assert [button.label for button in choosing.rows[0]] == the_hand(house, table, person)[:3]


def test_cards_are_exchanged_by_name_in_the_message_that_shows_the_hand(
    house: TimedHouse,
) -> None:
    table, seen, person = first_turn(house, "Ana", "Carla")
    hand = the_hand(house, table, person)
    centre = cards_of(house.ledger(table).match.in_play()[1].face_up)

    answer = person.tap(seen.message, "Swap one")
    giving = panel(house, table, person)
    person.tap(giving, giving.rows[0][0].data)
    taking = panel(house, table, person)
    at_the_table = table.see().message
    person.tap(taking, taking.rows[0][1].data)

    after = table.see(lambda now: " gave " in now.message.text)
    shown = panel(house, table, person)
    assert answer.text == BELOW
    assert [button.label for button in giving.rows[0]] == hand
    assert [button.label for button in taking.rows[0]] == centre
    assert "chooses a card" not in at_the_table.text
    assert f"gave {hand[0]} and took {centre[1]}" in after.message.text
    assert cards_in(shown.text.splitlines()[2]) == {centre[1], *hand[1:]}
    assert shown.buttons == []


def test_the_table_stays_as_it_is_while_a_player_chooses_what_to_throw(house: TimedHouse) -> None:
    table, seen, person = playing(house)
    person.tap(seen.message, "My hand")
    shown, before, since = panel(house, table, person), table.see(), last(house)

    person.tap(shown, "Draw")
    while_choosing = asked(house, since)
    meanwhile = table.see()
    throw_the_drawn(house, table, person)
    house.bot.settle()

    assert while_choosing == ["editEphemeralMessageText", "answerCallbackQuery"]
    assert meanwhile.state == before.state
    assert "drew from the stock and threw" in table.see().message.text


def test_what_all_have_seen_is_told_at_once(house: TimedHouse) -> None:
    table, seen, person = playing(house)
    person.tap(seen.message, "My hand")
    shown = panel(house, table, person)

    person.tap(shown, shown.labels[1])
    house.bot.settle()

    now = table.see()
    assert f"{person.name} took" in now.message.text
    assert now.of(Verb.THROW)


# Who does not see it


def test_whoever_taps_again_sees_an_alert_and_plays_by_numbers(house: TimedHouse) -> None:
    table, seen, person = playing(house)
    person.use_client("old")

    first = person.tap(seen.message, "My hand")
    house.bot.pass_time(MOMENT)
    second = person.tap(seen.message, "My hand")
    third = person.tap(seen.message, "Draw")
    house.bot.settle()
    choosing = table.see()

    hand = the_hand(house, table, person)
    assert first.text == BELOW
    assert second.show_alert
    assert hand_in(second.text) == hand[:3]
    assert hand_in(third.text) == hand
    assert [button.label for button in choosing.message.rows[1]] == ["1", "2", "3", "4"]


def test_the_table_asks_by_numbers_as_soon_as_a_draw_was_not_seen(house: TimedHouse) -> None:
    table, seen, person = playing(house)
    person.tap(seen.message, "My hand")
    person.use_client("old")
    house.bot.pass_time(SOON + MOMENT)
    person.tap(seen.message, "Draw")
    house.bot.settle()
    unaware = table.see()
    house.bot.pass_time(MOMENT)

    again = person.tap(unaware.message, "Draw")
    house.bot.settle()

    assert unaware.of(Verb.THROW) == []
    assert hand_in(again.text) == the_hand(house, table, person)
    assert len(table.see().of(Verb.THROW)) == 4


def test_a_better_way_is_tried_again_later(house: TimedHouse) -> None:
    table, seen, person = playing(house, pace=Pace.NONE)
    person.tap(seen.message, "My hand")
    house.bot.pass_time(MOMENT)
    person.tap(seen.message, "My hand")
    house.bot.settle()
    taken_away = panels(table, person)

    house.bot.skip_time(UNSEEN - MOMENT)
    soon = person.tap(table.see().message, "My hand")
    house.bot.skip_time(MOMENT + MOMENT)
    later = person.tap(table.see().message, "My hand")

    assert taken_away == []
    assert soon.show_alert
    assert later.text == BELOW
    assert cards_in(panel(house, table, person).text) >= set(the_hand(house, table, person))


def test_a_tap_that_is_told_twice_is_no_second_tap(house: TimedHouse) -> None:
    table, seen, person = playing(house)

    first = person.tap(seen.message, "My hand")
    house.bot.skip_time(BLINK)
    second = person.tap(seen.message, "My hand")

    assert BLINK < AT_ONCE
    assert [first.text, second.text] == [BELOW, BELOW]
    assert len(panels(table, person)) == 1


def test_a_tap_that_comes_again_after_a_restart_is_no_second_tap(
    house: TimedHouse, monkeypatch: pytest.MonkeyPatch
) -> None:
    taken: list[Raw] = []
    take = Reception.take

    def noting(reception: Reception, raw: Raw) -> asyncio.Task[None]:
        taken.append(raw)
        return take(reception, raw)

    monkeypatch.setattr(Reception, "take", noting)
    table, seen, person = playing(house)
    person.tap(seen.message, "My hand")
    house.bot.skip_time(SOON - MOMENT)

    house.bot.run(house.bot.parts.reception.again(taken[-1]))

    house.bot.skip_time(SOON + MOMENT)
    later = person.tap(table.see().message, "My hand")

    house.bot.settle()  # the message that showed it before goes after the answer
    assert later.text == BELOW
    assert len(panels(table, person)) == 1


def test_whoever_taps_in_the_message_sees_it_whatever_they_tap_next(house: TimedHouse) -> None:
    table, seen, person = playing(house)
    person.tap(seen.message, "My hand")
    person.tap(panel(house, table, person), "Draw")
    house.bot.pass_time(MOMENT)

    again = person.tap(seen.message, "My hand")

    assert again.text == BELOW
    assert len(panel(house, table, person).rows[0]) == 4


@pytest.mark.parametrize("client", ["restart", "expire"])
def test_a_message_that_was_lost_is_had_again_by_a_tap(house: TimedHouse, client: str) -> None:
    table, seen, person = playing(house)
    person.tap(seen.message, "My hand")
    house.bot.settle()
    person.lose_ephemerals(client)

    again = look(house, table, person)

    assert again.text == BELOW
    assert cards_in(panel(house, table, person).text) >= set(the_hand(house, table, person))


# The first way that works, within the tap


def test_what_cannot_be_shown_in_the_group_is_shown_in_private(house: TimedHouse) -> None:
    table, seen, person = playing(house)
    person.start()
    house.bot.settle()
    house.client.fault(
        "refuse", method="sendMessage", chat_id=table.chat.id, times=9, error=REFUSED
    )

    answer = person.tap(seen.message, "My hand")

    shown = person.private.wait_for_text("Your hand is worth")
    assert "private chat" in answer.text
    assert table.chat.title in shown.text
    person.tap(shown, "Draw")
    choosing = person.private.wait_for(lambda message: len(message.buttons) == 4)
    assert choosing.id == shown.id
    assert [button.label for button in choosing.rows[0]] == the_hand(house, table, person)


@pytest.mark.parametrize("trouble", ["refuse", "drop"])
def test_what_cannot_be_sent_at_all_is_told_in_the_answer(house: TimedHouse, trouble: str) -> None:
    table, seen, person = playing(house)
    options: Json = {"error": REFUSED} if trouble == "refuse" else {"seconds": 20}
    house.client.fault(trouble, method="sendMessage", chat_id=table.chat.id, **options)

    answer = person.tap(seen.message, "My hand")

    assert answer.show_alert
    assert hand_in(answer.text) == the_hand(house, table, person)


def test_a_group_that_must_wait_is_left_alone_and_shown_the_rest_then(house: TimedHouse) -> None:
    table, seen, person = playing(house)
    person.tap(seen.message, "My hand")
    shown = panel(house, table, person)
    method = "editEphemeralMessageText"
    house.client.fault("refuse", method=method, chat_id=table.chat.id, error=too_many(30))
    since = last(house)

    drawn = person.tap(shown, "Draw")
    house.bot.pass_time(SOON + MOMENT)
    looked = person.tap(seen.message, "My hand")
    house.bot.settle()
    calls = house.client.requests(after=since)
    house.bot.pass_time(timedelta(seconds=30))

    hand = the_hand(house, table, person)
    here = [each for each in calls if each["parameters"].get("chat_id") == table.chat.id]
    assert [each["method"] for each in here] == [method]
    assert [hand_in(drawn.text), hand_in(looked.text)] == [hand] * 2
    assert len(table.see().of(Verb.THROW)) == 4


def test_what_works_is_tried_first_next_time(house: TimedHouse) -> None:
    table, seen, person = playing(house)
    person.start()
    house.bot.settle()
    house.client.fault("refuse", method="sendMessage", chat_id=table.chat.id, error=REFUSED)
    person.tap(seen.message, "My hand")
    since = last(house)

    look(house, table, person)

    assert asked(house, since).count("sendMessage") == 1
    assert len(person.private.bot_messages()) == 2  # the welcome, and one hand


def test_an_old_server_is_never_given_a_hand_to_show_to_all(database: Database) -> None:
    with open_timed_house(database, ephemeral=False) as house:
        table, seen, person = playing(house)
        before = len(table.chat.bot_messages())
        since = last(house)

        answers = [person.tap(seen.message, "My hand"), look(house, table, person)]

        assert [hand_in(answer.text) for answer in answers] == [the_hand(house, table, person)] * 2
        assert len(table.chat.bot_messages()) == before
        assert [cards_in(each["parameters"]["text"]) for each in sent(house, table, since)] == [
            set()
        ]


def test_a_tap_that_waited_too_long_for_a_message_is_answered_without_one(
    house: TimedHouse,
) -> None:
    table, seen, person = playing(house)
    house.client.fault("hold", method="sendMessage", chat_id=table.chat.id)
    since = last(house)

    person.tap(seen.message, "My hand", wait=0)
    house.client.advance(16)
    house.client.clear_faults()
    house.bot.settle()

    assert not person.answers()[-1].answered
    refused = [each["description"] for each in sent(house, table, since)]
    assert refused == ["Bad Request: not enough rights to send the ephemeral message"]
    assert panels(table, person) == []
    assert look(house, table, person).show_alert


# It follows the game


def test_it_follows_the_turn_of_its_player_and_of_nobody_else(house: TimedHouse) -> None:
    table, seen, person = playing(house, "Ana", "Carla", "Duda")
    for each in table.people:
        each.tap(seen.message, "My hand")
    ids = [panel(house, table, each).ephemeral_id for each in table.people]
    since = last(house)

    person.tap(panel(house, table, person), "Draw")
    throw_the_drawn(house, table, person)

    house.bot.settle()
    following = table.on_turn(table.see())
    (waiting,) = set(table.people) - {person, following}
    edits = house.client.requests("editEphemeralMessageText", after=since)
    told = dict.fromkeys(each["parameters"]["receiver_user_id"] for each in edits)
    assert list(told) == [person.id, following.id]
    assert panel(house, table, following).labels[0] == "Draw"
    assert f"{person.name} plays now" in panel(house, table, waiting).text
    assert [panel(house, table, each).ephemeral_id for each in table.people] == ids


def test_whose_time_is_over_is_offered_no_moves_any_more(house: TimedHouse) -> None:
    table, seen, person = playing(house, pace=Pace.FAST)
    person.tap(seen.message, "My hand")
    person.tap(panel(house, table, person), "Draw")

    house.bot.pass_time(timedelta(seconds=61))

    assert table.on_turn(table.see()) != person
    assert "Automatic" in table.see().message.text
    assert panel(house, table, person).buttons == []


def test_in_private_it_follows_all_that_happens(house: TimedHouse) -> None:
    table, seen, person = playing(house)
    (other,) = set(table.people) - {person}
    other.start()
    house.bot.settle()
    house.client.fault("refuse", method="sendMessage", chat_id=table.chat.id, error=REFUSED)
    other.tap(seen.message, "My hand")
    person.tap(seen.message, "My hand")
    person.tap(panel(house, table, person), "Draw")

    throw_the_drawn(house, table, person)
    house.bot.settle()

    shown = other.private.bot_messages()[-1]
    top = house.ledger(table).match.in_play()[1].face_up
    assert f"Discard {cards_of(top)[0]}" in shown.text
    assert shown.labels[0] == "Draw"


def test_it_goes_when_the_round_is_over(house: TimedHouse) -> None:
    table, seen, _ = playing(house)
    for each in table.people:
        each.tap(seen.message, "My hand")
    house.bot.settle()
    shown = [len(panels(table, each)) for each in table.people]

    while not (now := table.see()).of(Verb.MIX):
        if ends := now.of(Verb.KNOCK, Verb.STAND):
            table.on_turn(now).tap(now.message, ends[0].encode())
            house.bot.settle()
        else:
            take_a_turn(house, table)

    assert shown == [1, 1]
    assert [panels(table, each) for each in table.people] == [[], []]


def test_it_is_followed_by_whoever_comes_after_a_kill(database: Database) -> None:
    with open_house(database, ephemeral=True) as house:
        table = house.table("Ana", "Carla")
        table.open()
        seen = table.play_on(until=lambda now: Verb.DRAW in now.verbs)
        first = table.on_turn(seen)
        (second,) = set(table.people) - {first}
        second.tap(seen.message, "My hand")
        first.tap(seen.message, "Draw")
        (choosing,) = panels(table, first)

        house.bot.kill()
        first.tap(choosing, choosing.rows[0][-1].data, wait=0)
        house.bot.start()

        def has_come() -> bool:
            offered = [each.labels[:1] for who in (first, second) for each in panels(table, who)]
            return offered == [[], ["Draw"]]

        house.client.wait_until(has_come, "the turn to come")


def test_a_forged_move_in_a_private_chat_is_refused_and_nothing_more(house: TimedHouse) -> None:
    table, _, _ = playing(house)
    (duda,) = house.people("Duda")
    duda.start()
    house.bot.settle()
    game_id = table.see().game_id

    answer = duda.forge_tap(duda.private.bot_messages()[-1], Press(Verb.DRAW, game_id, 1).encode())

    house.bot.settle()
    assert answer.answered
    assert (answer.show_alert, answer.text) == (False, "You are not sitting at this table.")


# By command


def test_the_hand_is_asked_for_and_shown_unseen_by_others(house: TimedHouse) -> None:
    table, seen, person = playing(house)
    before = len(table.chat.messages())

    person.send(table.chat, "/hand")

    shown = panel(house, table, person)
    assert cards_in(shown.text) >= set(the_hand(house, table, person))
    assert shown.labels[0] == "Draw"
    assert len(table.chat.messages()) == before
    assert table.see().state == seen.state


def test_what_is_refused_unseen_is_told_unseen(house: TimedHouse) -> None:
    table, _, _ = playing(house)
    (duda,) = house.people("Duda")
    duda.join(table.chat)
    before = len(table.chat.messages())

    duda.send(table.chat, "/hand")

    assert "not sitting at this table" in panel(house, table, duda).text
    assert len(table.chat.messages()) == before


def test_an_administrator_answers_below_to_a_command_that_all_have_seen(
    house: TimedHouse,
) -> None:
    table, _, person = playing(house)
    table.chat.act("promote", table.chat.bot_id, by=table.people[0])
    person.use_client("old")
    house.client.fault("hold", method="sendMessage", chat_id=table.chat.id)

    person.send(table.chat, "/hand")
    person.use_client("new")
    house.client.clear_faults()

    assert cards_in(panel(house, table, person).text) >= set(the_hand(house, table, person))


@pytest.mark.parametrize("started", [True, False])
def test_an_old_commands_answer_is_private_or_a_button(
    house: TimedHouse, *, started: bool
) -> None:
    table, _, person = playing(house)
    if started:
        person.start()
    person.use_client("old")

    person.send(table.chat, "/hand")
    house.bot.settle()

    hand = set(the_hand(house, table, person))
    in_private = [each for each in person.private.bot_messages() if hand <= cards_in(each.text)]
    assert len(in_private) == started
    offered = [each for each in table.chat.bot_messages() if each.labels == ["👁 My hand"]]
    assert len(offered) == (not started)
    assert hand_in(person.tap(offered[0], "My hand").text) == [] if offered else True


# Elsewhere


def test_a_number_that_is_given_again_never_means_the_hand_of_another_game(
    house: TimedHouse,
) -> None:
    people = house.people("Ana", "Carla")
    forum = house.client.new_chat("Forum", *people, kind="supergroup", forum=True)
    topics = [forum.create_topic(name, by=people[0]) for name in ("One", "Two")]
    tables = [Table(topic, people, 31) for topic in topics]
    seen = []
    for table in tables:
        table.open()
        seen.append(table.play_on(until=lambda now: Verb.DRAW in now.verbs))
    one, two = tables
    (watcher,) = set(people) - {one.on_turn(seen[0])}
    watcher.tap(seen[0].message, "My hand")
    before = panel(house, one, watcher)
    watcher.lose_ephemerals("expire")
    watcher.tap(seen[1].message, "My hand")
    shown = panel(house, two, watcher)

    take_a_turn(house, one)

    assert one.on_turn(one.see()) == watcher
    assert shown.ephemeral_id == before.ephemeral_id
    assert panel(house, two, watcher).text == shown.text
    assert panels(one, watcher) == []
