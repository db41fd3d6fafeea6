"""Scripted trouble: what a test tells the sandbox to do wrong next."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from enum import StrEnum

from telegram_bot.sandbox.errors import ApiError


class Trouble(StrEnum):
    """What goes wrong.

    REFUSE: the call is not carried out and answers the error.
    DROP: the call is carried out, its answer never arrives.
    DELAY: the call is carried out after `seconds`.
    HOLD: the call is carried out once the script is torn up.
    DUPLICATE: the next update is delivered twice.
    OVERTAKE: the next update is delivered after the one that follows it.
    GARBLE: the next update is nothing that can be read.
    """

    REFUSE = "refuse"
    DROP = "drop"
    DELAY = "delay"
    HOLD = "hold"
    DUPLICATE = "duplicate"
    OVERTAKE = "overtake"
    GARBLE = "garble"


@dataclass
class Fault:
    """One piece of trouble, for the next `times` calls that match, or until a moment.

    Attributes:
        method: the Bot API method, or None for any; for updates, their kind.
        chat_id: the chat, or None for any.
        until: Unix time when it ends, or None.
    """

    trouble: Trouble
    method: str | None = None
    chat_id: int | None = None
    times: int = 1
    until: float | None = None
    error: ApiError | None = None
    seconds: float = 0.0

    def fits(self, method: str, chat_id: int | None) -> bool:
        """Tell whether it is about this call."""
        return (self.method is None or self.method.lower() == method.lower()) and (
            self.chat_id is None or self.chat_id == chat_id
        )


@dataclass
class Faults:
    """The script: faults in the order in which they were written."""

    now: Callable[[], float]
    script: list[Fault] = field(default_factory=list)
    _torn: asyncio.Event = field(default_factory=asyncio.Event)

    def add(self, fault: Fault) -> None:
        """Append to the script."""
        self.script.append(fault)

    def tear_up(self) -> None:
        """Let all trouble be over, and go on with what is held."""
        self.script.clear()
        self._torn.set()
        self._torn = asyncio.Event()

    async def over(self) -> None:
        """Wait until the script is torn up."""
        await self._torn.wait()

    def take(self, method: str, chat_id: int | None, *wanted: Trouble) -> Fault | None:
        """Return the first matching fault and use it up once."""
        now = self.now()
        self.script = [
            f for f in self.script if f.times > 0 and (f.until is None or f.until > now)
        ]
        for fault in self.script:
            if fault.trouble in wanted and fault.fits(method, chat_id):
                fault.times -= 1
                return fault
        return None
