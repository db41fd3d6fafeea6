"""A picture as SVG, in one file without anything from elsewhere."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from html import escape
from typing import Final

from telegram_bot.drawing.picture import Picture
from telegram_bot.drawing.shapes import shape


@dataclass(frozen=True)
class Theme:
    """The colours of a table.

    Attributes:
        light: The felt where light falls on it.
        felt: The felt elsewhere.
        line: The lines on it.
        chalk: What is written on it.
        plate: The plate of a seat.
        ink: What is written there.
        faint: What is less important there.
        turn: Around the plate of whoever is on turn.
        card: The face of a card.
        edge: Its edge.
        red: Hearts and diamonds.
        black: Clubs and spades.
        life: Lives that are left.
        back: The back of a card.
        weave: The pattern there.
    """

    light: str
    felt: str
    line: str
    chalk: str
    plate: str
    ink: str
    faint: str
    turn: str
    card: str
    edge: str
    red: str
    black: str
    life: str
    back: str
    weave: str


LIGHT: Final = Theme(
    light="#3d8a68",
    felt="#23644a",
    line="#5ba283",
    chalk="#f4f1e6",
    plate="#f7f4ea",
    ink="#1c2a23",
    faint="#55645c",
    turn="#f3b93b",
    card="#fffdf7",
    edge="#c9c2ae",
    red="#b8261f",
    black="#1d2023",
    life="#b8261f",
    back="#2f4f80",
    weave="#7f9bc7",
)

DARK: Final = Theme(
    light="#1f4a39",
    felt="#11291f",
    line="#2f6450",
    chalk="#d9e2da",
    plate="#1c2923",
    ink="#eaf0ea",
    faint="#a3b2a8",
    turn="#e0a92f",
    card="#ece8dc",
    edge="#8f8a7b",
    red="#b3251e",
    black="#1d2023",
    life="#e2685d",
    back="#28436d",
    weave="#5f7dab",
)

FONT: Final = "system-ui, 'Segoe UI', Roboto, 'Noto Sans', sans-serif"

_STYLES: Final = """
.felt {{ fill: url(#felt) }}
.lit {{ stop-color: {light} }}
.unlit {{ stop-color: {felt} }}
.rim {{ fill: none; stroke: {line}; stroke-width: 2 }}
.card {{ fill: {card}; stroke: {edge} }}
.red {{ fill: {red} }}
.black {{ fill: {black} }}
.back {{ fill: {back}; stroke: {card}; stroke-width: 2 }}
.weave {{ fill: none; stroke: {weave}; stroke-width: 1.5 }}
.empty {{ fill: none; stroke: {line}; stroke-width: 2; stroke-dasharray: 6 5 }}
.plate {{ fill: {plate} }}
.turn {{ stroke: {turn}; stroke-width: 4 }}
.mark {{ fill: {turn} }}
.gone {{ fill: #000; fill-opacity: 0.16 }}
.life {{ fill: {life} }}
.lost {{ fill: none; stroke: {faint}; stroke-width: 7 }}
.disc {{ fill: {ink} }}
.table text {{ font-family: {font} }}
.rank {{ font-size: 34px; font-weight: 700; letter-spacing: -1px }}
.name {{ font-size: 23px; font-weight: 600; fill: {ink} }}
.note {{ font-size: 20px; fill: {faint} }}
.points {{ font-size: 23px; font-weight: 700; fill: {ink}; text-anchor: end }}
.dealer {{ font-size: 17px; font-weight: 700; fill: {plate}; text-anchor: middle }}
.title {{ font-size: 24px; font-weight: 600; fill: {chalk}; text-anchor: middle }}
.middle {{ fill: {chalk}; text-anchor: middle }}
.caption {{ font-size: 21px; fill: {chalk}; text-anchor: middle }}
.place {{ font-size: 54px; font-weight: 700; fill: {ink}; text-anchor: middle }}
.change {{ font-size: 22px; fill: {ink}; text-anchor: middle }}
.out {{ fill: {chalk} }}
"""


def styles(theme: Theme, font: str = FONT) -> str:
    """Return the style sheet of a table."""
    return _STYLES.format(**vars(theme), font=font)


def svg(
    picture: Picture,
    letters: Mapping[str, str],
    theme: Theme = LIGHT,
    font: str = FONT,
    *,
    lit: bool = True,
) -> str:
    """Write a picture as SVG.

    Args:
        picture: What is to be seen, of which everything is drawn: see `Picture.seen_by`.
        letters: What is printed on cards, as for `telegram_bot.drawing.shapes.shape`.
        theme: The colours.
        font: The family, or families, of all texts.
        lit: Whether light falls on the felt. It is most of the work to draw, and of the file.
    """
    even = "" if lit else f".felt {{ fill: {theme.felt} }}"
    size = f'width="{picture.width}" height="{picture.height}"'
    box = f'viewBox="0 0 {picture.width} {picture.height}"'
    placed = (
        f'<use href="#shape-{one.shape}" x="{one.x}" y="{one.y}"/>' for one in picture.placed
    )
    written = (
        f'<text class="{one.style}" x="{one.x}" y="{one.y}">{escape(one.text)}</text>'
        for one in picture.written
    )
    names = {one.shape for one in picture.placed}
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="table" {size} {box}>'
        f"<style>{styles(theme, font)}{even}</style>{definitions(names, letters)}"
        f"{cloth(picture.width, picture.height)}"
        f"{''.join(placed)}{''.join(written)}</svg>"
    )


def definitions(names: Iterable[str], letters: Mapping[str, str]) -> str:
    """Return what shapes look like, each as `shape-` and its name, and the light on the felt."""
    shapes = (f'<g id="shape-{name}">{shape(name, letters)}</g>' for name in sorted(set(names)))
    return (
        '<defs><radialGradient id="felt" cx="50%" cy="45%" r="75%">'
        '<stop class="lit" offset="0"/><stop class="unlit" offset="1"/></radialGradient>'
        f"{''.join(shapes)}</defs>"
    )


def cloth(width: int, height: int) -> str:
    """Return the felt that everything lies on."""
    return (
        f'<rect class="felt" width="{width}" height="{height}" rx="28"/>'
        f'<rect class="rim" x="5" y="5" width="{width - 10}" height="{height - 10}" rx="24"/>'
    )
