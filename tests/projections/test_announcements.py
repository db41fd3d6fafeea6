"""What is announced, and in which order it is sent."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from domain import facts
from projections.announcements.projector import MODEL
from projections.announcements.queries import unsent_announcements
from projections.rows import Connection
from tests.projections import stories
from tests.projections.conftest import Room, follow, pause
from tests.projections.stories import NOON, recorded

NOW = NOON + timedelta(hours=1)
OTHER_GROUP = UUID(int=10)
VOIDED = facts.RoundVoided(round=2, cause="arbiter")
PLAYED = [*stories.started(), stories.dealt(1), stories.showdown(1), VOIDED, stories.ENDED]


@pytest.fixture(autouse=True)
def _groups(connection: Connection) -> None:
    for group, chat in ((stories.GROUP, -100), (OTHER_GROUP, -200)):
        connection.execute(
            "INSERT INTO thirtyone.chats (id, telegram_chat_id, kind, updated_at)"
            " VALUES (%s, %s, 'group', now())",
            [group, chat],
        )


def _sent(connection: Connection, position: int) -> None:
    connection.execute(
        "INSERT INTO thirtyone.posted_announcements (position, message_id, sent_at)"
        " VALUES (%s, 1, now())",
        [position],
    )


def test_showdowns_and_void_rounds_are_announced() -> None:
    said = stories.fold(MODEL, PLAYED)

    assert said is not None
    assert [one.kind for one in said] == ["showdown", "void"]


def test_a_group_hears_one_after_the_other(room: Room, connection: Connection) -> None:
    room.happen(*recorded(uuid4(), PLAYED))
    follow(connection, room)

    (first,) = unsent_announcements(connection, NOW)
    _sent(connection, first.position)
    (second,) = unsent_announcements(connection, NOW)
    _sent(connection, second.position)

    assert (first.kind, second.kind) == ("showdown", "void")
    assert (first.version, second.version) == (8, 9)
    assert first.telegram_chat_id == -100
    assert unsent_announcements(connection, NOW) == []


def test_a_retry_holds_back_its_own_group_only(room: Room, connection: Connection) -> None:
    room.happen(*recorded(uuid4(), PLAYED))
    room.happen(*recorded(uuid4(), [*stories.opened(OTHER_GROUP), VOIDED]))
    follow(connection, room)
    first, _ = unsent_announcements(connection, NOW)
    connection.execute(
        "INSERT INTO thirtyone.posted_announcements (position, retry_at, failures)"
        " VALUES (%s, %s, 1)",
        [first.position, NOW],
    )

    early = unsent_announcements(connection, NOW - timedelta(seconds=1))
    in_time = unsent_announcements(connection, NOW)

    assert [one.telegram_chat_id for one in early] == [-200]
    assert [one.failures for one in in_time] == [1, 0]


def test_a_paused_chat_hears_nothing(room: Room, connection: Connection) -> None:
    room.happen(*recorded(uuid4(), PLAYED))
    follow(connection, room)
    pause(connection, -100, NOON, NOW)

    assert unsent_announcements(connection, NOW - timedelta(seconds=1)) == []
    assert len(unsent_announcements(connection, NOW)) == 1
