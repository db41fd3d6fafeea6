"""People leave: by themselves, with the group, removed by an administrator or by the others."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from domain.facts import PlayerForfeited, TableClosed
from domain.match import Phase
from telegram_bot.callback_data import How, Verb, decode
from tests.end_to_end.conftest import House
from tests.end_to_end.play import Table
from tests.end_to_end.test_commands import ask
from tests.end_to_end.test_taps import nothing_changes
from tests.support.sandbox_client import Chat, Person, SeenMessage


def seated(house: House, *names: str) -> Table:
    """Return a table before the start, at which everybody sits."""
    table = house.table(*names)
    table.people[0].send(table.chat, "/new")
    table.sit_down()
    table.see(lambda seen: all(person.name in seen.message.text for person in table.people))
    return table


def playing(house: House, *names: str) -> Table:
    """Return a table on its first turn."""
    table = house.table(*names)
    table.open()
    table.play_on(until=lambda seen: Verb.DRAW in seen.verbs)
    return table


def asked(person: Person, chat: Chat, text: str, **how: object) -> SeenMessage:
    """Write a command, and return the question that the bot asks."""
    written = person.send(chat, text, **how)  # type: ignore[arg-type]
    return chat.wait_for(
        lambda message: message.from_bot and message.id > written.id and bool(message.buttons)
    )


def settled(chat: Chat, question: SeenMessage) -> str:
    """Return what a question says once it has no buttons any more."""
    return chat.wait_for(lambda message: message.id == question.id and not message.buttons).text


def causes(house: House, table: Table) -> list[tuple[int, str]]:
    """Return who has left the game of a table, and how, by the log."""
    facts = (entry.event for entry in house.ledger(table).entries)
    return [(fact.seat, fact.cause) for fact in facts if isinstance(fact, PlayerForfeited)]


# By oneself


def test_a_running_game_is_left_for_good_once_that_is_confirmed(house: House) -> None:
    table = playing(house)
    ana, _, carla = table.people
    question = asked(ana, table.chat, "/leave")

    not_asked = carla.tap(question, "Leave the game")
    ana.tap(question, "Leave the game")

    assert "cannot come back" in question.text
    assert "Somebody else has asked" in not_asked.text
    assert "Ana does not play here any more" in settled(table.chat, question)
    assert causes(house, table) == [(0, "left")]
    table.see(lambda seen: "Ana left the game" in seen.message.text)
    assert "You are not playing any more" in ask(ana, table.chat, "/leave")


def test_whoever_thinks_better_of_leaving_stays(house: House) -> None:
    table = playing(house, "Ana", "Carla", "Duda")
    _, carla, duda = table.people
    question = asked(carla, table.chat, "/leave")

    by_another = duda.tap(question, "Never mind")
    carla.tap(question, "Never mind")

    assert "Somebody else has asked" in by_another.text
    assert "all stays as it was" in settled(table.chat, question)
    assert causes(house, table) == []


# With the group


def quietly(table: Table, person: Person) -> None:
    person.leave(table.chat, announced=False)


def announced(table: Table, person: Person) -> None:
    person.leave(table.chat)


def banned(table: Table, person: Person) -> None:
    table.chat.act("remove", person.id, by=table.people[0], announced=False)


def restricted(table: Table, person: Person) -> None:
    table.chat.act("restrict", person.id, by=table.people[0])
    quietly(table, person)


@pytest.mark.parametrize("go", [announced, quietly, banned, restricted])
def test_whoever_leaves_the_group_is_out_of_its_game(
    house: House, go: Callable[[Table, Person], None]
) -> None:
    people = house.people("Ana", "Bruno", "Carla")
    chat = house.client.new_chat("Super", *people, kind="supergroup")
    table = Table(chat, people, 31)
    if go is not announced:
        chat.act("promote", chat.bot_id, by=people[0])
    table.open()
    table.play_on(until=lambda seen: Verb.DRAW in seen.verbs)

    go(table, people[1])

    table.see(lambda seen: "Bruno left the group and the game" in seen.message.text)
    assert causes(house, table) == [(1, "left_group")]
    house.ledger(table).check()


def test_whoever_is_removed_from_the_group_is_out_of_its_game(house: House) -> None:
    table = playing(house)
    ana, bruno, _ = table.people

    table.chat.act("remove", bruno.id, by=ana)

    table.see(lambda seen: "Bruno left the group and the game" in seen.message.text)
    assert causes(house, table) == [(1, "left_group")]


def test_before_the_start_whoever_leaves_the_group_stands_up(house: House) -> None:
    table = seated(house)
    ana, bruno, _ = table.people

    ana.leave(table.chat)
    bruno.leave(table.chat)

    table.see(lambda seen: "1. Carla" in seen.message.text)
    assert len(house.ledger(table).match.player_ids) == 1


def test_whoever_leaves_a_forum_is_out_of_the_games_in_all_its_topics(house: House) -> None:
    people = house.people("Ana", "Bruno", "Carla")
    forum = house.client.new_chat("Forum", *people, kind="supergroup", forum=True)
    topics = [forum.create_topic(name, by=people[0]) for name in ("One", "Two")]
    tables = [Table(topic, people, 31) for topic in topics]
    for table in tables:
        table.open()

    people[1].leave(forum)

    for table in tables:
        table.see(lambda seen: "Bruno left the group" in seen.message.text)
        assert causes(house, table) == [(1, "left_group")]


def test_others_who_leave_and_the_bot_itself_disturb_no_game(house: House) -> None:
    table = playing(house, "Ana", "Carla")
    (duda,) = house.people("Duda")
    duda.join(table.chat)

    with nothing_changes(house, table):
        duda.leave(table.chat)
        table.chat.act("remove", table.chat.bot_id, by=table.people[0])
        table.chat.act("add", table.chat.bot_id, by=table.people[0])
        house.client.settle()


def test_whoever_comes_back_to_the_group_is_not_back_in_the_game(house: House) -> None:
    table = playing(house)
    ana, bruno, carla = table.people
    bruno.leave(table.chat)
    seen = table.see(lambda seen: "Bruno left the group" in seen.message.text)

    bruno.join(table.chat)
    joined = bruno.forge_tap(seen.message, f"join{seen.of(Verb.HAND)[0].encode()[4:]}")
    assert "começou" in joined.text
    first_round = house.ledger(table).match.round_number
    table.seated = (ana, carla)
    table.play_on(until=lambda _: house.ledger(table).match.round_number > first_round)

    match = house.ledger(table).match
    assert match.places[1] == 3
    assert match.deck is not None
    assert 1 not in match.deck.seats
    table.play_on()
    table.rematch()
    assert len(house.ledger(table).match.player_ids) == 3


# Removed by an administrator


def test_an_administrator_removes_a_player_once_that_is_confirmed(house: House) -> None:
    table = playing(house)
    ana, bruno, carla = table.people
    said = bruno.send(table.chat, "I will be right back")
    question = asked(ana, table.chat, "/kick", reply_to=said)

    by_a_player = carla.tap(question, "Remove for good")
    ana.tap(question, "Remove for good")

    assert "Shall Bruno leave the game" in question.text
    assert "Only administrators" in by_a_player.text
    assert "Bruno does not play here any more" in settled(table.chat, question)
    table.see(lambda seen: "An administrator took Bruno out" in seen.message.text)
    assert causes(house, table) == [(1, "kicked")]
    assert carla.forge_tap(question, question.button("Remove for good").data).answers == 1
    house.ledger(table).check()


def test_a_player_is_named_by_mention_or_chosen_from_all(house: House) -> None:
    ana, carla = house.people("Ana", "Carla")
    bruno = house.client.new_person("Bruno", username="bruno_plays")
    table = Table(house.group(ana, bruno, carla), [ana, bruno, carla], 31)
    table.open()

    by_username = asked(ana, table.chat, "/kick @Bruno_Plays")
    by_name = asked(ana, table.chat, "/kick Carla", mention=carla)
    choice = asked(ana, table.chat, "/kick")

    assert "Shall Bruno leave" in by_username.text
    assert "Shall Carla leave" in by_name.text
    assert [label for label in choice.labels if "Ana" in label] == []
    ana.tap(choice, "Bruno")
    question = table.chat.wait_for(lambda m: m.id == choice.id and "Shall Bruno" in m.text)
    ana.tap(question, "Remove for good")
    assert "Bruno does not play" in settled(table.chat, choice)
    assert causes(house, table) == [(1, "kicked")]


def test_whoever_cannot_be_meant_is_not_asked_about(house: House) -> None:
    table = playing(house, "Ana", "Carla", "Eva")
    ana, carla, eva = table.people
    stranger = house.client.new_person("Zoe", username="zoe_watches")
    stranger.join(table.chat)
    carla.leave(table.chat)
    table.see(lambda seen: "Carla left the group" in seen.message.text)

    assert "not sitting" in ask(ana, table.chat, "/kick @zoe_watches")
    assert "not sitting" in ask(ana, table.chat, "/kick @nobody_knows")
    said = stranger.send(table.chat, "hello")
    answer = ana.send(table.chat, "/kick", reply_to=said)
    assert table.chat.wait_for(lambda m: m.id > answer.id and "not sitting" in m.text)
    answer = ana.send(table.chat, "/kick Carla", mention=carla)
    assert table.chat.wait_for(lambda m: m.id > answer.id and "out of the game already" in m.text)
    answer = ana.send(table.chat, "/kick Ana", mention=ana)
    assert table.chat.wait_for(lambda m: m.id > answer.id and "/leave" in m.text)
    assert eva.name in " ".join(asked(ana, table.chat, "/kick").labels)


def test_before_the_start_an_administrator_or_the_opener_makes_room(house: House) -> None:
    table = seated(house, "Carla", "Ana", "Eva", "Duda")
    carla, ana, eva, duda = table.people
    table.chat.act("promote", ana.id, by=carla)

    assert "Only the person who opened" in ask(eva, table.chat, "/kick")
    first = asked(ana, table.chat, "/kick Eva", mention=eva)
    second = asked(carla, table.chat, "/kick Duda", mention=duda)
    refused = duda.tap(first, "Make room")
    ana.tap(first, "Make room")
    carla.tap(second, "Make room")

    assert "Only the person who opened" in refused.text
    assert "Eva does not play here any more" in settled(table.chat, first)
    assert "Duda does not play here any more" in settled(table.chat, second)
    table.see(lambda seen: "Eva" not in seen.message.text and "Duda" not in seen.message.text)
    assert len(house.ledger(table).match.player_ids) == 2


def test_a_question_from_before_the_start_puts_nobody_out_of_the_game(house: House) -> None:
    table = seated(house, "Ana", "Carla", "Eva")
    ana, carla, _ = table.people
    kick = asked(ana, table.chat, "/kick Carla", mention=carla)
    close = asked(ana, table.chat, "/end")
    seen = table.see(lambda seen: Verb.START in seen.verbs)
    ana.tap(seen.message, "Start")

    with nothing_changes(house, table):
        answers = [ana.tap(kick, "Make room"), ana.tap(close, "Close table")]

    assert all("has started" in answer.text for answer in answers)
    assert "has begun" in settled(table.chat, kick)
    assert "has begun" in settled(table.chat, close)


def test_an_anonymous_administrator_asks_and_taps_as_a_person(house: House) -> None:
    table = playing(house, "Ana", "Carla", "Eva")
    ana, carla, eva = table.people
    question = asked(ana, table.chat, "/kick Eva", mention=eva, anonymous=True)
    other = asked(ana, table.chat, "/end", anonymous=True)

    refused = [carla.tap(question, "Remove for good"), carla.tap(other, "Never mind")]
    ana.tap(question, "Remove for good")
    ana.tap(other, "Never mind")

    assert "Only administrators" in refused[0].text
    assert "Somebody else has asked" in refused[1].text
    assert "Eva does not play" in settled(table.chat, question)
    assert "all stays" in settled(table.chat, other)
    assert causes(house, table) == [(2, "kicked")]


def test_who_is_anonymous_cannot_be_meant_so_it_is_asked_who_is(house: House) -> None:
    table = playing(house, "Ana", "Carla", "Eva")
    ana, carla, _ = table.people
    hidden = ana.send(table.chat, "hello", anonymous=True)
    channel = carla.send(table.chat, "hello", channel="Carla's news")
    bot = table.see().message

    for said in (hidden, channel, bot):
        question = asked(carla, table.chat, "/kick", reply_to=said)
        assert "Who shall leave" in question.text


def test_in_a_topic_nobody_is_meant_by_what_opened_it(house: House) -> None:
    people = house.people("Ana", "Carla", "Eva")
    forum = house.client.new_chat("Forum of three", *people, kind="supergroup", forum=True)
    table = Table(forum.create_topic("Table", by=people[1]), people, 31)
    table.open()

    assert "Who shall leave" in asked(people[0], table.chat, "/kick").text


def test_a_channel_neither_asks_nor_plays(house: House) -> None:
    table = playing(house, "Ana", "Carla")
    ana = table.people[0]

    with nothing_changes(house, table):
        for command in ("/kick", "/end", "/leave", "/join"):
            said = ana.send(table.chat, command, channel="Ana's news")
            table.chat.wait_for(lambda m, said=said: m.id > said.id and "as yourself" in m.text)  # type: ignore[misc]


def test_a_deleted_account_can_be_removed(house: House) -> None:
    table = playing(house, "Ana", "Carla", "Eva")
    ana, carla, _ = table.people
    said = carla.send(table.chat, "good bye")
    carla.delete_account()

    question = asked(ana, table.chat, "/kick", reply_to=said)
    ana.tap(question, "Remove for good")

    assert "Carla does not play" in settled(table.chat, question)
    assert causes(house, table) == [(1, "kicked")]


# By vote


def test_two_of_three_vote_the_third_out(house: House) -> None:
    table = playing(house, "Carla", "Ana", "Eva")
    carla, ana, eva = table.people
    question = asked(ana, table.chat, "/kick Eva", mention=eva)

    by_target = eva.tap(question, "Let the table vote")
    ana.tap(question, "Let the table vote")
    seen = table.see(lambda seen: Verb.VOTE in seen.verbs)
    carla.tap(seen.message, "Yes")

    assert "A vote about you" in by_target.text
    assert "Put to the vote" in settled(table.chat, question)
    table.see(lambda seen: "The players voted Eva out" in seen.message.text)
    assert causes(house, table) == [(2, "voted_out")]
    house.ledger(table).check()


def test_of_two_one_cannot_throw_the_other_out(house: House) -> None:
    table = playing(house, "Carla", "Ana")
    _, ana = table.people
    question = asked(ana, table.chat, "/kick")
    ana.tap(question, "Carla")
    question = table.chat.wait_for(lambda m: m.id == question.id and "Shall Carla" in m.text)

    sure = decode(question.button("Remove for good").data)
    assert sure is not None
    vote = replace(sure, topic=How.VOTE)
    with nothing_changes(house, table):
        by_vote = ana.forge_tap(question, vote.encode())
        at_once = ana.tap(question, "Remove for good")

    assert "Only an administrator can decide" in question.text
    assert not any("vote" in label for label in question.labels)
    assert "Nobody else is here to vote" in by_vote.text
    assert "Only administrators" in at_once.text
    assert question.buttons


def test_a_vote_that_fails_is_told(house: House) -> None:
    table = playing(house, "Ana", "Carla", "Eva")
    ana, carla, eva = table.people
    question = asked(eva, table.chat, "/end")
    eva.tap(question, "Let the table vote")
    seen = table.see(lambda seen: Verb.VOTE in seen.verbs)

    ana.tap(seen.message, "No")
    carla.tap(seen.message, "No")

    table.see(lambda seen: "The vote failed: the game goes on" in seen.message.text)
    house.ledger(table).check()


def test_more_than_half_of_the_players_end_the_game(house: House) -> None:
    table = playing(house, "Ana", "Carla", "Eva")
    _, carla, eva = table.people
    question = asked(eva, table.chat, "/end")
    eva.tap(question, "Let the table vote")
    seen = table.see(lambda seen: Verb.VOTE in seen.verbs)

    carla.tap(seen.message, "Yes")

    assert "Put to the vote" in settled(table.chat, question)
    table.chat.wait_for_text("The players have voted to end it")
    match = house.ledger(table).match
    assert (match.phase, match.abandoned, match.winners) == (Phase.ABANDONED, "vote", ())


# Ended by an administrator


def test_an_administrator_ends_the_game_once_that_is_confirmed(house: House) -> None:
    table = playing(house, "Carla", "Ana", "Eva")
    carla, ana, _ = table.people
    question = asked(ana, table.chat, "/end")

    by_a_player = ana.tap(question, "End the game")
    carla.tap(question, "End the game")

    assert "Only administrators" in by_a_player.text
    assert "This game is over" in settled(table.chat, question)
    table.chat.wait_for_text("An administrator has ended it")
    assert house.ledger(table).match.abandoned == "administrator"
    table.rematch()


def test_rights_are_checked_at_each_press(house: House) -> None:
    table = playing(house, "Ana", "Carla")
    ana, carla = table.people
    table.chat.act("promote", carla.id, by=ana)
    question = asked(carla, table.chat, "/end")
    table.chat.act("demote", carla.id, by=ana)

    with nothing_changes(house, table):
        demoted = carla.tap(question, "End the game")

    assert "Only administrators" in demoted.text


def test_before_the_start_an_administrator_or_the_opener_closes_the_table(house: House) -> None:
    table = seated(house, "Carla", "Ana")
    carla, ana = table.people
    table.chat.act("promote", ana.id, by=carla)
    table.chat.act("demote", carla.id, by=ana)
    by_administrator = asked(ana, table.chat, "/end")
    ana.tap(by_administrator, "Close table")
    first = settled(table.chat, by_administrator)
    carla.send(table.chat, "/new")
    by_opener = asked(carla, table.chat, "/end")

    carla.tap(by_opener, "Close table")

    assert "This table is closed" in first
    assert "This table is closed" in settled(table.chat, by_opener)
    games = [decode(each.buttons[-1].data) for each in (by_administrator, by_opener)]
    closed = [
        event
        for press in games
        if press is not None
        for event in house.room.events.get(press.game_id)
        if isinstance(event, TableClosed)
    ]
    assert [event.cause for event in closed] == ["administrator", "player"]


# Never mind, and too late


def test_a_question_is_taken_back_by_who_asked_or_an_administrator(house: House) -> None:
    table = playing(house, "Ana", "Carla", "Eva")
    ana, carla, eva = table.people
    kick, end = asked(carla, table.chat, "/kick Eva", mention=eva), asked(eva, table.chat, "/end")

    with nothing_changes(house, table):
        refused = eva.tap(kick, "Never mind")
        carla.tap(kick, "Never mind")
        ana.tap(end, "Never mind")

    assert "Somebody else has asked" in refused.text
    assert "all stays" in settled(table.chat, kick)
    assert "all stays" in settled(table.chat, end)


def test_who_does_not_play_neither_asks_nor_answers(house: House) -> None:
    table = playing(house, "Ana", "Carla", "Eva")
    ana, carla, _ = table.people
    (duda,) = house.people("Duda")
    duda.join(table.chat)
    questions = [
        asked(ana, table.chat, "/kick Carla", mention=carla),
        asked(ana, table.chat, "/end"),
    ]

    with nothing_changes(house, table):
        commands = [ask(duda, table.chat, command) for command in ("/kick", "/end")]
        votes = [duda.tap(question, "Let the table vote") for question in questions]
        others = [
            duda.tap(questions[0], "Remove for good"),
            duda.tap(questions[1], "End the game"),
        ]

    assert all("Only administrators" in said for said in commands)
    assert all("not sitting at this table" in answer.text for answer in votes)
    assert all("Only administrators" in answer.text for answer in others)


def test_a_question_about_a_game_that_is_over_says_so(house: House) -> None:
    table = playing(house, "Ana", "Carla")
    ana, carla = table.people
    questions = {
        "Remove for good": asked(ana, table.chat, "/kick Carla", mention=carla),
        "End the game": asked(ana, table.chat, "/end"),
        "Leave the game": asked(ana, table.chat, "/leave"),
        "Let the table vote": asked(carla, table.chat, "/end"),
    }
    carla.leave(table.chat)
    table.see(lambda seen: Verb.REMATCH in seen.verbs)

    with nothing_changes(house, table):
        answers = [ana.tap(question, label) for label, question in questions.items()]

    assert all("This game is over" in answer.text for answer in answers)
    assert all("This game is over" in settled(table.chat, each) for each in questions.values())


def test_questions_of_another_groups_game_are_out_of_reach(house: House) -> None:
    here, there = playing(house, "Ana", "Carla"), playing(house, "Duda", "Eva")
    question = asked(there.people[0], there.chat, "/end")
    mine = asked(here.people[0], here.chat, "/end")

    with nothing_changes(house, there):
        answers = [here.people[0].forge_tap(mine, button.data) for button in question.buttons]

    assert all("no table offers" in answer.text for answer in answers)


def test_who_taps_twice_is_answered_twice_and_done_with_once(house: House) -> None:
    table = playing(house, "Ana", "Carla", "Eva")
    ana, carla, _ = table.people
    question = asked(ana, table.chat, "/kick Carla", mention=carla)
    sure = question.button("Remove for good").data

    first, second = ana.forge_tap(question, sure), ana.forge_tap(question, sure)

    assert (first.answers, second.answers) == (1, 1)
    assert "out of the game already" in second.text
    assert causes(house, table) == [(1, "kicked")]
