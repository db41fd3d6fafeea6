"""A game that is over as its page shows it: for each step what lies where, and what is said.

Everything that occurs more than once stands once in a list, and steps name it by its place there;
a game of hundreds of steps then fits a page. Cards and words that not everybody saw at the time
carry their owner, and the page shows them to that seat's view, and with all cards open.
"""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Generic, TypeVar

from domain.replay import Replay
from domain.views import OpenView
from telegram_bot.drawing.picture import Placed, Written
from telegram_bot.drawing.table import Cards, Words, table
from telegram_bot.replaying import arrived, told_steps
from telegram_bot.screens.narration import narrated
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.table_words import middle_text, seat_text, table_words
from telegram_bot.texts import Texts

T = TypeVar("T")

Data = dict[str, Any]
Entry = tuple[str | int | None, ...]


class _Once(Generic[T]):
    """Things that stand once in a list, whoever names them."""

    def __init__(self) -> None:
        self.things: list[T] = []
        self._places: dict[T, int] = {}

    def place(self, thing: T) -> int:
        """Return the place of a thing in the list."""
        place = self._places.setdefault(thing, len(self.things))
        if place == len(self.things):
            self.things.append(thing)
        return place

    def places(self, things: Iterable[T]) -> list[int]:
        """Return the places of several things."""
        return [self.place(thing) for thing in things]


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
    shapes, written, lines = _Once[Entry](), _Once[Entry](), _Once[str]()
    steps = []
    for step in told_steps(replay):
        view = replay.opened(step)
        words = table_words(view.public, texts, view.values)
        picture = table(view.public, Cards.of(view), names, words)
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
        if came := arrived(step, step.seat, view):
            told["known"] = [step.seat, lines.places(narrated(scene, step, came))]
        steps.append(told)
    return {
        "size": [picture.width, picture.height],
        "shapes": shapes.things,
        "texts": written.things,
        "lines": lines.things,
        "steps": steps,
    }


def _shape(one: Placed) -> Entry:
    return (one.shape, one.x, one.y, one.owner)


def _text(one: Written) -> Entry:
    return (one.text, one.x, one.y, one.style, one.owner)


def _seats(scene: Scene, view: OpenView, words: Words) -> Iterator[tuple[str, str]]:
    """Describe each seat to everybody, and to those who know its hand."""
    for seat, (held, points) in enumerate(zip(view.hands, words.points, strict=True)):
        yield seat_text(scene, seat), seat_text(scene, seat, held, points)
