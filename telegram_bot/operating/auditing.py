"""`thirtyone audit`: whether games in the database are what they say they are (docs/export.md)."""

import sys
from collections import Counter
from collections.abc import Iterator

from domain.audit.findings import Report
from domain.audit.judging import audit
from domain.card_room import CardRoom
from domain.codes import code_of
from domain.events import ENDINGS
from projections.log import EventLog
from projections.rows import Connection
from telegram_bot.errors import OperatorError
from telegram_bot.operating.connection import connected
from telegram_bot.operating.games import game_called
from telegram_bot.operating.progress import progress
from telegram_bot.settings import Settings
from telegram_bot.verifying.command import (
    NOTHING_FOUND,
    SOMETHING_FOUND,
    published_digest,
    show,
)
from telegram_bot.verifying.verdicts import finding_told


def run(settings: Settings, game: str, digest: str | None = None) -> int:
    """Audit a game, and tell the verdicts.

    Args:
        settings: Where the database is.
        game: The game's code or id.
        digest: The fingerprint that the chat showed.

    Returns:
        0 when nothing is found, 1 when something is.

    Raises:
        OperatorError: There is no such game, it is not over, or there is no such fingerprint.
    """
    published = published_digest(digest)
    with game_called(settings, game) as (room, game_id, _):
        return show(room.audit(game_id, published))


def run_all(settings: Settings, digest: str | None = None) -> int:
    """Audit every game that is over; a line tells of each finding, the last of them all.

    Returns:
        0 when nothing is found, 1 when something is.

    Raises:
        OperatorError: A fingerprint is given, which is that of one game.
    """
    if digest is not None:
        msg = "A fingerprint is that of one game: name it in place of --all"
        raise OperatorError(msg)
    counted: Counter[str] = Counter()
    with (
        connected(settings) as (database, connection),
        CardRoom(database.environment) as room,
    ):
        for report in _reports(connection, EventLog.of(room), counted):
            counted["audited"] += 1
            counted["with findings"] += not report.good
            _complain(report)
    sys.stdout.write(", ".join(f"{counted[name]:,} {name}" for name in _COUNTED) + "\n")
    return SOMETHING_FOUND if counted["with findings"] else NOTHING_FOUND


_COUNTED = ("audited", "with findings", "not over")


def _reports(connection: Connection, log: EventLog, counted: Counter[str]) -> Iterator[Report]:
    """Audit one game after the other, as they come by."""
    with progress("Auditing", log.count_after(connection, 0)) as advance:
        for owner_id, lines in log.histories(connection):
            if lines[0].topic.startswith("game."):
                if any(line.topic in ENDINGS for line in lines):
                    yield audit(owner_id, lines)
                else:
                    counted["not over"] += 1
            advance(len(lines))


def _complain(report: Report) -> None:
    if report.game_id is None:
        return
    for finding in report.findings:
        sys.stdout.write(
            f"{code_of(report.game_id)} ({report.game_id}): {finding_told(finding)}\n"
        )
