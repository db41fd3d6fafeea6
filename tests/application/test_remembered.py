"""What a process remembers of a game may be out of date, and is not believed then."""

import threading
from collections.abc import Iterator
from contextlib import closing
from uuid import UUID

import pytest

from domain.aggregate import EventSourced
from domain.card_room import CardRoom
from domain.errors import Refused
from domain.game import Game
from domain.match import DeadlineKind, Phase
from domain.rules import rule_set
from projections.database import Database
from tests.application.rooms import Evening


@pytest.fixture
def evening(database: Database) -> Iterator[Evening]:
    evening = Evening(31, {**database.environment, "AGGREGATE_CACHE_MAXSIZE": "100"})
    yield evening
    evening.room.close()


@pytest.fixture
def other(evening: Evening) -> Iterator[CardRoom]:
    """Another process."""
    with closing(evening.open_room()) as room:
        yield room


@pytest.fixture
def people(evening: Evening) -> list[UUID]:
    return [evening.new_id() for _ in range(3)]


@pytest.fixture
def game_id(evening: Evening, people: list[UUID]) -> UUID:
    """Return a table before the start, at which the first two sit."""
    opened = evening.room.open_game(evening.group_id, people[0], "scat", rule_set("scat"))
    evening.room.join(opened.match.id, people[1])
    return opened.match.id


def test_what_was_not_possible_before_is_done(
    evening: Evening, other: CardRoom, people: list[UUID], game_id: UUID
) -> None:
    other.start(game_id, people[0])

    done = evening.room.contribute(game_id, people[1], 1, 7)

    assert done.changed
    assert done.match == other.match(game_id)


def test_what_was_possible_before_is_refused(
    evening: Evening, other: CardRoom, people: list[UUID], game_id: UUID
) -> None:
    other.start(game_id, people[0])

    with pytest.raises(Refused, match="not_in_lobby"):
        evening.room.join(game_id, people[2])

    assert evening.room.match(game_id) == other.match(game_id)


def test_what_was_done_before_is_done_anew(
    evening: Evening, other: CardRoom, people: list[UUID], game_id: UUID
) -> None:
    other.leave(game_id, people[1])

    assert evening.room.join(game_id, people[1]).changed
    assert other.match(game_id).player_ids == tuple(people[:2])


def test_a_copy_made_while_the_game_is_read_on_is_not_remembered(
    evening: Evening,
    other: CardRoom,
    people: list[UUID],
    game_id: UUID,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    other.join(game_id, people[2])
    read_on = threading.Thread(target=evening.room.match, args=[game_id])

    def copied_meanwhile(game: EventSourced[object], _: object) -> EventSourced[object]:
        copy = type(game)(game.id)
        copy.version = game.version
        if isinstance(game, Game) and read_on.ident is None:
            read_on.start()
            read_on.join()
        copy._state = game._state
        return copy

    with monkeypatch.context() as patch:
        patch.setattr(EventSourced, "__deepcopy__", copied_meanwhile)
        late = evening.room.time_out(game_id, DeadlineKind.DEAL, 7)

    assert not late.changed
    assert evening.room.match(game_id) == other.match(game_id)
    assert evening.room.start(game_id, people[0]).match.phase is Phase.CUTTING
