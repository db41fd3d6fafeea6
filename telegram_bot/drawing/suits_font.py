"""A font of four letters, the suits, as they are drawn on the cards.

Fonts for text seldom have them, and the picture of a table shall look alike on every machine.
"""

from functools import cache
from pathlib import Path
from tempfile import mkdtemp
from typing import Final

from fontTools.fontBuilder import FontBuilder
from fontTools.misc.transform import Transform
from fontTools.pens.cu2quPen import Cu2QuPen
from fontTools.pens.transformPen import TransformPen
from fontTools.pens.ttGlyphPen import TTGlyphPen
from fontTools.svgLib.path import parse_path

from telegram_bot.drawing.shapes import OUTLINES
from telegram_bot.screens.cards import SIGNS

FAMILY: Final = "Thirty-One Suits"

_EM: Final = 1000
_ADVANCE: Final = 780
_UPRIGHT: Final = Transform(7.2, 0, 0, -7.2, 30, 690)
"""Outlines have 100 units a side and their origin above, letters stand on the line."""


@cache
def suits_font() -> Path:
    """Write the font and return its file, which is made once in a process."""
    file = Path(mkdtemp(prefix="thirtyone-")) / "suits.ttf"
    builder = FontBuilder(_EM, isTTF=True)
    builder.setupGlyphOrder([".notdef", *SIGNS])
    builder.setupCharacterMap({ord(sign): suit for suit, sign in SIGNS.items()})
    builder.setupGlyf(
        {".notdef": TTGlyphPen(None).glyph()} | {suit: _glyph(suit) for suit in SIGNS}
    )
    builder.setupHorizontalMetrics(dict.fromkeys((".notdef", *SIGNS), (_ADVANCE, 0)))
    builder.setupHorizontalHeader(ascent=800, descent=-200)
    builder.setupNameTable(
        {"familyName": FAMILY, "styleName": "Regular", "psName": FAMILY.replace(" ", "")}
    )
    builder.setupOS2(sTypoAscender=800, usWinAscent=800, usWinDescent=200)
    builder.setupPost()
    builder.save(file)
    return file


def _glyph(suit: str) -> object:
    pen = TTGlyphPen(None)
    parse_path(OUTLINES[suit], TransformPen(Cu2QuPen(pen, max_err=1), _UPRIGHT))
    return pen.glyph()
