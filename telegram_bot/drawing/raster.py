"""Pictures as files that a chat shows: a still one as PNG, several in a row as GIF."""

from collections.abc import Iterable, Mapping, Sequence
from importlib.resources import as_file, files
from io import BytesIO
from typing import Final

import resvg_py
from PIL import Image

from telegram_bot.drawing.picture import Picture
from telegram_bot.drawing.suits_font import suits_font
from telegram_bot.drawing.svg import svg
from telegram_bot.screens.cards import SIGNS

FAMILY: Final = "Noto Sans"
_FONT: Final = files("fontpkg_noto_sans") / "files" / "NotoSans[wdth,wght].ttf"

_COLOURS: Final = 48

_LETTERS: Final = frozenset(
    {*range(0x530), *range(0x2000, 0x2070), ord("−"), *map(ord, SIGNS.values())}
)
"""Latin, Greek, Cyrillic, punctuation, minus and suits: what needs none of a machine's fonts."""


def png(picture: Picture, letters: Mapping[str, str], zoom: float = 1.0) -> bytes:
    """Draw a picture, of which everything is shown: see `Picture.seen_by`.

    Args:
        picture: The picture.
        letters: What is printed on cards, as for `telegram_bot.drawing.shapes.shape`.
        zoom: How many pixels wide and tall a unit of the picture is.
    """
    drawn = svg(picture, letters, font=f"'{FAMILY}', sans-serif", lit=False)
    with as_file(_FONT) as font:
        return bytes(
            resvg_py.svg_to_bytes(
                svg_string=drawn,
                zoom=zoom,
                font_files=[str(font), str(suits_font())],
                font_family=FAMILY,
                sans_serif_family=FAMILY,
                # Looking through all fonts of a machine takes longer than the drawing.
                skip_system_fonts=all(_has(one.text) for one in picture.written),
            )
        )


def _has(text: str) -> bool:
    return all(ord(sign) in _LETTERS for sign in text)


def gif(stills: Iterable[bytes], milliseconds: Sequence[int]) -> bytes:
    """Show pictures one after the other.

    Args:
        stills: The pictures as PNG, at least one, all of one size.
        milliseconds: For how long each is shown.
    """
    first, *others = map(_opened, stills)
    palette = first.quantize(_COLOURS, dither=Image.Dither.NONE)
    # With the colours of the first one only what changes is in the file.
    further = [still.quantize(palette=palette, dither=Image.Dither.NONE) for still in others]
    file = BytesIO()
    palette.save(
        file,
        format="GIF",
        save_all=True,
        append_images=further,
        duration=list(milliseconds),
        loop=0,
    )
    return file.getvalue()


def _opened(still: bytes) -> Image.Image:
    with Image.open(BytesIO(still)) as image:
        return image.convert("RGB")
