"""Several games at once: in groups and in the topics of a forum, in several languages."""

from telegram_bot.callback_data import Verb
from tests.end_to_end.conftest import House
from tests.end_to_end.play import Table
from tests.end_to_end.test_commands import ask
from tests.support.sandbox_client import Chat


def second_round(table: Table) -> bool:
    return any("round 2" in message.text for message in table.chat.bot_messages())


def test_two_topics_and_a_group_play_side_by_side(house: House) -> None:
    people = house.people("Ana", "Bruno", "Carla")
    forum = house.client.new_chat("Forum", *people, kind="supergroup", forum=True)
    topics = [forum.create_topic(name, by=people[0]) for name in ("One", "Two")]
    places: list[Chat] = [*topics, house.group(*people)]
    tables = [Table(place, people, seed) for seed, place in enumerate(places)]
    for table in tables:
        table.open()

    waiting = list(tables)
    while waiting:
        for table in waiting:
            table.step()
        waiting = [table for table in waiting if not second_round(table)]

    games = [house.ledger(table) for table in tables]
    assert len({game.game_id for game in games}) == 3
    for game, table in zip(games, tables, strict=True):
        game.check()
        game.agrees_with(table)
        assert [tapped for tapped in table.taps if tapped.answer.answers != 1] == []
    assert {game.match.player_ids for game in games} == {games[0].match.player_ids}


def test_a_topic_has_one_game_and_the_next_topic_another(house: House) -> None:
    people = house.people("Ana", "Carla")
    forum = house.client.new_chat("Forum", *people, kind="supergroup", forum=True)
    one, two = (forum.create_topic(name, by=people[0]) for name in ("One", "Two"))
    ana, carla = people

    ana.send(one, "/new")
    Table(one, people, 0).see()
    carla.send(one, "/new")
    one.wait_for_text("open here already")
    carla.send(two, "/new")
    second = Table(two, people, 0).see()
    ana.send(forum, "/new")

    general = house.client.wait_until(
        lambda: [
            message
            for message in forum.bot_messages()
            if message.thread_id is None and message.buttons
        ],
        "a table in General",
    )
    tables = [Table(topic, people, 0).see() for topic in (one, two)]
    assert tables[1].game_id == second.game_id
    assert len({seen.game_id for seen in tables}) == 2
    assert len(general) == 1


def test_a_button_in_a_topic_works_when_its_message_is_out_of_reach(house: House) -> None:
    people = house.people("Ana", "Carla")
    forum = house.client.new_chat("Forum", *people, kind="supergroup", forum=True)
    one, two = (forum.create_topic(name, by=people[0]) for name in ("One", "Two"))
    ana, carla = people
    table = Table(one, people, 0)
    ana.send(one, "/new")
    seen = table.see()
    ana.send(two, "/new")
    Table(two, people, 0).see()
    house.client.post(f"/people/{ana.id}/chats/{forum.id}/delete", message_id=seen.message.id)
    elsewhere = house.table("Ana", "Carla")
    elsewhere.people[0].send(elsewhere.chat, "/new")
    foreign = elsewhere.see().of(Verb.JOIN)[0]

    joined = carla.forge_tap(seen.message, seen.of(Verb.JOIN)[0].encode())
    forged = carla.forge_tap(seen.message, foreign.encode())

    assert joined.text != forged.text
    assert len(house.ledger(table).match.player_ids) == 2
    assert len(house.ledger(elsewhere).match.player_ids) == 1


def test_an_answer_to_a_message_of_a_group_is_no_topic(house: House) -> None:
    people = ana, carla = house.people("Ana", "Carla")
    group = house.client.new_chat("Group", *people, kind="supergroup")
    first = ana.send(group, "Cards?")

    carla.send(group, "/new", reply_to=first)

    table = Table(group, people, 0)
    lobby = table.see()
    assert lobby.message.thread_id is None
    assert "open here already" in ask(ana, group, "/new")


def test_a_group_reads_its_language_and_everybody_their_own(house: House) -> None:
    ana, bruno = house.people("Ana", "Bruno")
    table = Table(house.group(ana, bruno), [ana, bruno], seed=1)
    table.open()
    seen = table.play_on(until=lambda now: Verb.DRAW in now.verbs)
    hands = table.look_at_hands(seen)
    english = seen.message.text

    portuguese = Table(house.group(bruno, ana), [bruno, ana], seed=2)
    bruno.send(portuguese.chat, "/new")
    lobby = portuguese.see().message.text

    assert "Discard" in english
    assert "Your hand is worth" in hands["Ana"].text
    assert "Sua mão vale" in hands["Bruno"].text
    assert "abriu" in lobby
