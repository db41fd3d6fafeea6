"""What the bot asked and what it was told; tests read it."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from telegram_bot.sandbox.shapes import Json

KEPT = 5000


@dataclass(frozen=True, slots=True)
class Request:
    """One call of the Bot API.

    Attributes:
        number: counts from 1.
        at: Unix time in seconds.
        parameters: as they came, files by name only.
        status: the HTTP status of the answer.
        description: Telegram's text of an error, else empty.
        problems: what the Bot API data says against the request.
    """

    number: int
    at: float
    method: str
    parameters: Json
    status: int
    description: str
    problems: tuple[str, ...]

    def shape(self) -> Json:
        """Return it as JSON for the people's side."""
        return {
            "number": self.number,
            "at": self.at,
            "method": self.method,
            "parameters": self.parameters,
            "status": self.status,
            "description": self.description,
            "problems": list(self.problems),
        }


@dataclass
class RequestLog:
    """The last requests, oldest first."""

    now: Callable[[], float]
    requests: deque[Request] = field(default_factory=lambda: deque(maxlen=KEPT))
    count: int = 0
    problems: list[str] = field(default_factory=list)

    def add(
        self, method: str, parameters: Json, status: int, description: str, problems: list[str]
    ) -> None:
        """Record one request."""
        self.count += 1
        self.problems += problems
        self.requests.append(
            Request(
                self.count, self.now(), method, parameters, status, description, tuple(problems)
            )
        )

    def since(self, number: int) -> list[Request]:
        """Return the requests after number `number`."""
        return [request for request in self.requests if request.number > number]
