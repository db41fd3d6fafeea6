"""The lists of what delivery has to do: short, whatever is open, and never without what is due."""

from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from uuid import UUID, uuid4

import psycopg
import pytest
from psycopg import sql

from projections.announcements.queries import unsent_announcements
from projections.database import Database
from projections.read_models import READ_MODELS
from projections.rebuild import rebuild
from projections.rows import Connection
from projections.screens.queries import dirty_screens
from tests.projections import stories
from tests.projections.conftest import Room, follow
from tests.projections.stories import NOON, recorded

NOW = NOON + timedelta(hours=1)
OPEN_GAMES = 5_000
LARGE = frozenset(
    {"screens", "posted_screens", "announcements", "posted_announcements", "tables", "chats"}
)
"""Tables that grow with the games."""

FILL = (
    """
    INSERT INTO thirtyone.chats (id, telegram_chat_id, kind, updated_at)
    SELECT md5('group' || n)::uuid, -1000 - n, 'group', now() FROM generate_series(1, %(games)s) n
    """,
    """
    INSERT INTO thirtyone.screens
    SELECT md5('game' || n)::uuid, md5('group' || n)::uuid, 9, %(now)s
      FROM generate_series(1, %(games)s) n
    """,
    """
    INSERT INTO thirtyone.tables
    SELECT md5('game' || n)::uuid, md5('group' || n)::uuid, '', 'playing', 'scat', '{}', %(now)s
      FROM generate_series(1, %(games)s) n
    """,
    """
    INSERT INTO thirtyone.posted_screens (game_id, telegram_chat_id, message_id, version)
    SELECT md5('game' || n)::uuid, -1000 - n, n, 9 FROM generate_series(1, %(games)s) n
    """,
    """
    INSERT INTO thirtyone.announcements
    SELECT n, md5('game' || n)::uuid, 8, 'showdown', %(now)s FROM generate_series(1, %(games)s) n
    """,
    """
    INSERT INTO thirtyone.posted_announcements (position, message_id, sent_at)
    SELECT n, n, %(now)s FROM generate_series(1, %(games)s) n
    """,
)
SHOW = """
    INSERT INTO thirtyone.posted_screens (game_id, telegram_chat_id, message_id, version)
    VALUES (%s, -100, 5, %s) ON CONFLICT (game_id) DO UPDATE SET version = excluded.version
"""
READ_WHOLE = """
    SELECT relname FROM pg_stat_xact_user_tables WHERE schemaname = 'thirtyone' AND seq_scan > 0
"""
CHANGE = "UPDATE thirtyone.screens SET version = %s WHERE game_id = %s"

Question = Callable[[Connection], object]
QUESTIONS: dict[str, Question] = {
    "screens": lambda connection: dirty_screens(connection, NOW),
    "announcements": lambda connection: unsent_announcements(connection, NOW),
}


@pytest.fixture(autouse=True)
def _group(connection: Connection) -> None:
    connection.execute(
        "INSERT INTO thirtyone.chats (id, telegram_chat_id, kind, updated_at)"
        " VALUES (%s, -100, 'group', now())",
        [stories.GROUP],
    )


@pytest.fixture
def other(database: Database) -> Iterator[Connection]:
    """A second connection, as of another process."""
    with psycopg.connect(database.conninfo, autocommit=True) as connection:
        yield connection


@pytest.fixture
def game(room: Room, connection: Connection) -> UUID:
    """A game that is shown as it is, at version 3."""
    game = uuid4()
    room.happen(*recorded(game, stories.opened(players=(stories.ANN, stories.BEA))))
    follow(connection, room)
    connection.execute(SHOW, [game, 3])
    return game


def listed(connection: Connection, name: str) -> int:
    question = sql.SQL("SELECT count(*) FROM {}").format(sql.Identifier("thirtyone", name))
    row = connection.execute(question).fetchone()
    assert row is not None
    return int(row[0])


def versions(connection: Connection) -> list[int]:
    return [screen.version for screen in dirty_screens(connection, NOW)]


@pytest.mark.parametrize("asked", QUESTIONS)
def test_no_question_reads_a_table_that_grows_from_end_to_end(
    connection: Connection, other: Connection, asked: str
) -> None:
    for fill in FILL:
        connection.execute(fill.encode(), {"games": OPEN_GAMES, "now": NOON})
    connection.execute(
        "UPDATE thirtyone.screens SET version = 10 WHERE group_id IN"
        " (SELECT id FROM thirtyone.chats WHERE telegram_chat_id BETWEEN -1010 AND -1001)"
    )
    connection.execute("DELETE FROM thirtyone.posted_announcements WHERE position < 10")
    connection.execute(
        "INSERT INTO thirtyone.announcements_to_make"
        " SELECT position, game_id FROM thirtyone.announcements WHERE position < 10"
    )
    connection.execute("ANALYZE")

    with other.transaction():
        found = QUESTIONS[asked](other)
        read_whole = other.execute(READ_WHOLE).fetchall()

    assert found
    assert not LARGE & {name for (name,) in read_whole}


@pytest.mark.usefixtures("game")
def test_what_is_done_is_struck_off(room: Room, connection: Connection) -> None:
    room.happen(*recorded(uuid4(), [*stories.started(), stories.dealt(1), stories.showdown(1)]))
    follow(connection, room)
    assert (
        listed(connection, "screens_to_draw"),
        listed(connection, "announcements_to_make"),
    ) == (1, 1)

    (unsent,) = unsent_announcements(connection, NOW)
    connection.execute(
        "INSERT INTO thirtyone.posted_announcements (position, message_id, sent_at)"
        " VALUES (%s, 1, %s)",
        [unsent.position, NOW],
    )
    (screen,) = dirty_screens(connection, NOW)
    connection.execute(SHOW, [screen.game_id, screen.version])

    assert (
        listed(connection, "screens_to_draw"),
        listed(connection, "announcements_to_make"),
    ) == (0, 0)


@pytest.mark.parametrize("first", ["shown", "changed"])
def test_a_version_that_comes_while_an_older_one_is_shown_stays_listed(
    connection: Connection, other: Connection, game: UUID, first: str
) -> None:
    """Whichever of both is saved first; the other waits for it."""
    connection.execute(CHANGE, [4, game])
    saves = {"shown": (SHOW, [game, 4]), "changed": (CHANGE, [5, game])}
    (second,) = saves.keys() - {first}

    with ThreadPoolExecutor() as executor:
        with connection.transaction():
            connection.execute(*saves[first])
            waits = executor.submit(lambda: other.execute(*saves[second]))
            _until_waiting(connection, other)
        waits.result()

    assert versions(connection) == [5]


def _until_waiting(connection: Connection, other: Connection) -> None:
    """Return as soon as one connection waits for the lock of another."""
    while connection.execute(
        "SELECT cardinality(pg_blocking_pids(%s)) = 0", [other.info.backend_pid]
    ).fetchone() == (True,):
        pass


def test_a_question_at_the_table_lists_a_screen_until_it_is_shown(
    connection: Connection, game: UUID
) -> None:
    change = "UPDATE thirtyone.posted_screens SET {} WHERE game_id = %s"
    connection.execute(change.format("question = 'x'").encode(), [game])
    assert versions(connection) == [3]

    connection.execute(change.format("shown_question = 'x'").encode(), [game])
    assert listed(connection, "screens_to_draw") == 0


def test_a_table_that_is_to_be_posted_anew_is_listed(connection: Connection, game: UUID) -> None:
    connection.execute(SHOW, [game, 0])

    assert versions(connection) == [3]


@pytest.mark.usefixtures("game")
def test_a_rebuild_lists_what_it_puts_right(room: Room, connection: Connection) -> None:
    connection.execute("DELETE FROM thirtyone.screens")
    connection.execute("UPDATE thirtyone.posted_screens SET version = 2")
    connection.execute("DELETE FROM thirtyone.screens_to_draw")

    rebuild(connection, room.entries, READ_MODELS)

    assert versions(connection) == [3]
