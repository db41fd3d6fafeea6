"""The schedules: what is due and when, who has it in hand, and what is known of the chat."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from functools import partial
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg import sql

from domain import facts
from domain.facts import Fact
from projections.database import SCHEMA, Database
from projections.deadlines.projector import DEADLINES, REMINDERS, VOTES
from projections.deadlines.queries import Due, claim_due, look_again, put_off, seen_to
from projections.deadlines.view import REMINDER, SCHEDULES, DeadlineRow
from projections.read_model import ReadModel
from projections.rebuild import rebuild
from projections.rows import Connection
from tests.projections import stories
from tests.projections.conftest import Room, follow
from tests.projections.stories import ANN, NOON, recorded

LEASE = timedelta(seconds=30)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
LATER = NOON + MINUTE
OFFER = facts.BuyInOffered(seats=(1,), stake=1, until=LATER)
CALLED = facts.VoteCalled(number=1, about="end", seat=0, target=None, until=LATER)
DEALT = [*stories.started(), stories.dealt(1)]


def _turn(number: int, lasts: timedelta = MINUTE, since: datetime = NOON) -> facts.DeadlineSet:
    return facts.DeadlineSet(kind="turn", number=number, since=since, until=since + lasts)


def _lobby(until: datetime) -> facts.DeadlineSet:
    return facts.DeadlineSet(kind="lobby", number=0, since=NOON, until=until)


def _grace(kind: str, number: int) -> facts.GraceGiven:
    return facts.GraceGiven(kind=kind, number=number, until=LATER + MINUTE, cause="outage")


def _row(happened: Sequence[Fact], model: ReadModel[DeadlineRow] = DEADLINES) -> DeadlineRow:
    row = stories.fold(model, happened)
    assert row is not None
    return replace(row, game_id=UUID(int=0))  # each story is about a game of its own


def _waits_for(*happened: Fact) -> tuple[str | None, int] | None:
    row: DeadlineRow | None = stories.fold(DEADLINES, happened)
    return None if row is None else (row.kind, row.number)


# What a game waits for


def test_a_committed_deck_waits_for_its_deal() -> None:
    assert _waits_for(*stories.started()) == ("deal", 1)


def test_a_table_before_the_start_waits_for_people_until_it_is_closed() -> None:
    row = _row([*stories.opened(), _lobby(LATER)])

    assert (row.kind, row.number, row.due_at) == ("lobby", 0, LATER)


def test_every_stir_at_a_table_puts_its_closing_off() -> None:
    row = _row([*stories.opened(), _lobby(LATER), _lobby(LATER + MINUTE)])

    assert row.due_at == LATER + MINUTE


def test_a_turn_waits_for_its_player() -> None:
    happened = [*DEALT, _turn(1)]

    row = _row(happened)

    assert (row.kind, row.number, row.due_at) == ("turn", 1, LATER)
    assert row.since == NOON + timedelta(seconds=len(happened))
    assert row.due_at
    assert row.since
    assert row.length == row.due_at - row.since


def test_a_turn_goes_on_after_a_draw() -> None:
    draw, throw = stories.turn(1)

    assert _waits_for(*DEALT, _turn(1), draw) == ("turn", 1)
    assert _waits_for(*DEALT, _turn(1), draw, throw, _turn(2)) == ("turn", 2)


def test_a_turn_that_was_played_for_somebody_is_followed_by_the_next() -> None:
    missed = facts.TurnTimedOut(turn=1, seat=1, cause="deadline")

    happened = [*DEALT, _turn(1), missed, *stories.turn(1), _turn(2)]

    assert _waits_for(*happened) == ("turn", 2)


def test_a_turn_without_haste_is_waited_for_under_another_name() -> None:
    idle = facts.DeadlineSet(kind="idle", number=1, since=NOON, until=LATER)

    assert _waits_for(*DEALT, idle) == ("idle", 1)


def test_a_player_who_returns_has_a_new_deadline_on_the_same_turn() -> None:
    away = [*DEALT, _turn(1, timedelta(seconds=10))]
    back = facts.PlayerReturned(seat=1)

    row = _row([*away, back, _turn(1)])

    assert (row.number, row.due_at) == (1, LATER)


def test_an_offer_to_buy_in_lasts_until_the_next_deck() -> None:
    offered = [*DEALT, _turn(1), stories.showdown(1), OFFER]

    assert _waits_for(*offered) == ("buy_in", 1)
    assert _waits_for(*offered, stories.committed(2)) == ("deal", 2)


def test_after_a_round_nothing_is_due_until_something_new_is() -> None:
    assert _waits_for(*DEALT, _turn(1), stories.showdown(1)) == (None, 1)
    void = facts.RoundVoided(round=1, cause="arbiter")
    assert _waits_for(*DEALT, _turn(1), void) == (None, 0)
    assert _waits_for(*DEALT, _turn(1), void, stories.committed(2)) == ("deal", 2)


@pytest.mark.parametrize(
    "end",
    [
        stories.ENDED,
        facts.GameAbandoned(cause="away", player_id=None),
        facts.TableClosed(player_id=ANN, cause="player"),
    ],
)
@pytest.mark.parametrize("model", [DEADLINES, VOTES, REMINDERS], ids=lambda model: model.name)
def test_a_game_that_is_over_waits_for_nothing(end: Fact, model: ReadModel[DeadlineRow]) -> None:
    assert stories.fold(model, [*DEALT, CALLED, _turn(1), end]) is None


# Grace


def test_a_grace_moves_what_is_due_and_leaves_how_long_people_had() -> None:
    before = _row([*DEALT, _turn(1)])
    after = _row([*DEALT, _turn(1), _grace("turn", 1)])

    assert after.due_at == LATER + MINUTE
    assert (after.since, after.length) == (before.since, before.length)


@pytest.mark.parametrize("other", [_grace("turn", 2), _grace("vote", 1), _grace("idle", 1)])
def test_a_grace_for_something_else_moves_nothing(other: Fact) -> None:
    assert _row([*DEALT, _turn(1), other]) == _row([*DEALT, _turn(1)])


def test_a_grace_for_a_vote_moves_the_vote() -> None:
    assert _row([*DEALT, CALLED, _grace("vote", 1)], VOTES).due_at == LATER + MINUTE


def test_a_grace_for_an_offer_moves_the_offer() -> None:
    offered = [*DEALT, stories.showdown(1), OFFER]

    assert _row([*offered, _grace("buy_in", 1)]).due_at == LATER + MINUTE


# Votes


def test_a_vote_runs_beside_what_the_game_waits_for() -> None:
    happened = [*DEALT, _turn(1), CALLED, *stories.turn(1), _turn(2)]

    vote = _row(happened, VOTES)

    assert (vote.kind, vote.number, vote.due_at) == ("vote", 1, LATER)
    assert _waits_for(*happened) == ("turn", 2)


def test_a_vote_that_is_over_is_not_due_any_more() -> None:
    over = facts.VoteEnded(number=1, carried=False, cause="decided")

    assert _row([*DEALT, CALLED, over], VOTES).due_at is None


# Reminders


def test_the_awaited_player_is_reminded_at_half_time() -> None:
    row = _row([*DEALT, _turn(1)], REMINDERS)

    assert (row.kind, row.number) == ("reminder", 1)
    assert row.due_at == NOON + MINUTE / 2


def test_a_reminder_belongs_to_its_turn() -> None:
    happened = [*DEALT, _turn(1), *stories.turn(1), _turn(2, 3 * MINUTE)]

    row = _row(happened, REMINDERS)

    assert (row.number, row.due_at) == (2, NOON + 1.5 * MINUTE)
    assert _row([*happened, stories.showdown(1)], REMINDERS).due_at is None


def test_who_is_away_is_not_reminded_and_nobody_is_where_there_is_no_haste() -> None:
    idle = facts.DeadlineSet(kind="idle", number=1, since=NOON, until=LATER)

    for quiet in (_turn(1, timedelta(seconds=10)), idle):
        assert _row([*DEALT, quiet], REMINDERS).due_at is None


def test_nobody_is_reminded_of_a_table_that_has_not_begun() -> None:
    assert _row([*stories.opened(), _lobby(LATER)], REMINDERS).due_at is None


def test_whoever_gets_more_time_is_reminded_when_half_of_it_is_over() -> None:
    happened = [*DEALT, _turn(1), _grace("turn", 1)]
    given = NOON + timedelta(seconds=len(happened))

    before, after = _row(happened[:-1], REMINDERS), _row(happened, REMINDERS)

    assert after.due_at == given + (LATER + MINUTE - given) / 2
    assert (after.since, after.length) == (before.since, before.length)


@pytest.mark.parametrize("other", [_grace("turn", 2), _grace("vote", 1)])
def test_a_grace_for_something_else_moves_no_reminder(other: Fact) -> None:
    before = _row([*DEALT, _turn(1)], REMINDERS)

    assert _row([*DEALT, _turn(1), other], REMINDERS) == before


def test_a_grace_does_not_remind_twice(room: Room, connection: Connection) -> None:
    game, happened = uuid4(), [*DEALT, _turn(1)]
    room.happen(*recorded(game, happened))
    follow(connection, room)
    for due in claim_due(connection, LATER, LEASE):
        if due.kind == REMINDER:
            seen_to(connection, due)
    room.happen(*recorded(game, [_grace("turn", 1)], first_version=len(happened) + 1))
    follow(connection, room)

    assert [due.kind for due in claim_due(connection, LATER + HOUR, LEASE)] == ["turn"]


# Who has it in hand


def test_what_is_due_is_claimed_by_one_clock(room: Room, connection: Connection) -> None:
    game = uuid4()
    room.happen(*recorded(game, stories.started()))
    follow(connection, room)
    due_at = NOON + timedelta(seconds=6)

    assert claim_due(connection, NOON, LEASE) == []
    [claimed] = claim_due(connection, LATER, LEASE)
    assert (claimed.game_id, claimed.kind, claimed.number) == (game, "deal", 1)
    assert (claimed.due_at, claimed.length) == (due_at, due_at - claimed.since)
    assert claim_due(connection, LATER, LEASE) == []


def test_a_claim_ends_with_its_lease(room: Room, connection: Connection) -> None:
    room.happen(*recorded(uuid4(), stories.started()))
    follow(connection, room)
    claim_due(connection, LATER, LEASE)

    assert len(claim_due(connection, LATER + LEASE, LEASE)) == 1


def test_a_claim_does_not_outlive_what_it_was_for(room: Room, connection: Connection) -> None:
    game = uuid4()
    room.happen(*recorded(game, stories.started()))
    follow(connection, room)
    claim_due(connection, LATER, LEASE)
    more = [stories.dealt(1), stories.showdown(1), stories.committed(2)]
    room.happen(*recorded(game, more, first_version=7))
    follow(connection, room)

    assert [due.number for due in claim_due(connection, LATER, LEASE)] == [2]


def _one(connection: Connection, now: datetime = LATER) -> Due:
    [due] = claim_due(connection, now, LEASE)
    return due


def test_a_grace_ends_a_claim(room: Room, connection: Connection) -> None:
    game = uuid4()
    happened = [*DEALT, _turn(1)]
    room.happen(*recorded(game, happened))
    follow(connection, room)
    assert {due.kind for due in claim_due(connection, LATER, LEASE)} == {"turn", "reminder"}
    room.happen(*recorded(game, [_grace("turn", 1)], first_version=len(happened) + 1))
    follow(connection, room)

    assert claim_due(connection, LATER, LEASE) == []
    assert "turn" in {due.kind for due in claim_due(connection, LATER + MINUTE, LEASE)}


def test_what_is_put_off_is_due_again_at_its_time(room: Room, connection: Connection) -> None:
    room.happen(*recorded(uuid4(), stories.started()))
    follow(connection, room)

    put_off(connection, _one(connection), LATER + 2 * LEASE)

    assert claim_due(connection, LATER + 2 * LEASE - timedelta(seconds=1), LEASE) == []
    assert _one(connection, LATER + 2 * LEASE).kind == "deal"


def test_what_became_due_anew_since_it_was_claimed_is_neither_put_off_nor_seen_to(
    room: Room, connection: Connection
) -> None:
    room.happen(*recorded(uuid4(), stories.started()))
    follow(connection, room)
    chat = -100
    connection.execute(
        "INSERT INTO thirtyone.chats (id, telegram_chat_id, kind, updated_at)"
        " VALUES (%s, %s, 'group', %s)",
        (stories.GROUP, chat, NOON),
    )

    for use in (partial(put_off, until=LATER + timedelta(days=1)), seen_to):
        due = _one(connection)
        look_again(connection, chat, LATER)
        use(connection, due)

    assert _one(connection).kind == "deal"


def test_a_rebuild_leaves_what_clocks_have_written_of_the_rows_that_are_right(
    room: Room, connection: Connection
) -> None:
    right, wrong = uuid4(), uuid4()
    for game in (right, wrong):
        room.happen(*recorded(game, [*DEALT, _turn(1)]))
    follow(connection, room)
    for due in claim_due(connection, LATER, LEASE):
        if due.kind == REMINDER:
            seen_to(connection, due)
    for name in SCHEDULES:
        spoil = sql.SQL("UPDATE {} SET number = 99 WHERE game_id = %s")
        connection.execute(spoil.format(sql.Identifier(SCHEMA, name)), [wrong])

    rebuilt = rebuild(connection, room.entries, [DEADLINES, REMINDERS])

    assert [view.different for view in rebuilt] == [1, 1]
    again = claim_due(connection, LATER, LEASE)
    assert {(due.game_id, due.kind) for due in again} == {(wrong, "turn"), (wrong, REMINDER)}
    late = claim_due(connection, LATER + LEASE, LEASE)
    assert (right, "turn") in {(due.game_id, due.kind) for due in late}
    assert (right, REMINDER) not in {(due.game_id, due.kind) for due in late}


def test_a_claim_that_was_taken_over_holds_no_more(room: Room, connection: Connection) -> None:
    room.happen(*recorded(uuid4(), stories.started()))
    follow(connection, room)
    slow = _one(connection)
    _one(connection, LATER + LEASE)

    put_off(connection, slow, LATER + timedelta(days=1))

    assert _one(connection, LATER + 2 * LEASE).number == slow.number


def test_what_was_seen_to_is_never_due_again(room: Room, connection: Connection) -> None:
    room.happen(*recorded(uuid4(), stories.started()))
    follow(connection, room)

    seen_to(connection, _one(connection))

    assert claim_due(connection, LATER + timedelta(days=99), LEASE) == []


def test_what_is_put_off_too_late_touches_nothing_newer(
    room: Room, connection: Connection
) -> None:
    game = uuid4()
    happened = stories.started()
    room.happen(*recorded(game, happened))
    follow(connection, room)
    due = _one(connection)
    more = [stories.dealt(1), stories.showdown(1), stories.committed(2)]
    room.happen(*recorded(game, more, first_version=len(happened) + 1))
    follow(connection, room)

    put_off(connection, due, LATER + timedelta(days=1))
    seen_to(connection, due)

    assert _one(connection).number == 2


def test_everything_of_every_schedule_is_claimed_the_oldest_first(
    room: Room, connection: Connection
) -> None:
    room.happen(*recorded(uuid4(), [*DEALT, _turn(1), CALLED]))
    room.happen(*recorded(uuid4(), stories.started()))
    follow(connection, room)

    claimed = claim_due(connection, LATER, LEASE)

    assert [due.kind for due in claimed[:2]] == ["deal", "reminder"]
    assert {due.kind for due in claimed[2:]} == {"turn", "vote"}
    assert {due.schedule for due in claimed} == set(SCHEDULES)


def test_no_more_is_claimed_at_once_than_was_asked_for(room: Room, connection: Connection) -> None:
    for _ in range(5):
        room.happen(*recorded(uuid4(), stories.started()))
    follow(connection, room)

    claimed = [len(claim_due(connection, LATER, LEASE, limit=2)) for _ in range(4)]

    assert claimed == [2, 2, 1, 0]


def test_a_clock_that_is_claiming_keeps_no_other_waiting(
    database: Database, room: Room, connection: Connection
) -> None:
    for _ in range(3):
        room.happen(*recorded(uuid4(), stories.started()))
    follow(connection, room)

    with psycopg.connect(database.conninfo) as other:
        first = claim_due(other, LATER, LEASE, limit=2)
        second = claim_due(connection, LATER, LEASE)
        other.commit()

    assert len(first) == 2
    assert len(second) == 1
    assert {due.game_id for due in first}.isdisjoint(due.game_id for due in second)


def test_what_the_chat_shows_and_since_when_is_told_with_what_is_due(
    room: Room, connection: Connection
) -> None:
    game = uuid4()
    room.happen(*recorded(game, stories.started()))
    follow(connection, room)
    _show(connection, game, "deal:1", NOON)

    due = _one(connection)

    assert (due.shown, due.shown_since) == ("deal:1", NOON)
    assert due.group_id == stories.GROUP
    assert due.closed_until is None


def _show(connection: Connection, game_id: UUID, deadline: str, since: datetime) -> None:
    connection.execute(
        "INSERT INTO thirtyone.posted_screens"
        " (game_id, telegram_chat_id, shown_deadline, shown_since) VALUES (%s, -100, %s, %s)",
        (game_id, deadline, since),
    )
