"""Addresses that open the bot's private chat with a purpose: `t.me/<bot>?start=<parameter>`.

A parameter has at most 64 letters, digits, `_` and `-` (Bot API). Like a button it names a game
and proves nothing: whoever follows the link is checked against the group and the seats.
"""

from dataclasses import dataclass
from enum import StrEnum
from urllib.parse import urlencode
from uuid import UUID

from telegram_bot.callback_data import read_id, write_id


class Purpose(StrEnum):
    """What a link is for."""

    JOIN = "join"
    """To sit down at a table."""
    HAND = "hand"
    """To see one's hand in private."""


@dataclass(frozen=True)
class DeepLink:
    """A link's meaning."""

    purpose: Purpose
    game_id: UUID

    @property
    def parameter(self) -> str:
        """What the bot is told when somebody follows the link."""
        return f"{self.purpose}_{write_id(self.game_id)}"

    def address(self, username: str) -> str:
        """Return the address, for a bot of this name."""
        return f"https://t.me/{username}?{urlencode({'start': self.parameter})}"


def decode(parameter: str) -> DeepLink | None:
    """Read a parameter; nothing when it is none of ours."""
    purpose, _, game = parameter.partition("_")
    game_id = read_id(game)
    if game_id is None or purpose not in set(Purpose):
        return None
    return DeepLink(Purpose(purpose), game_id)


def to_add(username: str) -> str:
    """Return an address that lets whoever follows it add a bot of this name to a group."""
    return f"https://t.me/{username}?startgroup"


def to_share(address: str) -> str:
    """Return an address that lets whoever follows it choose whom to send another."""
    return f"https://t.me/share/url?{urlencode({'url': address})}"
