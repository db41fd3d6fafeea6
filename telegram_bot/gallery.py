"""Pictures of games in chats: drawn once, then known to Telegram by a name of its own."""

import asyncio
from typing import Final

from cachetools import FIFOCache

from telegram_bot.delivery.messenger import Kind, Messenger, Upload
from telegram_bot.pictures import Drawing
from telegram_bot.threads import Threads

REMEMBERED: Final = 1_000
"""Files that Telegram has, and that need not be drawn again."""

FILE_NAMES: Final = {Kind.PHOTO: "table.png", Kind.ANIMATION: "game.gif"}


class Gallery:
    """Sends pictures and animations of games."""

    def __init__(self, messenger: Messenger, threads: Threads) -> None:
        """Send with a messenger."""
        self._messenger = messenger
        self._threads = threads
        self._one_at_a_time = asyncio.Lock()  # the games go first
        self._files: FIFOCache[tuple[object, ...], str] = FIFOCache(REMEMBERED)

    async def send(self, chat_id: int, thread_id: int, drawing: Drawing) -> str:
        """Send a picture, and return the name by which Telegram has it from now on.

        Raises:
            Refused: `not_now`, where its reader may not see what it shows.
            TelegramError: It could not be sent.
        """
        kind = drawing.kind
        async with self._one_at_a_time:
            file: Upload | str | None = self._files.get(drawing.key)
            if file is None:
                await self._messenger.announce(chat_id, thread_id, kind)
                file = Upload(FILE_NAMES[kind], await self._threads.run(drawing.draw))
            sent = await self._messenger.media(chat_id, thread_id, kind, file, drawing.caption)
            self._files[drawing.key] = sent
        return sent
