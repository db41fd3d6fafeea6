"""Links into the private chat: to sit down at a table, and to have one's hand there."""

from uuid import UUID

from telegram_bot.callback_data import Verb
from telegram_bot.deep_links import DeepLink, Purpose
from tests.end_to_end.conftest import House
from tests.end_to_end.secrecy import cards_in
from tests.end_to_end.test_commands import ask
from tests.support.sandbox_client import Person


def follow(person: Person, purpose: Purpose, game_id: UUID) -> str:
    """Follow a link and return what the bot says."""
    parameter = DeepLink(purpose, game_id).parameter
    return ask(person, person.private, f"/start {parameter}")


def test_whoever_starts_the_bot_is_welcome(house: House) -> None:
    (ana,) = house.people("Ana")

    for parameter in ("", "something", "join_", "hand_AAAA", "join_" + "A" * 59):
        assert "Thirty-One" in ask(ana, ana.private, f"/start {parameter}".strip())


def test_an_invitation_lets_a_member_of_the_group_sit_down(house: House) -> None:
    ana, carla = house.people("Ana", "Carla")
    group = house.client.new_chat("Cards & <b>fun</b>", ana, carla, kind="supergroup")
    table = house.table("Ana", "Carla", chat=group)
    ana.send(group, "/new")
    lobby = table.see()
    assert "Invite somebody" in lobby.message.text

    told = follow(carla, Purpose.JOIN, lobby.game_id)

    assert "You sit at the table in Cards & <b>fun</b>" in told
    link = carla.private.last_bot_message().raw["entities"][0]
    assert link["url"].endswith(f"/{lobby.message.id}")
    table.see(lambda seen: "Carla" in seen.message.text)
    assert "already" in follow(carla, Purpose.JOIN, lobby.game_id)
    assert len(house.ledger(table).match.player_ids) == 2


def test_an_invitation_is_none_for_whoever_is_not_in_the_group(house: House) -> None:
    table = house.table("Ana", "Carla")
    (duda,) = house.people("Duda")
    ana, carla = table.people
    ana.send(table.chat, "/new")
    game_id = table.see().game_id
    carla.leave(table.chat)

    for stranger in (duda, carla):
        assert "a group that you are not in" in follow(stranger, Purpose.JOIN, game_id)
    assert len(house.ledger(table).match.player_ids) == 1


def test_an_invitation_to_what_is_no_open_table_says_so(house: House) -> None:
    table = house.table("Ana", "Carla")
    (duda,) = house.people("Duda")
    duda.join(table.chat)
    table.open()

    assert "has started" in follow(duda, Purpose.JOIN, table.see().game_id)
    assert "no such game" in follow(duda, Purpose.JOIN, UUID(int=5))


def test_a_link_shows_a_player_their_own_hand_in_private_from_then_on(house: House) -> None:
    table = house.table("Ana", "Carla")
    table.open()
    seen = table.play_on(until=lambda seen: Verb.DRAW in seen.verbs)

    hands = [
        cards_in(follow(person, Purpose.HAND, seen.game_id).split("\n\n")[1].splitlines()[0])
        for person in table.people
    ]

    assert [len(hand) for hand in hands] == [3, 3]
    assert hands[0].isdisjoint(hands[1])
    for person in table.people:
        answer = person.tap(table.see().message, "My hand")
        assert answer.text == "Look into our private chat: your cards are there."


def test_a_link_shows_nobody_the_hand_of_another(house: House) -> None:
    table = house.table("Ana", "Carla")
    (duda,) = house.people("Duda")
    duda.join(table.chat)
    table.open()
    seen = table.play_on(until=lambda seen: Verb.DRAW in seen.verbs)

    told = follow(duda, Purpose.HAND, seen.game_id)

    assert "not sitting at this table" in told
    assert not cards_in(told)
    assert "no such game" in follow(duda, Purpose.HAND, UUID(int=5))


def test_before_the_deal_a_link_to_the_hand_says_that_there_is_none_yet(house: House) -> None:
    table = house.table("Ana", "Carla")
    ana = table.people[0]
    ana.send(table.chat, "/new")

    assert "No cards yet" in follow(ana, Purpose.HAND, table.see().game_id)


def test_hand_offers_the_link_to_whoever_cannot_be_written_to(house: House) -> None:
    table = house.table("Ana", "Carla")
    carla = table.people[1]
    table.open()
    seen = table.play_on(until=lambda seen: Verb.DRAW in seen.verbs)

    carla.send(table.chat, "/hand")

    offer = table.chat.wait_for_text("private chat")
    (link,) = [entity["url"] for entity in offer.raw["entities"] if "url" in entity]
    assert link.endswith(f"?start={DeepLink(Purpose.HAND, seen.game_id).parameter}")
