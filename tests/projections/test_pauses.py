"""What a clock learns of the chats of what is due."""

from collections.abc import Callable
from datetime import datetime, timedelta
from uuid import uuid4

import pytest

from projections.deadlines.queries import AGAIN, claim_due, look_again, put_off
from projections.pauses import BRIEF
from projections.rows import Connection
from tests.projections import stories
from tests.projections.conftest import Room, follow, pause
from tests.projections.stories import GROUP, NOON, recorded

LEASE = timedelta(seconds=10)
NOW = NOON + timedelta(hours=1)
CHAT, TOPIC = -100, 7

Closed = Callable[[], datetime | None]


@pytest.fixture
def closed_until(room: Room, connection: Connection) -> Closed:
    """Asks until when the chat of a game that is due could not be written to."""
    connection.execute(
        "INSERT INTO thirtyone.chats (id, telegram_chat_id, thread_id, kind, updated_at)"
        " VALUES (%s, %s, %s, 'supergroup', now())",
        [GROUP, CHAT, TOPIC],
    )
    room.happen(*recorded(uuid4(), stories.started()))
    follow(connection, room)

    def ask() -> datetime | None:
        [due] = claim_due(connection, NOW, LEASE)
        return due.closed_until

    return ask


def test_a_chat_without_pauses_is_open(closed_until: Closed) -> None:
    assert closed_until() is None


def test_the_last_long_pause_is_told(connection: Connection, closed_until: Closed) -> None:
    ended = NOON + timedelta(minutes=5)
    pause(connection, CHAT, NOON, ended - timedelta(minutes=1))
    pause(connection, CHAT, NOON, ended, thread_id=TOPIC)
    pause(connection, CHAT, NOW - BRIEF, NOW)
    pause(connection, CHAT, NOON, NOW, thread_id=TOPIC + 1)
    pause(connection, CHAT - 1, NOON, NOW)

    assert closed_until() == ended


def test_a_pause_that_lasts_is_told_however_short(
    connection: Connection, closed_until: Closed
) -> None:
    pause(connection, CHAT, NOW, NOW + timedelta(seconds=1))

    assert closed_until() == NOW + timedelta(seconds=1)


@pytest.mark.parametrize("tried_again", [timedelta(minutes=-1), timedelta(minutes=9)])
def test_a_closed_chat_is_closed_whenever_it_is_tried_again(
    connection: Connection, closed_until: Closed, tried_again: timedelta
) -> None:
    pause(connection, CHAT, NOON, NOW + tried_again, closed=True)

    assert closed_until() == NOW + max(tried_again, AGAIN)


def test_what_was_put_off_is_looked_at_again_when_its_chat_opens(
    connection: Connection, closed_until: Closed
) -> None:
    closed_until()
    later = NOW + timedelta(hours=1)
    [due] = claim_due(connection, NOW + LEASE, LEASE)
    put_off(connection, due, later)

    look_again(connection, CHAT - 1, NOW)
    assert claim_due(connection, NOW, LEASE) == []
    look_again(connection, CHAT, NOW)
    assert len(claim_due(connection, NOW, LEASE)) == 1
