"""The shapes of a table as SVG: cards, their backs, piles, plates and lives.

Suits and lives are outlines, not letters of a font, so that they look alike everywhere. Colours
are classes, which `telegram_bot.drawing.svg` and the replay page give their looks.
"""

from collections.abc import Mapping
from html import escape
from typing import Final

from domain.cards import RANK, SUIT, Card
from telegram_bot.drawing.places import CARD_HEIGHT, CARD_WIDTH, PLATE_HEIGHT, SEAT_WIDTH

MOST_LIVES: Final = 5
"""Lives that are drawn one by one; of more, one stands for all and a text tells how many."""

_LIFE: Final = 21

OUTLINES: Final = {
    "C": "M50 6a20 20 0 0 1 15 33 20 20 0 1 1-9 33c1 11 5 18 12 22H32c7-4 11-11 12-22"
    "a20 20 0 1 1-9-33A20 20 0 0 1 50 6Z",
    "S": "M50 5c5 17 41 33 41 58 0 13-9 20-20 20-7 0-13-3-16-8 0 8 4 15 11 19H34"
    "c7-4 11-11 11-19-3 5-9 8-16 8-11 0-20-7-20-20C9 38 45 22 50 5Z",
    "H": "M50 90C22 66 8 49 8 31 8 18 18 9 29 9c9 0 17 5 21 14C54 14 62 9 71 9"
    "c11 0 21 9 21 22 0 18-14 35-42 59Z",
    "D": "M50 4c9 17 22 33 37 46-15 13-28 29-37 46-9-17-22-33-37-46C28 37 41 21 50 4Z",
}
"""Suits, in a square of 100."""

_RED: Final = frozenset("HD")


def shape(name: str, letters: Mapping[str, str]) -> str:
    """Return a shape as SVG, its upper left corner at the origin.

    Args:
        name: A card, or one of the other shapes of a table.
        letters: What is printed on a card for a rank, where that is not the rank itself.
    """
    if name in RANK:
        return _card(Card(name), letters)
    if name.startswith(_LIVES):
        left, full = map(int, name.removeprefix(_LIVES).split("-"))
        return _lives(left, full)
    return _OTHERS[name]


_LIVES: Final = "lives-"


def lives_shape(left: int, full: int) -> str:
    """Return the name of the shape that shows lives left and lost."""
    return f"{_LIVES}{left}-{full}"


STEP_WIDTH: Final = 200
STEP_HEIGHTS: Final = (210, 160, 120)
"""Of the steps of a podium, the highest first."""

_STEP: Final = "step-"


def step_shape(place: int) -> str:
    """Return the name of the shape of a step, from 1 for the highest."""
    return f"{_STEP}{place}"


def lives_width(left: int, full: int) -> int:
    """Return how wide that shape is, with what is written beside it."""
    if full > MOST_LIVES:
        return 24 + 12 * len(f"×{left}")
    return _LIFE * full


def _card(card: Card, letters: Mapping[str, str]) -> str:
    suit = SUIT[card]
    rank = letters.get(RANK[card], RANK[card])
    colour = "red" if suit in _RED else "black"
    return (
        f'{_blank("card")}<g class="{colour}">'
        f'<text class="rank" x="7" y="33">{escape(rank)}</text>'
        f"{_suit(suit, 7, 42, 18)}{_suit(suit, 27, 50, 31)}</g>"
    )


def _suit(suit: str, x: int, y: int, size: int) -> str:
    return f'<path d="{OUTLINES[suit]}" transform="translate({x} {y}) scale({size / 100})"/>'


def _blank(style: str, x: int = 0, y: int = 0) -> str:
    size = f'width="{CARD_WIDTH - 1}" height="{CARD_HEIGHT - 1}" rx="8"'
    return f'<rect class="{style}" x="{x + 0.5}" y="{y + 0.5}" {size}/>'


def _lives(left: int, full: int) -> str:
    if full > MOST_LIVES:
        return _life(0, "life" if left else "lost")
    kinds = ["life"] * left + ["lost"] * (full - left)
    return "".join(_life(place * _LIFE, kind) for place, kind in enumerate(kinds))


def _life(x: int, kind: str) -> str:
    return f'<g class="{kind}">{_suit("H", x, 0, 19)}</g>'


def _back() -> str:
    inner = (
        f'<rect class="weave" x="6" y="6" width="{CARD_WIDTH - 12}" height="{CARD_HEIGHT - 12}"'
    )
    lattice = "".join(
        f'<path class="weave" d="M{x} {y}l8-8 8 8-8 8Z"/>'
        for y in range(16, CARD_HEIGHT - 10, 15)
        for x in (8, 24, 40)
    )
    return f'{_blank("back")}{inner} rx="5"/>{lattice}'


def _plate(style: str) -> str:
    size = f'width="{SEAT_WIDTH - 2}" height="{PLATE_HEIGHT - 2}" rx="12"'
    return f'<rect class="{style}" x="1" y="1" {size}/>'


def _step(height: int) -> str:
    size = f'width="{STEP_WIDTH - 2}" height="{height - 2}" rx="12"'
    return f'<rect class="plate" x="1" y="1" {size}/>'


_OTHERS: Final[dict[str, str]] = {
    "back": _back(),
    "pile": _blank("back", -4, -4) + _blank("back", -2, -2),
    "empty": _blank("empty"),
    "plate": _plate("plate"),
    "plate-turn": _plate("plate turn")
    + f'<path class="mark" d="M{SEAT_WIDTH // 2 - 11}-2h22l-11 11Z"/>',
    "plate-out": _plate("plate gone"),
    **{step_shape(place): _step(height) for place, height in enumerate(STEP_HEIGHTS, 1)},
    "dealer": '<circle class="disc" cx="11" cy="11" r="12"/>',
}
