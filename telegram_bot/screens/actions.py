"""The last public actions, a sentence each."""

from collections.abc import Callable
from typing import Final

from domain.match import Action
from telegram_bot.screens.cards import cards_text
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.terms import closes, knocked
from telegram_bot.texts import Texts

SENTENCES: Final[dict[str, Callable[[Texts, str], str]]] = {
    "drew": lambda t, p: t.gettext("{player} drew from the stock", player=p),
    "stood": lambda t, p: t.gettext("{player} stands", player=p),
    "passed": lambda t, p: t.gettext("{player} passed", player=p),
    "kept": lambda t, p: t.gettext("{player} kept the hand dealt", player=p),
    "refreshed": lambda t, _: t.gettext("All passed: a new centre"),
    "left": lambda t, p: t.gettext("{player} left the game", player=p),
    "left_group": lambda t, p: t.gettext("{player} left the group and the game", player=p),
    "kicked": lambda t, p: t.gettext("An administrator took {player} out of the game", player=p),
    "voted_out": lambda t, p: t.gettext("The players voted {player} out of the game", player=p),
    "took_over": lambda t, p: t.gettext("{player} plays on for somebody who left", player=p),
    "stands_in": lambda t, p: t.gettext(
        "{player} plays for somebody who is away, until they tap on something here", player=p
    ),
    "took_back": lambda t, p: t.gettext("{player} is back in their seat", player=p),
    "not_voted_out": lambda t, p: t.gettext(
        "The vote failed: {player} stays in the game", player=p
    ),
    "not_ended": lambda t, _: t.gettext("The vote failed: the game goes on"),
}
"""Actions in which no card is seen. Who has cut, mixed or bought in is seen at the seats."""


def action_lines(scene: Scene) -> list[str]:
    """Say what has happened last, oldest first."""
    return [line for action in scene.view.actions if (line := action_line(scene, action))]


def action_line(scene: Scene, action: Action) -> str:
    """Say what somebody has done; nothing where it is seen at the seats."""
    sentence = _sentence(scene, action)
    if sentence and action.automatic:
        return scene.texts.gettext("⏱ Automatic, time was up: {action}", action=sentence)
    return sentence


def _sentence(scene: Scene, action: Action) -> str:
    player = scene.name(action.seat)
    if action.verb == "knocked":
        return knocked(scene.texts, scene.view.rules, player)
    if action.taken or action.thrown:
        words = _swapping if closes(scene.view.rules) else _drawing
        taken, thrown = (cards_text(c, scene.texts) for c in (action.taken, action.thrown))
        return words(scene.texts, player, taken, thrown)
    known = SENTENCES.get(action.verb)
    return known(scene.texts, player) if known else ""


def _drawing(t: Texts, player: str, taken: str, thrown: str) -> str:
    cards = {"player": player, "taken": taken, "thrown": thrown}
    if not thrown:
        return t.gettext("{player} took {taken}", **cards)
    if not taken:
        return t.gettext("{player} drew from the stock and threw {thrown}", **cards)
    return t.gettext("{player} took {taken} and threw {thrown}", **cards)


def _swapping(t: Texts, player: str, taken: str, given: str) -> str:
    cards = {"player": player, "taken": taken, "given": given}
    if taken:
        return t.gettext("{player} gave {given} and took {taken}", **cards)
    return t.gettext("{player} swapped the hand dealt for the centre: {given}", **cards)
