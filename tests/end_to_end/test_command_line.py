"""`thirtyone` as its operator meets it: what it prints, how it ends, and with which status."""

import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import IO

import psycopg
import pytest

from projections.database import Database
from telegram_bot.roles import Role
from tests.end_to_end.play import Table
from tests.support.running_bot import ROOT
from tests.support.running_sandbox import running_sandbox
from tests.support.sandbox_client import SandboxClient
from tests.support.warm_start import WarmProcess

PATIENCE = 60.0
UNKNOWN_TOKEN = "7000001:another-token-than-the-sandbox-knows"


def test_alone_it_serves_a_game_and_ends_cleanly(data: Path) -> None:
    with thirtyone("--data", str(data), "--port", "0") as process:
        assert process.stdout
        address = address_in(process.stdout)
        with SandboxClient(address) as client:
            people = [client.person(name) for name in ("Ana", "Bruno")]
            table = Table(client.chat("Card night"), people, seed=1)
            table.open()
        postmaster = int((data / "postgres" / "postmaster.pid").read_text().split()[0])
        process.send_signal(signal.SIGTERM)
        process.wait(PATIENCE)

    assert process.returncode == 0
    assert not (data / "postgres" / "postmaster.pid").exists()
    assert not runs(postmaster)


def test_a_game_outlives_a_killed_program(data: Path) -> None:
    """The database that is left behind is taken over."""
    tables = []
    for number in (signal.SIGKILL, signal.SIGTERM):
        with thirtyone("--data", str(data), "--port", "0") as process:
            assert process.stdout
            with SandboxClient(address_in(process.stdout)) as client:
                ana = client.person("Ana")
                group = client.chat("Card night")
                ana.send(group, "/new")
                tables.append(group.wait_for(lambda message: "Join" in message.labels))
            process.send_signal(number)
            process.wait(PATIENCE)

    # The sandbox forgets; the group is known by its id, and so is its open game.
    assert tables[0].buttons[0].data == tables[1].buttons[0].data


@pytest.mark.parametrize(
    ("arguments", "number"),
    [([], signal.SIGINT), ([], signal.SIGTERM), *(([role], signal.SIGTERM) for role in Role)],
)
def test_while_telegram_cannot_be_reached_it_ends_when_told_to(
    database: Database, tmp_path: Path, arguments: list[str], number: signal.Signals
) -> None:
    log = tmp_path / "log"
    telegram = {"BOT_TOKEN": UNKNOWN_TOKEN, "BOT_API_URL": "http://127.0.0.1:1"}
    process = WarmProcess({"DATABASE_URL": database.url, **telegram}, ROOT, log, arguments)
    try:
        while not (log.exists() and "cannot be reached" in log.read_text()):
            assert process.poll() is None
            time.sleep(0.05)
        process.send_signal(number)

        assert process.wait(PATIENCE) == 0
    finally:
        if process.poll() is None:
            process.send_signal(signal.SIGKILL)


def test_while_telegram_does_not_answer_it_ends_when_told_to(database: Database) -> None:
    with socket.create_server(("127.0.0.1", 0)) as silent:
        url = "http://127.0.0.1:{1}".format(*silent.getsockname())
        telegram = {"BOT_TOKEN": UNKNOWN_TOKEN, "BOT_API_URL": url}
        with thirtyone(DATABASE_URL=database.url, **telegram) as process:
            connection, _ = silent.accept()
            with connection:
                process.send_signal(signal.SIGTERM)
                process.wait(PATIENCE)

    assert process.returncode == 0


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_while_another_brings_the_tables_up_to_date_it_ends_when_told_to(
    database: Database, number: signal.Signals
) -> None:
    with psycopg.connect(database.conninfo) as connection:
        connection.execute("LOCK TABLE thirtyone.alembic_version")
        with thirtyone(DATABASE_URL=database.url) as process:
            wait_until_blocked(database)
            process.send_signal(number)
            process.wait(PATIENCE)

    assert process.returncode == 128 + number


def wait_until_blocked(database: Database) -> None:
    """Wait until somebody waits for a lock on a table."""
    with psycopg.connect(database.conninfo, autocommit=True) as connection:
        while not connection.execute(
            "SELECT FROM pg_locks WHERE NOT granted AND locktype = 'relation'"
        ).fetchall():
            time.sleep(0.05)


def test_a_token_that_telegram_does_not_know(database: Database) -> None:
    with running_sandbox() as sandbox:
        settings = {"BOT_TOKEN": UNKNOWN_TOKEN, "BOT_API_URL": sandbox.url}
        told = complaint(DATABASE_URL=database.url, **settings)

    assert "does not accept the token: check BOT_TOKEN" in told


def test_a_database_that_is_away() -> None:
    told = complaint(
        BOT_TOKEN=UNKNOWN_TOKEN, DATABASE_URL="postgresql://ann:hush@127.0.0.1:1/cards"
    )

    assert "cards on 127.0.0.1, port 1" in told
    assert "check DATABASE_URL" in told


def test_a_port_that_is_taken(database: Database) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        told = complaint("--port", port, DATABASE_URL=database.url)

    assert f"Port {port} on 127.0.0.1 is taken" in told


def test_a_port_for_health_that_is_taken(database: Database) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken, running_sandbox() as sandbox:  # noqa: S104 - as the bot does
        port = str(taken.getsockname()[1])
        telegram = {"BOT_TOKEN": sandbox.token, "BOT_API_URL": sandbox.url}
        told = complaint(DATABASE_URL=database.url, PORT=port, LOG_LEVEL="WARNING", **telegram)

    assert f"Port {port} cannot be used" in told
    assert "check PORT" in told


@contextmanager
def thirtyone(*arguments: str, **settings: str) -> Iterator[subprocess.Popen[str]]:
    """Run the command line; whatever happens, it does not outlive the block."""
    with subprocess.Popen(
        [sys.executable, "-m", "telegram_bot", *arguments],
        env={"PATH": os.environ["PATH"], "HOME": os.environ.get("HOME", "/"), **settings},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    ) as process:
        try:
            yield process
        finally:
            process.kill()


def runs(process_id: int) -> bool:
    """Tell whether a process runs; one that has ended and waits for its parent does not."""
    try:
        return Path(f"/proc/{process_id}/cmdline").read_bytes() != b""
    except FileNotFoundError:
        return False


def address_in(output: IO[str]) -> str:
    """Return the address that is printed once the sandbox answers."""
    line = next(line for line in output if "http://" in line)
    return line[line.index("http://") :].strip().rstrip("/")


def complaint(*arguments: str, **settings: str) -> str:
    """Return the one line with which the command line gives up, with status 2."""
    with thirtyone(*arguments, **settings) as process:
        output, told = process.communicate(timeout=PATIENCE)
    lines = [line for line in told.splitlines() if " WARNING " not in line]

    assert process.returncode == 2
    assert output == ""
    assert len(lines) == 1
    assert "hush" not in told
    assert UNKNOWN_TOKEN not in told
    return lines[0]
