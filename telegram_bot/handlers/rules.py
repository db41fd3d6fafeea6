"""`/rules`: the rules of a table in words, and tips for them."""

from uuid import UUID

from telegram import Message

from domain.choosing import Chosen
from domain.errors import InvalidRuleSet, Refused
from domain.pace import Pace
from domain.rules import rule_set
from domain.settings import USUAL
from telegram_bot.callback_data import NOWHERE
from telegram_bot.delivery.delivery import Delivery
from telegram_bot.delivery.desk import Posted
from telegram_bot.game import Games
from telegram_bot.handlers.calls import Call, GroupCall
from telegram_bot.handlers.taps import Answer, Tap
from telegram_bot.screens import answers
from telegram_bot.screens.rules import TIPS, rules_screen


class Rules:
    """Tells rules and tips, and turns from one to the other."""

    def __init__(self, games: Games, delivery: Delivery) -> None:
        """Take the parts."""
        self._games = games
        self._delivery = delivery

    async def rules(self, call: GroupCall) -> None:
        """`/rules`: the rules of this table, or of the game that `/new` would open."""
        chosen, pace = await self._of_group(call.group_id)
        await call.reply(rules_screen(chosen, call.words, pace, about=call.group_id))

    async def private_rules(self, call: Call) -> None:
        """`/rules [preset]` in private: the rules of a preset."""
        preset = call.arguments[0].lower() if call.arguments else USUAL.preset
        try:
            screen = rules_screen(Chosen(preset, rule_set(preset)), call.words)
        except InvalidRuleSet:
            screen = answers.unknown_preset(call.words, preset)
        await call.reply(screen)

    async def pressed(self, tap: Tap) -> Answer:
        """Turn from the rules to the tips, or back.

        Raises:
            Refused: `forged`.
        """
        press, message = tap.press, tap.query.message
        if not isinstance(message, Message):
            return Answer("")
        if press.game_id == NOWHERE:
            chosen, pace = _preset(press.topic), None
        elif press.game_id == tap.group_id:
            chosen, pace = await self._of_group(press.game_id)
        else:
            raise Refused("forged")
        screen = rules_screen(
            chosen, tap.words, pace, about=press.game_id, tips=press.choice == TIPS
        )
        self._delivery.show(Posted(message.chat.id, message.message_id), screen, press.game_id)
        return Answer("")

    async def _of_group(self, group_id: UUID) -> tuple[Chosen, Pace]:
        game_id = await self._games.open_game(group_id)
        if game_id is None:
            chosen = await self._games.defaults(group_id)
            return chosen, (await self._games.customs(group_id)).pace
        view = (await self._games.look(game_id)).view
        return view.chosen, view.pace


def _preset(name: str) -> Chosen:
    try:
        return Chosen(name, rule_set(name))
    except InvalidRuleSet:
        raise Refused("forged") from None
