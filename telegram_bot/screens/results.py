"""What the pictures of a showdown and of a game's end say, and the same in words below them."""

from collections.abc import Sequence
from typing import Final

from domain.facts import Seat
from domain.match import Showdown
from domain.views import SeatSeen, Spectacle
from telegram_bot.drawing.podium import Placing
from telegram_bot.screens.cards import cards_text, points_text
from telegram_bot.screens.markup import safe
from telegram_bot.screens.rankings import change_text
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.showdown import reason_text
from telegram_bot.texts import Texts

MOST_CHARACTERS: Final = 1_024
"""What a caption may hold (Bot API), in units of UTF-16."""


def showdown_heading(scene: Scene, ended: Showdown) -> str:
    """Say which round has ended, and why."""
    reason = reason_text(scene, ended)
    return scene.texts.gettext("Round {number}: {reason}", number=ended.round, reason=reason)


def showdown_caption(view: Spectacle, names: Sequence[str], texts: Texts) -> str:
    """Tell in words what the picture of a showdown shows: hands, values and who pays. HTML."""
    scene, ended = Scene.of(view, names, texts), view.showdown
    if ended is None:
        return ""
    shown = [(seat, value) for seat, value in enumerate(ended.values) if value is not None]
    hands = (_hand(scene, ended, seat, value) for seat, value in shown)
    return _fitting(showdown_heading(scene, ended), *hands)


def _hand(scene: Scene, ended: Showdown, seat: Seat, value: float) -> str:
    lost, texts = ended.losses[seat], scene.texts
    told = (
        cards_text(ended.hands[seat], texts),
        points_text(value, texts),
        texts.ngettext("loses a life", "loses {n} lives", lost) if lost else "",
    )
    return f"{scene.name(seat)}: {', '.join(one for one in told if one)}"


def placings(
    view: Spectacle, names: Sequence[str], ratings: Sequence[float | None], texts: Texts
) -> list[Placing]:
    """Return how everybody has ended, the first place first.

    Args:
        view: The game after its end.
        names: Names by seat, as `telegram_bot.names` makes them.
        ratings: What it has changed of the ratings, by seat, if that is known.
        texts: The group's language.
    """
    changes = dict(enumerate(ratings))
    placed = sorted(view.seats, key=_by_place)
    return [
        Placing(seat.place or 1, names[seat.seat], _change(changes.get(seat.seat), texts))
        for seat in placed
    ]


def podium_title(texts: Texts) -> str:
    """Say what the picture of a game's end shows."""
    return texts.gettext("Final places")


def podium_caption(title: str, placed: Sequence[Placing]) -> str:
    """Tell in words what the picture of a game's end shows. HTML."""
    lines = (
        " · ".join(filter(None, (f"{each.place}. {safe(each.name)}", safe(each.change))))
        for each in placed
    )
    return _fitting(safe(title), *lines)


def _change(change: float | None, texts: Texts) -> str:
    if change is None:
        return ""
    return texts.gettext("rating {change}", change=change_text(change, texts))


def _by_place(seat: SeatSeen) -> tuple[int, int]:
    return seat.place or 0, seat.seat


def _fitting(heading: str, *lines: str) -> str:
    """Put lines together; where they are too long, the message above tells the same in full."""
    whole = "\n".join((heading, *lines))
    return whole if len(whole.encode("utf-16-le")) // 2 <= MOST_CHARACTERS else heading
