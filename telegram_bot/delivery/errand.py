"""What delivery has to do: one thing in one chat, and what to note when it fails."""

from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, Generic, Protocol, TypeVar
from uuid import UUID

UNHEARD: Final = (timedelta(seconds=10), timedelta(minutes=5), timedelta(hours=1))
"""How long nothing is sent again of which nobody knows whether it has arrived, as often as it has
failed before: once soon, then seldom, since there may be two of it already.

Somebody may tap on one meanwhile, and so show that it has, or ask for the table anew.
"""


class Kind(StrEnum):
    """What an errand is about. What comes first is delivered first in its chat."""

    PICTURE = "picture"
    ANNOUNCEMENT = "announcement"
    SCREEN = "screen"
    OFFER = "offer"
    REMINDER = "reminder"
    WEEKLY = "weekly"
    PANEL = "panel"


EVERY: Final = frozenset(Kind)

Following = Collection[Kind] | None
"""The kinds of which there may be more to do once an errand is done; none for every kind."""


class Job(Protocol):
    """Something that belongs into a chat."""

    @property
    def telegram_chat_id(self) -> int:
        """The chat."""
        ...

    @property
    def thread_id(self) -> int:
        """The topic in the chat, 0 for none."""
        ...

    @property
    def failures(self) -> int:
        """Attempts that failed since one succeeded."""
        ...


J = TypeVar("J", bound=Job)


@dataclass(frozen=True)
class Errand(Generic[J]):
    """A job and how it is done.

    Attributes:
        job: What is to be done.
        deliver: Does it, and says what may follow.
        failed: Notes that it failed at a time, so that it is tried again after a while. It waits
            for the database.
        about: The game or the group that it is about, if that is known, for the log.
        unheard: Notes that nobody knows whether it failed, if that is not the same.
    """

    job: J
    deliver: Callable[[J], Awaitable[Following]]
    failed: Callable[[J, datetime], None]
    about: UUID | None
    unheard: Callable[[J, datetime], None] | None = None

    async def run(self) -> Following:
        """Do it."""
        return await self.deliver(self.job)

    def retry_later(self, now: datetime) -> None:
        """Note that it failed."""
        self.failed(self.job, now)

    def wait_for_word(self, now: datetime) -> None:
        """Note that it may have been done, so that it is not repeated at once."""
        wait = UNHEARD[min(self.job.failures, len(UNHEARD) - 1)]
        (self.unheard or self.failed)(self.job, now + wait)
