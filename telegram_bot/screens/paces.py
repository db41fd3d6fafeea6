"""How long a table waits, in words."""

from collections.abc import Callable
from typing import Final

from babel.dates import format_timedelta

from domain.pace import LIMITS, Pace
from telegram_bot.texts import Texts

NAMES: Final[dict[Pace, Callable[[Texts], str]]] = {
    Pace.FAST: lambda t: t.pgettext("pace", "Fast"),
    Pace.RELAXED: lambda t: t.pgettext("pace", "Relaxed"),
    Pace.SLOW: lambda t: t.pgettext("pace", "Slow"),
    Pace.NONE: lambda t: t.pgettext("pace", "Unhurried"),
}
"""What the paces are called."""

NOT_ROUNDED: Final = 1.5
"""From how many of a unit on it is used: `60 seconds`, `24 hours`, and not one of the next."""


def pace_text(pace: Pace, texts: Texts) -> str:
    """Name a pace and say how long a turn may last, as `Relaxed: 10 minutes a turn`."""
    name, limit = NAMES[pace](texts), LIMITS[pace].turn
    if limit is None:
        return texts.gettext("{pace}: no time limit", pace=name)
    time = format_timedelta(limit, threshold=NOT_ROUNDED, locale=texts.locale)
    return texts.gettext("{pace}: {time} a turn", pace=name, time=time)
