"""To be forgotten and to sit down at one moment: one counts, and nobody sits without a name."""

import asyncio
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

import psycopg
import pytest

from domain.errors import Refused
from domain.moves import Draw
from projections.database import Database
from projections.follower import Follower
from tests.privacy.process import WAYS, Process, Way, join, somebody
from tests.support.chance import chance_of_this_test

ANA, BEA, CAM = 7_001, 7_002, 7_003
ROUNDS = 60
SPIN = 60_000
"""Up to so many turns of an empty loop lie between two who begin at one instant."""

ROOT = Path(__file__).parents[2]

SIT_DOWN_SLOWLY = """
import sys
from contextlib import ExitStack
from uuid import UUID
from projections.database import Database
from tests.privacy.process import Process

with ExitStack() as stack:
    process = Process(Database(sys.argv[1]), stack)
    save = process.room.save

    def hesitate(*objects):
        print("sitting down", flush=True)
        sys.stdin.readline()
        return save(*objects)

    process.room.save = hesitate
    process.room.join(UUID(sys.argv[2]), UUID(sys.argv[3]))
"""


def forget(process: Process, telegram_id: int) -> str | None:
    """Let somebody be forgotten, and return why not, if so."""
    player_id = process.contacts.known(telegram_id)
    assert player_id is not None
    return refusal(lambda: asyncio.run(process.forgetting.forget(player_id)))


def refusal(act: Callable[[], object]) -> str | None:
    try:
        act()
    except Refused as refused:
        return refused.code
    return None


# One after the other


@pytest.mark.parametrize("way", WAYS)
def test_whoever_sits_is_not_forgotten(way: Way, here: Process, elsewhere: Process) -> None:
    sit_down = way(here, here.meet(BEA), here.meet(ANA))
    sit_down(here.room)

    assert forget(elsewhere, ANA) == "still_playing"
    assert elsewhere.contacts.known(ANA) is not None


@pytest.mark.parametrize("way", WAYS)
def test_whoever_was_forgotten_elsewhere_is_told_so_and_then_sits_down_as_somebody_new(
    way: Way, here: Process, elsewhere: Process
) -> None:
    before = here.meet(ANA)
    sit_down = way(here, here.meet(BEA), before)
    assert forget(elsewhere, ANA) is None

    assert refusal(lambda: sit_down(here.room)) == "forgotten"

    again = here.meet(ANA)
    assert again != before
    join(here, here.meet(BEA), again)(here.room)
    assert here.contacts.known(ANA) == again


def test_whoever_has_left_a_game_is_forgotten_while_the_others_play_on(
    here: Process, elsewhere: Process
) -> None:
    host, ana, cam = (here.meet(one) for one in (BEA, ANA, CAM))
    game_id = here.open_table(host)
    for player_id in (ana, cam):
        here.room.join(game_id, player_id)
    here.room.start(game_id, host)
    here.room.forfeit(game_id, ana, "left")

    assert forget(elsewhere, ANA) is None

    assert forget(elsewhere, CAM) == "still_playing"
    assert here.room.match(game_id).phase.running
    assert elsewhere.contacts.contacts([ana]) == [None]


def test_nobody_is_forgotten_twice(here: Process, elsewhere: Process) -> None:
    ana = here.meet(ANA)
    assert forget(elsewhere, ANA) is None

    assert refusal(lambda: asyncio.run(here.forgetting.forget(ana))) == "unknown_to_me"


def test_what_is_only_looked_at_makes_nobody_known(here: Process, elsewhere: Process) -> None:
    assert here.contacts.met(somebody(ANA)) is None
    ana = here.meet(ANA)
    assert elsewhere.contacts.met(somebody(ANA)) == ana

    assert forget(here, ANA) is None

    assert here.contacts.met(somebody(ANA)) is None
    assert here.contacts.known(ANA) is None


# One in the middle of the other


def test_forgetting_waits_for_another_process_that_seats_the_same_person(
    here: Process, database: Database, follower: Follower
) -> None:
    ana, game_id = here.meet(ANA), here.open_table(here.meet(BEA))
    arguments = ["-c", SIT_DOWN_SLOWLY, database.url, str(game_id), str(ana)]
    with (
        subprocess.Popen(
            [sys.executable, *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            cwd=ROOT,
        ) as other,
        ThreadPoolExecutor(1) as threads,
    ):
        assert other.stdin
        assert other.stdout
        assert other.stdout.readline() == "sitting down\n"
        forgotten = threads.submit(forget, here, ANA)
        wait_until_blocked(database)
        follower.stop()  # the log tells in time what no view has heard of
        assert here.room.match(game_id).player_ids == (here.meet(BEA),)
        other.stdin.write("\n")
        other.stdin.flush()

        assert forgotten.result() == "still_playing"
        assert other.wait() == 0

    assert here.room.match(game_id).player_ids == (here.meet(BEA), ana)
    assert here.contacts.known(ANA) == ana


def test_somebody_else_is_forgotten_meanwhile(here: Process) -> None:
    here.meet(BEA)
    with here.forgetting.seating([here.meet(ANA)]):
        assert forget(here, BEA) is None


def wait_until_blocked(database: Database) -> None:
    """Wait until a transaction waits for another one to end."""
    with psycopg.connect(database.conninfo, autocommit=True) as connection:
        while not connection.execute(
            "SELECT FROM pg_locks WHERE NOT granted AND locktype = 'transactionid'"
        ).fetchall():
            pass


# At one instant, many times


@pytest.mark.parametrize("where", ["in one process", "in two processes"])
def test_of_sitting_down_and_being_forgotten_exactly_one_counts(
    where: str, here: Process, elsewhere: Process
) -> None:
    forgetter = here if where == "in one process" else elsewhere
    chance = chance_of_this_test()
    start = threading.Barrier(2)
    first: Counter[str] = Counter()
    host_id = here.meet(BEA)

    def run(turns: int, act: Callable[[], str | None]) -> str | None:
        start.wait()
        for _ in range(turns):
            pass
        return act()

    with ThreadPoolExecutor(2) as threads:
        for number in range(ROUNDS):
            telegram_id = 10_000 + number
            ana = here.meet(telegram_id)
            sit_down = chance.choice(WAYS)(here, host_id, ana)
            delays = [chance.randrange(SPIN), 0]
            chance.shuffle(delays)
            sit = partial(refusal, partial(sit_down, here.room))
            go = partial(forget, forgetter, telegram_id)
            sitting, going = map(threads.submit, (run, run), delays, (sit, go))
            outcome = sitting.result(), going.result()
            assert outcome in {(None, "still_playing"), ("forgotten", None)}
            known = here.contacts.known(telegram_id)
            assert known == (ana if outcome[0] is None else None)
            first["seated" if outcome[0] is None else "forgotten"] += 1
    print(first)


# What it costs


def test_only_those_who_sit_down_are_asked_for(here: Process) -> None:
    ana, bea = here.meet(ANA), here.meet(BEA)

    def questions() -> int:
        return here.pool.get_stats()["requests_num"]

    before = questions()
    game_id = here.open_table(bea)
    here.room.join(game_id, ana)
    seated = questions()
    here.room.start(game_id, bea)
    for player_id in (ana, bea):
        here.room.contribute(game_id, player_id, 1, 3)
    match = here.room.match(game_id)
    on_turn = match.player_ids[match.in_play()[1].seat]
    here.room.play(game_id, on_turn, match.turn, Draw())

    assert seated - before == 2
    assert questions() == seated
