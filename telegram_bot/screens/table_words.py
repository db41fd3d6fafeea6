"""What is written on the picture of a table, and the picture in words: plain text."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.cards import Hand
from domain.facts import Seat
from domain.match import Phase
from domain.views import SeatSeen, Spectacle
from telegram_bot.drawing.table import Words, showdown_in_sight
from telegram_bot.screens.cards import cards_text, points_text
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.terms import closes
from telegram_bot.texts import Texts

LIFE: Final = "♥"


def table_words(
    view: Spectacle, texts: Texts, values: Sequence[float | None] = (), caption: str = ""
) -> Words:
    """Return what is written on a table.

    Args:
        view: What everybody sees.
        texts: The reader's language.
        values: What the known hands are worth, by seat; at a showdown all are known.
        caption: What has just happened.
    """
    return Words(
        title=_title(view, texts),
        stock=_stock(view, texts),
        notes=tuple(" · ".join(_short_notes(view, seat, texts)) for seat in view.seats),
        points=_points(view, texts, values),
        dealer=texts.pgettext("sign of the dealer", "D"),
        caption=caption,
    )


def seat_text(scene: Scene, seat: Seat, held: Hand = (), points: str = "") -> str:
    """Describe a seat of the table to whoever does not see the picture.

    Args:
        scene: What everybody sees.
        seat: Which seat.
        held: Its hand, for readers who may know it; at a showdown everybody does.
        points: What that hand is worth.
    """
    view, texts, seen = scene.view, scene.texts, scene.view.seats[seat]
    lost = _lost(view, seen)
    told = (
        texts.ngettext("loses a life", "loses {n} lives", lost) if lost else "",
        texts.ngettext("one life", "{n} lives", seen.lives) if seen.place is None else "",
        *_notes(view, seen, texts),
        texts.gettext("dealer") if seat == view.dealer else "",
        texts.gettext("plays now") if seat == view.awaited else "",
        _held(view, seen, texts, held),
        points,
    )
    return f"{scene.name(seat)}: {', '.join(one for one in told if one)}"


def _held(view: Spectacle, seat: SeatSeen, texts: Texts, held: Hand) -> str:
    shown = showdown_in_sight(view)
    hand = shown.hands[seat.seat] if shown else held
    if hand:
        return cards_text(hand, texts)
    if view.phase is not Phase.PLAYING or not seat.playing:
        return ""
    hidden = view.rules.hand_size + (view.holding and seat.seat == view.awaited)
    return texts.ngettext("one card face down", "{n} cards face down", hidden)


def middle_text(scene: Scene) -> str:
    """Describe the middle of the table: what lies open, and the stock."""
    view, texts = scene.view, scene.texts
    parts = (_title(view, texts), cards_text(view.face_up, texts), _stock(view, texts))
    return ", ".join(part for part in parts if part)


def _title(view: Spectacle, texts: Texts) -> str:
    if not view.round_number:
        return texts.gettext("Thirty-One")
    return texts.gettext("Round {number}", number=view.round_number)


def _stock(view: Spectacle, texts: Texts) -> str:
    if view.phase is not Phase.PLAYING:
        return ""
    if not view.stock:
        return texts.gettext("stock empty")
    return texts.gettext("stock {cards}", cards=view.stock)


def _points(view: Spectacle, texts: Texts, values: Sequence[float | None]) -> tuple[str, ...]:
    shown = showdown_in_sight(view)
    known = dict(enumerate(shown.values if shown else values))
    points = (known.get(seat.seat) for seat in view.seats)
    return tuple("" if each is None else points_text(each, texts) for each in points)


def _short_notes(view: Spectacle, seat: SeatSeen, texts: Texts) -> Iterator[str]:
    lost = _lost(view, seat)
    if lost:
        yield f"−{lost} {LIFE}"
    yield from _notes(view, seat, texts)


def _lost(view: Spectacle, seat: SeatSeen) -> int:
    """Return how many lives the showdown in sight costs a seat."""
    ended = showdown_in_sight(view)
    return ended.losses[seat.seat] if ended else 0


def _notes(view: Spectacle, seat: SeatSeen, texts: Texts) -> Iterator[str]:
    if seat.seat in view.winners:
        yield texts.gettext("wins")
        return
    if seat.place is not None:
        yield texts.gettext("out, place {place}", place=seat.place)
        return
    swims = closes(view.rules)
    if seat.seat == view.knocker:
        yield texts.gettext("closed") if swims else texts.gettext("knocked")
    if seat.on_bus:
        yield texts.gettext("swimming") if swims else texts.gettext("on the bus")
    if seat.away:
        yield texts.gettext("away")
