"""How each kind of announcement is told."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from domain.views import Spectacle
from projections.announcements.view import ABANDONED, SHOWDOWN, VOID
from telegram_bot.screens.ending import given_up_screen
from telegram_bot.screens.scene import proved
from telegram_bot.screens.screen import Screen
from telegram_bot.screens.showdown import showdown_screen, voided_screen
from telegram_bot.texts import Texts


@dataclass(frozen=True)
class Telling:
    """How a kind of announcement is told.

    Attributes:
        screen: What the round's table turns into.
        further: Events after its own that belong to it.
        replaces_only: Whether it says nothing new where no table is left that it could replace.
    """

    screen: Callable[[Spectacle, Sequence[str], Texts], Screen]
    further: int = 0
    replaces_only: Callable[[Spectacle], bool] = lambda _: False


TELLINGS: Final[dict[str, Telling]] = {
    # The secret of a round that has ended is revealed by the event after.
    SHOWDOWN: Telling(showdown_screen, further=1),
    VOID: Telling(voided_screen, further=1),
    # Here it has been revealed before; between rounds the showdown has said all.
    ABANDONED: Telling(given_up_screen, replaces_only=proved),
}
"""How to tell every kind of announcement there is."""
