"""What delivery has to do: one thing in one chat, and what to note when it fails."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Generic, Protocol, TypeVar
from uuid import UUID


class Job(Protocol):
    """Something that belongs into a chat."""

    @property
    def game_id(self) -> UUID:
        """The game it is about."""
        ...

    @property
    def telegram_chat_id(self) -> int:
        """The chat."""
        ...

    @property
    def thread_id(self) -> int:
        """The topic in the chat, 0 for none."""
        ...


J = TypeVar("J", bound=Job)


@dataclass(frozen=True)
class Errand(Generic[J]):
    """A job and how it is done.

    Attributes:
        job: What is to be done.
        deliver: Does it.
        failed: Notes that it failed at a time, so that it is tried again after a while. It waits
            for the database.
    """

    job: J
    deliver: Callable[[J], Awaitable[None]]
    failed: Callable[[J, datetime], None]

    async def run(self) -> None:
        """Do it."""
        await self.deliver(self.job)

    def retry_later(self, now: datetime) -> None:
        """Note that it failed."""
        self.failed(self.job, now)
