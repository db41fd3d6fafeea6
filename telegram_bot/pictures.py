"""Pictures of games: of a step, of a showdown, of the end, or a short animation of all of it."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Final
from unicodedata import category

from domain.replay import Step
from domain.views import Spectacle
from telegram_bot.delivery.messenger import Kind
from telegram_bot.drawing.picture import Picture
from telegram_bot.drawing.podium import podium
from telegram_bot.drawing.raster import gif, png
from telegram_bot.drawing.table import NOBODY, Cards, table
from telegram_bot.replaying import Reading, known, step_at, told_steps
from telegram_bot.screens.cards import SIGNS
from telegram_bot.screens.narration import narrated, round_ended_texts
from telegram_bot.screens.page import card_letters
from telegram_bot.screens.replay import Look, picture_caption
from telegram_bot.screens.results import (
    placings,
    podium_caption,
    podium_title,
    showdown_caption,
)
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.table_words import table_words
from telegram_bot.texts import Texts

MOST_STILLS: Final = 30
PHOTO: Final = 0.85
"""Pixels for a unit of a drawing: as many as a phone shows of it across, and no more to pack."""

ZOOM: Final = 0.5
"""An animation is smaller than a picture, so that it is loaded at once everywhere."""

STILL: Final = 1_300
SHOWDOWN: Final = 4_000
"""Milliseconds for which a picture of an animation stays."""


@dataclass(frozen=True)
class Drawing:
    """A picture for a chat, not drawn yet.

    Attributes:
        kind: What it is to be shown as.
        key: What tells it from others: those with the same key are the same.
        caption: What is said below it, as HTML: the same in words.
        draw: Draws it.
    """

    kind: Kind
    key: tuple[object, ...]
    caption: str
    draw: Callable[[], bytes]


@dataclass(frozen=True)
class Album:
    """What pictures of a game are made from.

    Attributes:
        reading: The game, which is over, and who will see them.
        look: Through whose eyes.
    """

    reading: Reading
    look: Look

    def drawing(self, event: int | None = None) -> Drawing:
        """Return the picture of the step that tells of an event, or without one the whole game.

        Raises:
            Refused: `not_now`, before the start.
        """
        game = self.reading
        caption = picture_caption(game.replay.end.id, self.look, game.texts)
        if event is None:
            return Drawing(Kind.ANIMATION, (0, *self.key), caption, self.animation)
        step = step_at(told_steps(game.replay), event)
        return Drawing(Kind.PHOTO, (step.event, *self.key), caption, partial(self.still, step))

    @property
    def key(self) -> tuple[object, ...]:
        """What tells this album from others: pictures of those with the same key are the same."""
        game = self.reading
        own = game.reader.player_id if self.look is Look.MINE else None
        return game.replay.end.id, self.look, own, game.names, game.texts.locale

    def still(self, step: Step) -> bytes:
        """Return a picture of a step as PNG.

        Raises:
            Refused: `not_now`, where the reader may not see that.
        """
        return png(self._picture(step), card_letters(self.reading.texts), PHOTO)

    def animation(self) -> bytes:
        """Return the game as GIF, or what matters most of a long one.

        Raises:
            Refused: `not_now`, as above.
        """
        steps = chosen(told_steps(self.reading.replay), MOST_STILLS)
        letters = card_letters(self.reading.texts)
        drawn = (png(self._picture(step), letters, ZOOM) for step in steps)
        return gif(drawn, [SHOWDOWN if _stays(step) else STILL for step in steps])

    def _picture(self, step: Step) -> Picture:
        names, texts = self.reading.names, self.reading.texts
        shown = known(self.reading.replay, step, self.look, self.reading.reader)
        view = step.public
        lines = narrated(Scene(view, names, texts), step, shown.arrived)
        told = _told(lines if _stays(step) else lines[:1])
        values = [shown.points.get(seat.seat) for seat in view.seats]
        words = table_words(view, texts, values, caption=told)
        drawn = table(view, shown.cards, drawable(names), words)
        return drawn.seen_by(*shown.cards.hands, *((NOBODY,) if self.look is Look.ALL else ()))


def showdown_drawing(
    view: Spectacle, version: int, names: tuple[str, ...], texts: Texts
) -> Drawing:
    """Return the picture of a showdown: all hands, their values, lives, and who pays.

    It is the one that a replay shows at this step to everybody.

    Args:
        view: The game as the showdown has left it.
        version: The version of the game that the end of the round has made.
        names: Names by seat.
        texts: The group's language.
    """

    def draw() -> bytes:
        ended, scene = view.showdown, Scene(view, names, texts)
        told = _told(round_ended_texts(scene, ended)) if ended else ""
        words = table_words(view, texts, caption=told)
        return png(table(view, Cards(), drawable(names), words), card_letters(texts), PHOTO)

    key = (version, view.game_id, Look.PUBLIC, None, names, texts.locale)
    return Drawing(Kind.PHOTO, key, showdown_caption(view, names, texts), draw)


def podium_drawing(
    view: Spectacle, names: tuple[str, ...], ratings: tuple[float | None, ...], texts: Texts
) -> Drawing:
    """Return the picture of a game's end: the places, with what it has changed of the ratings.

    Args:
        view: The game after its end.
        names: Names by seat.
        ratings: What it has changed, by seat, if that is known.
        texts: The group's language.
    """
    title, placed = podium_title(texts), placings(view, names, ratings, texts)
    shown = placings(view, drawable(names), ratings, texts)
    key = ("podium", view.game_id, names, ratings, texts.locale)
    caption = podium_caption(title, placed)
    return Drawing(Kind.PHOTO, key, caption, lambda: png(podium(title, shown), {}, PHOTO))


def chosen(steps: Sequence[Step], most: int) -> list[Step]:
    """Return so many steps at most: the last one, showdowns, and some of the others."""
    if len(steps) <= most:
        return list(steps)
    kept = [*filter(_stays, steps[:-1]), steps[-1]][-most:]
    others = [step for step in steps if step not in kept]
    room = most - len(kept)
    some = [others[place * len(others) // room] for place in range(room)]
    return sorted([*kept, *some], key=lambda step: step.event)


def _told(lines: Iterable[str]) -> str:
    ended = (line if line[-1] in ".!?…" else f"{line}." for line in lines if line)
    return without_emoji(" ".join(ended))


def drawable(names: Sequence[str]) -> tuple[str, ...]:
    """Return names without pictures, which no font for texts has; one of nothing else stays."""
    return tuple(without_emoji(name).replace("\u200d", "") or name for name in names)


def without_emoji(text: str) -> str:
    """Return a text without pictures in it, which its words do not need; suits stay."""
    kept = (sign for sign in text if category(sign) != "So" or sign in SIGNS.values())
    return "".join(kept).replace("\ufe0f", "").strip()


def _stays(step: Step) -> bool:
    return step.kind in {"round_ended", "ended", "abandoned"}
