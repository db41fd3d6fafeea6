"""`thirtyone updates`: what could not be handled, and why; `retry` has it handled again."""

import sys
from collections.abc import Sequence

from telegram_bot.errors import OperatorError
from telegram_bot.intake import set_aside
from telegram_bot.intake.set_aside import SetAside
from telegram_bot.operating.connection import connected
from telegram_bot.settings import Settings


def show(settings: Settings) -> int:
    """Write a line for each update that was set aside."""
    with connected(settings) as (_, connection):
        lines = [_line(aside) for aside in set_aside.kept(connection)]
    sys.stdout.writelines(lines)
    return 0


def retry(settings: Settings, update_ids: Sequence[int]) -> int:
    """Have some of them, or all, handled again by the bot that runs, or the next that does.

    Raises:
        OperatorError: One of them is not there.
    """
    with connected(settings) as (_, connection), connection.transaction():
        found = set_aside.ask_for(connection, update_ids or None)
        if missing := [str(number) for number in update_ids if number not in found]:
            msg = f"Nothing is set aside as {', '.join(missing)}: `thirtyone updates` lists all"
            raise OperatorError(msg)
    sys.stdout.write(f"{len(found):,} to be handled again\n")
    return 0


def _line(aside: SetAside) -> str:
    kind = next((key for key in aside.update if key != "update_id"), "nothing")
    again = "  (to be handled again)" if aside.again else ""
    return f"{aside.update_id}  {aside.set_aside_at:%F %T %Z}  {kind:16}{aside.reason}{again}\n"
