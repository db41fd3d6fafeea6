"""Taps on buttons and the bot's answers to them."""

from collections.abc import Callable
from dataclasses import dataclass, field

from telegram_bot.sandbox import errors
from telegram_bot.sandbox.shapes import Json


@dataclass(frozen=True, slots=True)
class Answer:
    """What only the tapper sees: a toast, an alert, or a link that opens."""

    text: str = ""
    show_alert: bool = False
    url: str = ""


@dataclass
class Tap:
    """A callback query.

    Attributes:
        at: Unix time of the tap.
        answer: the bot's answer, once it came in time.
        answers: how often the bot tried to answer, in time or not.
    """

    id: str
    user_id: int
    chat_id: int
    message_id: int
    data: str
    at: float
    answer: Answer | None = None
    answers: int = 0

    def shape(self) -> Json:
        """Return the tap and its answer for the people's side."""
        answer = self.answer or Answer()
        return {
            "query_id": self.id,
            "answered": self.answer is not None,
            "answers": self.answers,
            "text": answer.text,
            "show_alert": answer.show_alert,
            "url": answer.url,
        }


@dataclass
class Taps:
    """All callback queries.

    Attributes:
        now: Unix time in seconds.
        answer_seconds: how long Telegram waits for an answer.
    """

    now: Callable[[], float]
    answer_seconds: float = 15.0
    by_id: dict[str, Tap] = field(default_factory=dict)

    def new(self, user_id: int, chat_id: int, message_id: int, data: str) -> Tap:
        """Record a tap."""
        tap = Tap(
            str(4_900_000_000_000_001 + len(self.by_id)),
            user_id,
            chat_id,
            message_id,
            data,
            self.now(),
        )
        self.by_id[tap.id] = tap
        return tap

    def answer(self, query_id: str, answer: Answer) -> Tap:
        """Deliver the bot's answer to the tapper.

        Raises:
            ApiError: 400, the query is unknown, too old or already answered.
        """
        tap = self.by_id.get(query_id)
        if tap is None:
            raise errors.query_too_old()
        tap.answers += 1
        if tap.answer is not None or self.now() - tap.at > self.answer_seconds:
            raise errors.query_too_old()
        tap.answer = answer
        return tap
