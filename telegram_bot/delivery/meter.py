"""Counts the calls to each chat, wherever in the bot they are made."""

from collections.abc import Callable, Coroutine
from typing import Any, Final

from telegram.ext import BaseRateLimiter

COUNTED: Final = ("send", "edit", "copy", "forward")
"""How the names of methods begin that Telegram counts."""

NOT_COUNTED: Final = frozenset({"sendChatAction"})


class Meter(BaseRateLimiter[None]):
    """What the library lets every call pass through. Nothing is held up here."""

    def __init__(self) -> None:
        """Begin to listen."""
        self.count: Callable[[int], None] = lambda _: None
        """Counts a call to a chat; nobody does at first."""

    async def initialize(self) -> None:
        """Do nothing: there is nothing to be made ready."""

    async def shutdown(self) -> None:
        """Do nothing, likewise."""

    async def process_request(  # noqa: PLR0913, PLR0917 - as the library declares it
        self,
        callback: Callable[..., Coroutine[Any, Any, Any]],
        args: Any,
        kwargs: dict[str, Any],
        endpoint: str,
        data: dict[str, Any],
        rate_limit_args: None,  # noqa: ARG002 - as above
    ) -> Any:
        """Count a call, and make it."""
        chat_id = data.get("chat_id")
        if isinstance(chat_id, int) and _is_counted(endpoint):
            self.count(chat_id)
        return await callback(*args, **kwargs)


def _is_counted(endpoint: str) -> bool:
    return endpoint.startswith(COUNTED) and endpoint not in NOT_COUNTED
