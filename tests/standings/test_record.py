"""What is kept of a seat tells what really happened to it."""

from collections.abc import Iterable
from uuid import uuid4

import pytest

from domain import facts
from domain.facts import Fact
from projections.standings.record import GameRecord, SeatRecord, after
from tests.projections import stories

KNOCKER = 1


def seat_after(*happened: Fact) -> SeatRecord:
    """Return the seat of who knocks in these showdowns."""
    record: GameRecord | None = None
    for event in stories.recorded(uuid4(), [*stories.started(), *happened]):
        record = after(record, event)
    assert record is not None
    return record.seats[KNOCKER]


def showdowns(charges: Iterable[int], lives: int) -> list[Fact]:
    """Let somebody knock, and be charged so many lives in one showdown after the other."""
    told: list[Fact] = []
    for number, charged in enumerate(charges, 1):
        lives = max(0, lives - charged)
        told.append(
            stories.showdown(number, knocker=KNOCKER, losses=[0, charged, 0], lives=[3, lives, 3])
        )
    return told


@pytest.mark.parametrize(
    ("charges", "paid"),
    [([2], 2), ([1, 1], 2), ([1, 2], 3), ([2, 2], 3), ([2, 1, 2], 3), ([0, 1, 2, 1], 3)],
)
def test_a_knocker_with_fewer_lives_has_lost_what_there_was(charges: list[int], paid: int) -> None:
    """RULES 7.8; whoever rides the bus has none to lose (7.9), but the knock has failed."""
    seat = seat_after(*showdowns(charges, lives=3))

    assert seat.lives_as_knocker == paid
    assert seat.knocks_failed == sum(charged > 0 for charged in charges)


def test_a_knocker_with_one_life_from_the_start_has_lost_one() -> None:
    only = stories.showdown(1, knocker=KNOCKER, losses=[0, 2, 0], lives=[1, 0, 1])

    assert seat_after(only).lives_as_knocker == 1


def test_lives_that_were_bought_can_be_lost_again() -> None:
    back = facts.PlayerBoughtIn(seat=KNOCKER, lives=3, stake=1)

    seat = seat_after(*showdowns([2, 2], lives=3), back, *showdowns([2], lives=3))

    assert seat.lives_as_knocker == 5


def test_what_others_lose_is_not_the_knockers() -> None:
    lost = stories.showdown(1, knocker=KNOCKER, losses=[1, 0, 0], lives=[2, 3, 3])

    assert seat_after(lost).lives_as_knocker == 0
