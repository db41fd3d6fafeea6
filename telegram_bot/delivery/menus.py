"""Messages that answer their own buttons: each is to show the latest that was asked of it.

They are kept in memory only. What is lost with the process is shown when a button is tapped again.
"""

import logging
from dataclasses import dataclass, replace
from datetime import datetime
from functools import partial
from uuid import UUID

from telegram.error import RetryAfter, TelegramError

from telegram_bot.delivery.desk import Posted
from telegram_bot.delivery.errand import Errand
from telegram_bot.delivery.messenger import MessageGone, Messenger, setback
from telegram_bot.screens.screen import Screen

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Menu:
    """A message that is to show a screen.

    Attributes:
        shown: The message.
        screen: What it is to show.
        about: The game or the group that it is about.
        not_before: When it may be tried again, where Telegram wants its chat left alone.
        thread_id: None: an edited message stays where it is.
    """

    shown: Posted
    screen: Screen
    about: UUID
    not_before: datetime | None = None
    thread_id: int = 0

    @property
    def telegram_chat_id(self) -> int:
        """The chat."""
        return self.shown.chat_id


class Menus:
    """What such messages are to show next."""

    def __init__(self, messenger: Messenger) -> None:
        """Write with a messenger."""
        self._messenger = messenger
        self._due: dict[Posted, Menu] = {}

    def show(self, shown: Posted, screen: Screen, about: UUID) -> None:
        """Let a message show a screen soon, in place of any other that it was to show."""
        self._due[shown] = Menu(shown, screen, about)

    def errands(self, now: datetime) -> list[Errand[Menu]]:
        """Return the messages to edit now."""
        deliver = partial(self.deliver, now=now)
        return [
            Errand(menu, deliver, self._drop, menu.about)
            for menu in self._due.values()
            if menu.not_before is None or menu.not_before <= now
        ]

    async def deliver(self, menu: Menu, now: datetime) -> None:
        """Edit a message, if it still can be.

        Raises:
            RetryAfter: Telegram wants the chat to be left alone for a while.
        """
        try:
            await self._messenger.edit(menu.shown.chat_id, menu.shown.message_id, menu.screen)
        except RetryAfter as error:
            wait = setback(error).wait
            if wait is not None and self._due.get(menu.shown) == menu:
                self._due[menu.shown] = replace(menu, not_before=now + wait)
            raise
        except (MessageGone, TelegramError) as error:
            logger.info("A message could not be changed: %s", error)
        self._drop(menu, now)

    def _drop(self, menu: Menu, _now: datetime) -> None:
        """Do no more about a message, unless it is to show something else by now."""
        if self._due.get(menu.shown) == menu:
            del self._due[menu.shown]
