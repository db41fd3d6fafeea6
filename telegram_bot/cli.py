"""The command line: `thirtyone` alone runs everything."""

import argparse
import io
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

ROLES = {
    "web": "take in what people do, and answer over HTTP",
    "worker": "keep the views and the chats up to date",
    "clock": "carry out what is due",
}

OPERATORS_TO_MEND = 2
"""The exit status for what only the operator can put right."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command line and return the exit status."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")  # suits are not in every code page
    if given[:1] == ["referee"]:
        from telegram_bot.referee.command import main as referee  # noqa: PLC0415 - it is alone

        return referee(given[1:])
    if given[:1] == ["verify"]:
        from telegram_bot.verifying.command import main as verify  # noqa: PLC0415 - it is alone

        return verify(given[1:])
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
    person = commands.add_parser(
        "export-player",
        parents=[anywhere],
        help="write all that is stored about a person, as JSON",
    )
    person.add_argument("player", help="a player's id, Telegram id or @username")
    _add_games(commands, anywhere)
    updates = commands.add_parser(
        "updates", parents=[anywhere], help="list the updates that could not be handled, and why"
    )
    updates.add_argument("act", nargs="?", choices=["retry"], help="have them handled again")
    updates.add_argument(
        "ids", nargs="*", type=int, metavar="ID", help="which; all when none is named"
    )
    for role, does in ROLES.items():
        commands.add_parser(role, parents=[anywhere], help=f"one role of all that is run: {does}")
    commands.add_parser("referee", help="settle an argument at a card table")
    commands.add_parser("verify", help="verify a game by the file it was exported as")
    return parser


def _add_games(commands: Any, anywhere: argparse.ArgumentParser) -> None:
    """Add what is asked of a game."""
    replay = commands.add_parser("replay", parents=[anywhere], help="tell a game move by move")
    replay.add_argument("game", help=GAME)
    replay.add_argument("--round", type=int, metavar="N", help="this round only")
    replay.add_argument("--seat", type=int, metavar="P", help="as seat P saw it, from 0")
    replay.add_argument("--json", action="store_true", help="a line of JSON for each step")
    audit = commands.add_parser(
        "audit",
        parents=[anywhere],
        help="judge by its log whether a game was fair",
        description="Judge games that are over by their logs. The exit status is 1 when"
        " something is found.",
    )
    which = audit.add_mutually_exclusive_group(required=True)
    which.add_argument("game", nargs="?", help=GAME)
    which.add_argument("--all", action="store_true", help="all games that are over")
    audit.add_argument("--digest", metavar="DIGITS", help="the fingerprint that the chat showed")
    export = commands.add_parser(
        "export",
        parents=[anywhere],
        help="write a game that is over as a file, for anyone to verify or to watch",
    )
    export.add_argument("game", help=GAME)
    export.add_argument(
        "--html", action="store_true", help="as a page that plays it again and verifies it"
    )
    export.add_argument(
        "--language", metavar="CODE", default="en", help="the language of the page, as pt_BR"
    )


GAME = "a game's code or id"


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
        case "replay":
            from telegram_bot.operating import replaying  # noqa: PLC0415

            wanted = replaying.Wanted(options["round"], options["seat"], options["json"])
            return replaying.run(chosen, options["game"], wanted)
        case "audit":
            from telegram_bot.operating import auditing  # noqa: PLC0415

            if options["all"]:
                return auditing.run_all(chosen, options["digest"])
            return auditing.run(chosen, options["game"], options["digest"])
        case "export":
            from telegram_bot.operating import game_files  # noqa: PLC0415

            language = options["language"] if options["html"] else None
            return game_files.run(chosen, options["game"], language)
        case "updates":
            from telegram_bot.operating import updates  # noqa: PLC0415

            if options["act"] == "retry":
                return updates.retry(chosen, options["ids"])
            return updates.show(chosen)
        case _:
            from telegram_bot import roles  # noqa: PLC0415

            return roles.run(chosen, *(role for role in roles.Role if role == options["command"]))


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
