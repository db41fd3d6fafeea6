"""Pictures of games in chats: drawn once, then known to Telegram by a name of its own."""

import asyncio
from collections import OrderedDict
from functools import partial
from typing import Final

from telegram_bot.delivery.messenger import Kind, Messenger, Upload
from telegram_bot.pictures import Album
from telegram_bot.replaying import step_at, told_steps
from telegram_bot.screens.replay import picture_caption
from telegram_bot.threads import Threads

REMEMBERED: Final = 1_000
"""Files that Telegram has, and that need not be drawn again."""

FILE_NAMES: Final = {Kind.PHOTO: "table.png", Kind.ANIMATION: "game.gif"}


class Gallery:
    """Sends pictures and animations of games that are over."""

    def __init__(self, messenger: Messenger, threads: Threads) -> None:
        """Send with a messenger."""
        self._messenger = messenger
        self._threads = threads
        self._one_at_a_time = asyncio.Lock()  # the games go first
        self._files: OrderedDict[tuple[object, ...], str] = OrderedDict()

    async def send(
        self, chat_id: int, thread_id: int, album: Album, event: int | None = None
    ) -> None:
        """Send a picture of the step that tells of an event, or without one the whole game.

        Raises:
            Refused: `not_now`, where the reader of the album may not see that.
            TelegramError: It could not be sent.
        """
        game = album.reading
        if event is None:
            step, kind, draw = 0, Kind.ANIMATION, album.animation
        else:
            shown = step_at(told_steps(game.replay), event)
            step, kind, draw = shown.event, Kind.PHOTO, partial(album.still, shown)
        key = (step, *album.key)
        caption = picture_caption(game.replay.end.id, album.look, game.texts)
        async with self._one_at_a_time:
            file: Upload | str | None = self._files.get(key)
            if file is None:
                file = Upload(FILE_NAMES[kind], await self._threads.run(draw))
            sent = await self._messenger.media(chat_id, thread_id, kind, file, caption)
            self._remember(key, sent)

    def _remember(self, key: tuple[object, ...], file_id: str) -> None:
        self._files[key] = file_id
        if len(self._files) > REMEMBERED:
            self._files.popitem(last=False)
