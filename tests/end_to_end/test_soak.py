"""Games through all that goes wrong at random: each ends, and its log replays.

`SOAK_GAMES=200 pytest tests/end_to_end/test_soak.py` plays for longer.
"""

import os
from datetime import timedelta
from random import Random
from typing import Any, Final

import pytest

from domain.card_room import CardRoom
from domain.match import Phase
from projections.database import Database
from telegram_bot.callback_data import Verb
from telegram_bot.sandbox.budget import Limits
from telegram_bot.sandbox.clock import ManualClock
from telegram_bot.sandbox.demo import demo_world
from tests.end_to_end.conftest import TimedHouse
from tests.end_to_end.play import Table
from tests.end_to_end.test_kills import tap_in_flight
from tests.support.chance import chance_of_this_test
from tests.support.running_sandbox import running_sandbox
from tests.support.timed_bot import timed_bot

GAMES: Final = int(os.environ.get("SOAK_GAMES", "1"))
PRESETS: Final = ("scat", "trinta", "scat_four", "schwimmen")
LONGEST: Final = 400
"""Taps after which a game is given up as stuck; none should be."""

A_WHILE: Final = timedelta(seconds=15)
"""Time for what went wrong to be tried again, long before a turn is over."""

METHODS: Final = ("answerCallbackQuery", "editMessageText", "sendMessage")
ERRORS: Final[tuple[dict[str, Any], ...]] = (
    {"code": 500, "description": "Internal Server Error"},
    {"code": 502, "description": "Bad Gateway"},
    {
        "code": 429,
        "description": "Too Many Requests: retry after 5",
        "parameters": {"retry_after": 5},
    },
)


def misfortune(house: TimedHouse, random: Random, chat_id: int) -> None:
    """Let something go wrong next: before or after it is done, or with what people do."""
    match random.choice(("refuse", "drop", "duplicate", "overtake")):
        case "refuse":
            method, error = random.choice(METHODS), random.choice(ERRORS)
            house.client.fault("refuse", method=method, chat_id=chat_id, error=error)
        case "drop":
            method = random.choice(METHODS)
            house.client.fault("drop", method=method, chat_id=chat_id, error=ERRORS[1])
        case trouble:
            house.client.fault(trouble, method="callback_query")


def play_for_a_while(house: TimedHouse, table: Table, random: Random, taps: int) -> None:
    """Play on through misfortunes, until the bot is to be restarted or the game is over."""
    for _ in range(taps):
        while not table.tables():
            house.bot.pass_time(A_WHILE)
        if table.over:
            return
        if random.random() < 0.4:
            misfortune(house, random, table.chat.id)
        tap_in_flight(table, table.see())
        house.bot.pass_time(A_WHILE)


@pytest.mark.parametrize("number", range(GAMES))
def test_a_game_ends_whatever_goes_wrong(database: Database, number: int) -> None:
    clock = ManualClock()
    chance = chance_of_this_test()
    random = Random(chance.random())
    with (
        running_sandbox(demo_world(now=clock, limits=Limits.none())) as sandbox,
        CardRoom(database.environment) as room,
    ):
        table: Table | None = None
        taps = 0
        while table is None or not (table.tables() and table.over):
            with timed_bot(sandbox, database, clock, chance, cut_seconds=600) as bot:
                house = TimedHouse(sandbox=sandbox, database=database, room=room, bot=bot)
                if table is None:
                    table = house.table(knocking=0.7)
                    table.open(f"{PRESETS[number % len(PRESETS)]} slow")
                play_for_a_while(house, table, random, leg := random.randrange(5, 40))
                taps += leg
                assert taps < LONGEST
        assert sandbox.client.problems == []
        ledger = house.ledger(table)
        ledger.check()
        assert ledger.match.phase is Phase.ENDED
        assert room.audit(ledger.game_id).good
        assert Verb.REMATCH in table.see().verbs
