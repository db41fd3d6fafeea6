"""The last public actions, a sentence each."""

from collections.abc import Callable
from typing import Final

from domain.match import Action
from telegram_bot.screens.cards import cards_text
from telegram_bot.screens.scene import Scene
from telegram_bot.texts import Texts

SENTENCES: Final[dict[str, Callable[[Texts, str], str]]] = {
    "drew": lambda t, p: t.gettext("{player} drew from the stock", player=p),
    "knocked": lambda t, p: t.gettext("{player} knocked", player=p),
    "stood": lambda t, p: t.gettext("{player} stands", player=p),
    "passed": lambda t, p: t.gettext("{player} passed", player=p),
    "left": lambda t, p: t.gettext("{player} left the game", player=p),
}
"""Actions in which no card is seen. Who has cut, mixed or bought in is seen at the seats."""


def action_lines(scene: Scene) -> list[str]:
    """Say what has happened last, oldest first."""
    return [line for action in scene.view.actions if (line := _sentence(scene, action))]


def _sentence(scene: Scene, action: Action) -> str:
    player = scene.name(action.seat)
    cards = {
        "taken": cards_text(action.taken, scene.texts),
        "thrown": cards_text(action.thrown, scene.texts),
    }
    if action.taken and action.thrown:
        return scene.texts.gettext(
            "{player} took {taken} and threw {thrown}", player=player, **cards
        )
    if action.taken:
        return scene.texts.gettext("{player} took {taken}", player=player, **cards)
    if action.thrown:
        return scene.texts.gettext(
            "{player} drew from the stock and threw {thrown}", player=player, **cards
        )
    known = SENTENCES.get(action.verb)
    return known(scene.texts, player) if known else ""
