"""Whatever the card room has been asked to do in a game, its audit finds good."""

from uuid import UUID

import pytest

from domain.audit.judging import audit
from domain.choosing import Chosen
from domain.match import DeadlineKind, Match, Phase
from domain.pace import Pace
from domain.rules import rule_set
from domain.timing import Grace
from tests.application.rooms import Evening
from tests.audit.played import IN_MEMORY, log_of


@pytest.fixture
def evening() -> Evening:
    return Evening(31, IN_MEMORY)


def table(evening: Evening, players: int = 3, pace: Pace = Pace.FAST) -> Match:
    """Return a table before the start; seat 0 deals first, and 1 plays first."""
    people = [evening.new_id() for _ in range(players)]
    rules = rule_set("scat", {"first_dealer": "seat"})
    opened = evening.room.open_game(evening.group_id, people[0], "scat", rules, pace).match
    for person in people[1:]:
        evening.room.join(opened.id, person)
    return evening.room.match(opened.id)


def playing(evening: Evening, players: int = 3, pace: Pace = Pace.FAST) -> Match:
    """Return a game on its first turn."""
    match = table(evening, players, pace)
    match = evening.room.start(match.id, match.player_ids[0]).match
    while match.phase is not Phase.PLAYING:  # a deal may end its round
        match = miss(evening, match.id)
    return match


def miss(evening: Evening, game_id: UUID) -> Match:
    """Let the deadline pass."""
    deadline = evening.room.match(game_id).deadline
    assert deadline is not None
    evening.clock.now = max(evening.clock.now, deadline.until)
    return evening.room.time_out(game_id, deadline.kind, deadline.number).match


def somebody_away(evening: Evening) -> Match:
    """Return a game in which the first player to be so is away."""
    match = playing(evening)
    while not match.away:
        match = miss(evening, match.id)
    return match


def assert_good(evening: Evening, game_id: UUID, *topics: str) -> None:
    """See that a game is over, that these events are in it, and that it is found good."""
    played = log_of(evening, game_id)
    assert evening.room.match(game_id).phase.over
    assert all(played.numbers(topic) for topic in topics)
    assert audit(game_id, played.lines).findings == ()


def test_people_come_and_go_and_choose_before_the_start(evening: Evening) -> None:
    match = table(evening)
    ana, bruno, carla = match.player_ids
    evening.room.leave(match.id, bruno)
    evening.room.choose_pace(match.id, ana, "slow")
    evening.room.choose_rules(
        match.id, ana, lambda _: Chosen("trinta", rule_set("trinta", {"lives": 1}))
    )
    evening.room.join(match.id, bruno)
    evening.room.start(match.id, carla)
    evening.play_out(match.id)

    assert_good(evening, match.id, "player_left", "pace_chosen", "rules_chosen", "ended")


def test_everybody_leaves_a_table(evening: Evening) -> None:
    match = table(evening)
    for person in match.player_ids:
        evening.room.depart(match.id, person, "left_group")

    assert_good(evening, match.id, "table_closed")


def test_a_table_is_closed_by_whoever_opened_it_and_by_an_administrator(
    evening: Evening,
) -> None:
    one = table(evening)
    evening.room.close_table(one.id, one.player_ids[0])
    other = table(evening)
    evening.room.close_for_administrator(other.id, evening.new_id())

    assert_good(evening, one.id, "table_closed")
    assert_good(evening, other.id, "table_closed")


def test_a_table_is_left_alone_for_longer_than_it_would_have_been(evening: Evening) -> None:
    match = table(evening)
    assert match.deadline is not None
    until = match.deadline.until.replace(year=match.deadline.until.year + 1)
    evening.room.give_grace(match.id, Grace(DeadlineKind.LOBBY, 0, until, "outage"))
    miss(evening, match.id)

    assert_good(evening, match.id, "grace_given", "table_closed")


def test_a_rematch(evening: Evening) -> None:
    first = playing(evening, 2)
    evening.room.end_game(first.id, evening.new_id())
    again = evening.room.rematch(first.id, first.player_ids[1]).match
    evening.room.rematch(first.id, first.player_ids[0])
    evening.room.start(again.id, first.player_ids[0])
    evening.play_out(again.id)

    assert_good(evening, first.id, "abandoned")
    assert_good(evening, again.id, "ended")


@pytest.mark.parametrize("cutting", [False, True], ids=["in play", "before a deal"])
@pytest.mark.parametrize("seated", [True, False], ids=["a player who is away", "somebody else"])
def test_an_administrator_ends_a_game(evening: Evening, *, seated: bool, cutting: bool) -> None:
    match = somebody_away(evening)
    if cutting:
        evening.room.void_round(match.id, "arbiter")
    away = match.player_ids[min(match.away)]
    evening.room.end_game(match.id, away if seated else evening.new_id())

    assert_good(evening, match.id, "abandoned", *(["player_returned"] if seated else []))


def test_somebody_is_back_by_a_tap_that_does_nothing_else(evening: Evening) -> None:
    match = somebody_away(evening)
    evening.room.come_back(match.id, match.player_ids[min(match.away)])
    evening.play_out(match.id)

    assert_good(evening, match.id, "player_went_away", "player_returned")


def test_a_table_where_nobody_is_hurried_is_given_up(evening: Evening) -> None:
    match = playing(evening, pace=Pace.NONE)
    miss(evening, match.id)

    assert_good(evening, match.id, "abandoned")


def test_a_player_is_kicked_and_a_round_declared_void(evening: Evening) -> None:
    match = playing(evening)
    evening.room.void_round(match.id, "arbiter")
    evening.room.depart(match.id, match.player_ids[1], "kicked")
    evening.play_out(match.id)

    assert_good(evening, match.id, "round_voided", "player_forfeited")
