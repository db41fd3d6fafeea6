"""A tap as it reaches whoever answers it, and what it brings back."""

from dataclasses import dataclass
from uuid import UUID

from telegram import CallbackQuery

from domain.errors import Refused
from telegram_bot.callback_data import Press
from telegram_bot.contacts import Spot
from telegram_bot.texts import Texts


@dataclass(frozen=True)
class Tap:
    """Somebody's tap on a button.

    Attributes:
        query: How Telegram tells it.
        press: What the button says.
        spot: Where its message stands.
        group_id: The random id of that place; none in private.
        known_id: The random id of whoever tapped; none if they are not known.
        words: The texts in their language.
    """

    query: CallbackQuery
    press: Press
    spot: Spot
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
    """What the presser is told: a toast, or an alert that waits to be closed."""

    text: str
    alert: bool = False
