"""How much a bot may send: Telegram's 429 with `retry_after`.

Sends and edits share the budget; answers to taps are free.
"""

import math
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from telegram_bot.sandbox import errors


@dataclass(frozen=True, slots=True)
class Limits:
    """The limits in force; None switches one off.

    Attributes:
        group_per_minute: sends and edits in one group in 60 s.
        private_burst: sends and edits in one private chat at once; they come back at 1/s.
        overall_per_second: sends and edits over all chats in 1 s.
    """

    group_per_minute: int | None = 20
    private_burst: int | None = 5
    overall_per_second: int | None = 30

    @classmethod
    def none(cls) -> "Limits":
        """No limit at all, for tests about something else."""
        return cls(None, None, None)


TELEGRAMS_LIMITS = Limits()
"""What Telegram allows, as far as anybody has measured it."""


@dataclass
class Budget:
    """Counts what was sent.

    Attributes:
        now: Unix time in seconds.
    """

    now: Callable[[], float]
    limits: Limits = TELEGRAMS_LIMITS
    spent: dict[int, deque[float]] = field(default_factory=dict)
    overall: deque[float] = field(default_factory=deque)

    def spend(self, chat_id: int) -> None:
        """Take one send or edit in a chat out of the budget.

        Raises:
            ApiError: 429, nothing was taken.
        """
        limits, now = self.limits, self.now()
        spent = self.spent.setdefault(chat_id, deque())
        private = chat_id > 0
        most = limits.private_burst if private else limits.group_per_minute
        window = 60.0 if not private else float(limits.private_burst or 1)
        wait = max(
            _wait(spent, most, window, now),
            _wait(self.overall, limits.overall_per_second, 1.0, now),
        )
        if wait > 0:
            raise errors.too_many_requests(math.ceil(wait))
        spent.append(now)
        self.overall.append(now)


def _wait(spent: deque[float], most: int | None, window: float, now: float) -> float:
    """Return the seconds until one more fits into a sliding window."""
    while spent and spent[0] <= now - window:
        spent.popleft()
    if most is None or len(spent) < most:
        return 0.0
    return spent[0] + window - now
