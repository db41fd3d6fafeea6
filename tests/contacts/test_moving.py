"""What goes with a group that becomes a supergroup, as the tables tell."""

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from typing import Any, cast
from uuid import UUID

import pytest
from psycopg_pool import ConnectionPool

from projections.database import Database
from projections.pauses import EVERY_TOPIC
from telegram_bot.contacts import Contacts, Spot
from telegram_bot.database import pool_of
from telegram_bot.delivery import pauses
from telegram_bot.memory import Memory
from telegram_bot.moving import Moving

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)
MINUTE = timedelta(minutes=1)
OLD, NEW = -4_000_001, -1_002_000_000_001


class House:
    """Groups in a database, and who follows them."""

    def __init__(self, pool: ConnectionPool) -> None:
        self.pool = pool
        self.contacts = Contacts(pool)
        none = cast("Any", None)
        self.moving = Moving(
            games=none,
            desk=none,
            messenger=none,
            pool=pool,
            memory=Memory(),
            threads=none,
            now=lambda: NOON,
        )

    def group(self, chat_id: int, kind: str = "group", thread_id: int = 0) -> UUID:
        return self.contacts.group_id(Spot(chat_id, thread_id, "Cards", kind, "en"))

    def move(self) -> UUID | None:
        return self.moving._move(OLD, NEW)

    def rows(self, question: str) -> list[tuple[Any, ...]]:
        with self.pool.connection() as connection:
            return connection.execute(cast("Any", question)).fetchall()


@pytest.fixture
def house(database: Database) -> Iterator[House]:
    with pool_of(database) as pool:
        yield House(pool)


def test_a_group_is_found_by_both_ids_and_stays_a_supergroup(house: House) -> None:
    group_id = house.group(OLD)

    assert house.move() is None

    assert house.group(NEW, "supergroup") == house.group(OLD) == group_id
    assert house.contacts.spot(group_id).chat_id == NEW
    assert house.contacts.spot(group_id).kind == "supergroup"


def test_a_group_that_was_never_met_is_met_in_the_supergroup(house: House) -> None:
    house.move()

    assert house.group(OLD) == house.group(NEW, "supergroup")
    assert len(house.rows("SELECT * FROM thirtyone.chats")) == 1


def test_a_move_that_is_told_by_many_at_once_happens_once(house: House) -> None:
    group_id, settler_id = house.group(OLD), house.group(NEW, "supergroup")

    with ThreadPoolExecutor(8) as threads:
        given_way = list(threads.map(lambda _: house.move(), range(8)))

    assert sorted(given_way, key=str) == sorted([settler_id, *[None] * 7], key=str)
    assert house.rows("SELECT id, telegram_chat_id FROM thirtyone.chats") == [(group_id, NEW)]


def test_who_has_played_in_the_supergroup_stays_there(house: House) -> None:
    group_id, settler_id = house.group(OLD), house.group(NEW, "supergroup")
    with house.pool.connection() as connection:
        connection.execute(
            "INSERT INTO thirtyone.game_records VALUES"
            " (%s, %s, 'scat', 2, false, 1, NULL, %s, NULL, '[]')",
            (UUID(int=1), settler_id, NOON),
        )

    assert house.move() is None

    assert house.group(NEW, "supergroup") == house.group(OLD) == settler_id
    assert house.contacts.spot(group_id).chat_id == OLD
    assert house.rows("SELECT telegram_chat_id, closed FROM thirtyone.chat_pauses") == [
        (OLD, True)
    ]


def test_pauses_go_with_it_and_a_closed_chat_is_tried_at_once(house: House) -> None:
    house.group(OLD)
    with house.pool.connection() as connection:
        pauses.leave_alone(connection, OLD, NOON - MINUTE, NOON + MINUTE)
        pauses.close(connection, OLD, 0, NOON - 2 * MINUTE)

    house.move()

    found = house.rows("SELECT telegram_chat_id, thread_id, until FROM thirtyone.chat_pauses")
    assert sorted(found) == [(NEW, EVERY_TOPIC, NOON + MINUTE), (NEW, 0, NOON)]


def test_what_nobody_can_reach_any_more_is_forgotten(house: House) -> None:
    house.group(OLD)
    with house.pool.connection() as connection:
        for player, chat_id in ((1, OLD), (2, 77)):
            connection.execute(
                "INSERT INTO thirtyone.posted_panels (game_id, player_id, way, telegram_chat_id)"
                " VALUES (%s, %s, 'ephemeral', %s)",
                (UUID(int=1), UUID(int=player), chat_id),
            )

    house.move()

    assert house.rows("SELECT telegram_chat_id FROM thirtyone.posted_panels") == [(77,)]
