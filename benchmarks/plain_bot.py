"""The yardstick for a tap: the same game on the defaults of both libraries.

One process, python-telegram-bot's own polling and HTTP, eventsourcing without a cache. A handler
does as their examples do: it carries out the command, answers the tap and edits the message, one
update after another. Rules, screens and texts are those of the game, so that both bots make the
same moves, commit the same events and send tables of the same size.
"""

import asyncio
import logging
import os
from uuid import NAMESPACE_OID, UUID, uuid5

from telegram import CallbackQuery, InlineKeyboardMarkup, Update, User
from telegram.constants import ParseMode
from telegram.error import BadRequest
from telegram.ext import Application, CallbackQueryHandler, CommandHandler, ContextTypes

from domain.card_room import CardRoom
from domain.errors import Refused
from domain.match import Match
from domain.pace import Pace
from domain.rules import rule_set
from domain.views import seat_view, spectacle
from projections.database import Database
from telegram_bot.callback_data import Verb, decode
from telegram_bot.delivery.messenger import markup
from telegram_bot.game import COMMANDS
from telegram_bot.screens import refusals
from telegram_bot.screens.hand import hand_alert
from telegram_bot.screens.screen import Screen
from telegram_bot.screens.table import table_screen
from telegram_bot.screens.toasts import toast
from telegram_bot.texts import texts

SHOWS_THE_HAND = frozenset({Verb.HAND, Verb.DRAW, Verb.TAKE})
WORDS = texts("en")


class PlainBot:
    """A bot that keeps the names of its players in memory, and all else in the log."""

    def __init__(self, room: CardRoom) -> None:
        """Play in a card room."""
        self._room = room
        self._names: dict[UUID, str] = {}

    async def new(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """`/new`: open a table of the plain rules."""
        message, user = update.message, update.effective_user
        assert message is not None  # noqa: S101 - for the types
        assert user is not None  # noqa: S101 - as above
        group_id = _id("group", message.chat.id)
        rules = rule_set("scat")
        done = self._room.open_game(group_id, self._player(user), "scat", rules, Pace.NONE)
        screen = self._table(done.match)
        await message.chat.send_message(
            screen.text, parse_mode=ParseMode.HTML, reply_markup=markup(screen)
        )

    async def pressed(self, update: Update, _: ContextTypes.DEFAULT_TYPE) -> None:
        """Do what a button says, answer, and show the table."""
        query = update.callback_query
        assert query is not None  # noqa: S101 - for the types
        press = decode(query.data or "")
        assert press is not None  # noqa: S101 - as above
        player_id = self._player(query.from_user)
        try:
            if press.verb is Verb.HAND:
                match = self._room.match(press.game_id)
            else:
                match = COMMANDS[press.verb](self._room, press, player_id).match
        except Refused as refusal:
            await query.answer(refusals.sentence(WORDS, refusal.code))
            return
        await self._answer(query, press.verb, match, player_id)
        await self._show(query, match)

    async def _answer(
        self, query: CallbackQuery, verb: Verb, match: Match, player_id: UUID
    ) -> None:
        view = seat_view(match, player_id) if player_id in match.player_ids else None
        if verb in SHOWS_THE_HAND and view is not None:
            await query.answer(hand_alert(view, self._names_in(match), WORDS), show_alert=True)
        else:
            await query.answer(toast(WORDS, verb, view))

    async def _show(self, query: CallbackQuery, match: Match) -> None:
        screen = self._table(match)
        keyboard: InlineKeyboardMarkup | None = markup(screen)
        try:
            await query.edit_message_text(
                screen.text, parse_mode=ParseMode.HTML, reply_markup=keyboard
            )
        except BadRequest:
            return  # it looked so before

    def _table(self, match: Match) -> Screen:
        return table_screen(spectacle(match), self._names_in(match), WORDS)

    def _names_in(self, match: Match) -> list[str]:
        return [self._names[player_id] for player_id in match.player_ids]

    def _player(self, user: User) -> UUID:
        player_id = _id("player", user.id)
        self._names[player_id] = user.first_name
        return player_id


def _id(kind: str, number: int) -> UUID:
    return uuid5(NAMESPACE_OID, f"{kind} {number}")


def main() -> None:
    """Play until told to stop, on the sandbox and the database of the environment."""
    logging.getLogger("httpx").setLevel(logging.WARNING)
    database = Database(os.environ["DATABASE_URL"])
    with CardRoom(database.environment) as room:
        bot = PlainBot(room)
        application = (
            Application.builder()
            .token(os.environ["BOT_TOKEN"])
            .base_url(f"{os.environ['BOT_API_URL']}/bot")
            .build()
        )
        application.add_handler(CommandHandler("new", bot.new))
        application.add_handler(CallbackQueryHandler(bot.pressed))
        asyncio.set_event_loop(asyncio.new_event_loop())
        application.run_polling()


if __name__ == "__main__":
    main()
