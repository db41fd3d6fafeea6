"""The picture of a table: seats with their cards, what lies in the middle, and short notes."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from domain.cards import Card, Hand
from domain.facts import Seat
from domain.match import Phase, Showdown
from domain.views import OpenView, SeatSeen, SeatView, Spectacle
from telegram_bot.drawing import places
from telegram_bot.drawing.picture import BACK, Picture, Placed, Written
from telegram_bot.drawing.places import Place
from telegram_bot.drawing.shapes import MOST_LIVES, lives_shape, lives_width
from telegram_bot.drawing.widths import fitted, wrapped

NOBODY: Final = -1
"""The owner of hidden cards that are in nobody's hand."""

_NAME, _NOTE, _CAPTION = 23, 20, 21
"""Sizes of type, as the style sheet has them."""

_PADDING: Final = 12
_POINTS: Final = 54
_DISC: Final = 30
_MOST_LINES: Final = 4
_ALL_LINES: Final = 9
"""Where nothing lies in the middle."""
_LINE: Final = 26


@dataclass(frozen=True)
class Cards:
    """The cards that are known beside those that lie open.

    Attributes:
        hands: Hands by seat, of those that are known.
        laid: The centre while it lies face down, if it is known.
        stock: The stock, its next card first, if it is known.
    """

    hands: Mapping[Seat, Hand] = field(default_factory=dict)
    laid: Sequence[Card] = ()
    stock: Sequence[Card] = ()

    @classmethod
    def of(cls, view: SeatView | OpenView) -> "Cards":
        """Return the cards that a view shows."""
        if isinstance(view, SeatView):
            return cls({view.seat: view.hand})
        blind = view.laid if view.public.choosing else ()
        return cls(dict(enumerate(view.hands)), blind, view.stock)


@dataclass(frozen=True)
class Words:
    """What is written on a table. Tuples "by seat" have one entry per seat.

    Attributes:
        title: Above the middle, such as the round.
        stock: Below the middle, such as how many cards are left.
        notes: What there is to know of each seat, by seat.
        points: What each known hand is worth, by seat; empty for the others.
        dealer: The sign of the dealer, a letter.
        caption: What has just happened, in the middle; may be empty.
    """

    title: str
    stock: str
    notes: tuple[str, ...]
    points: tuple[str, ...]
    dealer: str
    caption: str = ""


def showdown_in_sight(view: Spectacle) -> Showdown | None:
    """Return the showdown whose hands lie on the table, until it is cleared for the next deal."""
    return None if view.phase in {Phase.CUTTING, Phase.PLAYING} else view.showdown


def table(view: Spectacle, cards: Cards, names: Sequence[str], words: Words) -> Picture:
    """Draw a table.

    Cards that everybody does not see belong to whoever does: `Picture.seen_by` turns them over
    for all others. Hands that are not known lie face down.

    Args:
        view: What everybody sees.
        cards: What else is known.
        names: Names by seat, as `telegram_bot.names` makes them.
        words: What is written beside the names.
    """
    drawn = _Table(view, cards, words, places.height(len(view.seats)))
    corners = places.seat_places(len(view.seats))
    seats = list(zip(view.seats, names, corners, strict=True))
    return Picture(
        width=places.WIDTH,
        height=drawn.height,
        placed=(
            *drawn.middle(),
            *(placed for seat, _, at in seats for placed in drawn.seat(seat, at)),
        ),
        written=(
            *drawn.middle_texts(),
            *(written for seat, name, at in seats for written in drawn.seat_texts(seat, name, at)),
        ),
    )


@dataclass(frozen=True)
class _Table:
    """A table being drawn."""

    view: Spectacle
    cards: Cards
    words: Words
    height: int

    @property
    def _playing(self) -> bool:
        return self.view.phase is Phase.PLAYING

    @property
    def _has_piles(self) -> bool:
        return self._playing or self.view.phase is Phase.CUTTING

    @property
    def _exchanging(self) -> bool:
        return self._playing and self.view.rules.mode == "exchange"

    # The middle.

    def middle(self) -> Iterator[Placed]:
        """Yield the piles, or the deck before the deal."""
        if self._exchanging:
            yield from self._stock(places.above(self.height))
            yield from self._centre()
        elif self._playing:
            stock, discard = places.centre(2, self.height)
            yield from self._stock(stock)
            yield Placed(self.view.top or "empty", *discard)
        elif self.view.phase is Phase.CUTTING:
            [deck] = places.centre(1, self.height)
            yield Placed("pile", *deck)
            yield Placed(BACK, *deck)

    def _stock(self, at: Place) -> Iterator[Placed]:
        if not self.view.stock:
            yield Placed("empty", *at)
            return
        yield Placed("pile", *at)
        known = self.cards.stock
        yield Placed(known[0], *at, owner=NOBODY) if known else Placed(BACK, *at)

    def _centre(self) -> Iterator[Placed]:
        owner = None if self.view.face_up else NOBODY
        lying = self.view.face_up or self.cards.laid or (BACK,) * self.view.rules.laid_out
        for card, at in zip(lying, places.centre(len(lying), self.height), strict=True):
            yield Placed(card, *at, owner=None if card == BACK else owner)

    def middle_texts(self) -> Iterator[Written]:
        """Yield what is written in the middle."""
        middle = places.WIDTH // 2
        pile = places.above(self.height) if self._exchanging else places.centre(1, self.height)[0]
        below = places.centre(1, self.height)[0].y + places.CARD_HEIGHT
        yield Written(self.words.title, middle, pile.y - 24, "title")
        if self.words.stock:
            yield Written(self.words.stock, middle, below + 30, "note middle")
        top, most = (below + 70, _MOST_LINES) if self._has_piles else (pile.y + 24, _ALL_LINES)
        lines = wrapped(self.words.caption, _CAPTION, places.SEAT_WIDTH, most)
        for number, line in enumerate(lines):
            yield Written(line, middle, top + _LINE * number, "caption")

    # The seats.

    def seat(self, seat: SeatSeen, at: Place) -> Iterator[Placed]:
        """Yield the plate of a seat and its hand."""
        plate = places.plate(at)
        if self._is_out(seat):
            yield Placed("plate-out", *plate)
        else:
            awaited = seat.seat == self.view.awaited
            yield Placed("plate-turn" if awaited else "plate", *plate)
            lives = lives_shape(seat.lives, self.view.rules.lives)
            yield Placed(lives, plate.x + _PADDING, plate.y + 36)
        if seat.seat == self.view.dealer:
            yield Placed("dealer", plate.x + places.SEAT_WIDTH - 34, plate.y + 33)
        hand, owner = self._hand(seat)
        for card, lies in zip(hand, places.hand(at, len(hand)), strict=True):
            yield Placed(card, *lies, owner=owner)

    def _hand(self, seat: SeatSeen) -> tuple[Sequence[str], Seat | None]:
        """Return the cards of a seat, and whose they are where not everybody sees them."""
        view = self.view
        if not self._playing:
            shown = showdown_in_sight(view)
            return shown.hands[seat.seat] if shown else (), None
        if seat.seat in self.cards.hands:
            return self.cards.hands[seat.seat], seat.seat
        holding = view.holding and seat.seat == view.awaited
        return (BACK,) * (view.rules.hand_size + holding if seat.playing else 0), None

    def seat_texts(self, seat: SeatSeen, name: str, at: Place) -> Iterator[Written]:
        """Yield what is written on the plate of a seat."""
        plate = places.plate(at)
        left, right = plate.x + _PADDING, plate.x + places.SEAT_WIDTH - _PADDING
        out = " out" if self._is_out(seat) else ""
        points = self.words.points[seat.seat]
        room = right - left - (_POINTS if points else 0)
        yield Written(fitted(name, _NAME, room), left, plate.y + 26, f"name{out}")
        if points:
            owner = seat.seat if self._playing else None
            yield Written(points, right, plate.y + 26, f"points{out}", owner)
        deals = seat.seat == self.view.dealer
        if deals:
            yield Written(self.words.dealer, right - 11, plate.y + 50, "dealer")
        full = self.view.rules.lives
        if full > MOST_LIVES and not out:
            yield Written(f"×{seat.lives}", left + 24, plate.y + 53, "note")
        begin = left if out else left + lives_width(seat.lives, full) + 8
        note = fitted(self.words.notes[seat.seat], _NOTE, right - begin - deals * _DISC)
        if note:
            yield Written(note, begin, plate.y + 53, f"note{out}")

    def _is_out(self, seat: SeatSeen) -> bool:
        return seat.place is not None and seat.seat not in self.view.winners
