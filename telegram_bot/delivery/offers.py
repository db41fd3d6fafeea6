"""Offers to buy back in, made to each player in private, where the bot may write to them."""

from contextlib import suppress
from datetime import datetime

from telegram.error import Forbidden

from domain.facts import Seat
from domain.views import Spectacle
from telegram_bot.contacts import Contacts
from telegram_bot.delivery.errand import Errand
from telegram_bot.delivery.messenger import MessageGone, Messenger
from telegram_bot.delivery.outbox import OPEN, Offer, Outbox
from telegram_bot.game import Games
from telegram_bot.screens.offer import offer_screen
from telegram_bot.screens.screen import Screen
from telegram_bot.texts import texts
from telegram_bot.threads import Threads


class Offers:
    """Sends each offer once, and lets its message say what has become of it."""

    def __init__(
        self,
        games: Games,
        contacts: Contacts,
        outbox: Outbox,
        messenger: Messenger,
        threads: Threads,
    ) -> None:
        """Take the parts."""
        self._games = games
        self._contacts = contacts
        self._outbox = outbox
        self._messenger = messenger
        self._threads = threads

    async def errands(self, now: datetime) -> list[Errand[Offer]]:
        """Return the offers to send or edit now."""
        pending = await self._threads.run(self._outbox.pending, now)
        return [
            Errand(offer, self.deliver, self._outbox.failed, offer.game_id) for offer in pending
        ]

    async def note(self, view: Spectacle) -> bool:
        """Take down what a game offers now, and how its offers were answered.

        Returns:
            Whether there may be something new to tell.
        """
        if not view.rules.buy_in.enabled:
            return False
        await self._threads.run(self._outbox.note, view)
        return True

    async def to_call(self, view: Spectacle) -> dict[Seat, int]:
        """Return who is not known to read the offer in private, with their Telegram ids."""
        players = {view.seats[seat].player_id: seat for seat in view.offers}
        unread = await self._threads.run(self._contacts.unreached, list(players))
        return {players[player_id]: telegram_id for player_id, telegram_id in unread.items()}

    async def deliver(self, offer: Offer) -> None:
        """Send an offer, or edit its message."""
        view = (await self._games.look(offer.game_id)).view
        await self.note(view)
        seat = view.seat_of(offer.player_id)
        stands = view.round_number == offer.round and seat in view.offers
        if seat is None or (offer.answer == OPEN and not stands):
            return
        zone = (await self._games.customs(view.group_id)).zone
        words = texts(offer.language)
        screen = offer_screen(view, offer.answer, offer.title or "", words, zone)
        try:
            message_id = await self._say(offer, screen)
        except Forbidden:
            await self._note_reach(offer, reachable=False)
            return
        await self._threads.run(self._outbox.shown, offer, message_id)
        await self._note_reach(offer, reachable=True)

    async def _say(self, offer: Offer, screen: Screen) -> int:
        if offer.message_id is None:
            return await self._messenger.send(offer.telegram_chat_id, 0, screen)
        with suppress(MessageGone):  # whoever deletes it knows the offer
            await self._messenger.edit(offer.telegram_chat_id, offer.message_id, screen)
        return offer.message_id

    async def _note_reach(self, offer: Offer, *, reachable: bool) -> None:
        await self._threads.run(
            lambda: self._contacts.reached(offer.telegram_chat_id, reachable=reachable)
        )
