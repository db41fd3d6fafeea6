"""What an operator asks of a database: `status` and `rebuild`."""

import logging
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import pytest

from projections.database import Database
from projections.migrate import upgrade
from projections.read_models import READ_MODELS
from projections.rebuild import LOCK
from projections.rows import Connection
from telegram_bot import embedded
from telegram_bot.cli import main
from telegram_bot.intake import set_aside
from telegram_bot.operating import progress
from telegram_bot.operating.progress import LoggedProgress
from tests.cli.asking import play
from tests.cli.said import complaint
from tests.projections.conftest import Room, follow
from tests.standings.histories import GROUPS
from tests.standings.seasons import season

GAME = UUID(int=1)


def told(capsys: pytest.CaptureFixture[str]) -> dict[str, str]:
    """Return what was told, line by line, by its first words."""
    lines = capsys.readouterr().out.splitlines()
    return {line[:18].rstrip(): line[18:].strip() for line in lines}


# Status.


def test_status_tells_how_far_each_view_is_behind(
    room: Room, connection: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    play(room, 1)
    follow(connection, room)
    before = room.recorder.max_notification_id() or 0
    room.happen(*list(season(2))[-1])
    since = (room.recorder.max_notification_id() or 0) - before

    assert main(["status"]) == 0

    lines = told(capsys)
    assert {lines[view.name] for view in READ_MODELS} == {f"{since:,} events behind"}


@pytest.mark.usefixtures("room")
def test_status_tells_what_waits_and_who_is_at_work(
    connection: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    long_ago = datetime.now(UTC) - timedelta(days=1)
    connection.execute(
        "INSERT INTO thirtyone.tables VALUES (%s, %s, 'abc', 'playing', 'scat', '{}', %s)",
        [GAME, GROUPS[0], long_ago],
    )
    connection.execute(
        "INSERT INTO thirtyone.screens VALUES (%s, %s, 3, %s)", [GAME, GROUPS[0], long_ago]
    )
    connection.execute(
        "INSERT INTO thirtyone.deadlines (game_id, group_id, kind, number, due_at)"
        " VALUES (%s, %s, 'turn', 1, %s)",
        [GAME, GROUPS[0], long_ago],
    )
    connection.execute(
        "INSERT INTO thirtyone.chat_pauses (telegram_chat_id, thread_id, since, until)"
        " VALUES (1, 0, %s, %s)",
        [long_ago, long_ago + timedelta(days=9)],
    )
    connection.execute("INSERT INTO thirtyone.heartbeats VALUES ('clock', %s)", [long_ago])
    connection.execute(
        "INSERT INTO thirtyone.troubles VALUES ('intake', 'Telegram cannot be reached', now())"
    )
    set_aside.put(connection, {"update_id": 1}, "KeyError", long_ago)

    assert main(["status"]) == 0

    lines = told(capsys)
    assert [lines[name] for name in ("open games", "deadlines due", "messages waiting")] == (
        ["1", "1", "1"]
    )
    assert lines["chats paused"] == "1"
    assert lines["clock"].startswith("last at work 86,4")
    assert lines["intake trouble"] == "Telegram cannot be reached"
    assert lines["updates set aside"] == "1"


def test_status_can_be_asked_while_the_bot_runs_on_its_embedded_database(
    data: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with embedded.serve(data) as url:
        upgrade(Database(url))

        assert main(["--data", str(data), "status"]) == 0

    assert told(capsys)["standings"] == "0 events behind"


# Rebuild.


def test_rebuild_tells_of_each_view_that_it_is_equal(
    room: Room, connection: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    play(room, 1)
    follow(connection, room)

    assert main(["rebuild"]) == 0

    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == [view.name for view in READ_MODELS]
    events = len(room.recorder.select_notifications(None, 10_000))
    assert all(f" {events:,} events " in line and line.endswith(" equal") for line in lines)


def test_rebuild_replaces_the_view_that_was_named_and_says_so(
    room: Room, connection: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    play(room, 1)
    follow(connection, room)
    connection.execute("UPDATE thirtyone.tables SET status = 'lobby'")

    assert main(["rebuild", "tables"]) == 0

    [line] = capsys.readouterr().out.splitlines()
    assert line.startswith("tables ")
    assert line.endswith("replaced, 1 rows differed")
    rows = connection.execute("SELECT DISTINCT status FROM thirtyone.tables").fetchall()
    assert rows == [("finished",)]


def test_rebuild_tells_a_log_file_now_and_then_how_far_it_is(
    caplog: pytest.LogCaptureFixture,
) -> None:
    caplog.set_level(logging.INFO)
    advance = LoggedProgress("Rebuilding", 50_000, iter([0, 4, 10, 13, 19, 20]).__next__)

    for _ in range(5):
        advance(12_000)

    assert [record.getMessage() for record in caplog.records] == [
        "Rebuilding: 24,000 events done (48%)",
        "Rebuilding: 60,000 events done (100%)",
    ]


@pytest.mark.parametrize("terminal", [True, False])
def test_rebuild_shows_its_progress_on_a_terminal_and_in_a_log_file(
    terminal: bool,  # noqa: FBT001 - both ways are tested
    room: Room,
    connection: Connection,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("TTY_COMPATIBLE", str(int(terminal)))
    monkeypatch.setattr(progress, "EVERY", 0.0)
    play(room, 1)
    follow(connection, room)

    assert main(["rebuild", "tables"]) == 0

    said = capsys.readouterr().err
    events = len(room.recorder.select_notifications(None, 10_000))
    assert (f"{events}/{events}" in said) is terminal
    logged = f"{progress.__name__}: Rebuilding: {events:,} events done (100%)"
    assert (logged in said) is not terminal


@pytest.mark.usefixtures("room")
def test_a_view_that_is_not_there(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rebuild", "tabels"]) == 2
    assert "There is no view tabels: the views are announcements, " in complaint(capsys)


@pytest.mark.usefixtures("room")
def test_another_rebuild_is_running(
    connection: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    connection.execute("SELECT pg_advisory_lock(%s, 0)", [LOCK])

    assert main(["rebuild"]) == 2
    assert "Another rebuild is running" in complaint(capsys)


@pytest.mark.parametrize("command", [["status"], ["rebuild"], ["export-player", "@ann"]])
def test_a_database_without_tables(
    command: list[str],
    empty_database: Database,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("DATABASE_URL", empty_database.url)

    assert main(command) == 2
    assert "run thirtyone migrate" in complaint(capsys)


@pytest.mark.parametrize("command", [["status"], ["rebuild"], ["export-player", "@ann"]])
def test_a_database_that_is_not_there(
    command: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", "postgresql://ann:hush-hush@127.0.0.1:1/cards")

    assert main(command) == 2
    assert "cards on 127.0.0.1, port 1" in complaint(capsys)


# Updates.


@pytest.mark.usefixtures("room")
def test_updates_lists_what_could_not_be_handled_and_why(
    connection: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    at = datetime(2026, 3, 1, 20, tzinfo=UTC)
    set_aside.put(connection, {"update_id": 12, "message": {}}, "KeyError at here.py:1", at)

    assert main(["updates"]) == 0

    (line,) = capsys.readouterr().out.splitlines()
    what = line.split(maxsplit=5)
    assert what == ["12", "2026-03-01", "20:00:00", "UTC", "message", "KeyError at here.py:1"]


@pytest.mark.usefixtures("room")
def test_retry_has_those_that_are_named_or_all_handled_again(
    connection: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    for number in (1, 2, 3):
        set_aside.put(connection, {"update_id": number}, "KeyError", datetime.now(UTC))

    assert main(["updates", "retry", "1", "3"]) == 0
    assert [aside.update_id for aside in set_aside.claim(connection)] == [1, 3]
    assert main(["updates", "retry"]) == 0
    assert [aside.update_id for aside in set_aside.claim(connection)] == [1, 2, 3]
    told = capsys.readouterr().out.splitlines()
    assert told == ["2 to be handled again", "3 to be handled again"]


@pytest.mark.usefixtures("room")
def test_retry_of_what_is_not_there_changes_nothing(
    connection: Connection, capsys: pytest.CaptureFixture[str]
) -> None:
    set_aside.put(connection, {"update_id": 1}, "KeyError", datetime.now(UTC))

    assert main(["updates", "retry", "1", "5"]) == 2

    assert "Nothing is set aside as 5" in complaint(capsys)
    assert set_aside.claim(connection) == []
