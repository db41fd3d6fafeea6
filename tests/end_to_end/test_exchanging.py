"""Cards are exchanged by taps: in private where the bot may write, else at the table."""

from functools import reduce

import pytest

from domain import facts, rounds
from domain.match import Match
from telegram_bot.callback_data import Press, Verb
from telegram_bot.selection import Selection
from tests.end_to_end.conftest import House, Venue
from tests.end_to_end.play import Sight, Table
from tests.end_to_end.secrecy import cards_in, hand_in
from tests.end_to_end.test_taps import nothing_changes, refused
from tests.support.sandbox_client import Person, SeenMessage


def dealt(house: Venue, *names: str, private: bool = False) -> Table:
    """Return a table at which the dealer has the choice, and nobody is about to have 31.

    Either all players have started the bot, or none.
    """
    table = house.table(*names, knocking=1.0)
    for person in table.people if private else ():
        person.start()
        person.private.last_bot_message()
    table.open("schwimmen")
    wait_for_the_dealer(house, table)
    return table


def wait_for_the_dealer(house: Venue, table: Table, last: Sight | None = None) -> Sight:
    """Play until a dealer has the choice, in another round than the last."""
    over = last.of(Verb.KEEP) if last else []
    seen = table.play_on(until=lambda now: now.of(Verb.KEEP) not in ([], over))
    return seen if quiet(house, table) else wait_for_the_dealer(house, table, seen)


def quiet(house: Venue, table: Table) -> bool:
    """Tell whether no move ends the round at once."""
    _, played = house.ledger(table).match.in_play()
    after = (
        reduce(rounds.evolve, rounds.decide(played, played.seat, move), played)
        for move in rounds.legal_moves(played)
    )
    return all(then.over is None for then in after)


def first_turn(house: Venue, *names: str, private: bool = False) -> tuple[Table, Sight, Person]:
    """Return a table whose centre is turned up, and who is on turn."""
    table = dealt(house, *names, private=private)
    choosing = table.see()
    while True:
        table.tap(table.on_turn(choosing), choosing.of(Verb.KEEP)[0], choosing)
        seen = table.see(lambda now: Verb.EXCHANGE in now.verbs)
        if quiet(house, table):
            return table, seen, table.on_turn(seen)
        choosing = wait_for_the_dealer(house, table, choosing)


def hand_of(match: Match, table: Table, person: Person) -> tuple[str, ...]:
    _, played = match.in_play()
    return played.hand_of(table.seated.index(person))


def cards_of(cards: tuple[str, ...]) -> list[str]:
    """Return cards as people read them."""
    signs = {"C": "♣", "S": "♠", "H": "♥", "D": "♦"}
    return [card[:-1] + signs[card[-1]] for card in cards]


def named(labels: list[str]) -> list[str]:
    return [card for label in labels for card in cards_in(label)]


def panel(person: Person, part: str) -> SeenMessage:
    """Return the private message that shows the hand, once it says something."""
    return person.private.wait_for(
        lambda message: part in message.text and "worth" in message.text
    )


def cards_on(shown: SeenMessage) -> list[str]:
    """Return the hand that a private message shows, in its order."""
    return shown.text.split("\n\n")[1].splitlines()[0].split()


def panels(person: Person) -> list[SeenMessage]:
    return [message for message in person.private.bot_messages() if "worth" in message.text]


# At the table


def test_one_card_is_swapped_by_numbers_at_the_table(house: House) -> None:
    table, seen, person = first_turn(house, "Ana", "Carla")
    before = house.ledger(table).match
    _, played = before.in_play()
    hand, centre = cards_of(hand_of(before, table, person)), cards_of(played.face_up)

    with nothing_changes(house, table):
        alert = person.tap(seen.message, "Swap one")
        asking = table.see(lambda now: "chooses a card to give" in now.message.text)
        toast = person.tap(asking.message, "2")
        taking = table.see(lambda now: "gives card 2" in now.message.text)
    done = person.tap(taking.message, taking.message.rows[1][2].label)

    after = table.see(lambda now: " gave " in now.message.text)
    swapped = [hand[0], centre[2], hand[2]]
    assert alert.show_alert
    assert hand_in(alert.text) == hand
    assert asking.message.rows[1][0].label == "1"
    assert not toast.show_alert
    assert f"You give {hand[1]}" in toast.text
    assert named([button.label for button in taking.message.rows[1]]) == centre
    assert f"gave {hand[1]} and took {centre[2]}" in after.message.text
    assert "Your hand is worth" in done.text
    assert cards_of(hand_of(house.ledger(table).match, table, person)) == swapped
    assert after.message.id == seen.message.id
    assert "gives card" not in after.message.text
    assert person.private.bot_messages() == []


def test_all_three_are_swapped_with_one_tap(house: House) -> None:
    table, seen, person = first_turn(house, "Ana", "Carla")
    _, before = house.ledger(table).match.in_play()

    person.tap(seen.message, "Swap all three")

    table.see(lambda now: " gave " in now.message.text)
    assert hand_of(house.ledger(table).match, table, person) == before.face_up


def test_the_player_may_change_their_mind_while_choosing(house: House) -> None:
    table, seen, person = first_turn(house, "Ana", "Carla")
    person.tap(seen.message, "Swap one")
    asking = table.see(lambda now: "chooses a card to give" in now.message.text)

    person.tap(asking.message, "Pass")

    after = table.see(lambda now: "passed" in now.message.text)
    assert "chooses" not in after.message.text
    assert table.on_turn(after) != person
    assert len([b for b in after.message.buttons if b.label in {"1", "2", "3"}]) == 0


def test_nobody_else_chooses_and_old_choices_are_void(house: House) -> None:
    table, seen, person = first_turn(house, "Ana", "Carla")
    (other,) = set(table.people) - {person}
    (stranger,) = house.people("Duda")
    stranger.join(table.chat)

    with nothing_changes(house, table):
        early = other.tap(seen.message, "Swap one")
        foreign = stranger.tap(seen.message, "Swap one")
        whole = other.forge_tap(seen.message, choice(seen, Selection(1, (1,), (1,))))
        in_private = stranger.forge_tap(stranger.start(), choice(seen, Selection(1, (1,))))
        two = person.forge_tap(seen.message, choice(seen, Selection(2)))
    assert refused(early, "not your turn")
    assert refused(foreign, "not sitting at this table")
    assert refused(whole, "not your turn")
    assert refused(in_private, "not sitting at this table")
    assert refused(two, "cannot be swapped")
    assert table.see().message.text == seen.message.text

    person.tap(seen.message, "Pass")
    table.see(lambda now: table.on_turn(now) == other)
    with nothing_changes(house, table):
        stale = person.forge_tap(seen.message, choice(seen, Selection(1)))
    assert refused(stale, "earlier moment")


def test_a_second_tap_on_the_last_card_counts_once(house: House) -> None:
    table, seen, person = first_turn(house, "Ana", "Carla")
    data = choice(seen, Selection(1, (3,), (1,)))

    answers = [person.forge_tap(seen.message, data) for _ in range(2)]

    events = [entry.event for entry in house.ledger(table).entries]
    assert [answer.answers for answer in answers] == [1, 1]
    assert sum(isinstance(event, facts.CardsExchanged) for event in events) == 1


@pytest.mark.parametrize("digits", [-1, 0, 3, 4, 14, 312, 1111, 211, 10**17])
def test_choices_that_no_button_offers_are_refused(house: House, digits: int) -> None:
    table, seen, person = first_turn(house, "Ana", "Carla")
    press = seen.of(Verb.EXCHANGE)[0]
    data = Press(Verb.EXCHANGE, press.game_id, press.number, digits).encode()

    with nothing_changes(house, table):
        answer = person.forge_tap(seen.message, data)

    assert refused(answer, "")
    assert answer.text


def choice(seen: Sight, chosen: Selection) -> str:
    press = seen.of(Verb.EXCHANGE)[0]
    return Press(Verb.EXCHANGE, press.game_id, press.number, chosen.encode()).encode()


# In private


def test_one_card_is_swapped_by_name_in_private(house: House) -> None:
    table, seen, person = first_turn(house, "Ana", "Carla", private=True)
    before = house.ledger(table).match
    _, played = before.in_play()
    hand, centre = cards_of(hand_of(before, table, person)), cards_of(played.face_up)

    with nothing_changes(house, table):
        toast = person.tap(seen.message, "Swap one")
        asking = panel(person, "Which card do you give?")
        person.tap(asking, asking.rows[0][0].data)
        taking = panel(person, "You give")
    person.tap(taking, taking.rows[0][1].data)

    after = table.see(lambda now: " gave " in now.message.text)
    shown = panel(person, "plays now")
    assert not toast.show_alert
    assert "private chat" in toast.text
    assert named([button.label for button in asking.rows[0]]) == hand
    assert named([button.label for button in taking.rows[0]]) == centre
    assert f"gave {hand[0]} and took {centre[1]}" in after.message.text
    assert cards_on(shown) == [centre[1], *hand[1:]]
    assert (taking.id, shown.id) == (asking.id, asking.id)
    assert shown.buttons == []
    assert len(panels(person)) == 1
    assert table.chat.title in shown.text


def test_an_old_button_in_private_does_nothing_and_shows_the_hand_of_now(house: House) -> None:
    table, seen, person = first_turn(house, "Ana", "Carla", private=True)
    person.tap(seen.message, "Swap one")
    asking = panel(person, "Which card do you give?")
    person.tap(table.see().message, "Pass")
    shown = panel(person, "plays now")

    with nothing_changes(house, table):
        stale = person.forge_tap(asking, asking.rows[0][0].data)

    assert shown.buttons == []
    assert refused(stale, "earlier moment")


def test_who_blocks_the_bot_is_asked_at_the_table(house: House) -> None:
    table, seen, person = first_turn(house, "Ana", "Carla", private=True)
    person.block_bot()

    alert = person.tap(seen.message, "Swap one")

    assert alert.show_alert
    assert len(hand_in(alert.text)) == 3
    table.see(lambda now: "chooses a card to give" in now.message.text)


# The dealer's choice


def test_the_dealer_chooses_in_private_without_seeing_the_centre(house: House) -> None:
    table = dealt(house, "Ana", "Carla", private=True)
    seen = table.see()
    dealer = table.on_turn(seen)
    (other,) = set(table.people) - {dealer}
    before = house.ledger(table).match
    _, played = before.in_play()
    hand = cards_of(hand_of(before, table, dealer))
    dealer.tap(seen.message, "My hand")
    offer = panel(dealer, "keep the hand")

    dealer.tap(offer, "Swap for the centre")

    after = table.see(lambda now: Verb.EXCHANGE in now.verbs)
    shown = panel(dealer, "plays now")
    assert "chooses first" in seen.message.text
    assert cards_in(seen.message.text) == set()
    assert cards_in(offer.text) == set(hand)
    assert panels(other) == []
    assert set(hand) <= cards_in(after.message.text)
    assert cards_on(shown) == cards_of(played.laid)
    assert shown.id == offer.id


def test_who_reads_the_hand_in_private_is_sent_it_when_it_is_their_turn(house: House) -> None:
    table = dealt(house, "Ana", "Carla", private=True)
    seen = table.see()
    for person in table.people:
        person.tap(seen.message, "My hand")
        panel(person, "worth")

    dealer = table.on_turn(wait_for_the_dealer(house, table, seen))

    offer = panel(dealer, "keep the hand")
    assert cards_on(offer) == cards_of(hand_of(house.ledger(table).match, table, dealer))
    assert [button.label for button in offer.buttons] == ["Keep", "Swap for the centre"]
    assert len(panels(dealer)) == 1


def test_the_dealer_alone_chooses_at_the_table(house: House) -> None:
    table = dealt(house, "Ana", "Carla")
    seen = table.see()
    dealer = table.on_turn(seen)
    (other,) = set(table.people) - {dealer}
    _, played = house.ledger(table).match.in_play()

    with nothing_changes(house, table):
        foreign = other.tap(seen.message, "Keep")
        early = other.forge_tap(
            seen.message, Press(Verb.PASS, seen.game_id, seen.of(Verb.KEEP)[0].number).encode()
        )
        looked = dealer.tap(seen.message, "My hand")
    swap = dealer.tap(seen.message, "Swap for the centre")

    table.see(lambda now: Verb.EXCHANGE in now.verbs)
    assert refused(foreign, "not your turn")
    assert refused(early, "not your turn")
    assert cards_in(looked.text) == set(hand_in(looked.text))
    assert hand_in(swap.text) == cards_of(played.laid)
    assert dealer.private.bot_messages() == []


# What lasts


def test_a_question_survives_a_restart(mortal_house: House) -> None:
    house = mortal_house
    table, seen, person = first_turn(house, "Ana", "Carla")
    person.tap(seen.message, "Swap one")
    table.see(lambda now: "chooses a card to give" in now.message.text)

    house.bot.kill()
    house.bot.start()
    table.people[0].send(table.chat, "/table")
    asking = table.see(lambda now: now.message.id != seen.message.id)

    assert "chooses a card to give" in asking.message.text
    person.tap(asking.message, "1")
    taking = table.see(lambda now: "gives card 1" in now.message.text)
    person.tap(taking.message, taking.message.rows[1][0].label)
    table.see(lambda now: " gave " in now.message.text)
