"""Where the bot may write: it is taken out of chats and brought back, muted, blocked."""

from functools import partial

from telegram import (
    ChatMember,
    ChatMemberBanned,
    ChatMemberLeft,
    ChatMemberRestricted,
    ChatMemberUpdated,
    Update,
)
from telegram.constants import ChatType
from telegram.ext import (
    Application,
    ChatMemberHandler,
    ContextTypes,
    MessageHandler,
    filters,
)

from telegram_bot.contacts import Contacts
from telegram_bot.delivery.delivery import Delivery
from telegram_bot.delivery.messenger import Messenger
from telegram_bot.handlers import arrivals
from telegram_bot.screens.help import hello_screen
from telegram_bot.texts import texts
from telegram_bot.threads import Threads


class Chats:
    """Listens to what becomes of the bot's own place in chats."""

    def __init__(
        self, contacts: Contacts, delivery: Delivery, messenger: Messenger, threads: Threads
    ) -> None:
        """Take the parts."""
        self._messenger = messenger
        self._contacts = contacts
        self._delivery = delivery
        self._threads = threads

    def register(self, application: Application) -> None:  # type: ignore[type-arg]
        """Listen to the bot's own standing, and to topics that are open again."""
        mine = ChatMemberHandler(self.changed, ChatMemberHandler.MY_CHAT_MEMBER)
        application.add_handler(mine)
        application.add_handler(MessageHandler(filters.StatusUpdate.MIGRATE, self.moved))
        reopened = filters.StatusUpdate.FORUM_TOPIC_REOPENED
        application.add_handler(MessageHandler(reopened, self.topic_reopened))

    async def changed(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """The bot has another standing in a chat."""
        change = update.my_chat_member
        if change is None:
            return
        if change.chat.type == ChatType.PRIVATE:
            await self._blocked_or_not(change)
        elif not may_write(change.new_chat_member):
            await self._delivery.close(change.chat.id)
        elif not may_write(change.old_chat_member):
            await self._delivery.reopen(change.chat.id)
            if isinstance(change.old_chat_member, ChatMemberLeft | ChatMemberBanned):
                await self._greet(change)

    async def moved(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """A group has become a supergroup, as a message says in either of the two."""
        message = update.message
        if message is None:
            return
        here, old, new = message.chat.id, message.migrate_from_chat_id, message.migrate_to_chat_id
        await self._delivery.follow(old or here, new or here)

    async def topic_reopened(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """A topic can be written to again."""
        message = update.message
        if message is not None and message.message_thread_id is not None:
            await self._delivery.reopen(message.chat.id, message.message_thread_id)

    async def _greet(self, change: ChatMemberUpdated) -> None:
        """Say hello to a group, once, in the language of whoever has added the bot."""
        if change.chat.type not in {ChatType.GROUP, ChatType.SUPERGROUP}:
            return
        who = arrivals.person(change.from_user)
        language = await self._threads.run(self._contacts.language, who)
        spot = arrivals.spot_of_chat(change.chat, language)
        group_id = await self._threads.run(self._contacts.group_id, spot)
        if not await self._threads.run(self._contacts.greet, group_id):
            return
        chosen = (await self._threads.run(self._contacts.spot, group_id)).language
        hello = hello_screen(texts(chosen), group_id)
        send = partial(self._messenger.send, spot.chat_id, 0, hello)
        await self._delivery.say(spot.chat_id, send)

    async def _blocked_or_not(self, change: ChatMemberUpdated) -> None:
        reachable = may_write(change.new_chat_member)
        await self._threads.run(
            lambda: self._contacts.reached(change.from_user.id, reachable=reachable)
        )
        if reachable:
            await self._delivery.reopen(change.chat.id)


def may_write(bot: ChatMember) -> bool:
    """Tell whether the bot may write, as far as its own standing goes."""
    match bot:
        case ChatMemberLeft() | ChatMemberBanned():
            return False
        case ChatMemberRestricted():
            return bot.is_member and bot.can_send_messages
        case _:
            return True
