"""How long a table waits, and why longer than usual."""

from collections.abc import Callable
from typing import Final

from domain.match import Deadline
from telegram_bot.screens.scene import Scene
from telegram_bot.texts import Texts

CAUSES: Final[dict[str, Callable[[Texts], str]]] = {
    "outage": lambda t: t.gettext("More time: the bot was away."),
    "chat": lambda t: t.gettext("More time: the bot could not write here."),
    "unseen": lambda t: t.gettext("More time: word of this came late."),
}
"""A sentence for every cause of `domain.facts.GraceGiven`."""


def more_time(deadline: Deadline | None, texts: Texts) -> str:
    """Say why a deadline was moved, if it was."""
    if deadline is None or deadline.grace is None:
        return ""
    return CAUSES[deadline.grace](texts)


def open_until(scene: Scene) -> str:
    """Say how long a table before the start stays open if nobody comes."""
    if scene.view.deadline is None:
        return ""
    time = scene.until(scene.view.deadline)
    return scene.texts.gettext("Open until {time} if nothing changes.", time=time)
