"""`thirtyone export`: a game that is over as a file that anybody can verify (docs/export.md)."""

import sys

from domain.audit.forms import Malformed
from telegram_bot.errors import OperatorError
from telegram_bot.operating.games import game_called
from telegram_bot.settings import NAME, Settings


def run(settings: Settings, game: str) -> int:
    """Write the file of a game to the standard output.

    Raises:
        OperatorError: There is no such game, it is not over, or its log cannot be written so.
    """
    with game_called(settings, game) as (room, game_id):
        try:
            file = room.export(game_id)
        except Malformed as error:
            msg = f"The log of {game!r} was altered ({error}): see {NAME} audit {game}"
            raise OperatorError(msg) from None
    sys.stdout.buffer.write(file)
    return 0
