"""What is kept of people, and how they have it erased."""

from uuid import UUID

from telegram import CallbackQuery

from domain.errors import Refused
from telegram_bot.callback_data import NOWHERE, Press, mark
from telegram_bot.contacts import Contacts
from telegram_bot.delivery.delivery import Delivery
from telegram_bot.delivery.desk import Posted
from telegram_bot.forgetting import Forgetting
from telegram_bot.handlers.calls import Call
from telegram_bot.handlers.taps import Answer
from telegram_bot.screens.privacy import (
    asking_screen,
    forgotten_screen,
    kept_screen,
    privacy_text,
)
from telegram_bot.screens.screen import Screen
from telegram_bot.texts import Texts
from telegram_bot.threads import Threads


class Privacy:
    """Tells people what is kept of them, and forgets them once they have confirmed it."""

    def __init__(
        self, forgetting: Forgetting, contacts: Contacts, delivery: Delivery, threads: Threads
    ) -> None:
        """Take the parts."""
        self._forgetting = forgetting
        self._contacts = contacts
        self._delivery = delivery
        self._threads = threads

    async def privacy(self, call: Call) -> None:
        """`/privacy`: what is stored, why, how long, and how it is erased."""
        await call.reply(Screen(privacy_text(call.words)))

    async def forget_me(self, call: Call) -> None:
        """`/forgetme`: ask whether the caller is to be forgotten.

        Raises:
            Refused: `anonymous`, `unknown_to_me`, `still_playing` or `not_now`.
        """
        if call.anonymous:
            raise Refused("anonymous")
        player_id = await self._known(call.user.id)
        kept = await self._forgetting.kept(player_id)
        if kept.playing:
            raise Refused("still_playing")
        await call.reply(asking_screen(player_id, kept, call.words))

    async def pressed(self, query: CallbackQuery, press: Press, words: Texts) -> Answer:
        """Forget whoever has asked for it, or leave it at that.

        Raises:
            Refused: `not_asked`, `unknown_to_me`, `forged`, or why not now.
        """
        player_id = await self._known(query.from_user.id)
        if press.number != mark(player_id):
            raise Refused("not_asked")
        if press.choice == 0:
            screen = kept_screen(words)
        elif press.choice == 1:
            kept = await self._forgetting.forget(player_id)
            screen = forgotten_screen(kept.games, words)
        else:
            raise Refused("forged")
        if query.message is not None:
            shown = Posted(query.message.chat.id, query.message.message_id)
            self._delivery.show(shown, screen, NOWHERE)
        return Answer("")

    async def _known(self, telegram_id: int) -> UUID:
        """Return the random id of whoever asks; whoever was forgotten stays so.

        Raises:
            Refused: `unknown_to_me`.
        """
        player_id = await self._threads.run(self._contacts.known, telegram_id)
        if player_id is None:
            raise Refused("unknown_to_me")
        return player_id
