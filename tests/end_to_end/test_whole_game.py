"""Three people play whole games by buttons, and everything that was promised is checked."""

import pytest

from telegram_bot.callback_data import Verb
from tests.end_to_end.conftest import House
from tests.end_to_end.secrecy import Told, cards_in, leaks, told_in


@pytest.fixture(params=["house", "newer_house"])
def any_house(request: pytest.FixtureRequest) -> House:
    """A house where hands are shown by alerts, or below to each player alone."""
    house: House = request.getfixturevalue(request.param)
    return house


def test_three_people_play_to_the_winner_and_play_again(any_house: House) -> None:
    house = any_house
    table = house.table()
    table.open()

    last = table.play_on()

    ledger = house.ledger(table)
    told = told_in(house.client.requests(), table)
    here = [said for said in told if said.audience == table.chat.id]
    winner = table.seated[ledger.match.winners[0]]
    ledger.check()
    ledger.was_committed_before_it_was_revealed(here)
    assert f"🏆 {winner.name} wins the game." in last.message.text
    assert house.room.digest(ledger.game_id)[:4] in last.message.text
    assert len(ledger.hidden(table)) > 3 * ledger.match.round_number
    assert leaks(ledger.hidden(table), told) == []
    assert [tapped for tapped in table.taps if tapped.answer.answers != 1] == []
    assert _showdowns(here) == ledger.match.round_number
    assert len(table.tables()) == 1
    assert not [seed for seed in ledger.seeds if seed in house.bot.log]
    assert not cards_in(house.bot.log)
    assert house.sandbox.token not in house.bot.log

    table.rematch()

    again = house.ledger(table)
    assert again.match.previous_id == ledger.game_id
    assert again.match.player_ids == ledger.match.player_ids
    assert Verb.MIX in table.see().verbs


def _showdowns(told: list[Told]) -> int:
    return sum("seed <code>" in said.text for said in told)
