"""Whoever is out may buy back in: asked once, in private where possible, with a deadline."""

from datetime import UTC, datetime, timedelta

import psycopg

from domain.card_room import CardRoom
from domain.match import DeadlineKind, Match, Phase
from telegram_bot.callback_data import Verb
from tests.end_to_end.conftest import House
from tests.end_to_end.play import Sight, Table
from tests.end_to_end.shortcut import play_on
from tests.support.sandbox_client import Person, SeenMessage


def offered(house: House, *, private: bool) -> tuple[Table, Match, Sight]:
    """Play until somebody is out, all players having started the bot or none."""
    # With five there are always two left to play on, however many go out together.
    table = house.table("Ana", "Carla", "Duda", "Rui", "Sol")
    for person in table.people if private else ():
        person.start()
        person.private.last_bot_message()
    table.open("scat_buy_in")
    game_id = house.ledger(table).game_id
    match = play_on(house.room, game_id, table.seed, lambda now: now.phase is Phase.BUYING_IN)
    house.settle()
    return table, match, table.see(lambda now: Verb.BUY_IN in now.verbs)


def offers_to(person: Person) -> list[SeenMessage]:
    return [
        message for message in person.private.bot_messages() if "Thirty-One in" in message.text
    ]


def noted(house: House, offer: SeenMessage) -> bool:
    """Tell whether delivery knows which message made an offer."""
    with psycopg.connect(house.database.conninfo) as connection:
        known = connection.execute("SELECT message_id FROM thirtyone.posted_offers").fetchall()
    return (offer.id,) in known


def mentioned(seen: Sight) -> set[int]:
    entities = seen.message.raw.get("entities", [])
    return {each["user"]["id"] for each in entities if each["type"] == "text_mention"}


def test_the_offer_comes_in_private_once_and_is_answered_there(house: House) -> None:
    table, match, seen = offered(house, private=True)
    person = table.seated[match.offers[0]]
    others = [each for seat, each in enumerate(table.seated) if seat not in match.offers]
    offer = person.private.wait_for(lambda message: "Thirty-One in" in message.text)

    answer = person.tap(offer, "Buy in")
    edited = person.private.wait_for(
        lambda message: message.id == offer.id and not message.buttons
    )
    again = person.forge_tap(offer, offer.buttons[0].data)

    assert "3 lives for 1 point" in offer.text
    assert "Points, never money." in offer.text
    assert "Until" in offer.text
    assert mentioned(seen) == set()
    assert answer.text == "You are back in."
    assert "You are back in" in edited.text
    assert "not on offer" in again.text or "earlier moment" in again.text
    assert len(offers_to(person)) == 1
    assert [offers_to(other) for other in others] == [[]] * len(others)
    assert house.ledger(table).match.buy_ins[match.offers[0]] == 1
    house.ledger(table).check()


def test_who_cannot_be_written_to_is_called_at_the_table(house: House) -> None:
    table, match, seen = offered(house, private=False)
    people = [table.seated[seat] for seat in match.offers]

    declined = people[0].tap(seen.message, "No thanks")

    assert mentioned(seen) == {person.id for person in people}
    assert "Points, never money." in seen.message.text
    assert declined.text == "You stay out."


def test_nobody_answers_the_offer_of_somebody_else(house: House) -> None:
    table, match, _ = offered(house, private=True)
    person = table.seated[match.offers[0]]
    other = next(each for seat, each in enumerate(table.seated) if seat not in match.offers)
    (stranger,) = house.people("Eva")
    stranger.start()
    offer = person.private.wait_for(lambda message: "Thirty-One in" in message.text)
    theirs = stranger.private.last_bot_message()

    by_another = other.forge_tap(other.private.last_bot_message(), offer.buttons[0].data)
    by_a_stranger = stranger.forge_tap(theirs, offer.buttons[0].data)

    assert "not on offer" in by_another.text
    assert "not sitting" in by_a_stranger.text
    assert house.room.match(match.id).offers == match.offers


def test_an_offer_that_lapses_says_so_and_survives_a_restart(mortal_house: House) -> None:
    house = mortal_house
    table, match, _ = offered(house, private=True)
    person = table.seated[match.offers[0]]
    offer = person.private.wait_for(lambda message: "Thirty-One in" in message.text)
    house.client.wait_until(lambda: noted(house, offer), "the offer in the outbox")
    house.bot.kill()
    late = CardRoom(
        house.database.environment, clock=lambda: datetime.now(UTC) + timedelta(hours=1)
    )
    with late:
        late.time_out(match.id, DeadlineKind.BUY_IN, match.round_number)
    house.bot.start()

    closed = person.private.wait_for(
        lambda message: message.id == offer.id and not message.buttons
    )
    answer = person.forge_tap(offer, offer.buttons[0].data)

    assert "You stay out." in closed.text
    assert "earlier moment" in answer.text
    assert len(offers_to(person)) == 1


def test_the_result_tells_the_stakes(house: House) -> None:
    table, match, seen = offered(house, private=False)
    for seat in match.offers:
        table.seated[seat].tap(seen.message, "Buy in")
    play_on(
        house.room,
        match.id,
        table.seed,
        lambda now: now.phase in {Phase.BUYING_IN, Phase.ENDED},
    )
    now = house.room.match(match.id)
    for seat in now.offers:
        house.room.decline_buy_in(match.id, now.player_ids[seat], now.round_number)
    ended = play_on(house.room, match.id, table.seed, lambda now: now.phase is Phase.ENDED)

    result = table.see(lambda now: Verb.REMATCH in now.verbs).message.text

    for seat, person in enumerate(table.seated):
        bought = ended.buy_ins[seat]
        assert (f"{person.name} · staked {bought} point" in result) is (bought > 0)
