"""Migrations make every table, in the form the library expects, and lose no event."""

import subprocess
import sys
from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import psycopg
import pytest
from alembic import command
from alembic.config import Config
from eventsourcing.persistence import InfrastructureFactory, StoredEvent
from eventsourcing.postgres import PostgresApplicationRecorder, PostgresFactory
from eventsourcing.utils import Environment

from projections import migrations
from projections.database import SCHEMA, Database
from projections.migrate import upgrade

SHAPE = """
    SELECT 'column', c.relname, c.reloptions::text, a.attname,
           format_type(a.atttypid, a.atttypmod), a.attnotnull::text
      FROM pg_attribute a JOIN pg_class c ON c.oid = a.attrelid
     WHERE c.relnamespace = %(schema)s::text::regnamespace
       AND c.relkind IN ('r', 'c') AND a.attnum > 0
    UNION ALL
    SELECT 'index', indexname, replace(indexdef, schemaname || '.', ''), '', '', ''
      FROM pg_indexes WHERE schemaname = %(schema)s::text
    UNION ALL
    SELECT 'function', proname, '', '', '', ''
      FROM pg_proc WHERE pronamespace = %(schema)s::text::regnamespace
"""


def _config(database: Database) -> Config:
    config = Config()
    config.set_main_option("script_location", migrations.__path__[0])
    config.attributes["database"] = database
    return config


def _log(database: Database) -> list[tuple[Any, ...]]:
    with psycopg.connect(database.conninfo) as connection:
        return connection.execute("SELECT * FROM thirtyone.thirtyone_events ORDER BY 5").fetchall()


def _shape(database: Database, schema: str) -> set[tuple[Any, ...]]:
    with psycopg.connect(database.conninfo) as connection:
        return set(connection.execute(SHAPE, {"schema": schema}).fetchall())


@pytest.fixture
def factory(database: Database) -> Iterator[PostgresFactory]:
    environment = Environment("thirtyone", database.environment)
    with InfrastructureFactory.construct(environment) as factory:
        assert isinstance(factory, PostgresFactory)
        yield factory


def test_upgrades_an_empty_database(empty_database: Database) -> None:
    upgrade(empty_database)

    assert _log(empty_database) == []


def test_upgrading_again_changes_nothing(database: Database) -> None:
    before = _shape(database, SCHEMA)

    upgrade(database)

    assert before == _shape(database, SCHEMA)


def test_the_librarys_recorder_finds_what_it_needs(factory: PostgresFactory) -> None:
    recorder = factory.application_recorder()
    game = uuid4()

    recorder.insert_events([StoredEvent(game, 1, "game.opened", b"{}")])

    assert [event.originator_version for event in recorder.select_events(game)] == [1]


def test_an_upgrade_of_a_used_database_keeps_every_event(
    empty_database: Database,
) -> None:
    command.upgrade(_config(empty_database), "0001")
    environment = Environment("thirtyone", empty_database.environment)
    with InfrastructureFactory.construct(environment) as factory:
        recorder = factory.application_recorder()
        events = [StoredEvent(uuid4(), 1, "game.opened", b"{}") for _ in range(100)]
        recorder.insert_events(events)
    before = _log(empty_database)

    upgrade(empty_database)

    assert before == _log(empty_database)
    assert len(before) == 100


def test_the_event_log_cannot_be_dropped(empty_database: Database) -> None:
    command.upgrade(_config(empty_database), "0001")

    with pytest.raises(NotImplementedError):
        command.downgrade(_config(empty_database), "base")

    assert _log(empty_database) == []


def test_processes_that_start_together_migrate_once(empty_database: Database) -> None:
    program = "import sys; from projections.migrate import *; upgrade(Database(sys.argv[1]))"
    started = [
        subprocess.Popen([sys.executable, "-c", program, empty_database.url]) for _ in range(3)
    ]

    assert [process.wait(60) for process in started] == [0] * 3


def test_no_table_differs_from_its_declaration(database: Database) -> None:
    command.check(_config(database))


def test_the_librarys_tables_are_as_the_library_would_make_them(database: Database) -> None:
    with psycopg.connect(database.conninfo) as connection:
        connection.execute("CREATE SCHEMA scratch")
    made_by_library = database.environment | {"CREATE_TABLE": "yes", "POSTGRES_SCHEMA": "scratch"}
    with InfrastructureFactory.construct(Environment("thirtyone", made_by_library)) as factory:
        assert isinstance(factory.application_recorder(), PostgresApplicationRecorder)
    for follower in ("tables", "screens", "announcements", "deadlines"):
        with InfrastructureFactory.construct(Environment(follower, made_by_library)) as factory:
            factory.tracking_recorder()

    expected = {row for row in _shape(database, "scratch") if row[0] != "function"}

    assert expected
    assert expected <= _shape(database, SCHEMA)


def test_tracking_tables_carry_the_librarys_mark(database: Database) -> None:
    """Without it the library would put them aside and begin anew."""
    with psycopg.connect(database.conninfo) as connection:
        marks = connection.execute("SELECT * FROM thirtyone.tables_tracking").fetchall()

    assert marks == [("__migration__", 1)]
