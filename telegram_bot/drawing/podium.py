"""The picture of a game that is over: the first three on steps, all others in a list below."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from telegram_bot.drawing.picture import Picture, Placed, Written
from telegram_bot.drawing.places import WIDTH
from telegram_bot.drawing.shapes import STEP_HEIGHTS, STEP_WIDTH, step_shape
from telegram_bot.drawing.widths import fitted

_TITLE_AT: Final = 60
_GROUND: Final = 400
"""Where the steps stand."""

_LEFT_EDGES: Final = {1: (260,), 2: (368, 152), 3: (260, 44, 476)}
"""Of the steps, the highest first, by how many there are."""

_ON_STEPS: Final = 3

_ROW: Final = 40
_LIST_AT: Final = _GROUND + 56
_MARGIN: Final = 44
_NAME, _CHANGE = 23, 22
"""Sizes of type, as the style sheet has them."""


@dataclass(frozen=True)
class Placing:
    """How somebody has ended.

    Attributes:
        place: Their place, from 1; several may share one.
        name: Who, as `telegram_bot.names` makes it.
        change: What the game has changed of their rating, in words; may be empty.
    """

    place: int
    name: str
    change: str = ""


def podium(title: str, placings: Sequence[Placing]) -> Picture:
    """Draw how a game has ended.

    Args:
        title: What is written above.
        placings: All players, the first place first.
    """
    best, others = placings[:_ON_STEPS], placings[_ON_STEPS:]
    edges = _LEFT_EDGES[len(best)]
    steps = [_Step(placing, x) for placing, x in zip(best, edges, strict=True)]
    return Picture(
        width=WIDTH,
        height=_LIST_AT + _ROW * len(others) if others else _GROUND + 32,
        placed=tuple(step.placed for step in steps),
        written=(
            Written(fitted(title, 24, WIDTH - 2 * _MARGIN), WIDTH // 2, _TITLE_AT, "title"),
            *(written for step in steps for written in step.written()),
            *_list(others),
        ),
    )


@dataclass(frozen=True)
class _Step:
    """A step with whoever stands there."""

    placing: Placing
    x: int

    @property
    def _level(self) -> int:
        return min(self.placing.place, len(STEP_HEIGHTS))

    @property
    def placed(self) -> Placed:
        return Placed(step_shape(self._level), self.x, self._top)

    @property
    def _top(self) -> int:
        return _GROUND - STEP_HEIGHTS[self._level - 1]

    def written(self) -> Iterator[Written]:
        middle = self.x + STEP_WIDTH // 2
        name = fitted(self.placing.name, _NAME, STEP_WIDTH)
        yield Written(name, middle, self._top - 16, "title")
        yield Written(str(self.placing.place), middle, self._top + 62, "place")
        if self.placing.change:
            change = fitted(self.placing.change, _CHANGE, STEP_WIDTH - 16)
            yield Written(change, middle, _GROUND - 16, "change")


def _list(placings: Sequence[Placing]) -> Iterator[Written]:
    for number, placing in enumerate(placings):
        y = _LIST_AT + _ROW * number
        room = WIDTH - 2 * _MARGIN - 260
        yield Written(f"{placing.place}.", _MARGIN, y, "name out")
        yield Written(fitted(placing.name, _NAME, room), _MARGIN + 40, y, "name out")
        if placing.change:
            yield Written(placing.change, WIDTH - _MARGIN, y, "points out")
