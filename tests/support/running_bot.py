"""The bot as its own process, started by its command line, for end-to-end tests."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

from projections.database import Database
from tests.support.running_sandbox import RunningSandbox
from tests.support.warm_start import WarmProcess

PATIENCE = 60.0
ROOT = Path(__file__).parents[2]


class RunningBot:
    """A bot that can be killed and started again."""

    def __init__(
        self,
        sandbox: RunningSandbox,
        database: Database,
        log: Path,
        role: str | None = None,
        **settings: str,
    ) -> None:
        """Describe the bot.

        Args:
            sandbox: The Telegram it plays in.
            database: Its database, migrated or not.
            log: The file to which it writes its log, through all restarts.
            role: The one role that it plays, if not all.
            settings: More of its settings, by the names of the environment.
        """
        self._sandbox = sandbox
        self._log = log
        self._arguments = [] if role is None else [role]
        self._environment = {
            "PATH": os.environ["PATH"],
            "BOT_TOKEN": sandbox.token,
            "BOT_API_URL": sandbox.url,
            "DATABASE_URL": database.url,
            "CHAT_MESSAGES_PER_MINUTE": "1000000",
            "CHAT_BURST": "1000",
            "MESSAGES_PER_SECOND": "1000000",
            **settings,
        }
        self._process: subprocess.Popen[bytes] | WarmProcess | None = None

    def start(self, *, wait: bool = True) -> None:
        """Start the process. What people do before it is there waits in Telegram.

        The first start is by the command line, as an operator's; all others are warm.

        Args:
            wait: Return when it has spoken to Telegram.
        """
        before = self._greetings()
        if self._process is None:
            self._process = self._started_cold()
        else:
            self.start_warm()
        if wait:
            self._sandbox.client.wait_until(
                lambda: self._greetings() > before or self.status is not None,
                "the bot",
                seconds=PATIENCE,
            )
            assert self.status is None, self.log

    def start_warm(self) -> None:
        """Start the process without waiting for anything, its imports done."""
        self._process = WarmProcess(self._environment, ROOT, self._log, self._arguments)

    def kill(self) -> None:
        """Kill the process at once, as a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> str:
        """Ask the process to end and return all that it has logged."""
        self._end(signal.SIGTERM)
        return self.log

    @property
    def log(self) -> str:
        """All that it has logged so far."""
        return self._log.read_text()

    @property
    def status(self) -> int | None:
        """The exit status, once it has ended."""
        return self._process.poll() if self._process else None

    def _started_cold(self) -> subprocess.Popen[bytes]:
        with self._log.open("ab") as log:
            return subprocess.Popen(
                [sys.executable, "-m", "telegram_bot", *self._arguments],
                env=self._environment,
                cwd=ROOT,
                stdout=log,
                stderr=subprocess.STDOUT,
            )

    def _end(self, number: signal.Signals) -> None:
        if self._process is None:
            return
        if self._process.poll() is None:
            self._process.send_signal(number)
        self._process.wait(PATIENCE)

    def _greetings(self) -> int:
        return len(self._sandbox.client.requests("getMe"))


@contextmanager
def running_bot(
    sandbox: RunningSandbox, database: Database, **settings: str
) -> Iterator[RunningBot]:
    """Run the bot for the length of a block."""
    with TemporaryDirectory() as directory:
        bot = RunningBot(sandbox, database, Path(directory) / "bot.log", **settings)
        bot.start()
        try:
            yield bot
        finally:
            bot.stop()
