"""What a picture is made of: named shapes and short texts, each at its place.

Places are in units of the picture, from its upper left corner. Whoever shows a picture needs no
more than this: the server writes SVG (`telegram_bot.drawing.svg`), and the replay page places the
same shapes in the browser.
"""

from dataclasses import dataclass, replace

from domain.facts import Seat

BACK = "back"
"""The shape of a card that is not shown."""


@dataclass(frozen=True)
class Placed:
    """A shape at its place.

    Attributes:
        shape: Its name, as `telegram_bot.drawing.shapes` knows it; a card is its own notation.
        x: Its left edge.
        y: Its upper edge.
        owner: Whose card it is, where others than this seat would see its back.
    """

    shape: str
    x: int
    y: int
    owner: Seat | None = None


@dataclass(frozen=True)
class Written:
    """A line of text at its place.

    Attributes:
        text: What it says.
        x: Where it begins, or its middle or its end, as its style wants it.
        y: Its baseline.
        style: What it is: `name`, `note`, `points`, `title`, `caption`, `place` or `change`.
        owner: Whose secret it is, where others than this seat would not read it.
    """

    text: str
    x: int
    y: int
    style: str
    owner: Seat | None = None


@dataclass(frozen=True)
class Picture:
    """A whole picture; what stands later lies above what stands before it.

    Attributes:
        width: Its width.
        height: Its height.
        placed: Its shapes, in reading order of the table.
        written: Its texts, above all shapes.
    """

    width: int
    height: int
    placed: tuple[Placed, ...]
    written: tuple[Written, ...]

    def seen_by(self, *seats: Seat) -> "Picture":
        """Return what is left of it for whoever sees the hands of these seats, and no others."""
        seen = {None, *seats}
        return replace(
            self,
            placed=tuple(
                replace(one, shape=one.shape if one.owner in seen else BACK, owner=None)
                for one in self.placed
            ),
            written=tuple(replace(one, owner=None) for one in self.written if one.owner in seen),
        )
