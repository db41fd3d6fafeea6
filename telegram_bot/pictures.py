"""Pictures of a replay: one of a step, or a short animation of a whole game."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final
from unicodedata import category

from domain.replay import Step
from telegram_bot.drawing.picture import Picture
from telegram_bot.drawing.raster import gif, png
from telegram_bot.drawing.table import NOBODY, table
from telegram_bot.replaying import Reading, known, told_steps
from telegram_bot.screens.cards import SIGNS
from telegram_bot.screens.narration import narrated
from telegram_bot.screens.page import card_letters
from telegram_bot.screens.replay import Look
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.table_words import table_words

MOST_STILLS: Final = 30
ZOOM: Final = 0.5
"""An animation is half as large as a picture, so that it is loaded at once everywhere."""

STILL: Final = 1_300
SHOWDOWN: Final = 4_000
"""Milliseconds for which a picture of an animation stays."""


@dataclass(frozen=True)
class Album:
    """What pictures of a game are made from.

    Attributes:
        reading: The game, which is over, and who will see them.
        look: Through whose eyes.
    """

    reading: Reading
    look: Look

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
        return png(self._picture(step), card_letters(self.reading.texts))

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
        scene = Scene(view, names, texts)
        lines = narrated(scene, step, shown.arrived)
        told = without_emoji(" ".join(lines if _stays(step) else lines[:1]))
        values = [shown.points.get(seat.seat) for seat in view.seats]
        words = table_words(view, texts, values, caption=told)
        drawn = table(view, shown.cards, names, words)
        return drawn.seen_by(*shown.cards.hands, *((NOBODY,) if self.look is Look.ALL else ()))


def chosen(steps: Sequence[Step], most: int) -> list[Step]:
    """Return so many steps at most: the last one, showdowns, and some of the others."""
    if len(steps) <= most:
        return list(steps)
    kept = [*filter(_stays, steps[:-1]), steps[-1]][-most:]
    others = [step for step in steps if step not in kept]
    room = most - len(kept)
    some = [others[place * len(others) // room] for place in range(room)]
    return sorted([*kept, *some], key=lambda step: step.event)


def without_emoji(text: str) -> str:
    """Return a text without pictures in it, which its words do not need; suits stay."""
    kept = (sign for sign in text if category(sign) != "So" or sign in SIGNS.values())
    return "".join(kept).replace("\ufe0f", "").strip()


def _stays(step: Step) -> bool:
    return step.kind in {"round_ended", "ended", "abandoned"}
