"""The bot as its own process, started by its command line, for end-to-end tests."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from projections.database import Database
from tests.support.running_sandbox import RunningSandbox

PATIENCE = 30.0
ROOT = Path(__file__).parents[2]


class RunningBot:
    """A bot that can be killed and started again."""

    def __init__(self, sandbox: RunningSandbox, database: Database, **settings: str) -> None:
        """Describe the bot.

        Args:
            sandbox: The Telegram it plays in.
            database: Its database, migrated or not.
            settings: More of its settings, by the names of the environment.
        """
        self._sandbox = sandbox
        self._environment = {
            "PATH": os.environ["PATH"],
            "BOT_TOKEN": sandbox.token,
            "BOT_API_URL": sandbox.url,
            "DATABASE_URL": database.url,
            "CHAT_MESSAGES_PER_MINUTE": "1000000",
            "CHAT_BURST": "1000",
            "PYTHONUNBUFFERED": "1",
            **settings,
        }
        self._process: subprocess.Popen[str] | None = None
        self.log = ""

    def start(self, *, wait: bool = True) -> None:
        """Start the process, and wait until it asks for updates."""
        before = self._polls()
        self._process = subprocess.Popen(
            [sys.executable, "-m", "telegram_bot"],
            env=self._environment,
            cwd=ROOT,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        if wait:
            self._sandbox.client.wait_until(
                lambda: self._polls() > before or self._ended(), "the bot", seconds=PATIENCE
            )
            assert not self._ended(), self.stop()

    def kill(self) -> None:
        """Kill the process at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> str:
        """Ask the process to end and return all that it has logged."""
        self._end(signal.SIGTERM)
        return self.log

    @property
    def status(self) -> int | None:
        """The exit status, once it has ended."""
        return self._process.returncode if self._process else None

    def _end(self, number: signal.Signals) -> None:
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.send_signal(number)
        output, _ = self._process.communicate(timeout=PATIENCE)
        self.log += output

    def _ended(self) -> bool:
        return self._process is not None and self._process.poll() is not None

    def _polls(self) -> int:
        found = self._sandbox.client.get("/requests", after=0)["requests"]
        return sum(each["method"] == "getUpdates" for each in found)


@contextmanager
def running_bot(
    sandbox: RunningSandbox, database: Database, **settings: str
) -> Iterator[RunningBot]:
    """Run the bot for the length of a block."""
    bot = RunningBot(sandbox, database, **settings)
    bot.start()
    try:
        yield bot
    finally:
        bot.stop()
