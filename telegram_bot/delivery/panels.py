"""Hands in private chats: the message that only one player reads, where the bot may write."""

import logging
from uuid import UUID

from telegram.error import Forbidden, TelegramError

from domain.views import SeatView, Spectacle
from telegram_bot.callback_data import Press, Verb
from telegram_bot.contacts import Contacts
from telegram_bot.delivery.desk import Desk, Panel
from telegram_bot.delivery.messenger import MessageGone, Messenger
from telegram_bot.game import Games
from telegram_bot.names import display_names
from telegram_bot.screens.panel import panel_screen
from telegram_bot.screens.screen import Screen
from telegram_bot.texts import Texts, texts
from telegram_bot.threads import Threads

logger = logging.getLogger(__name__)


class Panels:
    """Shows players their hands in private, one message for each player and game."""

    def __init__(
        self, games: Games, contacts: Contacts, desk: Desk, messenger: Messenger, threads: Threads
    ) -> None:
        """Take the parts."""
        self._games = games
        self._contacts = contacts
        self._desk = desk
        self._messenger = messenger
        self._threads = threads

    async def show(self, player_id: UUID, view: SeatView, asked: Press | None = None) -> bool:
        """Send a player the hand anew, in place of an older message.

        Args:
            player_id: The player.
            view: The game as they see it.
            asked: The button that was tapped to choose a card for an exchange.

        Returns:
            Whether it could be sent.
        """
        game_id = view.public.game_id
        reach = await self._threads.run(self._contacts.reach, player_id)
        if reach is None:
            return False
        screen = await self._screen(view, texts(reach.language), asked)
        old = await self._threads.run(self._desk.panel, game_id, player_id)
        message_id = await self._send(reach.telegram_id, screen)
        panel = Panel(view.public.turn, message_id)
        await self._threads.run(self._desk.panel_sent, game_id, player_id, panel)
        if old is not None and old.message_id is not None:
            await self._messenger.remove(reach.telegram_id, old.message_id)
        return message_id is not None

    async def offer(self, view: Spectacle) -> None:
        """Send the awaited player the hand, once in a turn."""
        if view.awaited is None:
            return
        player_id = view.seats[view.awaited].player_id
        sent = await self._threads.run(self._desk.panel, view.game_id, player_id)
        if sent is not None and sent.turn == view.turn:
            return
        now = await self._games.hand(view.game_id, player_id)
        if now.public.turn != view.turn or not await self.show(player_id, now):
            return
        if (await self._games.look(view.game_id)).view.turn != view.turn:  # played meanwhile
            await self.follow(Press(Verb.HAND, view.game_id), player_id)

    async def follow(self, press: Press, player_id: UUID) -> None:
        """Let the message that shows a player's hand, if there is one, show what a tap made."""
        panel = await self._threads.run(self._desk.panel, press.game_id, player_id)
        if panel is None or panel.message_id is None:
            return
        reach = await self._threads.run(self._contacts.reach, player_id)
        if reach is None:
            return
        view = await self._games.hand(press.game_id, player_id)
        screen = await self._screen(view, texts(reach.language), press)
        try:
            await self._messenger.edit(reach.telegram_id, panel.message_id, screen)
        except (MessageGone, TelegramError) as error:
            logger.info("A hand in private could not be drawn anew (%s)", type(error).__name__)

    async def _send(self, telegram_id: int, screen: Screen) -> int | None:
        try:
            return await self._messenger.send(telegram_id, 0, screen)
        except Forbidden:
            await self._threads.run(lambda: self._contacts.reached(telegram_id, reachable=False))
        except TelegramError as error:
            logger.info("A hand could not be sent in private: %s", error.message)
        return None

    async def _screen(self, view: SeatView, words: Texts, asked: Press | None) -> Screen:
        players = [seat.player_id for seat in view.public.seats]
        names = display_names(await self._threads.run(self._contacts.contacts, players), words)
        spot = await self._threads.run(self._contacts.spot, view.public.group_id)
        zone = (await self._games.customs(view.public.group_id)).zone
        return panel_screen(view, names, words, spot.title or "", asked, zone=zone)
