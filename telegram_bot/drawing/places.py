"""Where the seats of a table are, and what lies in its middle."""

from typing import Final, NamedTuple

CARD_WIDTH: Final = 64
CARD_HEIGHT: Final = 92

SEAT_WIDTH: Final = 224
PLATE_HEIGHT: Final = 62
SEAT_HEIGHT: Final = CARD_HEIGHT + 6 + PLATE_HEIGHT
"""A seat is its cards, and its plate with the name below them."""

WIDTH: Final = 720
HEIGHT: Final = 800
"""A table for up to nine, upright, so that it fits a phone; for more it is taller."""

MARGIN: Final = 12
_ROW: Final = SEAT_HEIGHT + MARGIN

_SIDES: Final[dict[int, tuple[int, ...]]] = {
    2: (),
    3: (96,),
    4: (320,),
    5: (60, 400),
    6: (190, 452),
    7: (30, 258, 486),
    8: (110, 320, 530),
    9: (MARGIN, 186, 360, 534),
}
"""Upper edges of the seats at either side, by the number of players."""


class Place(NamedTuple):
    """An upper left corner."""

    x: int
    y: int


def height(players: int) -> int:
    """Return the height of a table."""
    return max(HEIGHT, MARGIN + _ROW * ((players - 1) // 2))


def seat_places(players: int) -> tuple[Place, ...]:
    """Return where the seats are, clockwise from the first one, which is at the bottom."""
    middle = (WIDTH - SEAT_WIDTH) // 2
    bottom = Place(middle, height(players) - MARGIN - SEAT_HEIGHT)
    rows = tuple(MARGIN + _ROW * row for row in range((players - 1) // 2))
    tops = _SIDES.get(players, rows)
    left = [Place(MARGIN, top) for top in reversed(tops)]
    right = [Place(WIDTH - MARGIN - SEAT_WIDTH, top) for top in tops]
    opposite = [] if players % 2 else [Place(middle, MARGIN)]
    return (bottom, *left, *opposite, *right)[:players]


def hand(seat: Place, cards: int) -> tuple[Place, ...]:
    """Return where the cards of a hand lie: side by side, overlapping where they are many."""
    step = min(CARD_WIDTH + 6, (SEAT_WIDTH - CARD_WIDTH) // max(cards - 1, 1))
    return _row(cards, step, seat.x + SEAT_WIDTH // 2, seat.y)


def plate(seat: Place) -> Place:
    """Return where the plate of a seat is."""
    return Place(seat.x, seat.y + CARD_HEIGHT + 6)


def centre(cards: int, tall: int) -> tuple[Place, ...]:
    """Return where cards in the middle of a table of some height lie, side by side."""
    return _row(cards, CARD_WIDTH + 10, WIDTH // 2, (tall - CARD_HEIGHT) // 2)


def above(tall: int) -> Place:
    """Return where a pile lies above the cards in the middle."""
    [middle] = centre(1, tall)
    return Place(middle.x, middle.y - CARD_HEIGHT - 20)


def _row(cards: int, step: int, middle: int, y: int) -> tuple[Place, ...]:
    start = middle - (CARD_WIDTH + step * (cards - 1)) // 2
    return tuple(Place(start + step * card, y) for card in range(cards))
