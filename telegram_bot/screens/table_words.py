"""What is written on the picture of a table: plain text, without signs that need a font."""

from collections.abc import Iterator, Sequence

from domain.match import Phase
from domain.views import SeatSeen, Spectacle
from telegram_bot.drawing.table import Words
from telegram_bot.screens.cards import points_text
from telegram_bot.screens.terms import closes
from telegram_bot.texts import Texts


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
        notes=tuple(" · ".join(_notes(view, seat, texts)) for seat in view.seats),
        points=_points(view, texts, values),
        dealer=texts.pgettext("sign of the dealer", "D"),
        caption=caption,
    )


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
    shown = view.showdown
    if shown is not None and view.phase not in {Phase.CUTTING, Phase.PLAYING}:
        values = shown.values
    known = dict(enumerate(values))
    points = (known.get(seat.seat) for seat in view.seats)
    return tuple("" if each is None else points_text(each, texts) for each in points)


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
