"""What pictures of showdowns and results cost and weigh: `uv run python -m benchmarks.pictures`.

Games of two, five and nine players are played at random, and their showdowns and ends drawn in
every language. The yardstick is the bare felt of the same size, without a card or a letter: what
it costs at the very least to paint and to pack so many pixels. Time is that of the processor, so
that others at work on the machine count little.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from statistics import median
from time import process_time
from typing import Final

from domain.views import Spectacle, spectacle
from telegram_bot.drawing import places
from telegram_bot.drawing.picture import Picture
from telegram_bot.drawing.raster import png
from telegram_bot.pictures import PHOTO, podium_drawing, showdown_drawing
from telegram_bot.texts import languages, texts
from tests.support.games import Chance, play_on, seated, showdowns

NAMES: Final = ("Ana", "Bruno", "Carla", "Duda", "Eva", "Fábio", "Gil", "Hugo", "Maximiliana Gui…")
SHOWDOWNS: Final = 4
TABLES: Final = ((2, "scat"), (5, "trinta"), (9, "trinta"), (9, "schwimmen"))

Draw = Callable[[], bytes]


def main() -> None:
    """Measure and print a table."""
    felt = Picture(places.WIDTH, places.HEIGHT, (), ())
    png(felt, {}, PHOTO)  # the fonts are found
    baseline = median(seconds(lambda: png(felt, {}, PHOTO), 20))
    print(f"{'':28}{'ms':>8}{'worst':>8}{'/ yardstick':>13}{'kB at most':>12}")
    print(f"{'bare felt':28}{1000 * baseline:8.0f}")
    for players, preset in TABLES:
        for kind, draws in (("showdown", rounds(players, preset)), ("end", ends(players, preset))):
            told(f"{preset}, {players} players: {kind}", list(draws), baseline)


def told(name: str, draws: Sequence[Draw], baseline: float) -> None:
    """Measure some pictures, and print what they cost."""
    taken = [once for draw in draws for once in seconds(draw, 2)]
    heaviest = max(len(draw()) for draw in draws)
    print(
        f"{name:28}{1000 * median(taken):8.0f}{1000 * max(taken):8.0f}"
        f"{median(taken) / baseline:13.1f}{heaviest / 1000:12.0f}"
    )


def rounds(players: int, preset: str) -> Iterator[Draw]:
    """Yield what draws the first showdowns of a game, in every language."""
    for language in languages():
        for ended in islice(showdowns(play_on(seated(players, preset), Chance())), SHOWDOWNS):
            names = NAMES[:players]
            yield showdown_drawing(spectacle(ended), 1, names, texts(language)).draw


def ends(players: int, preset: str) -> Iterator[Draw]:
    """Yield what draws the end of a game, in every language."""
    view = end(players, preset)
    ratings = tuple(1.5 * seat - 4 for seat in range(players))
    for language in languages():
        yield podium_drawing(view, NAMES[:players], ratings, texts(language)).draw


def end(players: int, preset: str) -> Spectacle:
    """Play a game to its end."""
    *_, last = play_on(seated(players, preset, {"lives": 1}), Chance())
    return spectacle(last.after)


def seconds(work: Draw, times: int) -> Iterator[float]:
    """Yield what some work takes of the processor, each time anew."""
    for _ in range(times):
        begun = process_time()
        work()
        yield process_time() - begun


if __name__ == "__main__":
    main()
