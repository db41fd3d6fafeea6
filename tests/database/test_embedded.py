"""The embedded server keeps its data, whatever becomes of the bot that started it."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import psycopg
import pytest

from telegram_bot import embedded
from telegram_bot.embedded import serve
from telegram_bot.errors import OperatorError

KEEP_AND_DIE = """
import os, signal, sys, psycopg
from pathlib import Path
from telegram_bot.embedded import serve
with serve(Path(sys.argv[1])) as url:
    with psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 31 AS value")
    os.kill(os.getpid(), signal.SIGKILL)
"""


def _ask(url: str, question: str) -> object:
    with psycopg.connect(url) as connection:
        (answer,) = connection.execute(question.encode()).fetchone() or (None,)
        return answer


def _server_of(directory: Path) -> int:
    return int((directory / "postgres" / "postmaster.pid").read_text().splitlines()[0])


@pytest.fixture
def orphaned(data: Path) -> Path:
    """A data directory whose bot was killed and whose server still runs."""
    died = subprocess.run([sys.executable, "-c", KEEP_AND_DIE, str(data)], check=False)
    assert died.returncode == -signal.SIGKILL
    return data


def test_data_are_there_after_a_restart(empty_data: Path) -> None:
    with serve(empty_data) as url, psycopg.connect(url) as connection:
        connection.execute("CREATE TABLE kept AS SELECT 31 AS value")

    with serve(empty_data) as url:
        assert _ask(url, "SELECT value FROM kept") == 31


def test_it_stops_with_the_block(data: Path) -> None:
    with serve(data):
        assert _server_of(data)

    assert not (data / "postgres" / "postmaster.pid").exists()


def test_commits_reach_the_disk_and_only_its_owner_may_connect(data: Path) -> None:
    with serve(data) as url:
        assert _ask(url, "SHOW fsync") == "on"
        assert _ask(url, "SHOW listen_addresses") == ""
        assert (data / "postgres").stat().st_mode & 0o077 == 0


def test_a_server_that_outlived_its_bot_is_replaced(orphaned: Path) -> None:
    left_over = _server_of(orphaned)

    with serve(orphaned) as url:
        assert _server_of(orphaned) != left_over
        assert _ask(url, "SELECT value FROM kept") == 31


def test_it_starts_after_everything_was_killed(orphaned: Path) -> None:
    os.kill(_server_of(orphaned), signal.SIGKILL)

    with serve(orphaned) as url:
        assert _ask(url, "SELECT value FROM kept") == 31


def test_a_dead_servers_number_may_be_another_programs_by_now(data: Path) -> None:
    with serve(data):
        mark = (data / "postgres" / "postmaster.pid").read_text()
    with subprocess.Popen([sys.executable, "-c", "input()"], stdin=subprocess.PIPE) as innocent:
        renumbered = mark.replace(mark.splitlines()[0], str(innocent.pid), 1)
        (data / "postgres" / "postmaster.pid").write_text(renumbered)

        with serve(data) as url:
            assert _ask(url, "SELECT 31") == 31

        assert innocent.poll() is None
        innocent.kill()


def test_what_a_killed_first_start_left_is_cleared_away(empty_data: Path) -> None:
    (empty_data / "creating-half").mkdir()

    with serve(empty_data):
        assert not (empty_data / "creating-half").exists()


def test_a_path_too_long_for_a_socket_will_do(empty_data: Path) -> None:
    directory = empty_data / ("so long, " * 12) / "it's 100%"

    with serve(directory) as url:
        assert _ask(url, "SELECT 31") == 31


def test_two_cannot_use_one_directory(data: Path) -> None:
    with serve(data), pytest.raises(OperatorError, match="Another thirtyone uses"):
        serve(data).__enter__()


def test_what_keeps_it_from_starting_is_said_in_one_line(data: Path) -> None:
    with serve(data):
        pass
    with (data / "postgres" / "postgresql.conf").open("a") as settings:
        settings.write("port = many\n")

    with pytest.raises(OperatorError, match=r"FATAL.*contains errors") as refused:
        serve(data).__enter__()

    assert "\n" not in str(refused.value)


def test_a_directory_that_cannot_be_made_is_the_operators_to_change() -> None:
    with pytest.raises(OperatorError, match="choose a directory with --data"):
        serve(Path("/proc/nowhere")).__enter__()


def test_a_complaint_is_of_this_start_and_not_of_one_before(data: Path) -> None:
    with serve(data):
        pass
    (data / "postgres" / "server.log").write_text("FATAL: something long ago\n")

    with serve(data):
        assert "long ago" not in (data / "postgres" / "server.log").read_text()


def test_programs_installed_for_roots_eyes_only_are_made_readable(tmp_path: Path) -> None:
    program, text = tmp_path / "program", tmp_path / "text"
    program.touch(mode=0o700)
    text.touch(mode=0o600)

    embedded._let_read(tmp_path)

    assert program.stat().st_mode & 0o777 == 0o705
    assert text.stat().st_mode & 0o777 == 0o604


@pytest.mark.skipif(os.geteuid() != 0, reason="only root has a stand-in")
def test_root_has_a_stand_in_who_may_pass_but_not_look(empty_data: Path) -> None:
    closed = empty_data / "closed"
    closed.mkdir(mode=0o700)

    with serve(closed / "data") as url:
        assert _ask(url, "SELECT 31") == 31
        assert (closed / "data" / "postgres").stat().st_uid != 0
        assert closed.stat().st_mode & 0o777 == 0o701
