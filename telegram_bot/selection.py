"""An exchange as far as its player has chosen it: how many cards, which to give, which to take.

Every button that asks for the next card carries the whole selection, so that a chain of taps needs
no memory of its own. Cards are named by their places, which everybody may read.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from domain.exchange_round import CENTRE
from domain.moves import ExchangeAt


@dataclass(frozen=True)
class Selection:
    """What has been chosen of an exchange.

    Attributes:
        size: How many cards are exchanged.
        given: Places in the hand, counted from 1, in the order chosen.
        taken: Places in the centre, likewise.
    """

    size: int
    given: tuple[int, ...] = ()
    taken: tuple[int, ...] = ()

    @classmethod
    def of(cls, size: int) -> "Selection":
        """Begin an exchange; where all cards go, there is nothing to choose."""
        every = tuple(range(1, CENTRE + 1)) if size == CENTRE else ()
        return cls(size, every, every)

    @property
    def giving(self) -> bool:
        """Whether the next card is one to give."""
        return len(self.given) < self.size

    @property
    def complete(self) -> bool:
        """Whether nothing is left to choose."""
        return len(self.taken) == self.size

    @property
    def open(self) -> tuple[int, ...]:
        """The places to choose from next."""
        chosen = self.given if self.giving else self.taken
        return tuple(place for place in range(1, CENTRE + 1) if place not in chosen)

    @property
    def exchange(self) -> ExchangeAt:
        """The exchange; while cards are missing, one that may still come of it."""
        some = self
        while not some.complete:
            some = some.with_place(some.open[0])
        return ExchangeAt(some.given, some.taken)

    def with_place(self, place: int) -> "Selection":
        """Choose one more card."""
        if self.giving:
            return replace(self, given=(*self.given, place))
        return replace(self, taken=(*self.taken, place))

    def encode(self) -> int:
        """Write the selection as digits: the size, then each place in the order chosen."""
        return int("".join(map(str, (self.size, *self.given, *self.taken))))


def decode(digits: int) -> Selection | None:
    """Read a selection; nothing when it is none that a button offers."""
    size, *places = map(int, str(max(digits, 0)))
    if not 1 <= size <= CENTRE or len(places) > 2 * size:
        return None
    begun = Selection.of(size)
    if begun.complete:
        return begun if begun.encode() == digits else None
    return _chosen(begun, places)


def _chosen(selection: Selection, places: Iterable[int]) -> Selection | None:
    for place in places:
        if place not in selection.open:
            return None
        selection = selection.with_place(place)
    return selection
