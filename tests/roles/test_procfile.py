"""`honcho start` runs the lines of the Procfile, which together are the bot."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx

from domain.card_room import CardRoom
from projections.database import Database
from tests.end_to_end.conftest import Venue
from tests.support.ports import free_port
from tests.support.running_bot import PATIENCE, ROOT
from tests.support.running_sandbox import running_sandbox

SECRET = "secret-of-the-webhook"


@contextmanager
def honcho(log: Path, **settings: str) -> Iterator[subprocess.Popen[bytes]]:
    """Run `honcho start` as an operator would; nothing of it outlives the block."""
    programs = Path(sys.executable).parent
    environment = {"PATH": f"{programs}:{os.environ['PATH']}", **settings}
    with (
        log.open("wb") as output,
        subprocess.Popen(
            [programs / "honcho", "start"],
            env=environment,
            cwd=ROOT,
            stdout=output,
            stderr=subprocess.STDOUT,
        ) as process,
    ):
        try:
            yield process
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)


def test_the_lines_of_the_procfile_play_a_game_on_ones_own_database(
    empty_database: Database, tmp_path: Path
) -> None:
    port, log = free_port(), tmp_path / "log"
    with (
        running_sandbox() as sandbox,
        honcho(
            log,
            BOT_TOKEN=sandbox.token,
            BOT_API_URL=sandbox.url,
            DATABASE_URL=empty_database.url,
            PORT=str(port),
            WEBHOOK_URL=f"http://127.0.0.1:{port}/hook",
            WEBHOOK_SECRET=SECRET,
            CHAT_MESSAGES_PER_MINUTE="1000000",
            CHAT_BURST="1000",
            MESSAGES_PER_SECOND="1000000",
        ) as process,
    ):
        client = sandbox.client
        client.wait_until(
            lambda: client.requests("setWebhook") or process.poll() is not None,
            "the web role",
            seconds=PATIENCE,
        )
        assert process.poll() is None, log.read_text()
        with CardRoom(empty_database.environment) as room:
            house = Venue(sandbox=sandbox, database=empty_database, room=room)
            table = house.table(seed=1)
            table.open()
            table.play_on()
            house.ledger(table).check()
            house.ledger(table).agrees_with(table)
        health = httpx.get(f"http://127.0.0.1:{port}/health", trust_env=False)
        assert health.json()["still"] == []
        assert set(health.json()["beats"]) == {"clock", "intake"}
        assert client.problems == []
        assert process.poll() is None, log.read_text()

    told = log.read_text()
    assert "Traceback" not in told
    assert SECRET not in told
    assert sandbox.token not in told
