"""Any number of clocks, killed whenever: what is due is carried out, once, and never too early."""

import signal
import sys
from asyncio import create_subprocess_exec
from asyncio.subprocess import PIPE
from collections import Counter
from datetime import timedelta
from uuid import UUID

from domain.facts import (
    BuyInDeclined,
    GameAbandoned,
    GraceGiven,
    PlayerReturned,
    RoundDealt,
    TableClosed,
    TurnTimedOut,
    VoteEnded,
)
from domain.match import DeadlineKind, Phase
from domain.moves import Draw, Knock, Stand, ThrowAt
from domain.pace import LIMITS, LONGEST_GRACE, Pace
from domain.rules import rule_set
from domain.voting import END
from telegram_bot.clock import LEASE
from telegram_bot.heartbeats import INTAKE
from tests.time.house import SEEN_FOR, House

SECOND = timedelta(seconds=1)
TURN = LIMITS[Pace.FAST].turn or timedelta()

CLAIM_AND_BLOCK = """
import asyncio, sys
from datetime import datetime, timedelta
from typing import Any
from psycopg_pool import ConnectionPool
from domain.card_room import CardRoom
from projections.database import Database
from telegram_bot.clock import Clock
from telegram_bot.game import Games
from telegram_bot.threads import Threads

class Stuck(Games):
    async def time_out(self, *_: Any) -> None:
        print("claimed", flush=True)
        await asyncio.Event().wait()

database, now = Database(sys.argv[1]), datetime.fromisoformat(sys.argv[2])
with CardRoom(database.environment) as room, ConnectionPool(database.conninfo) as pool:
    threads = Threads(2)
    clock = Clock(Stuck(room, threads), pool, threads, timedelta(seconds=6), lambda: now)
    asyncio.run(clock.beat())
"""


def tap(house: House, game_id: UUID, *taps: Draw | Knock | Stand | ThrowAt) -> None:
    """Let the player on turn tap."""
    for said in taps:
        match = house.room.match(game_id)
        player_id = match.player_ids[match.in_play()[1].seat]
        house.room.play(game_id, player_id, match.turn, said)


async def wait(house: House, passed: timedelta, *clocks: object) -> None:
    """Let time pass, and clocks beat."""
    house.time.now += passed
    await house.beat(*clocks)  # type: ignore[arg-type]


async def test_one_table_and_two_clocks_carry_out_each_deadline_once(house: House) -> None:
    game_id = house.begin(3)
    clocks = house.clock(), house.clock()
    while not house.room.match(game_id).phase.over:
        house.show()
        look = house.next_look()
        assert look is not None
        house.time.now = max(house.time.now, look)
        await house.beat(*clocks)

    (dealt,) = house.happened(game_id, RoundDealt)
    missed = house.happened(game_id, TurnTimedOut)
    assert [event.turn for event in missed] == [1, 2, 3, 4, 5, 6]  # type: ignore[attr-defined]
    assert dealt.timestamp < missed[0].timestamp
    assert len(house.happened(game_id, GameAbandoned)) == 1


async def test_nothing_is_carried_out_a_second_too_early(house: House) -> None:
    game_id = house.begin()
    house.deal(game_id)
    clock = house.clock()
    await wait(house, timedelta(), clock)

    await wait(house, TURN - SECOND, clock)
    assert not house.happened(game_id, TurnTimedOut)

    await wait(house, SECOND, clock)
    assert len(house.happened(game_id, TurnTimedOut)) == 1


async def test_every_kind_of_deadline_is_carried_out(house: House) -> None:
    clock = house.clock()
    lobby = house.room.open_game(
        house.group(), house.evening.new_id(), "scat", rule_set("scat"), Pace.FAST
    ).match.id
    committed, turn, idle = house.begin(), house.begin(), house.begin(pace=Pace.NONE)
    for game_id in (turn, idle):
        house.deal(game_id)
    vote = house.begin(4, pace=Pace.SLOW)
    house.room.call_vote(vote, house.room.match(vote).player_ids[0], END, None)
    offer = house.begin(3, lives=1, grace=False, buy_in=True, first_turn_knock=True)
    house.arrange(offer, "KS QS 2D", "KD QD 3S", "2H 3C 4D")
    tap(house, offer, Knock(), Stand(), Stand())

    for passed in (timedelta(), SEEN_FOR, TURN, timedelta(hours=12), timedelta(days=14)):
        await wait(house, passed, clock)

    assert house.room.match(lobby).phase is Phase.CLOSED
    assert len(house.happened(lobby, TableClosed)) == 1
    assert len(house.happened(committed, RoundDealt)) == 1
    assert house.happened(turn, TurnTimedOut)
    assert [e.cause for e in house.happened(idle, GameAbandoned)] == ["idle"]  # type: ignore[attr-defined]
    assert [e.cause for e in house.happened(vote, VoteEnded)] == ["deadline"]  # type: ignore[attr-defined]
    assert [e.cause for e in house.happened(offer, BuyInDeclined)] == ["deadline"]  # type: ignore[attr-defined]


async def test_a_clock_killed_with_a_deadline_in_hand_leaves_it_to_another(house: House) -> None:
    game_id = house.begin()
    house.deal(game_id)
    house.show()
    house.time.now += TURN
    house.alive()
    arguments = "-c", CLAIM_AND_BLOCK, house.database.url, house.time.now.isoformat()
    killed = await create_subprocess_exec(sys.executable, *arguments, stdout=PIPE)
    assert killed.stdout is not None
    assert await killed.stdout.readline() == b"claimed\n"
    killed.send_signal(signal.SIGKILL)
    assert await killed.wait() == -signal.SIGKILL
    clocks = house.clock(), house.clock()

    await wait(house, LEASE - SECOND, *clocks)
    assert not house.happened(game_id, TurnTimedOut)
    await wait(house, SECOND, *clocks)
    await wait(house, SECOND, *clocks)

    assert len(house.happened(game_id, TurnTimedOut)) == 1
    assert not house.happened(game_id, GraceGiven)


async def test_a_pulse_that_is_late_by_hours_loses_nothing(house: House) -> None:
    """Nobody could see to the tables, but the bot was in service otherwise."""
    games = [house.begin() for _ in range(3)]
    clock = house.clock()
    await wait(house, timedelta(), clock)
    await wait(house, SEEN_FOR, clock)
    house.show()

    await wait(house, timedelta(hours=7), clock)

    counts = Counter(len(house.happened(game_id, TurnTimedOut)) for game_id in games)
    assert counts == {1: 3}


async def test_after_hours_without_any_clock_everybody_has_the_whole_time_again(
    house: House,
) -> None:
    game_id = house.begin()
    clock = house.clock()
    await wait(house, timedelta(), clock)
    await wait(house, SEEN_FOR, clock)
    house.show()
    house.time.now += timedelta(hours=7)

    await clock.beat()
    assert not house.happened(game_id, TurnTimedOut, GraceGiven)
    house.beats.beat(INTAKE, house.time.now)
    await clock.beat()
    house.follow()

    (grace,) = house.happened(game_id, GraceGiven)
    assert grace.cause == "outage"  # type: ignore[attr-defined]
    deadline = house.room.match(game_id).deadline
    assert deadline is not None
    assert deadline.until == house.time.now + min(TURN, LONGEST_GRACE)
    assert not house.happened(game_id, TurnTimedOut)
    await wait(house, TURN, clock)
    assert len(house.happened(game_id, TurnTimedOut)) == 1
    assert len(house.happened(game_id, GraceGiven)) == 1


async def test_a_turn_is_not_timed_out_before_the_table_shows_it(house: House) -> None:
    game_id = house.begin()
    house.deal(game_id)
    house.follow()
    clock = house.clock()
    house.time.now += TURN + timedelta(minutes=5)
    house.alive()

    await clock.beat()
    house.follow()

    assert not house.happened(game_id, TurnTimedOut, GraceGiven)
    house.time.now += 2 * SECOND
    await house.beat(clock)
    (grace,) = house.happened(game_id, GraceGiven)
    assert grace.cause == "unseen"  # type: ignore[attr-defined]


async def test_whoever_returned_meanwhile_is_not_timed_out_by_what_was_claimed(
    house: House,
) -> None:
    game_id = house.begin()
    house.deal(game_id)
    for _ in range(2):
        house.miss(game_id)
        tap(house, game_id, Draw(), ThrowAt(4))
    match = house.room.match(game_id)
    assert match.away == {1}
    clock = house.clock()
    await wait(house, timedelta(), clock)
    house.time.now += timedelta(seconds=10)
    house.room.come_back(game_id, match.player_ids[1])

    house.alive()
    await clock.beat()

    assert house.room.match(game_id).turn == match.turn
    assert house.happened(game_id, PlayerReturned)
    house.follow()
    await wait(house, TURN, clock)
    assert house.room.match(game_id).turn == match.turn + 1


async def test_a_failure_at_one_table_stops_no_other(house: House) -> None:
    broken, sound = house.begin(), house.begin()
    for game_id in (broken, sound):
        house.deal(game_id)
    clock = house.clock()
    await wait(house, timedelta(), clock)
    house.connection.execute(
        "UPDATE thirtyone.deadlines SET kind = 'turn', number = 99 WHERE game_id = %s", (broken,)
    )
    house.connection.execute(
        "UPDATE thirtyone.posted_screens SET shown_deadline = 'turn:99' WHERE game_id = %s",
        (broken,),
    )

    await wait(house, TURN, clock)

    assert not house.happened(broken, TurnTimedOut)
    assert len(house.happened(sound, TurnTimedOut)) == 1


async def test_a_deadline_that_names_what_is_over_is_held_for_its_lease_and_harms_nobody(
    house: House,
) -> None:
    """So it is while the views are behind: the log decides."""
    game_id = house.begin()
    house.deal(game_id)
    clock = house.clock()
    await wait(house, timedelta(), clock)
    house.time.now += TURN
    tap(house, game_id, Draw(), ThrowAt(4))
    before = house.room.match(game_id)
    house.alive()

    await clock.beat()

    assert house.room.match(game_id) == before
    assert before.deadline is not None
    assert before.deadline.name == f"{DeadlineKind.TURN}:2"
