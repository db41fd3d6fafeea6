"""Reminders: a message in the group and one in private, both gone once the turn is over."""

from datetime import datetime
from functools import partial
from uuid import UUID

from telegram.error import TelegramError

from domain.customs import Customs
from domain.views import Spectacle
from telegram_bot.contacts import Contacts
from telegram_bot.delivery.desk import Desk, Posted
from telegram_bot.delivery.errand import Errand
from telegram_bot.delivery.messenger import Messenger, setback
from telegram_bot.delivery.reminder_outbox import Reminder, ReminderOutbox
from telegram_bot.game import Games
from telegram_bot.reminding import Awaited, awaited, may_remind
from telegram_bot.screens.reminder import group_reminder, message_address, private_reminder
from telegram_bot.screens.screen import Screen
from telegram_bot.screens.times import until
from telegram_bot.texts import Texts, texts
from telegram_bot.threads import Threads


class Reminders:
    """Sends each reminder once, and removes it after the turn."""

    def __init__(  # noqa: PLR0913 - the parts it is put together from
        self,
        *,
        games: Games,
        contacts: Contacts,
        desk: Desk,
        outbox: ReminderOutbox,
        messenger: Messenger,
        threads: Threads,
    ) -> None:
        """Take the parts."""
        self._games = games
        self._contacts = contacts
        self._desk = desk
        self._outbox = outbox
        self._messenger = messenger
        self._threads = threads

    async def errands(self, now: datetime) -> list[Errand[Reminder]]:
        """Return the reminders to send or to remove now."""
        pending = await self._threads.run(self._outbox.pending, now)
        deliver = partial(self.deliver, now=now)
        failed = self._outbox.failed
        return [Errand(reminder, deliver, failed, reminder.game_id) for reminder in pending]

    async def note(self, view: Spectacle) -> bool:
        """Take down which turns of a game are over; tell whether somebody is reminded of one."""
        last = view.turn if awaited(view, view.turn) is None else view.turn - 1
        return await self._threads.run(self._outbox.end, view.game_id, last)

    async def deliver(self, reminder: Reminder, now: datetime) -> None:
        """Send a reminder, or remove its message.

        Raises:
            TelegramError: It may be possible later.
        """
        if reminder.message_id is not None:
            await self._messenger.delete(reminder.telegram_chat_id, reminder.message_id)
            await self._threads.run(self._outbox.forget, reminder)
            return
        view = (await self._games.look(reminder.game_id)).view
        customs = await self._games.customs(view.group_id)
        turn = awaited(view, reminder.turn) if reminder.wanted else None
        # It may have waited here, for its chat or for Telegram, into the quiet hours.
        when = None if turn is None else may_remind(turn.deadline, customs, now)
        if turn is None or when is None:
            await self._threads.run(self._outbox.forget, reminder)
        elif when > now:
            await self._threads.run(self._outbox.put_off, reminder, when)
        else:
            await self._send(reminder, view, turn, customs)

    async def _send(
        self, reminder: Reminder, view: Spectacle, turn: Awaited, customs: Customs
    ) -> None:
        words = texts(reminder.language)
        time = until(turn.deadline, view.pace, customs.zone, words)
        table = await self._threads.run(self._desk.shown, reminder.game_id)
        if reminder.private:
            address = message_address(table.chat_id, table.message_id) if table else None
            screen = private_reminder(reminder.title or "", address, time, words)
            await self._send_in_private(reminder, screen)
        else:
            name = await self._name(view, turn.player_id, words)
            screen = group_reminder(name, reminder.telegram_id, time, words)
            await self._send_in_group(reminder, screen, table)

    async def _send_in_group(
        self, reminder: Reminder, screen: Screen, table: Posted | None
    ) -> None:
        chat_id = reminder.telegram_chat_id
        reply_to = table.message_id if table and table.chat_id == chat_id else None
        message_id = await self._messenger.send(chat_id, reminder.thread_id, screen, reply_to)
        await self._threads.run(self._outbox.sent, reminder, message_id)

    async def _send_in_private(self, reminder: Reminder, screen: Screen) -> None:
        try:
            message_id = await self._messenger.send(reminder.telegram_chat_id, 0, screen)
        except TelegramError as error:
            if setback(error).closed is None:
                raise
            await self._note_reach(reminder, reachable=False)
            await self._threads.run(self._outbox.forget, reminder)
        else:
            await self._threads.run(self._outbox.sent, reminder, message_id)
            await self._note_reach(reminder, reachable=True)

    async def _name(self, view: Spectacle, player_id: UUID, words: Texts) -> str:
        names = await self._threads.run(self._contacts.names, view.player_ids, words)
        return names[view.player_ids.index(player_id)]

    async def _note_reach(self, reminder: Reminder, *, reachable: bool) -> None:
        await self._threads.run(
            lambda: self._contacts.reached(reminder.telegram_id, reachable=reachable)
        )
