"""What an operator can put right is said in one line, with exit status 2 and no secret."""

import logging
import os
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.metadata import version
from pathlib import Path

import psycopg
import pytest

from projections.database import Database
from telegram_bot import embedded
from telegram_bot.cli import main
from telegram_bot.errors import OperatorError
from telegram_bot.roles import Role
from telegram_bot.settings import Settings

SECRET = "hush-hush"


def _complaint(capsys: pytest.CaptureFixture[str]) -> str:
    """Return the one line of complaint; only the log may have said more before."""
    told = capsys.readouterr().err
    assert "Traceback" not in told
    assert SECRET not in told
    *log, line = told.splitlines()
    assert all(" WARNING " in line for line in log)
    assert line.startswith("thirtyone: ")
    return str(line)


def _instead_of_running(monkeypatch: pytest.MonkeyPatch, run: Callable[..., int]) -> None:
    monkeypatch.setattr("telegram_bot.roles.run", run)


class _Unauthorized(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        answer = b'{"ok": false, "error_code": 401, "description": "Unauthorized"}'
        self.rfile.read(int(self.headers["Content-Length"] or 0))
        self.send_response(401)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, *_: object) -> None:
        """Say nothing."""


@contextmanager
def _telegram_that_knows_nobody() -> Iterator[str]:
    with HTTPServer(("127.0.0.1", 0), _Unauthorized) as telegram:
        threading.Thread(target=telegram.serve_forever).start()
        try:
            yield f"http://127.0.0.1:{telegram.server_port}"
        finally:
            telegram.shutdown()


def test_the_version_is_told(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["--version"])

    assert left.value.code == 0
    assert capsys.readouterr().out == f"thirtyone {version('thirtyone')}\n"


def test_alone_it_runs_everything_with_what_was_given(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    ran: list[Settings] = []

    def run(settings: Settings) -> int:
        ran.append(settings)
        return 0

    _instead_of_running(monkeypatch, run)

    assert main(["--data", str(tmp_path), "--port", "8099"]) == 0
    assert [(settings.data, settings.sandbox_port) for settings in ran] == [(tmp_path, 8099)]


@pytest.mark.parametrize("role", Role)
def test_a_role_is_run_by_its_name(monkeypatch: pytest.MonkeyPatch, role: Role) -> None:
    ran: list[Role] = []

    def run(_settings: Settings, *roles: Role) -> int:
        ran.extend(roles)
        return 0

    _instead_of_running(monkeypatch, run)

    assert main([role]) == 0
    assert ran == [role]


@pytest.mark.parametrize("given", ["BOT_TOKEN", "DATABASE_URL"])
def test_roles_that_run_apart_need_a_bot_and_a_database_in_common(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], given: str
) -> None:
    values = {"BOT_TOKEN": f"1:{SECRET}", "DATABASE_URL": f"postgresql://ann:{SECRET}@db/cards"}
    monkeypatch.setenv(given, values[given])

    assert main(["worker"]) == 2

    assert "need BOT_TOKEN and DATABASE_URL" in _complaint(capsys)


def test_migrate_makes_the_tables_of_ones_own_database(
    monkeypatch: pytest.MonkeyPatch, empty_database: Database
) -> None:
    monkeypatch.setenv("DATABASE_URL", empty_database.url)

    assert main(["migrate"]) == 0
    with psycopg.connect(empty_database.conninfo) as connection:
        assert connection.execute("SELECT * FROM thirtyone.thirtyone_events").fetchall() == []


def test_migrate_makes_the_tables_of_an_embedded_one(data: Path) -> None:
    assert main(["migrate", "--data", str(data)]) == 0
    with embedded.serve(data) as url, psycopg.connect(url) as connection:
        assert connection.execute("SELECT * FROM thirtyone.thirtyone_events").fetchall() == []


def test_the_referee_has_the_rest_of_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as left:
        main(["referee", "--help"])

    assert left.value.code == 0
    assert "referee" in capsys.readouterr().out


@pytest.mark.parametrize(
    "address",
    ["os.environ['DATABASE_URL']", "''"],
    ids=["by its address", "by the variables that PostgreSQL's programs read"],
)
def test_a_program_can_be_run_on_the_database(data: Path, address: str) -> None:
    connects = f"import os, psycopg; psycopg.connect({address}).close()"

    assert main(["--data", str(data), "database", sys.executable, "-c", connects]) == 0


@pytest.mark.parametrize("program", [[], ["no-such-program"]])
def test_a_program_that_cannot_be_run(
    data: Path, capsys: pytest.CaptureFixture[str], program: list[str]
) -> None:
    assert main(["--data", str(data), "database", *program]) == 2
    _complaint(capsys)


def test_a_wrong_setting(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("BOT_TOKEN", SECRET)

    assert main([]) == 2
    assert "BOT_TOKEN" in _complaint(capsys)


def test_a_database_that_is_not_there(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("DATABASE_URL", f"postgresql://ann:{SECRET}@127.0.0.1:1/cards")

    assert main(["migrate"]) == 2
    told = _complaint(capsys)
    assert "cards on 127.0.0.1, port 1" in told
    assert "check DATABASE_URL" in told


def test_a_database_of_a_newer_version(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], database: Database
) -> None:
    with psycopg.connect(database.conninfo) as connection:
        connection.execute("UPDATE thirtyone.alembic_version SET version_num = '9999'")
    monkeypatch.setenv("DATABASE_URL", database.url)

    assert main(["migrate"]) == 2
    assert "update thirtyone" in _complaint(capsys)


def test_a_data_directory_that_cannot_be_used(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--data", "/proc/nowhere", "migrate"]) == 2
    assert "--data" in _complaint(capsys)


def test_a_data_directory_in_use(
    data: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    # The log may still go to the standard error of an earlier test, which is closed.
    monkeypatch.setattr(logging, "raiseExceptions", False)
    with embedded.serve(data):
        assert main(["--data", str(data), "migrate"]) == 2

    assert "Another thirtyone uses" in _complaint(capsys)


def test_a_port_that_is_taken(data: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]

        assert main(["--data", str(data), "--port", str(port)]) == 2

    assert "choose another with --port" in _complaint(capsys)


def test_a_token_that_telegram_does_not_know(
    data: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    with _telegram_that_knows_nobody() as url:
        monkeypatch.setenv("BOT_API_URL", url)
        monkeypatch.setenv("BOT_TOKEN", f"12345678:{SECRET}")

        assert main(["--data", str(data)]) == 2

    assert "check BOT_TOKEN" in _complaint(capsys)


def test_whatever_a_part_says_is_told_without_secrets(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    token = "12345678:AAEhBP0av28s4Lkx7HyTr3ZkOzWqUvXyZab"
    monkeypatch.setenv("BOT_TOKEN", token)

    def fail(_settings: Settings) -> int:
        msg = f"Telegram does not know\nthe token {token}"
        raise OperatorError(msg)

    _instead_of_running(monkeypatch, fail)

    assert main([]) == 2
    assert _complaint(capsys) == "thirtyone: Telegram does not know the token ***"


def test_a_defect_is_logged_and_is_not_the_operators(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_settings: Settings) -> int:
        raise ZeroDivisionError

    _instead_of_running(monkeypatch, fail)

    assert main([]) == 1
    assert "ZeroDivisionError" in capsys.readouterr().err


def test_a_terminated_command_stops_its_server(data: Path) -> None:
    sleeps = "import time; open('ready', 'w').close(); time.sleep(600)"
    command = [sys.executable, "-m", "telegram_bot", "--data", str(data), "database"]
    with subprocess.Popen([*command, sys.executable, "-c", sleeps]) as running:
        while not Path("ready").exists():
            assert running.poll() is None
            time.sleep(0.05)
        running.send_signal(signal.SIGTERM)

    assert running.returncode == 128 + signal.SIGTERM
    assert not (data / "postgres" / "postmaster.pid").exists()


def test_the_module_is_the_same_command() -> None:
    told = subprocess.run(
        [sys.executable, "-m", "telegram_bot", "--version"],
        capture_output=True,
        text=True,
        check=True,
        env=os.environ | {"PYTHONWARNINGS": "error"},
    )

    assert told.stdout == f"thirtyone {version('thirtyone')}\n"
    assert not told.stderr
