"""Whole games of every kind by buttons, with few players and with as many as fit."""

from typing import Any

import pytest

from domain.choosing import OFFERED
from telegram_bot.callback_data import Press, Verb
from telegram_bot.screens.rules_menu import PAGES, TITLES
from telegram_bot.texts import texts
from tests.end_to_end.conftest import House
from tests.end_to_end.play import Sight, Table
from tests.end_to_end.secrecy import leaks, told_in
from tests.end_to_end.test_choosing import go, opened

NAMES = ("Ana", "Bruno", "Carla", "Duda", "Eva", "Fred", "Gil", "Hugo", "Iris")
SHORT = {"lives": 1, "grace": False}


@pytest.mark.parametrize(
    ("preset", "players", "options"),
    [
        ("schwimmen", 2, {"lives": 1}),
        ("schwimmen", 9, SHORT),
        ("schwimmen_fire", 3, {"exchange_sizes": (1, 2, 3), "close_timing": "after", **SHORT}),
        ("scat_four", 7, SHORT),
    ],
)
def test_a_whole_game(house: House, preset: str, players: int, options: dict[str, Any]) -> None:
    table = opened(house, *NAMES[:players], preset=preset)
    table.knocking = 0.8
    start(table, options)

    last = table.play_on()

    ledger = house.ledger(table)
    winner = table.seated[ledger.match.winners[0]]
    ledger.check()
    assert {name: OFFERED[name].read(ledger.match.rules) for name in options} == options
    assert f"🏆 {winner.name} wins the game." in last.message.text
    if any(tapped.press.verb is Verb.HAND for tapped in table.taps):  # not all was over at a deal
        assert len(ledger.hidden(table)) >= 3 * players
    assert leaks(ledger.hidden(table), told_in(house.client.requests(), table)) == []
    assert [tapped for tapped in table.taps if tapped.answer.answers != 1] == []


def start(table: Table, options: dict[str, Any]) -> None:
    """Choose rules by the menu, and start."""
    go(table, "Rules")
    for name, value in options.items():
        page = next(page for page, names in PAGES.items() if name in names)
        go(table, TITLES[page](texts("en")))
        choose(table, name, value)
        go(table, "Back")
    go(table, "Done", "Start")
    table.see(lambda seen: Verb.MIX in seen.verbs)


def choose(table: Table, name: str, value: object) -> None:
    """Step through the values of an option."""

    def steps(seen: Sight) -> list[Press]:
        return [press for press in seen.of(Verb.OPTION) if press.topic == name]

    wanted = OFFERED[name].values.index(value)
    seen = table.see(lambda now: bool(steps(now)))
    if steps(seen)[0].number != wanted:
        nearest = min(steps(seen), key=lambda step: abs(step.choice - wanted))
        table.people[0].tap(seen.message, nearest.encode())
        table.see(lambda now: nearest not in steps(now))
        choose(table, name, value)
