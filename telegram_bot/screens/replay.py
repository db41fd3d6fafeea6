"""A game played again in one message, step by step."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final
from uuid import UUID

from domain.cards import Hand
from domain.codes import code_of
from domain.facts import Seat
from domain.match import Phase
from domain.views import SeatSeen
from telegram_bot.callback_data import Press, Verb
from telegram_bot.screens.cards import cards_text, points_text
from telegram_bot.screens.markup import bold, code, paragraphs
from telegram_bot.screens.playing import has_knocked, on_the_table
from telegram_bot.screens.scene import Scene
from telegram_bot.screens.screen import Button, Keyboard, Screen, choice_button
from telegram_bot.screens.seats import seat_lines
from telegram_bot.texts import Texts


class Look(StrEnum):
    """Through whose eyes a step is seen: the topics of a replay's buttons."""

    OPENED = ""
    """By somebody who is yet to choose: what a button says that opens a replay."""
    PUBLIC = "public"
    MINE = "mine"
    ALL = "all"


@dataclass(frozen=True)
class Pages:
    """Where a reader is in a replay, and where they may turn to. Events stand for their steps.

    Attributes:
        event: The step that is shown.
        number: Its number, from 1.
        count: How many there are.
        first: The first one.
        before: The one before; the same at the start.
        after: The one after; the same at the end.
        last: The last one.
        rounds: The step with which each round begins.
        round: The round that is shown; 0 before the first.
    """

    event: int
    number: int
    count: int
    first: int
    before: int
    after: int
    last: int
    rounds: Mapping[int, int]
    round: int


@dataclass(frozen=True)
class ReplaySeen:
    """A step of a replay as its reader sees it.

    Attributes:
        scene: The game right after it, as everybody saw it.
        told: What happened, in sentences of HTML.
        hands: The hands that this reader sees beside those that lie open.
        points: What they are worth, by seat.
        look: Through whose eyes.
        looks: What else may be chosen.
        pages: Where in the game that is.
        owner: The mark of whoever turns the pages.
        over: Whether the game is over.
    """

    scene: Scene
    told: Sequence[str]
    hands: Mapping[Seat, Hand]
    points: Mapping[Seat, float]
    look: Look
    looks: Sequence[Look]
    pages: Pages
    owner: int
    over: bool


def replay_screen(seen: ReplaySeen) -> Screen:
    """Show a step, with buttons to all others."""
    scene, view = seen.scene, seen.scene.view

    def held(seat: SeatSeen) -> Iterator[str]:
        if seat.seat == view.knocker:
            yield has_knocked(scene)
        yield from _held(seen, seat.seat)

    playing = view.phase is Phase.PLAYING
    text = paragraphs(
        (scene.heading(*_round(scene)), _place(seen)),
        (bold(line) if place == 0 else line for place, line in enumerate(seen.told)),
        seat_lines(scene, held),
        (on_the_table(scene) if playing else "",),
        (LOOKS_TOLD[seen.look](scene.texts),),
    )
    return Screen(text, _keyboard(seen))


def _round(scene: Scene) -> Iterator[str]:
    if scene.view.round_number:
        yield scene.texts.gettext("round {number}", number=scene.view.round_number)


def _place(seen: ReplaySeen) -> str:
    return seen.scene.texts.gettext(
        "Replay of {code}, step {number} of {count}",
        code=code(code_of(seen.scene.view.game_id)),
        number=seen.pages.number,
        count=seen.pages.count,
    )


def _held(seen: ReplaySeen, seat: Seat) -> Iterator[str]:
    hand = seen.hands.get(seat)
    if not hand:
        return
    cards = cards_text(hand, seen.scene.texts)
    points = seen.points.get(seat)
    yield cards if points is None else f"{cards} = {points_text(points, seen.scene.texts)}"


LOOKS: Final[dict[Look, Callable[[Texts], str]]] = {
    Look.PUBLIC: lambda t: t.gettext("As everybody saw it"),
    Look.MINE: lambda t: t.gettext("As I saw it"),
    Look.ALL: lambda t: t.gettext("All cards"),
}

LOOKS_TOLD: Final[dict[Look, Callable[[Texts], str]]] = {
    Look.PUBLIC: lambda t: t.gettext("Shown as everybody saw it."),
    Look.MINE: lambda t: t.gettext("Shown as the reader saw it from their own seat."),
    Look.ALL: lambda t: t.gettext("Shown with all cards open."),
}


def _keyboard(seen: ReplaySeen) -> Keyboard:
    texts, pages = seen.scene.texts, seen.pages
    steps = (("⏮", pages.first), ("◀", pages.before), ("▶", pages.after), ("⏭", pages.last))
    rounds = [
        (texts.gettext("Round {number}", number=number), pages.rounds[number])
        for number in (pages.round - 1, pages.round + 1)
        if number in pages.rounds
    ]
    more = (
        (
            _button(seen, Verb.PICTURE, texts.gettext("Picture")),
            _button(seen, Verb.ANIMATE, texts.gettext("Send as animation")),
        ),
        (audit_button(seen.scene.view.game_id, texts),),
    )
    every = (
        tuple(_turn(seen, sign, event) for sign, event in steps),
        tuple(_turn(seen, label, event) for label, event in rounds),
        tuple(_look(seen, look) for look in seen.looks),
        *(more if seen.over else ()),
    )
    return tuple(row for row in every if row)


def _turn(seen: ReplaySeen, label: str, event: int) -> Button:
    return Button(label, _press(seen, Verb.REPLAY, event, seen.look))


def _look(seen: ReplaySeen, look: Look) -> Button:
    press = _press(seen, Verb.REPLAY, seen.pages.event, look)
    return choice_button(LOOKS[look](seen.scene.texts), press, taken=look is seen.look)


def _button(seen: ReplaySeen, verb: Verb, label: str) -> Button:
    return Button(label, _press(seen, verb, seen.pages.event, seen.look))


def _press(seen: ReplaySeen, verb: Verb, event: int, look: Look) -> Press:
    return Press(verb, seen.scene.view.game_id, seen.owner, event, look)


def picture_caption(game_id: UUID, look: Look, texts: Texts) -> str:
    """Say what a picture of a game shows."""
    heading = texts.gettext("Game {code}", code=code(code_of(game_id)))
    return paragraphs((heading, LOOKS_TOLD[look](texts)))


def drawing_toast(texts: Texts) -> str:
    """Say that a picture takes a moment."""
    return texts.gettext("It is being drawn, and comes in a moment.")


def no_pictures_text(texts: Texts) -> str:
    """Say that a picture could not be sent."""
    return texts.gettext("The picture could not be sent: this chat may not allow any.")


def replay_button(game_id: UUID, texts: Texts, name: str = "") -> Button:
    """Return the button that opens a replay for whoever presses it.

    Args:
        game_id: The game.
        texts: The language.
        name: The game's code, where there are buttons of several.
    """
    label = " ".join((texts.gettext("Replay"), name)).strip()
    return Button(label, Press(Verb.REPLAY, game_id))


def audit_button(game_id: UUID, texts: Texts, name: str = "") -> Button:
    """Return the button that has a game judged by its log; for its parts see `replay_button`."""
    label = " ".join((texts.gettext("Audit"), name)).strip()
    return Button(label, Press(Verb.AUDIT, game_id))
