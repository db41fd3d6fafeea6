"""A round in play: the table, and for the player on turn the moves the rules allow."""

from collections.abc import Iterator, Sequence
from typing import Final

from domain.cards import Card
from domain.match import DeadlineKind
from domain.moves import (
    Draw,
    EndTurn,
    ExchangeAt,
    KeepHand,
    Knock,
    Pass,
    Stand,
    SwapHand,
    Take,
    Tap,
    ThrowAt,
)
from domain.views import SeatSeen
from telegram_bot.callback_data import Press, Verb
from telegram_bot.screens.actions import action_lines
from telegram_bot.screens.exchanging import (
    asked_of,
    begin_button,
    card_name,
    choices,
    question_to,
)
from telegram_bot.screens.markup import bold, paragraphs
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.screen import Button, Keyboard, Screen, Style, rows
from telegram_bot.screens.seats import seat_lines
from telegram_bot.screens.terms import closes
from telegram_bot.screens.waiting import more_time
from telegram_bot.selection import Selection

MOST_IN_A_ROW: Final = 8
"""Moves side by side, as far as they fit."""


def playing_screen(scene: Scene, asked: Press | None = None) -> Screen:
    """Show whose turn it is, what is on the table, and what may be done.

    Args:
        scene: What is drawn.
        asked: The button that was tapped last to choose a card for an exchange.
    """

    def standing(seat: SeatSeen) -> Iterator[str]:
        if seat.seat == scene.view.knocker:
            yield has_knocked(scene)
        if seat.seat == scene.view.awaited:
            yield from _awaited(scene)

    chosen = asked_of(scene.view, asked)
    text = paragraphs(
        (scene.round_heading(), scene.tie_break()),
        (*seat_lines(scene, standing), more_time(scene.view.deadline, scene.texts)),
        (on_the_table(scene), *action_lines(scene)),
        (_task(scene, chosen),),
        (scene.commitment(),),
    )
    return Screen(text, _keyboard(scene, chosen))


def moves_keyboard(scene: Scene, hand: Sequence[Card] = ()) -> Keyboard:
    """Return exactly the moves that are legal now: first those about cards, then the others.

    Args:
        scene: The game.
        hand: The player's hand, to name its cards where nobody else reads; else they are numbers.
    """
    taps = scene.view.taps
    cards = dict.fromkeys(_button(scene, tap, hand) for tap in taps if _is_about_cards(tap))
    others = (_button(scene, tap, hand) for tap in taps if not _is_about_cards(tap))
    return (*rows(cards, MOST_IN_A_ROW), *rows(others, MOST_IN_A_ROW))


def on_the_table(scene: Scene) -> str:
    """Return what lies on the table: the discard or the centre, and the stock."""
    texts, view = scene.texts, scene.view
    stock = (
        texts.gettext("stock {cards}", cards=view.stock)
        if view.stock
        else texts.gettext("stock empty")
    )
    return f"{_face_up(scene)} · {stock}"


def has_knocked(scene: Scene) -> str:
    """Say that somebody has knocked, in the words of the game."""
    if closes(scene.view.rules):
        return scene.texts.gettext("✊ closed")
    return scene.texts.gettext("✊ knocked")


def _keyboard(scene: Scene, chosen: Selection | None) -> Keyboard:
    hand = scene.button(scene.texts.gettext("👁 My hand"), Verb.HAND, number=scene.view.turn)
    if scene.computer_plays:
        return ((hand,),)
    asking = (choices(scene, chosen),) if chosen else ()
    return ((hand,), *asking, *moves_keyboard(scene))


def _awaited(scene: Scene) -> Iterator[str]:
    """Say what the awaited player has to do, unless it is any turn, and until when."""
    texts, view = scene.texts, scene.view
    deadline = view.deadline
    hurried = deadline is not None and deadline.kind is DeadlineKind.TURN
    if view.holding:
        yield texts.gettext("must throw a card")
    elif view.choosing:
        yield texts.gettext("chooses first")
    elif view.knocker is not None:
        yield texts.gettext("final turn")
    elif not hurried:
        yield texts.gettext("plays now")
    if deadline is not None and hurried:
        yield texts.gettext("until {time}", time=scene.until(deadline))


def _face_up(scene: Scene) -> str:
    texts, view = scene.texts, scene.view
    cards = bold(" ".join(map(scene.card, view.face_up)))
    if closes(view.rules):
        if view.choosing:
            return texts.gettext("Centre face down")
        return texts.gettext("Centre {cards}", cards=cards)
    if view.face_up:
        return texts.gettext("Discard {card}", card=cards)
    return texts.gettext("Discard empty")


def _task(scene: Scene, chosen: Selection | None) -> str:
    """Say what the awaited player is asked, where the buttons alone do not."""
    texts, view = scene.texts, scene.view
    if view.awaited is None:
        return ""
    player = scene.name(view.awaited)
    if chosen is not None:
        return question_to(scene, chosen, player)
    if view.choosing:
        return texts.gettext(
            "{player} deals and chooses first: keep the hand, "
            "or swap it for the centre without seeing it.",
            player=player,
        )
    if EndTurn() in view.taps:
        return texts.gettext("{player} may close now, or end the turn.", player=player)
    return ""


def _is_about_cards(tap: Tap) -> bool:
    return isinstance(tap, Draw | Take | ThrowAt | KeepHand | SwapHand | ExchangeAt)


def _button(scene: Scene, tap: Tap, hand: Sequence[Card]) -> Button:
    texts, turn = scene.texts, scene.view.turn
    match tap:
        case Draw():
            return scene.button(texts.gettext("Draw"), Verb.DRAW, Style.PRIMARY, number=turn)
        case Take():
            label = texts.gettext("Take {card}", card=_top(scene))
            return scene.button(label, Verb.TAKE, number=turn)
        case ThrowAt(place=place):
            label = card_name(scene, hand, place)
            return scene.button(label, Verb.THROW, number=turn, choice=place)
        case KeepHand():
            return scene.button(texts.gettext("Keep"), Verb.KEEP, Style.PRIMARY, number=turn)
        case SwapHand():
            label = texts.gettext("Swap for the centre")
            return scene.button(label, Verb.SWAP, number=turn)
        case ExchangeAt(given=given):
            return begin_button(scene, len(given))
        case Knock():
            return scene.button(_knock(scene), Verb.KNOCK, Style.DANGER, number=turn)
        case Stand():
            return scene.button(texts.gettext("Stand"), Verb.STAND, number=turn)
        case Pass():
            return scene.button(texts.gettext("Pass"), Verb.PASS, number=turn)
        case EndTurn():
            return scene.button(texts.gettext("Done"), Verb.END_TURN, number=turn)


def _knock(scene: Scene) -> str:
    if closes(scene.view.rules):
        return scene.texts.gettext("Close")
    return scene.texts.gettext("✊ Knock")


def _top(scene: Scene) -> str:
    return scene.card(scene.view.top) if scene.view.top else ""
