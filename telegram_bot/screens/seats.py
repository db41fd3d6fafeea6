"""The seats of a running game, a line each."""

from collections.abc import Callable, Iterator

from domain.match import Phase
from domain.views import SeatSeen
from telegram_bot.screens.markup import bold
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.terms import on_the_bus

Notes = Callable[[SeatSeen], Iterator[str]]


def seat_lines(scene: Scene, further: Notes | None = None) -> list[str]:
    """Return a line for every seat: turn, lives, name, and in words what else there is to know.

    Args:
        scene: What is drawn.
        further: What a phase has to add about a seat that is in.
    """
    return [_seat_line(scene, seat, further) for seat in scene.view.seats]


def _seat_line(scene: Scene, seat: SeatSeen, further: Notes | None) -> str:
    awaited = seat.seat == scene.view.awaited
    name = bold(scene.name(seat.seat)) if awaited else scene.name(seat.seat)
    out = seat.place is not None and seat.seat not in scene.view.winners
    lives = 0 if out else seat.lives
    line = f"{'▸' if awaited else '▹'} {scene.hearts(lives)} {name}"
    return " · ".join((line, *_notes(scene, seat, further)))


def _notes(scene: Scene, seat: SeatSeen, further: Notes | None) -> Iterator[str]:
    texts = scene.texts
    if seat.seat in scene.view.winners:
        yield texts.gettext("wins")
        return
    if seat.place is not None:
        yield texts.gettext("out, place {place}", place=seat.place)
        return
    if further is not None:
        yield from further(seat)
    if seat.away:
        yield texts.gettext("away")
    if seat.on_bus and not scene.view.tie_break:
        yield on_the_bus(texts, scene.view.rules)
    if seat.seat == scene.view.dealer and scene.view.phase is not Phase.BUYING_IN:
        yield texts.gettext("dealer")
