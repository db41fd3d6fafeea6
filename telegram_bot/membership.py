"""Who is in a chat, and whether the bot may write there, as Telegram tells."""

import asyncio
import logging
from uuid import UUID

from telegram import Bot, ChatMember, ChatMemberRestricted
from telegram.constants import ChatMemberStatus
from telegram.error import TelegramError

from telegram_bot.contacts import Contacts
from telegram_bot.threads import Threads

logger = logging.getLogger(__name__)

AT_ONCE = 16
"""Questions that Telegram is asked side by side."""

PATIENCE = 3.0
"""Seconds after which a question that is not answered is given up, queueing included."""

OUTSIDE = frozenset({ChatMemberStatus.LEFT, ChatMemberStatus.BANNED})

RUNS_CHAT = frozenset({ChatMemberStatus.OWNER, ChatMemberStatus.ADMINISTRATOR})
"""Whom the permissions of a group do not bind."""


def is_in(member: ChatMember) -> bool:
    """Tell whether a member is in the chat: whoever is restricted may have left it as well."""
    if isinstance(member, ChatMemberRestricted):
        return member.is_member
    return member.status not in OUTSIDE


class Membership:
    """Asks Telegram about the people who play."""

    def __init__(self, bot: Bot, contacts: Contacts, threads: Threads) -> None:
        """Ask as a bot."""
        self._bot = bot
        self._contacts = contacts
        self._threads = threads
        self._slots = asyncio.Semaphore(AT_ONCE)

    async def has_left(self, group_id: UUID, player_id: UUID) -> bool:
        """Tell whether a player has left a group's chat; not, if Telegram does not say so."""
        place = await self._threads.run(self._place, group_id, player_id)
        if place is None:
            return False
        try:
            async with asyncio.timeout(PATIENCE), self._slots:
                member = await self._bot.get_chat_member(*place)
        except (TelegramError, TimeoutError) as error:
            logger.info("Whether a player is still there is not known: %s", error)
            return False
        return not is_in(member)

    async def is_muted(self, group_id: UUID) -> bool:
        """Tell whether a group lets nobody but its administrators write, of whom the bot is none.

        Telegram tells the bot of every other way in which it is silenced, but not of this one. It
        is not muted, if Telegram does not say so.
        """
        spot = await self._threads.run(self._contacts.spot, group_id)
        try:
            async with asyncio.timeout(PATIENCE), self._slots:
                permissions = (await self._bot.get_chat(spot.chat_id)).permissions
                if permissions is None or permissions.can_send_messages is not False:
                    return False
                myself = await self._bot.get_chat_member(spot.chat_id, self._bot.id)
        except (TelegramError, TimeoutError) as error:
            logger.info("Whether a group can be written to is not known: %s", error)
            return False
        return myself.status not in RUNS_CHAT

    def _place(self, group_id: UUID, player_id: UUID) -> tuple[int, int] | None:
        """Return the ids of a chat and of a person, as Telegram has them."""
        telegram_id = self._contacts.telegram_id(player_id)
        if telegram_id is None:
            return None
        return self._contacts.spot(group_id).chat_id, telegram_id
