"""What the presets are called."""

from collections.abc import Callable
from typing import Final

from telegram_bot.texts import Texts

NAMES: Final[dict[str, Callable[[Texts], str]]] = {
    "scat": lambda t: t.gettext("Scat"),
    "trinta": lambda t: t.gettext("Trinta e Um"),
    "schwimmen": lambda t: t.gettext("Schwimmen"),
    "scat_four": lambda t: t.gettext("Scat with four cards"),
    "scat_no_trio": lambda t: t.gettext("Scat without three of a kind"),
    "scat_no_bus": lambda t: t.gettext("Scat without the bus"),
    "scat_buy_in": lambda t: t.gettext("Scat with buy-in"),
    "trinta_casa": lambda t: t.gettext("Trinta e Um with house rules"),
    "schwimmen_fire": lambda t: t.gettext("Schwimmen with Fire"),
}
"""One name for every preset and alias of `domain.rules`."""


def preset_name(preset: str, texts: Texts) -> str:
    """Return the name of a preset or alias; one that is not known keeps its code."""
    known = NAMES.get(preset)
    return known(texts) if known else preset
