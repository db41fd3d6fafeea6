"""Where Telegram is to post updates."""

from dataclasses import dataclass, field
from urllib.parse import urlsplit


@dataclass(frozen=True)
class Address:
    """An address for updates.

    Attributes:
        url: The address as Telegram is told it.
        secret: What Telegram shows with each update.
    """

    url: str
    secret: str = field(repr=False)

    @property
    def path(self) -> str:
        """The path, under which it is served."""
        return urlsplit(self.url).path or "/"
