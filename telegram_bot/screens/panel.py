"""A player's own hand as a message in their private chat, with the moves of their turn."""

from collections.abc import Sequence
from datetime import UTC, tzinfo

from domain.views import SeatView
from telegram_bot.callback_data import Press
from telegram_bot.screens.exchanging import asked_of, choices, question
from telegram_bot.screens.hand import hand_and_task, hand_lines, my_deadline, standing
from telegram_bot.screens.markup import paragraphs, safe
from telegram_bot.screens.playing import moves_keyboard, on_the_table
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.screen import Screen
from telegram_bot.texts import Texts


def panel_screen(  # noqa: PLR0913 - the game, and where it is played
    view: SeatView,
    names: Sequence[str],
    texts: Texts,
    group: str = "",
    asked: Press | None = None,
    *,
    zone: tzinfo = UTC,
) -> Screen:
    """Show the hand, what lies on the table, and while it is the player's turn the moves.

    Args:
        view: The game as this player sees it.
        names: Names by seat, as `telegram_bot.names` makes them.
        texts: The player's language.
        group: The name of the group where the game is played.
        asked: The button that was tapped last to choose a card for an exchange.
        zone: The group's time zone.
    """
    scene = Scene.of(view.public, names, texts, zone)
    chosen = asked_of(view.public, asked) if view.taps else None
    said = (
        [*hand_lines(view, texts), question(view, chosen, texts)]
        if chosen
        else hand_and_task(view, names, texts)
    )
    deadline = my_deadline(view)
    time = scene.until(deadline) if deadline else None
    text = paragraphs(
        (scene.round_heading(), safe(group)),
        (*map(safe, said), *standing(view, time, texts)),
        (on_the_table(scene) if view.hand else "",),
    )
    asking = (choices(scene, chosen, view.hand),) if chosen else ()
    return Screen(text, (*asking, *(moves_keyboard(scene) if view.taps else ())))
