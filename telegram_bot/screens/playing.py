"""A round in play: the table, and for the player on turn the moves the rules allow."""

from collections.abc import Iterator

from domain.moves import Draw, Knock, Pass, Stand, Take, Tap, ThrowAt
from domain.views import SeatSeen
from telegram_bot.callback_data import Verb
from telegram_bot.screens.actions import action_lines
from telegram_bot.screens.markup import bold, paragraphs
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.screen import Button, Keyboard, Screen, Style
from telegram_bot.screens.seats import seat_lines


def playing_screen(scene: Scene) -> Screen:
    """Show whose turn it is, what is on the table, and what may be done."""

    def standing(seat: SeatSeen) -> Iterator[str]:
        if seat.seat == scene.view.knocker:
            yield scene.texts.gettext("✊ knocked")
        if seat.seat == scene.view.awaited:
            yield _awaited(scene)

    text = paragraphs(
        (scene.round_heading(), scene.tie_break()),
        seat_lines(scene, standing),
        (_piles(scene), *action_lines(scene)),
        (scene.commitment(),),
    )
    return Screen(text, playing_keyboard(scene))


def playing_keyboard(scene: Scene) -> Keyboard:
    """Return the hand's button and exactly the moves that are legal now."""
    turn = scene.view.turn
    hand = scene.button(scene.texts.gettext("👁 My hand"), Verb.HAND, number=turn)
    cards = [_button(scene, tap) for tap in scene.view.taps if _is_about_cards(tap)]
    others = [_button(scene, tap) for tap in scene.view.taps if not _is_about_cards(tap)]
    return tuple(tuple(row) for row in ([hand], cards, others) if row)


def _awaited(scene: Scene) -> str:
    if scene.view.holding:
        return scene.texts.gettext("must throw a card")
    if scene.view.knocker is not None:
        return scene.texts.gettext("plays the final turn")
    return scene.texts.gettext("plays now")


def _piles(scene: Scene) -> str:
    texts, view = scene.texts, scene.view
    discard = (
        texts.gettext("Discard {card}", card=bold(scene.card(view.top)))
        if view.top
        else texts.gettext("Discard empty")
    )
    stock = (
        texts.gettext("stock {cards}", cards=view.stock)
        if view.stock
        else texts.gettext("stock empty")
    )
    return f"{discard} · {stock}"


def _is_about_cards(tap: Tap) -> bool:
    return isinstance(tap, Draw | Take | ThrowAt)


def _button(scene: Scene, tap: Tap) -> Button:
    texts, turn = scene.texts, scene.view.turn
    match tap:
        case Draw():
            return scene.button(texts.gettext("Draw"), Verb.DRAW, Style.PRIMARY, number=turn)
        case Take():
            label = texts.gettext("Take {card}", card=_top(scene))
            return scene.button(label, Verb.TAKE, number=turn)
        case ThrowAt(place=place):
            return scene.button(str(place), Verb.THROW, number=turn, choice=place)
        case Knock():
            return scene.button(texts.gettext("✊ Knock"), Verb.KNOCK, Style.DANGER, number=turn)
        case Stand():
            return scene.button(texts.gettext("Stand"), Verb.STAND, number=turn)
        case Pass():
            return scene.button(texts.gettext("Pass"), Verb.PASS, number=turn)


def _top(scene: Scene) -> str:
    return scene.card(scene.view.top) if scene.view.top else ""
