"""People and the bot: who they are, as Telegram shows them."""

from dataclasses import dataclass, field
from enum import StrEnum

from telegram_bot.sandbox.shapes import Json

ANONYMOUS_ADMINISTRATOR = 1087968824
"""The id that stands in `from` when an administrator writes as the group."""

CHANNEL_SENDER = 136817688
"""The id that stands in `from` when somebody writes as a channel of theirs."""


class Client(StrEnum):
    """What somebody's Telegram does with messages that are for them alone."""

    NEW = "new"
    OLD = "old"
    """It knows none, and shows none."""
    OFFLINE = "offline"
    """It is away, and they are not kept for it."""


TELEGRAM = 777000
"""The id that stands in `from` when a post of the linked channel is forwarded to its group."""


@dataclass
class Person:
    """Somebody with a Telegram account.

    Attributes:
        started: has opened the private chat with the bot, so that the bot may write there.
        blocked: has blocked the bot.
        deactivated: the account is deleted.
        client: what their Telegram does with ephemeral messages.
    """

    id: int
    first_name: str
    last_name: str = ""
    username: str = ""
    language_code: str = "en"
    started: bool = False
    blocked: bool = False
    deactivated: bool = False
    client: Client = Client.NEW

    @property
    def name(self) -> str:
        """The full name, as chats show it."""
        return f"{self.first_name} {self.last_name}".strip()

    def shape(self) -> Json:
        """Return the User object; of a deleted account the id is all that is left."""
        if self.deactivated:
            return {"id": self.id, "is_bot": False, "first_name": ""}
        shape: Json = {"id": self.id, "is_bot": False, "first_name": self.first_name}
        if self.last_name:
            shape["last_name"] = self.last_name
        if self.username:
            shape["username"] = self.username
        if self.language_code:
            shape["language_code"] = self.language_code
        return shape


@dataclass
class Bot:
    """The bot's account.

    Attributes:
        token: what the bot must show in the URL.
        privacy_mode: in groups the bot sees only what concerns it (Telegram's default).
        names, descriptions, short_descriptions: by language code, "" for everybody else.
        commands: by scope key and language code; see `commands.py`.
    """

    id: int
    first_name: str
    username: str
    token: str
    privacy_mode: bool = True
    names: dict[str, str] = field(default_factory=dict)
    descriptions: dict[str, str] = field(default_factory=dict)
    short_descriptions: dict[str, str] = field(default_factory=dict)
    commands: dict[tuple[str, str], list[Json]] = field(default_factory=dict)

    @property
    def name(self) -> str:
        """The bot's current name."""
        return self.names.get("") or self.first_name

    def shape(self) -> Json:
        """Return the User object."""
        return {
            "id": self.id,
            "is_bot": True,
            "first_name": self.name,
            "username": self.username,
        }

    def own_shape(self) -> Json:
        """Return the User object as only getMe shows it."""
        return self.shape() | {
            "can_join_groups": True,
            "can_read_all_group_messages": not self.privacy_mode,
            "supports_inline_queries": False,
            "can_connect_to_business": False,
            "has_main_web_app": False,
        }


def channel_sender_shape() -> Json:
    """Return the User that stands for somebody who writes as a channel."""
    return {
        "id": CHANNEL_SENDER,
        "is_bot": True,
        "first_name": "Channel",
        "username": "Channel_Bot",
    }


def telegram_shape() -> Json:
    """Return the User that stands for Telegram itself."""
    return {"id": TELEGRAM, "is_bot": False, "first_name": "Telegram"}


def anonymous_administrator_shape() -> Json:
    """Return the User that stands for an administrator who writes as the group."""
    return {
        "id": ANONYMOUS_ADMINISTRATOR,
        "is_bot": True,
        "first_name": "Group",
        "username": "GroupAnonymousBot",
    }
