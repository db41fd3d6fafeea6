"""Whole games of every kind by buttons, with few players and with as many as fit."""

import pytest

from telegram_bot.callback_data import Verb
from tests.end_to_end.conftest import House
from tests.end_to_end.play import Table
from tests.end_to_end.secrecy import hidden_cards, leaks, told_in
from tests.end_to_end.test_choosing import go, offers, opened

NAMES = ("Ana", "Bruno", "Carla", "Duda", "Eva", "Fred", "Gil", "Hugo", "Iris")


@pytest.mark.parametrize(
    ("preset", "players", "grace"),
    [
        ("schwimmen", 2, True),
        ("schwimmen", 4, True),
        ("schwimmen", 9, False),
        ("scat_four", 7, False),
        ("trinta", 9, False),
    ],
)
def test_a_whole_game(house: House, preset: str, players: int, *, grace: bool) -> None:
    table = opened(house, *NAMES[:players], preset=preset)
    table.knocking = 0.8
    start_with_one_life(table, grace=grace)

    last = table.play_on()

    ledger = house.ledger(table)
    winner = table.seated[ledger.match.winners[0]]
    ledger.check()
    assert (ledger.match.rules.lives, ledger.match.rules.grace) == (1, grace)
    assert f"🏆 {winner.name} wins the game." in last.message.text
    assert len(hidden_cards(table.taps)) > 2 * players
    assert leaks(table.taps, told_in(house.client.requests(), table.taps)) == []
    assert [tapped for tapped in table.taps if tapped.answer.answers != 1] == []


def start_with_one_life(table: Table, *, grace: bool) -> None:
    """Choose rules for a short game by the menu, and start."""
    go(table, "Rules", "Cards and lives")
    for lives in (3, 2):
        seen = table.see(offers(f"Lives: {lives} "))
        fewer = next(
            press
            for press in seen.of(Verb.OPTION)
            if press.topic == "lives" and press.choice < press.number
        )
        table.people[0].tap(seen.message, fewer.encode())
    table.see(offers("Lives: 1 "))
    if not grace:
        go(table, "Bus: yes")
        table.see(offers("Bus: no"))
    go(table, "Back", "Done", "Start")
    table.see(lambda seen: Verb.MIX in seen.verbs)
