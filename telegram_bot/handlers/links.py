"""`/start` in private: a welcome, or what the link asks for by which somebody has come."""

from uuid import UUID

from telegram.error import BadRequest, TelegramError

from domain.errors import Refused
from telegram_bot import deep_links
from telegram_bot.callback_data import Press, Verb
from telegram_bot.contacts import Contacts, Spot
from telegram_bot.deep_links import DeepLink, Purpose, to_add
from telegram_bot.delivery.desk import Desk
from telegram_bot.game import Games
from telegram_bot.handlers.calls import Call
from telegram_bot.handlers.hands import Hands
from telegram_bot.membership import is_in
from telegram_bot.menu import PrivateMenus, shown_to
from telegram_bot.screens.answers import seated_from_outside
from telegram_bot.screens.help import start_screen
from telegram_bot.screens.markup import safe
from telegram_bot.screens.reminder import message_address
from telegram_bot.screens.screen import Screen
from telegram_bot.threads import Threads


class Links:
    """Welcomes people, and does what links are for."""

    def __init__(  # noqa: PLR0913 - all that links lead to
        self,
        *,
        games: Games,
        contacts: Contacts,
        desk: Desk,
        hands: Hands,
        menus: PrivateMenus,
        threads: Threads,
    ) -> None:
        """Take the parts."""
        self._menus = menus
        self._games = games
        self._contacts = contacts
        self._desk = desk
        self._hands = hands
        self._threads = threads

    async def start(self, call: Call) -> None:
        """Welcome somebody, or do what they have come for.

        Raises:
            Refused: Why not.
        """
        match deep_links.decode(call.arguments[0]) if call.arguments else None:
            case DeepLink(Purpose.JOIN, game_id):
                await self._join(call, game_id)
            case DeepLink(Purpose.HAND, game_id):
                await self._show_hand(call, game_id)
            case _:
                await self._welcome(call)

    async def _welcome(self, call: Call) -> None:
        """Say what the bot is, and how it comes into a group."""
        code = call.user.language_code
        if call.words.language != shown_to(code):
            await self._menus.speak(call.user.id, call.words, code)
        username = call.message.get_bot().username
        await call.reply(start_screen(call.words, to_add(username)))

    async def _join(self, call: Call, game_id: UUID) -> None:
        """Let somebody sit down at a table of a group that they are in."""
        group_id = await self._games.group_of(game_id)
        spot = await self._threads.run(self._contacts.spot, group_id)
        await _check_member(call, spot)
        await self._games.press(Press(Verb.JOIN, game_id), call.player_id, group_id)
        shown = await self._threads.run(self._desk.shown, game_id)
        address = message_address(shown.chat_id, shown.message_id) if shown else None
        await call.reply(seated_from_outside(call.words, spot.title or "", address))

    async def _show_hand(self, call: Call, game_id: UUID) -> None:
        """Show somebody their own hand, here from now on."""
        view = await self._games.hand(game_id, call.player_id)
        if not await self._hands.show_in_private(view, call.words):
            await call.reply(Screen(safe(await self._hands.told(view, call.words))))


async def _check_member(call: Call, spot: Spot) -> None:
    """See that whoever wants to sit down is in the group.

    Raises:
        Refused: `not_in_group`, or `not_now` when Telegram cannot be asked.
    """
    try:
        member = await call.message.get_bot().get_chat_member(spot.chat_id, call.user.id)
    except BadRequest:
        raise Refused("not_in_group") from None  # which Telegram has never seen there
    except TelegramError:
        raise Refused("not_now") from None
    if not is_in(member):
        raise Refused("not_in_group")
