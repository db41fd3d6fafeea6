"""What a group chooses besides its rules, and when its quiet hours are over."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, Final
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.customs import (
    AS_USUAL,
    USUAL_QUIET,
    Customs,
    Quiet,
    choose_pace,
    choose_quiet,
    choose_quiet_end,
    choose_quiet_start,
    choose_reminders,
    choose_time_zone,
    end_of_quiet,
    time_zones,
)
from domain.errors import Refused
from domain.pace import Pace

ZONES: Final = (
    "Europe/Lisbon",
    "America/New_York",
    "Australia/Lord_Howe",  # its clocks are changed by half an hour
    "Asia/Kathmandu",  # its hours begin at a quarter past those of others
    "Antarctica/Troll",  # its clocks are changed by two hours
    "America/Santiago",  # its clocks are changed at midnight
)
START: Final = datetime(2026, 1, 1, tzinfo=UTC)
YEAR: Final = timedelta(days=365)
HOURS: Final = 24


def changes_of_the_clocks(name: str) -> list[datetime]:
    """Return the full hours of the year at which the clocks of a zone are changed."""
    zone = ZoneInfo(name)
    hours = [START + timedelta(hours=hour) for hour in range(HOURS * YEAR.days)]
    offsets = [hour.astimezone(zone).utcoffset() for hour in hours]
    return [
        hour for hour, was, now in zip(hours[1:], offsets, offsets[1:], strict=False) if was != now
    ]


TIMES: Final = st.timedeltas(timedelta(0), YEAR).map(START.__add__)
CHANGES: Final = {name: changes_of_the_clocks(name) for name in ZONES}
NEAR: Final = st.timedeltas(timedelta(hours=-30), timedelta(hours=30))
QUIET: Final = st.builds(
    lambda start, length: Quiet(start, (start + length) % HOURS),
    st.integers(0, HOURS - 1),
    st.integers(1, HOURS - 3),
)
"""Quiet hours that leave more of the day than a change of the clocks can skip."""


@st.composite
def evenings(draw: st.DrawFn) -> tuple[Customs, datetime]:
    """Return quiet hours somewhere, and a time: any of a year, or near a change of the clocks."""
    zone = draw(st.sampled_from(ZONES))
    changes = CHANGES[zone]
    near = st.builds(datetime.__add__, st.sampled_from(changes), NEAR) if changes else TIMES
    return Customs(quiet=draw(QUIET), time_zone=zone), draw(st.one_of(near, TIMES))


def is_quiet(chosen: Customs, at: datetime) -> bool:
    quiet = chosen.quiet
    assert quiet is not None
    length = (quiet.end - quiet.start) % HOURS
    hours = {(quiet.start + since) % HOURS for since in range(length)}
    return at.astimezone(chosen.zone).hour in hours


@given(evenings())
def test_quiet_lasts_until_an_hour_that_is_not_quiet(evening: tuple[Customs, datetime]) -> None:
    chosen, at = evening
    until = end_of_quiet(chosen, at)

    assert not is_quiet(chosen, until)
    assert at <= until <= at + timedelta(hours=25)
    assert (until == at) is not is_quiet(chosen, at)


@given(evenings(), st.floats(0, 1, exclude_max=True))
def test_all_until_then_is_quiet(evening: tuple[Customs, datetime], part: float) -> None:
    chosen, at = evening
    until = end_of_quiet(chosen, at)
    between = at + (until - at) * part

    assert between == until or is_quiet(chosen, between)


@pytest.mark.parametrize("zone", [zone for zone, changes in CHANGES.items() if changes])
def test_whoever_asks_later_is_told_no_earlier_time(zone: str) -> None:
    """Every half hour of two days around each change of the clocks, for quiet from any hour on."""
    for change in CHANGES[zone]:
        times = [change + timedelta(minutes=30 * n) for n in range(-48, 48)]
        for start in range(HOURS):
            chosen = Customs(quiet=Quiet(start, (start + 9) % HOURS), time_zone=zone)
            ends = [end_of_quiet(chosen, at) for at in times]

            assert ends == sorted(ends)
            assert not any(is_quiet(chosen, until) for until in ends)


def test_the_zones_of_these_tests_change_their_clocks_twice_a_year_or_never() -> None:
    changed = {zone: len(changes) for zone, changes in CHANGES.items()}

    assert changed == dict.fromkeys(ZONES, 2) | {"Asia/Kathmandu": 0}


def utc(*when: int) -> datetime:
    year, month, day, hour, minute = when
    return datetime(year, month, day, hour, minute, tzinfo=UTC)


@pytest.mark.parametrize(
    ("zone", "quiet", "at", "until"),
    [
        pytest.param(
            *("Europe/Lisbon", (23, 8), utc(2026, 1, 15, 22, 59), utc(2026, 1, 15, 22, 59)),
            id="nobody sleeps yet",
        ),
        pytest.param(
            *("Europe/Lisbon", (23, 8), utc(2026, 1, 15, 23, 0), utc(2026, 1, 16, 8, 0)),
            id="the first quiet moment",
        ),
        pytest.param(
            *("Europe/Lisbon", (23, 8), utc(2026, 1, 16, 7, 59), utc(2026, 1, 16, 8, 0)),
            id="the last quiet minute",
        ),
        pytest.param(
            *("Europe/Lisbon", (13, 15), utc(2026, 7, 1, 12, 30), utc(2026, 7, 1, 14, 0)),
            id="a siesta in summer",
        ),
        pytest.param(
            *("Europe/Lisbon", (23, 8), utc(2026, 3, 28, 23, 30), utc(2026, 3, 29, 7, 0)),
            id="the short night",
        ),
        pytest.param(
            *("Europe/Lisbon", (23, 8), utc(2026, 10, 24, 22, 30), utc(2026, 10, 25, 8, 0)),
            id="the long night",
        ),
        pytest.param(
            *("Europe/Lisbon", (23, 1), utc(2026, 3, 28, 23, 30), utc(2026, 3, 29, 1, 0)),
            id="the end is skipped",
        ),
        pytest.param(
            *("Europe/Lisbon", (23, 1), utc(2026, 10, 24, 22, 30), utc(2026, 10, 25, 0, 0)),
            id="the end comes twice",
        ),
        pytest.param(
            *("Europe/Lisbon", (0, 2), utc(2026, 10, 25, 0, 30), utc(2026, 10, 25, 2, 0)),
            id="a quiet hour comes twice",
        ),
        pytest.param(
            *("Europe/Lisbon", (2, 1), utc(2026, 3, 28, 12, 0), utc(2026, 3, 30, 0, 0)),
            id="the one loud hour is skipped",
        ),
        pytest.param(
            *("America/New_York", (22, 7), utc(2026, 3, 8, 4, 0), utc(2026, 3, 8, 11, 0)),
            id="the short night in New York",
        ),
        pytest.param(
            *("America/New_York", (22, 7), utc(2026, 11, 1, 2, 0), utc(2026, 11, 1, 12, 0)),
            id="the long night in New York",
        ),
        pytest.param(
            *("Australia/Lord_Howe", (23, 2), utc(2026, 10, 3, 13, 0), utc(2026, 10, 3, 15, 30)),
            id="the end is skipped by half an hour",
        ),
        pytest.param(
            *("Australia/Lord_Howe", (23, 2), utc(2026, 4, 4, 14, 45), utc(2026, 4, 4, 15, 30)),
            id="half an hour comes twice",
        ),
        pytest.param(
            *("Asia/Kathmandu", (23, 8), utc(2026, 5, 1, 20, 0), utc(2026, 5, 2, 2, 15)),
            id="the clocks of Kathmandu",
        ),
        pytest.param(
            *("Antarctica/Troll", (22, 2), utc(2026, 10, 25, 1, 30), utc(2026, 10, 25, 2, 0)),
            id="quiet again when two hours come twice",
        ),
    ],
)
def test_the_clocks_on_the_wall_tell_when_quiet_ends(
    zone: str, quiet: tuple[int, int], at: datetime, until: datetime
) -> None:
    assert end_of_quiet(Customs(quiet=Quiet(*quiet), time_zone=zone), at) == until


@given(evenings())
def test_in_whatever_zone_one_asks(evening: tuple[Customs, datetime]) -> None:
    chosen, at = evening

    assert end_of_quiet(chosen, at.astimezone(chosen.zone)) == end_of_quiet(chosen, at)


@given(TIMES, QUIET)
def test_there_is_no_quiet_while_no_zone_is_known_or_none_is_wanted(
    at: datetime, quiet: Quiet
) -> None:
    assert end_of_quiet(Customs(quiet=quiet), at) == at
    assert end_of_quiet(Customs(quiet=None, time_zone="Europe/Lisbon"), at) == at


def test_each_choice_changes_one_thing() -> None:
    lisbon = choose_time_zone(AS_USUAL, "Europe/Lisbon")
    silent = choose_reminders(lisbon, wanted=False)
    slow = choose_pace(silent, "slow")
    late = choose_quiet(slow, Quiet(0, 9))

    assert AS_USUAL.zone is UTC
    assert lisbon == Customs(time_zone="Europe/Lisbon")
    assert late == Customs(
        Pace.SLOW, reminders=False, quiet=Quiet(0, 9), time_zone=lisbon.time_zone
    )
    assert str(late.zone) == "Europe/Lisbon"
    assert choose_quiet(late, None).quiet is None


def test_quiet_hours_are_moved_by_either_end() -> None:
    off = choose_quiet(AS_USUAL, None)

    assert choose_quiet_start(AS_USUAL, 21).quiet == Quiet(21, USUAL_QUIET.end)
    assert choose_quiet_end(AS_USUAL, 10).quiet == Quiet(USUAL_QUIET.start, 10)
    assert choose_quiet_start(off, 0).quiet == Quiet(0, USUAL_QUIET.end)
    assert choose_quiet_end(off, 7).quiet == Quiet(USUAL_QUIET.start, 7)


@pytest.mark.parametrize(
    ("choose", "code"),
    [
        pytest.param(lambda c: choose_pace(c, "quick"), "forged", id="a pace"),
        pytest.param(lambda c: choose_quiet(c, Quiet(24, 8)), "forged", id="a start"),
        pytest.param(lambda c: choose_quiet(c, Quiet(23, -1)), "forged", id="an end"),
        pytest.param(lambda c: choose_quiet(c, Quiet(8, 8)), "forged", id="a day"),
        pytest.param(lambda c: choose_quiet_start(c, 8), "forged", id="a day from its end"),
        pytest.param(lambda c: choose_quiet_end(c, 24), "forged", id="a later end"),
        pytest.param(
            lambda c: choose_time_zone(c, "Europe/Atlantis"), "no_such_zone", id="a zone"
        ),
        pytest.param(lambda c: choose_time_zone(c, ""), "no_such_zone", id="no zone"),
        pytest.param(lambda c: choose_time_zone(c, "localtime"), "no_such_zone", id="any zone"),
        pytest.param(lambda c: choose_time_zone(c, "../etc/passwd"), "no_such_zone", id="a path"),
    ],
)
def test_what_there_is_not_cannot_be_chosen(
    choose: Callable[[Customs], Customs], code: str
) -> None:
    with pytest.raises(Refused, match=code):
        choose(AS_USUAL)


def test_every_zone_can_be_read() -> None:
    for name in time_zones():
        assert START.astimezone(Customs(time_zone=name).zone).utcoffset() is not None


@given(
    st.builds(
        Customs,
        pace=st.sampled_from(Pace),
        reminders=st.booleans(),
        quiet=st.none() | QUIET,
        time_zone=st.none() | st.sampled_from(ZONES),
    )
)
def test_customs_are_read_as_they_were_stored(chosen: Customs) -> None:
    assert Customs.from_dict(chosen.to_dict()) == chosen


@pytest.mark.parametrize(
    ("stored", "read"),
    [
        ({}, AS_USUAL),
        ({"pace": "slow"}, Customs(pace=Pace.SLOW)),
        ({"quiet": None, "time_zone": "UTC"}, Customs(quiet=None, time_zone="UTC")),
        (
            {"reminders": False, "quiet": {"start": 1, "end": 2}},
            Customs(reminders=False, quiet=Quiet(1, 2)),
        ),
    ],
)
def test_what_an_older_form_does_not_know_is_as_usual(
    stored: dict[str, Any], read: Customs
) -> None:
    assert Customs.from_dict(stored) == read
