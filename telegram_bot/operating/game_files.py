"""`thirtyone export`: a game that is over as a file that anybody can verify, or as a page.

The file names nobody (docs/export.md); the page tells who people are, as long as they are known.
"""

import sys

from domain.audit.forms import Malformed
from telegram_bot.contacts import contacts_of
from telegram_bot.errors import OperatorError
from telegram_bot.names import display_names
from telegram_bot.operating.games import game_called, replay_of
from telegram_bot.settings import NAME, Settings
from telegram_bot.texts import languages, texts
from telegram_bot.web.page import Finished, page


def run(settings: Settings, game: str, language: str | None = None) -> int:
    """Write the file of a game to the standard output, or in a language its page.

    Raises:
        OperatorError: There is no such game or language, it is not over, or its log cannot be
            written so.
    """
    if language is not None and language.replace("-", "_") not in languages():
        msg = f"There is no language {language!r}: there are {', '.join(languages())}"
        raise OperatorError(msg)
    with game_called(settings, game) as (room, game_id, connection):
        try:
            written = room.export(game_id)
        except Malformed as error:
            msg = f"The log of {game!r} was altered ({error}): see {NAME} audit {game}"
            raise OperatorError(msg) from None
        if language is not None:
            replay, words = replay_of(room, game_id, game), texts(language)
            names = display_names(contacts_of(connection, replay.end.player_ids), words)
            written = page(Finished(replay, written, names), words, alone=True).encode()
    sys.stdout.buffer.write(written)
    return 0
