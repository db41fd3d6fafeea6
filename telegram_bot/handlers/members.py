"""People who leave a group: they leave its games with it, in all its topics (TABLE 6)."""

import logging

from telegram import Update, User
from telegram.ext import (
    Application,
    ChatMemberHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

from domain.errors import Refused
from telegram_bot.contacts import Contacts
from telegram_bot.game import Games
from telegram_bot.membership import is_in
from telegram_bot.threads import Threads

logger = logging.getLogger(__name__)


class Members:
    """Listens to who leaves a group."""

    def __init__(self, games: Games, contacts: Contacts, threads: Threads) -> None:
        """Take the parts."""
        self._games = games
        self._contacts = contacts
        self._threads = threads

    def register(self, application: Application) -> None:  # type: ignore[type-arg]
        """Listen to the service message, and to what administrators among bots are told."""
        left = filters.StatusUpdate.LEFT_CHAT_MEMBER & filters.ChatType.GROUPS
        application.add_handler(MessageHandler(left, self.left))
        application.add_handler(ChatMemberHandler(self.changed, ChatMemberHandler.CHAT_MEMBER))

    async def left(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """Somebody has left, or was removed, as the chat's own message says."""
        message = update.message
        if message is not None and message.left_chat_member is not None:
            await self._leave(message.chat.id, message.left_chat_member)

    async def changed(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """Somebody has another standing in the chat."""
        change = update.chat_member
        if change is not None and not is_in(change.new_chat_member):
            await self._leave(change.chat.id, change.new_chat_member.user)

    async def _leave(self, chat_id: int, user: User) -> None:
        """Take somebody out of every game of a chat; they may have heard of it twice already."""
        if user.is_bot:
            return
        player_id = await self._threads.run(self._contacts.known, user.id)
        if player_id is None:
            return
        for group_id in await self._threads.run(self._contacts.groups_in, chat_id):
            game_id = await self._games.open_game(group_id)
            if game_id is None:
                continue
            try:
                await self._games.depart(game_id, player_id, "left_group")
            except Refused as refusal:
                logger.debug("Game %s: %s for one who left the group", game_id, refusal.code)
