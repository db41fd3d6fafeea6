"""Updates waiting for the bot: numbered, kept until confirmed or expired."""

from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from telegram_bot.sandbox.shapes import Json, JsonList

MESSAGE_SECONDS = 24 * 3600.0
CALLBACK_SECONDS = 150.0
_NOT_BY_DEFAULT = frozenset({"chat_member", "message_reaction", "message_reaction_count"})


@dataclass(frozen=True, slots=True)
class Update:
    """One update.

    Attributes:
        kind: the name of its field, "message" or "callback_query" and so on.
        expires: Unix time after which nobody gets it.
        queue: the webhook queue it belongs to; queues are sent side by side.
    """

    id: int
    kind: str
    body: Json
    expires: float
    queue: tuple[str, int]

    def shape(self) -> Json:
        """Return the Update object."""
        return {"update_id": self.id, self.kind: self.body}


@dataclass
class Webhook:
    """Where updates are posted, and how the last failed delivery went.

    Attributes:
        last_error_date: Unix time in seconds, 0 if all went well.
    """

    url: str
    secret: str = ""
    max_connections: int = 40
    last_error_date: float = 0.0
    last_error_message: str = ""


@dataclass
class UpdateQueue:
    """The bot's updates.

    Attributes:
        now: Unix time in seconds.
        allowed: kinds the bot wants; None for Telegram's default.
        webhook: set while updates are posted instead of polled.
    """

    now: Callable[[], float]
    allowed: frozenset[str] | None = None
    waiting: list[Update] = field(default_factory=list)
    next_id: int = 700_000_001
    webhook: Webhook | None = None

    def wants(self, kind: str) -> bool:
        """Tell whether the bot asked for this kind."""
        return kind not in _NOT_BY_DEFAULT if self.allowed is None else kind in self.allowed

    def allow(self, kinds: Collection[str] | None) -> None:
        """Remember `allowed_updates`: None changes nothing, an empty list is the default."""
        if kinds is not None:
            self.allowed = frozenset(kinds) or None

    def add(self, kind: str, body: Json, queue: tuple[str, int], *, copies: int = 1) -> None:
        """Queue an update, unless the bot does not want its kind."""
        if not self.wants(kind):
            return
        seconds = CALLBACK_SECONDS if kind == "callback_query" else MESSAGE_SECONDS
        update = Update(self.next_id, kind, body, self.now() + seconds, queue)
        self.waiting += [update] * copies
        self.next_id += 1

    def confirm(self, offset: int) -> None:
        """Forget updates below `offset`; a negative offset keeps only the last ones."""
        self._expire()
        if offset < 0:
            self.waiting = self.waiting[offset:]
        elif offset > 0:
            self.waiting = [update for update in self.waiting if update.id >= offset]

    def first(self, limit: int) -> JsonList:
        """Return the oldest updates, at most `limit`."""
        self._expire()
        return [update.shape() for update in self.waiting[:limit]]

    def pending(self) -> list[Update]:
        """Return what waits, oldest first."""
        self._expire()
        return list(self.waiting)

    def delivered(self, update: Update) -> None:
        """Forget one copy of an update that a webhook has taken."""
        if update in self.waiting:
            self.waiting.remove(update)

    def _expire(self) -> None:
        now = self.now()
        self.waiting = [update for update in self.waiting if update.expires > now]
