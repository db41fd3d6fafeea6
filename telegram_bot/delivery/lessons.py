"""What a round of a game played alone has to teach, told below its showdown."""

from domain.views import Spectacle
from projections.announcements.queries import Unsent
from projections.announcements.view import SHOWDOWN
from telegram_bot.delivery.messenger import Messenger, PrivateChat
from telegram_bot.game import Games
from telegram_bot.screens.advice import lesson_panel
from telegram_bot.texts import texts


class Lessons:
    """Names the decision that cost most, if one did."""

    def __init__(self, games: Games, messenger: Messenger) -> None:
        """Take the parts."""
        self._games = games
        self._messenger = messenger

    async def tell(self, job: Unsent, view: Spectacle) -> None:
        """Tell whoever plays alone what they had better done in a round that is over.

        It is told once at most, since the showdown is noted before: cut off by a crash, or refused
        by Telegram, a lesson is lost, and neither it nor the showdown comes again.

        Args:
            job: The announcement of the showdown.
            view: The game at that moment.

        Raises:
            TelegramError: It was not told.
        """
        if job.kind != SHOWDOWN or not is_private(job.telegram_chat_id):
            return
        for seat in view.seats:
            if seat.computer is None:
                lesson = await self._games.lesson(job.game_id, seat.player_id, job.version)
                if lesson is not None:
                    panel = lesson_panel(lesson, texts(job.language))
                    await self._messenger.tell(PrivateChat(job.telegram_chat_id), panel)


def is_private(chat_id: int) -> bool:
    """Tell whether a chat is with one person: groups have negative ids (Bot API)."""
    return chat_id > 0
