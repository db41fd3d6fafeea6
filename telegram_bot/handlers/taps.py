"""A tap as it reaches whoever answers it, and what it brings back."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from uuid import UUID

from telegram import CallbackQuery

from domain.errors import Refused
from telegram_bot.callback_data import Press
from telegram_bot.contacts import Spot
from telegram_bot.delivery.ways import Way
from telegram_bot.texts import Texts

Afterwards = Callable[[], Awaitable[object]]
"""What can wait until the presser has been answered."""


@dataclass(frozen=True)
class Place:
    """A message that one player alone sees.

    Attributes:
        way: In which way it was sent.
        chat_id: Where it is.
        thread_id: The topic there, 0 for none.
        message_id: Its id, the ephemeral one if it is so.
    """

    way: Way
    chat_id: int
    thread_id: int
    message_id: int


@dataclass(frozen=True)
class Tap:
    """Somebody's tap on a button.

    Attributes:
        query: How Telegram tells it.
        press: What the button says.
        spot: Where its message stands.
        place: The message, if its presser alone sees it.
        group_id: The random id of that spot; none where its presser alone sees the button, unless
            the game is played there.
        known_id: The random id of whoever tapped; none if they are not known.
        words: The texts in their language.
    """

    query: CallbackQuery
    press: Press
    spot: Spot
    place: Place | None
    group_id: UUID | None
    known_id: UUID | None
    words: Texts

    @property
    def player_id(self) -> UUID:
        """The random id of whoever tapped.

        Raises:
            Refused: `not_seated` for whoever is not known, who sits nowhere.
        """
        if self.known_id is None:
            raise Refused("not_seated")
        return self.known_id


@dataclass(frozen=True)
class Answer:
    """What the presser is told: a toast, or an alert that waits to be closed.

    Attributes:
        text: The words.
        alert: Whether it is an alert.
        afterwards: What is done then.
    """

    text: str
    alert: bool = False
    afterwards: Afterwards | None = None
