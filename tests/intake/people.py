"""People behind updates, for tests of how these are taken in."""

import asyncio
from typing import Any

from telegram import Update

from telegram_bot.intake.errors import NotNow
from telegram_bot.intake.reception import Raw
from telegram_bot.intake.reply import AWAITED

Json = dict[str, Any]


class People:
    """Handles updates: notes them, and holds back or refuses those it is told to.

    Attributes:
        handled: The numbers of those that were handled.
        put_aside: The numbers of those that were set aside.
        gates: What must be opened before an update is handled.
        refusals: How often an update cannot be handled for now.
        defects: What an update fails with for good.
        answers: What a tap is answered with before anything else.
    """

    def __init__(self) -> None:
        """Begin with nothing."""
        self.handled: list[int] = []
        self.put_aside: list[int] = []
        self.gates: dict[int, asyncio.Event] = {}
        self.refusals: dict[int, int] = {}
        self.defects: dict[int, Exception] = {}
        self.answers: dict[int, Json] = {}

    async def handle(self, update: Update) -> None:
        """Handle an update."""
        number = update.update_id
        if number in self.answers and (reply := AWAITED.get()) is not None:
            reply.take("answerCallbackQuery", self.answers[number])
        if number in self.gates:
            await self.gates[number].wait()
        if self.refusals.get(number, 0) > 0:
            self.refusals[number] -= 1
            raise NotNow
        if number in self.defects:
            raise self.defects[number]
        self.handled.append(number)

    async def set_aside(self, update: Raw, _reason: str) -> None:
        """Set an update aside."""
        self.put_aside.append(update["update_id"])


def message(number: int, chat: int) -> Json:
    """Return an update with a command in a group."""
    chat_shape = {"id": chat, "type": "group", "title": "Cards"}
    return {
        "update_id": number,
        "message": {"message_id": number, "date": 0, "chat": chat_shape, "text": "/new"},
    }


UNREADABLE: Json = {"update_id": 1, "message": {"nonsense": True}}
