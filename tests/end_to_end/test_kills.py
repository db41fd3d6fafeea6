"""`kill -9` at any moment: after the restart the same hands, stock and buttons, nothing twice."""

import time
from collections import Counter
from contextlib import suppress
from functools import partial
from random import Random

import pytest

from telegram_bot.callback_data import Verb
from tests.end_to_end.conftest import House
from tests.end_to_end.ledger import SEED
from tests.end_to_end.play import Sight, Table
from tests.end_to_end.secrecy import cards_in, hand_in, leaks, told_in
from tests.support.sandbox_client import SandboxError

KILLS = 10
LONGEST = 0.12
"""Seconds after a tap within which the bot is killed: it takes less to deal with one."""


def restart(house: House) -> None:
    house.bot.kill()
    house.bot.start(wait=False)


def test_between_draw_and_throw(mortal_house: House) -> None:
    table = mortal_house.table()
    table.open()
    before = table.play_on(until=lambda seen: Verb.THROW in seen.verbs)
    person, hand = table.on_turn(before), before.of(Verb.HAND)[0]
    held = person.tap(before.message, hand.encode())
    log = mortal_house.ledger(table).entries

    restart(mortal_house)

    again = person.tap(before.message, hand.encode())
    after = table.see()
    assert len(hand_in(held.text)) == 4
    assert again.text == held.text
    assert after.state == before.state
    assert mortal_house.ledger(table).entries == log
    table.play_on(until=lambda seen: seen.message.id != before.message.id)
    check(mortal_house, table)


@pytest.mark.parametrize("method", ["answerCallbackQuery", "editMessageText", "sendMessage"])
def test_while_telegram_is_being_told(mortal_house: House, method: str) -> None:
    """The call arrives, the bot does not live to hear so."""
    table = mortal_house.table()
    table.open()
    mortal_house.client.fault("drop", method=method, seconds=50)
    after = mortal_house.client.requests()[-1]["number"]

    def told() -> bool:
        return bool(mortal_house.client.requests(method, after=after))

    def told_or_changed(seen: Sight, now: Sight) -> bool:
        return told() or now.state != seen.state

    seen = table.see()
    while not told():
        tap_in_flight(table, seen)
        seen = table.see(partial(told_or_changed, seen))
    restart(mortal_house)

    settle(mortal_house, table)
    mortal_house.ledger(table).agrees_with(table)
    table.play_on(until=lambda seen: "round 3" in seen.message.text)
    check(mortal_house, table)


def test_at_random_moments(mortal_house: House) -> None:
    table = mortal_house.table(knocking=0.25)
    moments = Random(table.seed)
    table.open()
    for _ in range(KILLS):
        for _ in range(moments.randrange(3)):
            table.step()
        if table.over:
            check(mortal_house, table)
            table.rematch()
        tap_in_flight(table, table.see())
        time.sleep(moments.uniform(0, LONGEST))  # the moment itself: nothing is waited for
        log = mortal_house.ledger(table).entries

        restart(mortal_house)

        settle(mortal_house, table)
        ledger = mortal_house.ledger(table)
        assert ledger.entries[: len(log)] == log
        ledger.agrees_with(table)
    table.play_on()
    check(mortal_house, table)


def tap_in_flight(table: Table, seen: Sight) -> None:
    """Tap what the table asks for, if it still does, and do not wait for the answer."""
    with suppress(SandboxError):
        if Verb.MIX in seen.verbs:
            for person in table.shuffled(table.playing(seen)):
                table.tap(person, table.random.choice(seen.of(Verb.MIX)), seen, wait=0)
        elif Verb.REMATCH not in seen.verbs:
            table.tap(table.next_one(seen), table.choose(seen), seen, wait=0)


def settle(house: House, table: Table) -> None:
    """Wait until every tap is answered, and tap on tables that were left behind."""
    house.client.wait_until(
        lambda: all(answer.answered for person in table.people for answer in person.answers()),
        "an answer to every tap",
    )
    table.see()
    for old in table.tables()[:-1]:
        with_buttons(house, table, old)


def with_buttons(house: House, table: Table, old: Sight) -> None:
    """Tap on a table that was posted once more after a kill: it is disarmed."""
    try:
        table.people[0].tap(old.message, old.keyboard[0])
    except SandboxError:
        return
    house.client.wait_until(
        lambda: old.message.id not in [seen.message.id for seen in table.tables()],
        "one table with buttons",
    )


def check(house: House, table: Table) -> None:
    """Check that nothing is there twice, and nothing was told that should not be."""
    settle(house, table)
    ledger = house.ledger(table)
    ledger.check()
    ledger.agrees_with(table)
    shown = Counter(
        seed for message in table.chat.bot_messages() for seed in SEED.findall(message.text)
    )
    assert [seed for seed, times in shown.items() if times > 1] == []
    assert set(ledger.revealed) <= set(shown)
    assert len(table.tables()) == 1
    assert not cards_in(house.bot.log)
    assert leaks(ledger.hidden(table), told_in(house.client.requests(), table)) == []
