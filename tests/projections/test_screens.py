"""The view of the screens, and which of them delivery has to draw."""

from datetime import timedelta
from uuid import UUID, uuid4

import pytest

from domain import facts
from projections.pauses import EVERY_TOPIC
from projections.remembered import NEWS
from projections.rows import Connection
from projections.screens.projector import MODEL
from projections.screens.queries import dirty_screens
from tests.projections import stories
from tests.projections.conftest import Room, follow, pause
from tests.projections.stories import NOON, recorded
from tests.support.following import catch_up

NOW = NOON + timedelta(hours=1)
LONG_AFTER = NOON + timedelta(weeks=9)
MOMENT = timedelta(microseconds=1)


@pytest.fixture
def group(connection: Connection) -> None:
    """A group that is known."""
    connection.execute(
        "INSERT INTO thirtyone.chats (id, telegram_chat_id, thread_id, kind, language, updated_at)"
        " VALUES (%s, -100, 7, 'supergroup', 'de', now())",
        [stories.GROUP],
    )


@pytest.fixture
def game(room: Room, connection: Connection, group: None) -> UUID:  # noqa: ARG001 - it is there
    """A game of three events, in a group that is known."""
    game = uuid4()
    room.happen(*recorded(game, stories.opened(players=(stories.ANN, stories.BEA))))
    follow(connection, room)
    return game


def _post(connection: Connection, game: UUID, version: int, retry_at: object = None) -> None:
    connection.execute(
        "INSERT INTO thirtyone.posted_screens"
        " (game_id, telegram_chat_id, message_id, version, retry_at) VALUES (%s, -100, 5, %s, %s)",
        [game, version, retry_at],
    )


def test_a_screen_shows_the_latest_version() -> None:
    row = stories.fold(MODEL, stories.started())

    assert row is not None
    assert row.version == 6
    assert row.changed_at == NOON + timedelta(seconds=6)


def test_a_group_has_no_screen() -> None:
    assert stories.fold(MODEL, [facts.GroupRegistered()]) is None


def test_a_screen_never_posted_is_dirty(connection: Connection, game: UUID) -> None:
    (screen,) = dirty_screens(connection, NOW)

    assert screen.game_id == game
    assert screen.version == 3
    assert (screen.telegram_chat_id, screen.thread_id, screen.language) == (-100, 7, "de")
    assert screen.message_id is None
    assert screen.failures == 0


def test_a_screen_behind_is_dirty_and_names_its_message(
    connection: Connection, game: UUID
) -> None:
    _post(connection, game, 2)

    (screen,) = dirty_screens(connection, NOW)

    assert (screen.message_id, screen.posted_version, screen.posted_chat_id) == (5, 2, -100)


def test_a_screen_up_to_date_is_clean(connection: Connection, game: UUID) -> None:
    _post(connection, game, 3)

    assert dirty_screens(connection, NOW) == []


def test_a_screen_waits_for_its_retry(connection: Connection, game: UUID) -> None:
    _post(connection, game, 2, retry_at=NOW)

    assert dirty_screens(connection, NOW - timedelta(seconds=1)) == []
    assert len(dirty_screens(connection, NOW)) == 1


@pytest.mark.usefixtures("game")
@pytest.mark.parametrize("thread", [7, EVERY_TOPIC])
def test_a_paused_chat_is_left_alone(connection: Connection, thread: int) -> None:
    pause(connection, -100, NOON, NOW, thread)

    assert dirty_screens(connection, NOW - timedelta(seconds=1)) == []
    assert len(dirty_screens(connection, NOW)) == 1


@pytest.mark.usefixtures("game")
def test_the_pause_of_another_topic_changes_nothing(connection: Connection) -> None:
    pause(connection, -100, NOON, NOW, thread_id=8)

    assert len(dirty_screens(connection, NOON)) == 1


def test_a_screen_waits_until_its_game_has_said_everything(
    room: Room, connection: Connection, game: UUID
) -> None:
    room.happen(*recorded(game, [facts.RoundVoided(round=1, cause="arbiter")], first_version=4))
    follow(connection, room)

    assert dirty_screens(connection, NOW) == []
    connection.execute(
        "INSERT INTO thirtyone.posted_announcements (position, sent_at)"
        " SELECT position, now() FROM thirtyone.announcements"
    )
    assert len(dirty_screens(connection, NOW)) == 1


def test_a_screen_waits_for_announcements_that_are_still_unknown(
    room: Room, connection: Connection, game: UUID
) -> None:
    room.happen(*recorded(game, [facts.RoundVoided(round=1, cause="arbiter")], first_version=4))
    catch_up(connection, room.entries, MODEL, batch=500)

    assert dirty_screens(connection, NOW) == []


def test_what_waits_for_its_table_waits_for_ever(
    room: Room, connection: Connection, game: UUID
) -> None:
    """An open game that was never shown, and a result that could not be shown so far."""
    over = uuid4()
    room.happen(*recorded(over, [*stories.started(), stories.ENDED]))
    follow(connection, room)
    _post(connection, over, 2)

    assert {screen.game_id for screen in dirty_screens(connection, LONG_AFTER)} == {game, over}


@pytest.mark.usefixtures("group")
def test_what_is_over_and_was_never_shown_is_news_for_a_day(
    room: Room, connection: Connection
) -> None:
    happened = [*stories.started(), stories.ENDED]
    room.happen(*recorded(uuid4(), happened))
    follow(connection, room)
    old = NOON + timedelta(seconds=len(happened)) + NEWS

    assert [screen.version for screen in dirty_screens(connection, old - MOMENT)] == [7]
    assert dirty_screens(connection, old) == []
