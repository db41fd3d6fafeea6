"""A player's own hand as a message that nobody else sees, with the moves of their turn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, tzinfo
from typing import Final

from domain.views import SeatView
from telegram_bot.callback_data import Press, Verb
from telegram_bot.screens.cards import card_text
from telegram_bot.screens.exchanging import asked_of, choices, question
from telegram_bot.screens.hand import my_deadline, standing, task, without_cards, worth
from telegram_bot.screens.markup import bold, paragraphs, safe
from telegram_bot.screens.playing import moves_keyboard, on_the_table
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.screen import Keyboard
from telegram_bot.screens.toasts import has_come
from telegram_bot.selection import Selection
from telegram_bot.texts import Texts

MOST_CHARACTERS: Final = 1_000
"""What a panel may hold. Telegram takes 1,024 in an edit of an ephemeral message."""


@dataclass(frozen=True)
class Panel:
    """What one player alone may read. It is no `Screen`, so no message for all can be made of it.

    Attributes:
        text: Its text in Telegram's HTML, less than `MOST_CHARACTERS` after parsing.
        keyboard: Rows of buttons.
    """

    text: str
    keyboard: Keyboard = ()


def panel_screen(  # noqa: PLR0913 - the game, and where it is played
    view: SeatView,
    names: Sequence[str],
    texts: Texts,
    group: str = "",
    asked: Press | None = None,
    *,
    zone: tzinfo = UTC,
    hints: bool = False,
) -> Panel:
    """Show the hand, what lies on the table, and while it is the player's turn the moves.

    Args:
        view: The game as this player sees it.
        names: Names by seat, as `telegram_bot.names` makes them.
        texts: The player's language.
        group: The name of the group where the game is played, if that is somewhere else.
        asked: The button that was tapped last to choose a card for an exchange.
        zone: The group's time zone.
        hints: Whether the player may ask what to do.
    """
    scene = Scene.of(view.public, names, texts, zone)
    chosen = asked_of(view.public, asked) if view.taps else None
    deadline = my_deadline(view)
    time = scene.until(deadline) if deadline else None
    text = paragraphs(
        (scene.round_heading(), safe(group)),
        (
            *_hand(view, texts),
            safe(_asked(view, names, texts, chosen)),
            *standing(view, time, texts),
        ),
        (on_the_table(scene) if view.hand else "",),
    )
    asking = (choices(scene, chosen, view.hand),) if chosen else ()
    moves = moves_keyboard(scene, view.hand) if view.taps else ()
    hint = scene.button(texts.gettext("💡 Hint"), Verb.HINT, number=view.public.turn)
    return Panel(text, (*asking, *moves, *(((hint,),) if hints and moves else ())))


def _hand(view: SeatView, texts: Texts) -> Iterator[str]:
    if view.hand:
        yield bold("   ".join(card_text(card, texts) for card in view.hand))
        yield worth(view, texts)


def _asked(view: SeatView, names: Sequence[str], texts: Texts, chosen: Selection | None) -> str:
    if not view.hand:
        return without_cards(view, texts)
    if chosen is not None:
        return question(view, chosen, texts)
    return has_come(view.drawn, texts) if view.drawn else task(view, names, texts)
