"""`/solo`: a game against computer players in the private chat, with hints."""

from collections.abc import Awaitable, Callable
from typing import Final
from uuid import UUID

from domain.choosing import Chosen
from domain.computer.identity import Level
from domain.errors import Refused
from domain.rules import ALIASES, PRESETS, RuleSet, rule_set
from domain.settings import USUAL
from telegram_bot.contacts import Contacts, Spot
from telegram_bot.delivery.delivery import Delivery
from telegram_bot.game import Games
from telegram_bot.handlers.calls import Call, GroupCall
from telegram_bot.handlers.hands import Hands
from telegram_bot.handlers.taps import Answer, Tap
from telegram_bot.screens import answers
from telegram_bot.screens.advice import hint_text
from telegram_bot.threads import Threads

PLAYERS: Final = 4
"""How many play, unless another number is asked for."""


class Solo:
    """Opens games for one person, finds them again, and gives hints in them."""

    def __init__(
        self, games: Games, contacts: Contacts, delivery: Delivery, hands: Hands, threads: Threads
    ) -> None:
        """Take the parts."""
        self._games = games
        self._contacts = contacts
        self._delivery = delivery
        self._hands = hands
        self._threads = threads

    async def start(self, call: Call) -> None:
        """`/solo [level] [preset] [players]`, in any order: play alone, or on."""
        asked = _asked(call.arguments)
        if asked is None:
            await call.reply(answers.unknown_solo(call.words))
            return
        chosen, level, players = asked
        if not chosen.rules.seats(players):
            await call.reply(answers.other_number(call.words, chosen.rules.players))
            return
        chat = call.message.chat
        spot = Spot(chat.id, 0, None, str(chat.type), call.user.language_code)
        group_id = await self._threads.run(self._contacts.group_id, spot)
        levels = [level] * (players - 1)
        try:
            view = await self._games.open_solo(group_id, call.player_id, chosen, levels)
        except Refused as refusal:
            if refusal.code != "game_open_already":
                raise
            await call.reply(answers.playing_already(call.words))
            await self._show_again(group_id)
            return
        await self._hands.keep_private(view, call.words)

    async def elsewhere(self, call: Call) -> None:
        """`/solo` in a group: lead to the private chat."""
        chat = f"https://t.me/{call.message.get_bot().username}"
        await call.reply(answers.only_in_private(call.words, chat))

    async def hint(self, tap: Tap) -> Answer:
        """Say what the strongest computer player would do, to whoever plays alone.

        Raises:
            Refused: `forged` in a game with others, or `stale`.
        """
        if tap.group_id is None or tap.spot.chat_id != tap.query.from_user.id:
            raise Refused("forged")
        await self._games.visit(tap.press.game_id, tap.player_id, tap.group_id)
        view, reason = await self._games.advice(tap.press.game_id, tap.player_id)
        if tap.press.number != view.public.turn:
            raise Refused("stale")
        return Answer(hint_text(view, reason, tap.words), alert=True)

    def in_game(
        self, carry: Callable[[GroupCall], Awaitable[None]]
    ) -> Callable[[Call], Awaitable[None]]:
        """Let a command of groups be carried out for the game that somebody plays alone."""

        async def carry_out(call: Call) -> None:
            here = await self._threads.run(self._contacts.groups_in, call.message.chat.id)
            if here:
                await carry(GroupCall(**vars(call), group_id=here[0]))
            else:
                await call.reply(answers.only_in_groups(call.words))

        return carry_out

    async def group_of(self, game_id: UUID, chat_id: int) -> UUID | None:
        """Return the group that a private chat is to a game that is played in it."""
        here = await self._threads.run(self._contacts.groups_in, chat_id)
        if not here:
            return None
        try:
            group_id = await self._games.group_of(game_id)
        except Refused:  # the button is about no game
            return None
        return group_id if group_id in here else None

    async def _show_again(self, group_id: UUID) -> None:
        game_id = await self._games.open_game(group_id)
        if game_id is not None:
            await self._delivery.repost(game_id)


def _asked(words: tuple[str, ...]) -> tuple[Chosen, Level, int] | None:
    """Return what is to be played; nothing where a word means nothing, or two mean the same."""
    levels: list[Level] = []
    games: list[Chosen] = []
    numbers: list[int] = []
    for word in map(str.lower, words):
        if word in {*Level}:
            levels.append(Level(word))
        elif word in PRESETS or word in ALIASES:
            games.append(Chosen(word, rule_set(word)))
        elif word.isdecimal():
            numbers.append(int(word))
        else:
            return None
    if any(len(said) > 1 for said in (levels, games, numbers)):
        return None
    (chosen,) = games or [USUAL]
    (level,) = levels or [Level.MEDIUM]
    (players,) = numbers or [_usual(chosen.rules)]
    return chosen, level, players


def _usual(rules: RuleSet) -> int:
    least, most = rules.players
    return min(max(PLAYERS, least), most)
