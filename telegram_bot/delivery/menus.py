"""Messages that answer their own buttons: each is to show the latest that was asked of it.

They are kept in memory only. What is lost with the process is shown when a button is tapped again.
"""

import logging
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from telegram.error import RetryAfter, TelegramError

from telegram_bot.delivery.desk import Posted
from telegram_bot.delivery.errand import Errand
from telegram_bot.delivery.messenger import MessageGone, Messenger
from telegram_bot.screens.screen import Screen

logger = logging.getLogger(__name__)


@dataclass(frozen=True)
class Menu:
    """A message that is to show a screen.

    Attributes:
        shown: The message.
        screen: What it is to show.
        about: The game or the group that it is about.
        thread_id: None: an edited message stays where it is.
        failures: None: there is one attempt.
    """

    shown: Posted
    screen: Screen
    about: UUID
    thread_id: int = 0
    failures: int = 0

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

    def errands(self) -> list[Errand[Menu]]:
        """Return the messages to edit."""
        return [Errand(menu, self.deliver, self._drop, menu.about) for menu in self._due.values()]

    async def deliver(self, menu: Menu) -> None:
        """Edit a message, if it still can be.

        Raises:
            RetryAfter: It is to be edited later.
        """
        try:
            await self._messenger.edit(menu.shown.chat_id, menu.shown.message_id, menu.screen)
        except RetryAfter:
            raise
        except (MessageGone, TelegramError) as error:
            logger.info("A message could not be changed: %s", error)
        self._drop(menu)

    def _drop(self, menu: Menu, _now: datetime | None = None) -> None:
        """Do no more about a message, unless it is to show something else by now."""
        if self._due.get(menu.shown) == menu:
            del self._due[menu.shown]
