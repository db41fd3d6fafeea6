"""Every table of the standings equals a recount of the raw log, whatever has happened."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from domain import facts
from domain.events import Stored
from projections.rebuild import rebuild
from projections.rows import Connection
from projections.standings.projector import STANDINGS
from tests.standings.conftest import Room, begin_again, in_order, keep_up, standings
from tests.standings.histories import GROUPS, RULES, Evenings, Played, histories, played
from tests.standings.recount import read_log, recount
from tests.standings.seasons import FIRST_DAY

# Threads of the pool of connections draw from it at any moment, our strategies never do.
pytestmark = pytest.mark.filterwarnings("ignore:Do not use the `random` module")

BATCHES = st.sampled_from([1, 2, 7, 30, 1_000])

often = settings(
    max_examples=25,
    # The database is emptied by the test itself, and is what takes long.
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
seldom = settings(often, max_examples=6)


def check(connection: Connection, room: Room, log: list[Stored], batch: int) -> None:
    begin_again(connection)
    room.happen(*log)

    keep_up(connection, room, batch)

    kept = in_order(standings(connection))
    assert kept == in_order(recount(read_log(connection)))
    [rebuilt] = rebuild(connection, room.entries, [STANDINGS], batch=1_000 // batch + 1)
    assert rebuilt.different == 0


@given(histories(), BATCHES)
@often
def test_the_standings_of_any_history_equal_a_recount(
    connection: Connection, room: Room, log: list[Stored], batch: int
) -> None:
    check(connection, room, log, batch)


@given(played(), BATCHES)
@seldom
def test_the_standings_of_games_that_were_played_equal_a_recount(
    connection: Connection, room: Room, evenings: Evenings, batch: int
) -> None:
    check(connection, room, evenings.log(), batch)


def test_a_tie_break_a_shared_win_and_rematches_are_counted_like_all_else(
    connection: Connection, room: Room
) -> None:
    sudden, shared = (
        Played(
            rules, players=3, seed=4, moved=0, group=GROUPS[0], ended_at=FIRST_DAY, rematch=True
        )
        for rules in RULES[-2:]
    )
    log = Evenings([], [sudden, shared], seed=31).log()
    assert any(isinstance(event, facts.TieBreakCalled) for event in log)
    assert any(isinstance(event, facts.GameEnded) and len(event.winners) > 1 for event in log)
    openings = [event for event in log if isinstance(event, facts.GameOpened)]
    assert sum(event.previous_id is not None for event in openings) == 2

    check(connection, room, log, batch=7)
