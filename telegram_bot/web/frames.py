"""A game that is over as its page shows it: for each step what lies where, and what is said.

Everything that occurs more than once stands once in a list, and steps name it by its place there;
a game of hundreds of steps then fits a page. Cards and words that not everybody saw at the time
carry their owner, and the page shows them to that seat's view, and with all cards open.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from domain.cards import Card
from domain.facts import Seat
from domain.replay import Replay, Step
from domain.views import OpenView
from telegram_bot.drawing.picture import Picture, Placed, Written
from telegram_bot.drawing.table import Cards, Words, table
from telegram_bot.screens.narration import narrated
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.table_words import middle_text, seat_text, table_words
from telegram_bot.texts import Texts

Data = dict[str, Any]

_SEES_CARDS: Final = frozenset({"card_drawn", "hand_swapped"})
"""What brings cards to a player that nobody else sees."""


class _Once:
    """Things that stand once in a list, whoever names them."""

    def __init__(self) -> None:
        self.things: list[Any] = []
        self._places: dict[Any, int] = {}

    def place(self, thing: Any) -> int:
        """Return the place of a thing in the list."""
        place = self._places.setdefault(thing, len(self.things))
        if place == len(self.things):
            self.things.append(thing)
        return place

    def places(self, things: Iterable[Any]) -> list[int]:
        """Return the places of several things."""
        return [self.place(thing) for thing in things]


def steps_of(replay: Replay) -> tuple[Step, ...]:
    """Return the steps that a page shows: all since the start of the game."""
    return tuple(step for step in replay.steps if step.after.places)


def picture_of(view: OpenView, names: Sequence[str], words: Words) -> Picture:
    """Draw a step with everything in it; `Picture.seen_by` takes away what somebody did not see.

    Args:
        view: All cards at that step.
        names: Names by seat.
        words: What is written there.
    """
    return table(view.public, Cards.of(view), names, words)


def frames(replay: Replay, names: Sequence[str], texts: Texts) -> Data:
    """Return all that a page shows of a game, as JSON values.

    `size` is the width and the height of the table. `shapes` are `[name, x, y, owner]`, `texts`
    are `[text, x, y, style, owner]`, and `lines` are sentences. Each step tells its `event` and
    `round`, and by their places in those lists what is `placed`, what is `written`, what is
    `said`, and the table in words: its `middle`, and its `seats` as everybody sees them and as
    each does its own. `known` is what is said instead to the seat of that number.

    Args:
        replay: A game that is over.
        names: Names by seat.
        texts: The reader's language.

    Raises:
        Refused: `not_now` while the game lasts.
    """
    shapes, written, lines = _Once(), _Once(), _Once()
    steps = []
    for step in steps_of(replay):
        view = replay.opened(step)
        words = table_words(view.public, texts, view.values)
        picture = picture_of(view, names, words)
        scene = Scene(view.public, tuple(names), texts)
        told = {
            "event": step.event,
            "round": step.round,
            "placed": shapes.places(_shape(one) for one in picture.placed),
            "written": written.places(_text(one) for one in picture.written),
            "said": lines.places(narrated(scene, step)),
            "middle": lines.place(middle_text(scene)),
            "seats": [lines.places(told) for told in _seats(scene, view, words)],
        }
        if step.kind in _SEES_CARDS and step.seat is not None:
            more = narrated(scene, step, _seen(view, step.seat))
            told["known"] = [step.seat, lines.places(more)]
        steps.append(told)
    return {
        "size": [picture.width, picture.height],
        "shapes": shapes.things,
        "texts": written.things,
        "lines": lines.things,
        "steps": steps,
    }


def _shape(one: Placed) -> tuple[str | int | None, ...]:
    return (one.shape, one.x, one.y, one.owner)


def _text(one: Written) -> tuple[str | int | None, ...]:
    return (one.text, one.x, one.y, one.style, one.owner)


def _seats(scene: Scene, view: OpenView, words: Words) -> Iterator[tuple[str, str]]:
    """Describe each seat to everybody, and to those who know its hand."""
    for seat, (held, points) in enumerate(zip(view.hands, words.points, strict=True)):
        yield seat_text(scene, seat), seat_text(scene, seat, held, points)


def _seen(view: OpenView, seat: Seat) -> tuple[Card, ...]:
    """Return the cards that came to a seat unseen by others: the drawn one, or a whole hand."""
    return view.hands[seat] if view.drawn is None else (view.drawn,)
