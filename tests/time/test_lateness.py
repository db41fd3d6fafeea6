"""A deadline that could not be met is moved, by no more than is fair, and once."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.match import DeadlineKind
from domain.pace import AWAY, IDLE, LIMITS, LONGEST_GRACE
from domain.timing import Grace
from projections.deadlines.queries import Due
from telegram_bot.heartbeats import Gap, Service
from telegram_bot.lateness import ON_TIME, SOON, UNSEEN_DEAL, TimeOut, Wait, judge

START = datetime(2026, 3, 1, 20, tzinfo=UTC)
SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
CUT = timedelta(seconds=6)
IN_SERVICE = Service(runs=True)


def waited(kind: str = "turn", length: timedelta = MINUTE) -> Due:
    """Return something that has been waited for since the start, and seen ever since."""
    return Due(
        schedule="deadlines",
        game_id=UUID(int=1),
        group_id=UUID(int=2),
        kind=kind,
        number=17,
        since=START,
        length=length,
        due_at=START + length,
        shown=f"{kind}:17",
        shown_since=START,
        closed_until=None,
        closed_since=None,
        lease=START + length + SECOND,
    )


def grace(until: datetime, cause: str, kind: DeadlineKind = DeadlineKind.TURN) -> Grace:
    return Grace(kind, 17, until, cause)


def served(*gaps: tuple[timedelta, timedelta]) -> Service:
    """Tell of a service with gaps, counted from the start."""
    return Service(
        runs=True, gaps=tuple(Gap(START + since, START + until) for since, until in gaps)
    )


TURN = waited()
SLOW = waited(length=DAY)
AWAY_TURN = waited(length=AWAY)


@pytest.mark.parametrize("kind", [kind for kind in DeadlineKind if kind is not DeadlineKind.DEAL])
def test_what_nothing_has_hindered_is_over_in_time(kind: DeadlineKind) -> None:
    due = waited(kind)

    assert judge(due, due.due_at, IN_SERVICE, CUT) == TimeOut()


@pytest.mark.parametrize(
    ("due", "service", "until"),
    [
        pytest.param(TURN, served((50 * SECOND, 2 * HOUR)), 2 * HOUR + MINUTE, id="down over it"),
        pytest.param(TURN, served((-HOUR, 30 * SECOND)), 90 * SECOND, id="up again before it"),
        pytest.param(
            TURN,
            served((50 * SECOND, 2 * HOUR), (50 * SECOND, 2 * HOUR + SECOND)),
            2 * HOUR + MINUTE + SECOND,
            id="one role back after the other",
        ),
        pytest.param(
            TURN,
            served((90 * SECOND, 2 * MINUTE)),
            3 * MINUTE,
            id="down before it was carried out",
        ),
        pytest.param(SLOW, served((DAY - HOUR, DAY + HOUR)), DAY + 2 * HOUR, id="an hour at most"),
        pytest.param(SLOW, served((HOUR, DAY - MINUTE)), DAY + 59 * MINUTE, id="up late in a day"),
        pytest.param(
            AWAY_TURN, served((SECOND, MINUTE)), MINUTE + AWAY, id="somebody away has as little"
        ),
    ],
)
def test_an_outage_is_made_up_for(due: Due, service: Service, until: timedelta) -> None:
    now = START + max(due.length, service.gaps[-1].until - START)

    moved = judge(due, now, service, CUT)

    assert moved == grace(START + until, "outage")
    assert judge(replace(due, due_at=START + until), START + until, service, CUT) == TimeOut()


@pytest.mark.parametrize(
    ("due", "service"),
    [
        pytest.param(TURN, served((-HOUR, timedelta())), id="over before the turn"),
        pytest.param(SLOW, served((HOUR, DAY - HOUR)), id="time enough left after it"),
    ],
)
def test_an_outage_that_cost_nobody_changes_nothing(due: Due, service: Service) -> None:
    assert judge(due, due.due_at, service, CUT) == TimeOut()


def test_what_was_done_in_time_is_taken_in_first() -> None:
    heard = Service(runs=True, heard=TURN.due_at)
    not_yet = replace(heard, heard=TURN.due_at - SECOND)

    assert judge(TURN, TURN.due_at, not_yet, CUT) == Wait(TURN.due_at + SOON)
    assert judge(TURN, TURN.due_at, heard, CUT) == TimeOut()


@pytest.mark.parametrize("kind", DeadlineKind)
def test_nothing_is_over_while_the_chat_cannot_be_written_to(kind: DeadlineKind) -> None:
    again = START + HOUR
    due = replace(waited(kind), closed_until=again)

    assert judge(due, due.due_at, IN_SERVICE, CUT) == Wait(again)


@pytest.mark.parametrize("kind", DeadlineKind)
def test_a_table_is_given_up_in_a_chat_that_stays_closed(kind: DeadlineKind) -> None:
    given_up = kind in (DeadlineKind.LOBBY, DeadlineKind.IDLE)
    now = START + IDLE
    due = replace(waited(kind), closed_since=START, closed_until=now + HOUR)
    not_yet = replace(due, closed_since=START + SECOND)

    assert judge(not_yet, now, IN_SERVICE, CUT) == Wait(now + HOUR)
    assert judge(due, now, IN_SERVICE, CUT) == (TimeOut() if given_up else Wait(now + HOUR))


def test_a_pause_of_the_chat_is_made_up_for() -> None:
    opened = START + HOUR
    due = replace(TURN, closed_until=opened)

    assert judge(due, opened, IN_SERVICE, CUT) == grace(opened + MINUTE, "chat")
    moved = replace(due, due_at=opened + MINUTE)
    assert judge(moved, moved.due_at, IN_SERVICE, CUT) == TimeOut()


def test_an_older_pause_of_the_chat_changes_nothing() -> None:
    due = replace(TURN, closed_until=START)

    assert judge(due, due.due_at, IN_SERVICE, CUT) == TimeOut()


@pytest.mark.parametrize("shown", [None, "turn:16"])
@pytest.mark.parametrize("kind", [DeadlineKind.TURN, DeadlineKind.BUY_IN])
def test_nobody_s_time_is_over_before_the_table_shows_it(
    kind: DeadlineKind, shown: str | None
) -> None:
    due = replace(waited(kind), shown=shown)

    assert judge(due, due.due_at, IN_SERVICE, CUT) == Wait(due.due_at + SOON)


def test_word_that_came_late_is_made_up_for() -> None:
    late = START + 40 * SECOND
    on_time = replace(TURN, shown_since=START + ON_TIME)
    too_late = replace(TURN, shown_since=late)

    assert judge(on_time, TURN.due_at, IN_SERVICE, CUT) == TimeOut()
    assert judge(too_late, TURN.due_at, IN_SERVICE, CUT) == grace(late + MINUTE, "unseen")


def test_what_ended_last_decides() -> None:
    seen, opened = START + 3 * MINUTE, START + 2 * MINUTE
    due = replace(TURN, shown_since=seen, closed_until=opened)
    outage = served((timedelta(), MINUTE))

    assert judge(due, seen, outage, CUT) == grace(seen + MINUTE, "unseen")
    assert judge(replace(due, shown_since=START), seen, outage, CUT) == grace(
        opened + MINUTE, "chat"
    )


def test_a_table_that_is_seen_as_the_chat_opens_was_unseen_for_that_reason() -> None:
    opened = START + HOUR
    due = replace(TURN, shown_since=opened, closed_until=opened)

    assert judge(due, opened, IN_SERVICE, CUT) == grace(opened + MINUTE, "chat")


def test_a_vote_and_an_open_table_need_not_be_seen() -> None:
    for kind in (DeadlineKind.VOTE, DeadlineKind.LOBBY, DeadlineKind.IDLE):
        due = replace(waited(kind), shown=None, shown_since=None)

        assert judge(due, due.due_at, IN_SERVICE, CUT) == TimeOut()


class TestDeal:
    """A deck is dealt when everybody could have cut or mixed."""

    deal = waited("deal", CUT)

    def test_it_waits_until_the_table_was_seen_for_long_enough(self) -> None:
        seen = START + 4 * SECOND
        due = replace(self.deal, shown_since=seen)

        assert judge(due, due.due_at, IN_SERVICE, CUT) == Wait(seen + CUT)
        assert judge(due, seen + CUT, IN_SERVICE, CUT) == TimeOut()

    def test_it_does_not_wait_for_a_table_for_ever(self) -> None:
        due = replace(self.deal, shown=None, shown_since=None)
        at_last = due.due_at + UNSEEN_DEAL

        assert judge(due, due.due_at, IN_SERVICE, CUT) == Wait(due.due_at + SOON)
        assert judge(due, at_last, IN_SERVICE, CUT) == TimeOut()


# Any course of events.

Pauses = Sequence[tuple[int, int]]
"""Seconds in order, without that the pauses touch: how long all is well, and then not."""

PAUSES = st.lists(st.tuples(st.integers(1, 200), st.integers(1, 500)), max_size=5)
LENGTHS = st.sampled_from([AWAY, *(limits.turn for limits in LIMITS.values() if limits.turn)])


@dataclass(frozen=True)
class Course:
    """What happens around a turn that its player lets pass.

    Attributes:
        length: How long the player has.
        outages: Of the bot; the first may begin before the turn.
        closings: Of the chat, likewise.
        shown_after: Seconds until the table shows the turn.
    """

    length: timedelta
    outages: tuple[Gap, ...]
    closings: tuple[Gap, ...]
    shown_after: int

    @property
    def seen(self) -> datetime:
        """When the table showed the turn, which it could not while all was down."""
        at = START + self.shown_after * SECOND
        while (closed := _at(at, (*self.outages, *self.closings))) is not None:
            at = closed.until
        return at

    def due(self, due_at: datetime, now: datetime) -> Due:
        """Return what the clock is told at a time."""
        seen = self.seen <= now
        open_until = [one.until for one in self.closings if one.since <= now]
        return replace(
            waited(length=self.length),
            due_at=due_at,
            shown="turn:17" if seen else "turn:16",
            shown_since=self.seen if seen else START - MINUTE,
            closed_until=max(open_until, default=None),
        )

    def service(self, now: datetime) -> Service:
        """Return what is known of the service at a time."""
        over = [gap for gap in self.outages if gap.until <= now]
        return Service(runs=_at(now, self.outages) is None, gaps=tuple(over[-1:]), heard=now)

    def looked_at(self) -> Iterator[tuple[datetime, TimeOut | Wait | Grace]]:
        """Let the clock look at the turn until it is over."""
        due_at = now = START + self.length
        while True:
            down = _at(now, self.outages)
            if down is not None:
                now = down.until
                continue
            decision = judge(self.due(due_at, now), now, self.service(now), CUT)
            yield now, decision
            match decision:
                case Wait(until=until):
                    assert until > now
                    now = until
                case Grace(until=until):
                    assert until > due_at
                    due_at, now = until, max(now, until)
                case TimeOut():
                    return


def _at(at: datetime, pauses: Sequence[Gap]) -> Gap | None:
    return next((pause for pause in pauses if pause.since <= at < pause.until), None)


@st.composite
def courses(draw: st.DrawFn) -> Course:
    """Draw a course of events, scaled so that pauses fall on turns of any length."""
    length = draw(LENGTHS)

    def pauses() -> tuple[Gap, ...]:
        at, found = START - length, []
        for well, ill in draw(PAUSES):
            since = at + well * length / 100
            at = since + max(ill * length / 100, ON_TIME + SECOND)
            found.append(Gap(since, at))
        return tuple(found)

    shown_after = draw(st.integers(0, 2 * int(length.total_seconds())))
    return Course(length, pauses(), pauses(), shown_after)


@given(courses())
def test_whoever_was_hindered_has_time_enough_afterwards_whatever_happens(course: Course) -> None:
    *_, (over, _) = course.looked_at()

    enough = min(course.length, LONGEST_GRACE)
    ends = [pause.until for pause in (*course.outages, *course.closings)]
    if course.seen - START > ON_TIME:
        ends.append(course.seen)
    assert over >= START + course.length
    for end in ends:
        assert not START < end <= over or over >= end + enough


@given(courses())
def test_each_pause_is_made_up_for_once_at_most(course: Course) -> None:
    moved = [decision.until for _, decision in course.looked_at() if isinstance(decision, Grace)]

    enough = min(course.length, LONGEST_GRACE)
    ends = {pause.until for pause in (*course.outages, *course.closings)} | {course.seen}
    assert moved == sorted(set(moved))
    assert {until - enough for until in moved} <= ends


@given(courses())
def test_nobody_waits_for_ever_once_all_is_well(course: Course) -> None:
    *_, (over, _) = course.looked_at()

    ends = [pause.until for pause in (*course.outages, *course.closings)]
    well = max([START + course.length, course.seen, *ends])
    assert over <= well + min(course.length, LONGEST_GRACE) + SOON


def test_a_computer_player_waits_for_nothing_but_a_chat_that_can_be_written_to() -> None:
    moves = replace(waited("computer", SECOND), shown=None, shown_since=None)
    unheard = replace(served((timedelta(), HOUR)), heard=START)
    closed = replace(moves, closed_until=START + HOUR, closed_since=START)

    assert judge(moves, START + SECOND, unheard, CUT) == TimeOut()
    assert judge(closed, START + MINUTE, IN_SERVICE, CUT) == Wait(START + HOUR)
