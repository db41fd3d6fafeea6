"""Starts the bot again at once: forked from a process that has imported all of it.

Most of a start is the import of libraries, and tests that kill the bot start it many times. The
forked process is one of its own in every other way: it has the environment, the directory and the
output that it is given and nothing of the tests, and it can be killed.
"""

import multiprocessing
import os
import sys
from collections.abc import Mapping, Sequence
from functools import cache
from multiprocessing.context import ForkServerContext
from pathlib import Path

from telegram_bot.cli import main


class WarmProcess:
    """`python -m telegram_bot` without the wait; it has the methods of `subprocess.Popen`."""

    def __init__(
        self,
        environment: Mapping[str, str],
        directory: Path,
        log: Path,
        arguments: Sequence[str] = (),
    ) -> None:
        """Start the process.

        Args:
            environment: All of its environment.
            directory: Where it runs.
            log: The file to which all that it says is added.
            arguments: What its command line says.
        """
        self._process = _context().Process(
            target=_run, args=(dict(environment), directory, log, list(arguments)), daemon=True
        )
        self._process.start()

    def poll(self) -> int | None:
        """Return the exit status once it has ended, that of a signal as a negative number."""
        return self._process.exitcode

    def send_signal(self, number: int) -> None:
        """Send it a signal."""
        assert self._process.pid is not None
        os.kill(self._process.pid, number)

    def wait(self, timeout: float) -> int:
        """Wait until it has ended.

        Raises:
            TimeoutError: It has not.
        """
        self._process.join(timeout)
        if self._process.exitcode is None:
            msg = f"the bot did not end within {timeout} s"
            raise TimeoutError(msg)
        return self._process.exitcode


@cache
def _context() -> ForkServerContext:
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(["telegram_bot.roles", __name__])
    return context


def _run(
    environment: Mapping[str, str], directory: Path, log: Path, arguments: Sequence[str]
) -> None:
    os.environ.clear()
    os.environ.update(environment)
    os.chdir(directory)
    with log.open("ab") as output:
        for stream in (sys.stdout, sys.stderr):
            os.dup2(output.fileno(), stream.fileno())
    sys.exit(main(arguments))
