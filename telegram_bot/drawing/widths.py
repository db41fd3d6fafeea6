"""How wide a text will be, as near as one can tell without its font, and how it is made to fit."""

import textwrap
import unicodedata
from functools import lru_cache
from typing import Final

from telegram_bot.names import graphemes

_NARROW: Final = frozenset("iljtfrI.,:;!'|·()[] ")
_ISOLATE: Final = "\u2068"
_END: Final = "\u2069"


def width(text: str, size: float) -> float:
    """Estimate the width of a text, generously."""
    return sum(map(_of, graphemes(text))) * size


def _of(grapheme: str) -> float:
    first = grapheme[0]
    if first in {_ISOLATE, _END}:
        return 0
    if unicodedata.east_asian_width(first) in "WF" or len(grapheme) > 2:
        return 1.05
    if first in _NARROW:
        return 0.36
    return 0.72 if first.isupper() or first in "mwMW@%" else 0.6


@lru_cache(4096)
def fitted(text: str, size: float, room: float) -> str:
    """Return a text that fits, cut between what people see as characters."""
    if width(text, size) <= room:
        return text
    isolated = text.startswith(_ISOLATE)
    kept = ""
    for grapheme in graphemes(text.strip(_ISOLATE + _END)):
        if width(f"{kept}{grapheme}…", size) > room:
            break
        kept += grapheme
    cut = f"{kept.rstrip()}…"
    return f"{_ISOLATE}{cut}{_END}" if isolated else cut


def wrapped(text: str, size: float, room: float, most: int) -> list[str]:
    """Break a text into lines that fit, at most so many."""
    letters = max(1, int(room / (0.58 * size)))
    lines = textwrap.wrap(text, letters, max_lines=most, placeholder=" …")
    return [fitted(line, size, room) for line in lines]
