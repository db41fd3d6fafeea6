"""The view of the deadlines: what is due, and who has it in hand."""

from datetime import timedelta
from uuid import uuid4

from domain import facts
from domain.facts import Fact
from projections.deadlines.projector import DEADLINES
from projections.deadlines.queries import claim_due
from projections.deadlines.view import DeadlineRow
from projections.rows import Connection
from tests.projections import stories
from tests.projections.conftest import Room, follow
from tests.projections.stories import ANN, NOON, recorded

LEASE = timedelta(seconds=30)
LATER = NOON + timedelta(minutes=1)
OFFER = facts.BuyInOffered(seats=(1,), stake=1, until=LATER)


def _waits_for(*happened: Fact) -> tuple[str | None, int] | None:
    row: DeadlineRow | None = stories.fold(DEADLINES, happened)
    return None if row is None else (row.kind, row.number)


def test_a_committed_deck_waits_for_its_deal() -> None:
    assert _waits_for(*stories.started()) == ("deal", 1)


def test_a_dealt_round_waits_for_no_clock() -> None:
    assert _waits_for(*stories.started(), stories.dealt(1)) == (None, 0)


def test_an_offer_to_buy_in_lasts_until_the_next_deck() -> None:
    offered = [*stories.started(), stories.dealt(1), stories.showdown(1), OFFER]

    assert _waits_for(*offered) == ("buy_in", 1)
    assert _waits_for(*offered, stories.committed(2)) == ("deal", 2)


def test_a_game_that_is_over_waits_for_nothing() -> None:
    assert _waits_for(*stories.started(), stories.ENDED) is None
    assert _waits_for(*stories.opened(), facts.TableClosed(player_id=ANN, cause="player")) is None


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
