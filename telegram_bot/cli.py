"""The command line: `thirtyone` alone runs everything."""

import argparse
import logging
import os
import signal
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from importlib.metadata import version
from pathlib import Path
from types import FrameType
from typing import Any

from telegram_bot import logs, settings
from telegram_bot.errors import OperatorError
from telegram_bot.settings import NAME, Settings

logger = logging.getLogger(__name__)

OPERATORS_TO_MEND = 2
"""The exit status for what only the operator can put right."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    if given[:1] == ["referee"]:
        from telegram_bot.referee.command import main as referee  # noqa: PLC0415 - it is alone

        return referee(given[1:])
    options = vars(_parser().parse_args(given))
    redact = logs.Redaction()
    try:
        chosen = settings.load(data=options.get("data"), sandbox_port=options.get("port"))
        redact = logs.Redaction(chosen.secrets)
        logs.configure(chosen.log_level, redact)
        with _ended_by_sigterm():
            status = _carry_out(options, chosen)
            sys.stdout.flush()
            return status
    except OperatorError as error:
        sys.stderr.write(redact(f"{NAME}: {' '.join(str(error).split())}\n"))
        return OPERATORS_TO_MEND
    except KeyboardInterrupt:
        return 128 + signal.SIGINT
    except BrokenPipeError:
        return _nobody_reads()
    except Exception:
        logger.exception("This is a defect of thirtyone")
        return 1


def _nobody_reads() -> int:
    """Stop without a complaint when the reader has gone, as in `… | head`."""
    # What is left in the buffer would be complained of when Python ends.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 128 + signal.SIGPIPE


def _parser() -> argparse.ArgumentParser:
    anywhere = argparse.ArgumentParser(add_help=False, argument_default=argparse.SUPPRESS)
    anywhere.add_argument("--data", type=Path, metavar="DIR", help="the data directory")
    anywhere.add_argument("--port", type=int, help="the port of the sandbox")
    parser = argparse.ArgumentParser(
        prog=NAME,
        parents=[anywhere],
        description="Thirty-One in any Telegram group. Without a command everything is run: on"
        " Telegram when BOT_TOKEN is set, else in a sandbox in the browser.",
    )
    parser.add_argument("--version", action="version", version=f"{NAME} {version(NAME)}")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    commands.add_parser(
        "migrate",
        parents=[anywhere],
        help="bring the database to the newest form of its tables",
    )
    database = commands.add_parser(
        "database",
        help="run a program on the database, as `thirtyone database psql` or `… pg_dump`",
    )
    database.add_argument("program", nargs=argparse.REMAINDER)
    rebuild = commands.add_parser(
        "rebuild",
        parents=[anywhere],
        help="make views anew from the log, and replace those that differ",
        description="Make views anew from the log beside the live ones, which people go on to"
        " see, and replace those that differ. The exit status is 0 whether or not one did.",
    )
    rebuild.add_argument("views", nargs="*", metavar="VIEW", help="which; all when none is named")
    commands.add_parser(
        "status", parents=[anywhere], help="say how far views are behind and what waits"
    )
    export = commands.add_parser(
        "export-player",
        parents=[anywhere],
        help="write all that is stored about a person, as JSON",
    )
    export.add_argument("player", help="a player's id, Telegram id or @username")
    commands.add_parser("referee", help="settle an argument at a card table")
    return parser


def _carry_out(options: Mapping[str, Any], chosen: Settings) -> int:
    # Imported here, so that one command does not load what another needs.
    match options["command"]:
        case "migrate":
            from telegram_bot.database import migrate, opened  # noqa: PLC0415

            with opened(chosen) as database:
                migrate(database)
            return 0
        case "database":
            return _run_with_database(options["program"], chosen)
        case "rebuild":
            from telegram_bot.operating import rebuilding  # noqa: PLC0415

            return rebuilding.run(chosen, options["views"])
        case "status":
            from telegram_bot.operating import status  # noqa: PLC0415

            return status.run(chosen)
        case "export-player":
            from telegram_bot.operating import exporting  # noqa: PLC0415

            return exporting.run(chosen, options["player"])
        case _:
            from telegram_bot.bootstrap import run  # noqa: PLC0415

            return run(chosen)


def _run_with_database(program: Sequence[str], chosen: Settings) -> int:
    """Run an operator's own program on the database."""
    from telegram_bot.database import opened  # noqa: PLC0415

    if not program:
        msg = f"Say which program to run, as in: {NAME} database psql"
        raise OperatorError(msg)
    with opened(chosen) as database:
        environment = os.environ | database.variables | {"DATABASE_URL": database.url}
        try:
            return subprocess.run(program, env=environment, check=False).returncode  # noqa: S603
        except OSError as error:
            msg = f"{program[0]} cannot be run ({error.strerror}): is it installed?"
            raise OperatorError(msg) from error


@contextmanager
def _ended_by_sigterm() -> Iterator[None]:
    """Let SIGTERM end the program in good order, so that an embedded server is stopped too."""

    def end(number: int, _frame: FrameType | None) -> None:
        sys.exit(128 + number)

    before = signal.signal(signal.SIGTERM, end)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)
