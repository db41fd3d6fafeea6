"""Deadlines through the card room: what they change, who is at the table, what a tap is told."""

import json
from collections.abc import Iterator
from datetime import timedelta
from functools import partial
from pathlib import Path
from uuid import UUID

import pytest

from domain import customs
from domain.card_room import CardRoom
from domain.customs import AS_USUAL
from domain.errors import Refused
from domain.facts import DeadlineSet, PlayerReturned, TurnTimedOut
from domain.match import DeadlineKind, Match, Phase
from domain.moves import Draw, ThrowAt
from domain.pace import AWAY, LIMITS, Pace
from domain.rules import rule_set
from projections.database import Database
from telegram_bot.callback_data import Press, Verb
from telegram_bot.game import Games
from telegram_bot.threads import Threads
from tests.application.rooms import Evening
from tests.application.test_frozen_log import events

IN_MEMORY = {"AGGREGATE_CACHE_MAXSIZE": "100"}
TURN = LIMITS[Pace.FAST].turn or timedelta()
FROZEN = Path(__file__).parents[1] / "cases" / "log_1.json"


@pytest.fixture(params=["memory", "postgres"])
def evening(request: pytest.FixtureRequest) -> Iterator[Evening]:
    if request.param == "memory":
        yield Evening(31, IN_MEMORY)
        return
    database: Database = request.getfixturevalue("database")
    evening = Evening(31, database.environment)
    yield evening
    evening.room.close()


@pytest.fixture
def games() -> Iterator[tuple[Games, Evening]]:
    """The façade of the Telegram side, on a room in memory."""
    threads = Threads(1)
    evening = Evening(7, IN_MEMORY)
    yield Games(evening.room, threads), evening
    threads.close()


def opened(evening: Evening, pace: Pace | None = None) -> Match:
    """Return a table with one player."""
    ana = evening.new_id()
    return evening.room.open_game(evening.group_id, ana, "scat", rule_set("scat"), pace).match


def playing(evening: Evening, players: int = 2, pace: Pace = Pace.FAST) -> Match:
    """Return a game on its first turn, which is that of seat 1."""
    ids = [evening.new_id() for _ in range(players)]
    rules = rule_set("scat", {"first_dealer": "seat"})
    game_id = evening.room.open_game(evening.group_id, ids[0], "scat", rules, pace).match.id
    for player_id in ids[1:]:
        evening.room.join(game_id, player_id)
    evening.room.start(game_id, ids[0])
    return miss(evening, game_id)


def miss(evening: Evening, game_id: UUID) -> Match:
    """Let the deadline pass."""
    deadline = evening.room.match(game_id).deadline
    assert deadline is not None
    evening.clock.now = max(evening.clock.now, deadline.until)
    return evening.room.time_out(game_id, deadline.kind, deadline.number).match


def move(evening: Evening, game_id: UUID) -> Match:
    """Let the player on turn draw and throw."""
    for tap in (Draw(), ThrowAt(4)):
        match = evening.room.match(game_id)
        player_id = match.player_ids[match.in_play()[1].seat]
        match = evening.room.play(game_id, player_id, match.turn, tap).match
    return match


def away(evening: Evening) -> Match:
    """Return a game of two in which seat 1 is away, and on turn."""
    game_id = playing(evening).id
    for _ in range(2):
        miss(evening, game_id)
        match = move(evening, game_id)
    assert match.away == {1}
    return match


def test_a_game_is_played_at_the_pace_that_the_group_is_used_to(evening: Evening) -> None:
    slow = partial(customs.choose_pace, name="slow")

    assert opened(evening).pace is AS_USUAL.pace is Pace.RELAXED
    evening.group_id = evening.new_id()
    evening.room.choose_customs(evening.group_id, evening.new_id(), slow)
    assert opened(evening).pace is Pace.SLOW


def test_or_at_one_that_its_opener_asked_for(evening: Evening) -> None:
    assert opened(evening, Pace.NONE).pace is Pace.NONE


def test_a_rematch_keeps_the_pace_whatever_the_group_is_used_to(evening: Evening) -> None:
    match = playing(evening, pace=Pace.SLOW)
    over = evening.room.depart(match.id, match.player_ids[0], "left").match

    again = evening.room.rematch(match.id, over.player_ids[1]).match

    assert again.pace is Pace.SLOW
    assert again.deadline is not None
    assert again.deadline.until == evening.clock.now + LIMITS[Pace.SLOW].lobby


def test_a_table_that_is_closed_for_idleness_makes_room_for_another(evening: Evening) -> None:
    match = opened(evening)

    assert miss(evening, match.id).phase is Phase.CLOSED

    assert evening.room.open_game_of(evening.group_id) is None
    opened(evening)


def test_so_does_a_game_that_was_given_up_and_it_has_its_rematch(evening: Evening) -> None:
    match = playing(evening, 2)
    while not match.phase.over:
        match = miss(evening, match.id)

    assert match.abandoned == "away"
    assert evening.room.open_game_of(evening.group_id) is None
    assert evening.room.rematch(match.id, match.player_ids[1]).match.phase is Phase.LOBBY


def test_a_turn_is_timed_out_once_whoever_says_so(evening: Evening) -> None:
    match = playing(evening)
    evening.clock.advance(60)
    another = evening.room if evening.environment is IN_MEMORY else evening.open_room()

    first = evening.room.time_out(match.id, DeadlineKind.TURN, match.turn)
    again = another.time_out(match.id, DeadlineKind.TURN, match.turn)

    assert (first.changed, again.changed) == (True, False)
    assert first.match == again.match
    if another is not evening.room:
        another.close()


def test_a_clock_that_comes_too_early_is_refused_and_changes_nothing(evening: Evening) -> None:
    match = playing(evening)
    evening.clock.advance(59.9)

    with pytest.raises(Refused, match="not_now"):
        evening.room.time_out(match.id, DeadlineKind.TURN, match.turn)

    assert evening.room.match(match.id) == match


def test_a_deadline_is_in_the_log_and_so_survives_the_process(evening: Evening) -> None:
    match = playing(evening)
    log = list(evening.room.events.get(match.id))

    told = [event for event in log if isinstance(event, DeadlineSet)][-1]

    assert match.deadline is not None
    assert (told.kind, told.number, told.until) == (
        match.deadline.kind,
        match.deadline.number,
        match.deadline.until,
    )


def test_a_game_from_before_there_were_deadlines_waits_for_everybody() -> None:
    [frozen] = [log for log in json.loads(FROZEN.read_text()) if log["id"].startswith("f07f")]
    log = events(frozen)
    game_id = log[0].originator_id
    with CardRoom(clock=lambda: log[-1].timestamp) as room:
        room.recorder.insert_events([room.mapper.to_stored_event(event) for event in log[:40]])
        match = room.match(game_id)

        assert match.pace is Pace.NONE
        assert match.phase is Phase.PLAYING
        assert match.deadline is None
        done = room.come_back(game_id, match.player_ids[0])

        assert done.match.deadline is not None
        assert done.match.deadline.kind is DeadlineKind.IDLE


async def test_any_tap_brings_a_player_back_with_the_whole_time_of_the_own_turn(
    games: tuple[Games, Evening],
) -> None:
    facade, evening = games
    match = away(evening)
    assert match.deadline is not None
    assert match.deadline.until == evening.clock.now + AWAY
    evening.clock.advance(9)

    view = await facade.press(Press(Verb.HAND, match.id), match.player_ids[1], evening.group_id)

    assert view is not None
    assert not view.public.seats[1].away
    assert view.public.deadline is not None
    assert view.public.deadline.until == evening.clock.now + TURN


REFUSED = {
    "an old button": (Press(Verb.DRAW, UUID(int=0), number=1), "stale"),
    "a button for another moment": (Press(Verb.MIX, UUID(int=0), number=1, choice=1), "stale"),
    "a move that is not possible": (Press(Verb.STAND, UUID(int=0)), "stand_too_early"),
    "a choice of the rules": (Press(Verb.PRESET, UUID(int=0), topic="trinta"), "not_in_lobby"),
    "an offer that was not made": (Press(Verb.BUY_IN, UUID(int=0), number=1), "not_offered"),
    "a vote that is not open": (Press(Verb.VOTE, UUID(int=0), number=1), "stale"),
}


@pytest.mark.parametrize("said", REFUSED)
async def test_a_tap_that_is_refused_brings_back_as_well(
    said: str, games: tuple[Games, Evening]
) -> None:
    facade, evening = games
    match = away(evening)
    button, code = REFUSED[said]
    press = Press(button.verb, match.id, button.number or match.turn, button.choice, button.topic)

    with pytest.raises(Refused, match=code):
        await facade.press(press, match.player_ids[1], evening.group_id)

    now = evening.room.match(match.id)
    assert now.away == frozenset()
    assert now.deadline is not None
    assert now.deadline.until == evening.clock.now + TURN


async def test_a_tap_out_of_turn_brings_back_and_moves_nobodys_deadline(
    games: tuple[Games, Evening],
) -> None:
    facade, evening = games
    match = miss(evening, away(evening).id)
    evening.clock.advance(1)

    press = Press(Verb.DRAW, match.id, match.turn)
    with pytest.raises(Refused, match="not_your_turn"):
        await facade.press(press, match.player_ids[1], evening.group_id)

    now = evening.room.match(match.id)
    assert now.away == frozenset()
    assert now.deadline == match.deadline


async def test_taps_of_others_bring_nobody_back(games: tuple[Games, Evening]) -> None:
    facade, evening = games
    match = away(evening)

    await facade.press(Press(Verb.HAND, match.id), match.player_ids[0], evening.group_id)
    await facade.press(Press(Verb.HAND, match.id), evening.new_id(), evening.group_id)

    assert evening.room.match(match.id) == match


async def test_a_tap_in_another_group_brings_nobody_back(games: tuple[Games, Evening]) -> None:
    facade, evening = games
    match = away(evening)

    with pytest.raises(Refused, match="forged"):
        await facade.press(Press(Verb.HAND, match.id), match.player_ids[1], evening.new_id())

    assert evening.room.match(match.id) == match


async def test_a_player_who_is_there_is_told_in_the_log_of_no_return(
    games: tuple[Games, Evening],
) -> None:
    facade, evening = games
    match = away(evening)
    for _ in range(2):
        await facade.press(Press(Verb.HAND, match.id), match.player_ids[1], evening.group_id)

    returns = [e for e in evening.room.events.get(match.id) if isinstance(e, PlayerReturned)]

    assert [event.seat for event in returns] == [1]


async def test_a_tap_that_comes_after_the_deadline_is_told_that_it_is_late(
    games: tuple[Games, Evening],
) -> None:
    facade, evening = games
    before = playing(evening)
    match = miss(evening, before.id)

    for press in (
        Press(Verb.DRAW, match.id, before.turn),
        Press(Verb.THROW, match.id, before.turn, choice=4),
    ):
        with pytest.raises(Refused, match="stale"):
            await facade.press(press, match.player_ids[1], evening.group_id)

    forced = [e for e in evening.room.events.get(match.id) if isinstance(e, TurnTimedOut)]
    assert len(forced) == 1
    assert evening.room.match(match.id) == match


async def test_a_tap_before_the_clock_has_looked_counts_though_it_is_late(
    games: tuple[Games, Evening],
) -> None:
    facade, evening = games
    match = playing(evening)
    evening.clock.advance(120)

    view = await facade.press(
        Press(Verb.DRAW, match.id, match.turn), match.player_ids[1], evening.group_id
    )

    assert view is not None
    assert view.drawn is not None
