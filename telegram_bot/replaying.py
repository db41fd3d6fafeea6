"""A replay opened at a step: what its reader sees there, and where they may turn to."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from domain.cards import Card, Hand
from domain.errors import Refused
from domain.facts import Seat
from domain.match import Showdown
from domain.replay import Replay, Step
from domain.views import OpenView, SeatView
from telegram_bot.callback_data import NOBODY
from telegram_bot.drawing.table import Cards, showdown_in_sight
from telegram_bot.screens.narration import narrated
from telegram_bot.screens.replay import Look, Pages, ReplaySeen
from telegram_bot.screens.scene import Scene
from telegram_bot.texts import Texts

BRINGS_CARDS: Final = frozenset({"card_drawn", "hand_swapped"})
"""What brings cards to a player that nobody else sees."""


def told_steps(replay: Replay) -> tuple[Step, ...]:
    """Return the steps that are shown: all since the start of the game.

    Raises:
        Refused: `not_now`, since it has not started.
    """
    steps = tuple(step for step in replay.steps if step.after.places)
    if not steps:
        raise Refused("not_now")
    return steps


@dataclass(frozen=True)
class Reader:
    """Somebody who reads a replay.

    Attributes:
        player_id: Who, where that is known.
        alone: Whether nobody else reads what is shown to them.
        mark: What buttons call them by; `NOBODY` of whoever asks anonymously, whose
            pages everybody may turn.
    """

    player_id: UUID | None
    alone: bool
    mark: int = NOBODY

    def looks(self, replay: Replay) -> tuple[Look, ...]:
        """Return through whose eyes they may see a game.

        While it lasts, their own cards are shown to them alone, and those of others to nobody.
        """
        over = replay.end.phase.over
        seated = self.player_id in replay.end.player_ids
        mine = (Look.MINE,) if seated and (over or self.alone) else ()
        return Look.PUBLIC, *mine, *((Look.ALL,) if over else ())


@dataclass(frozen=True)
class Known:
    """What a reader sees at a step beside what lies open.

    Attributes:
        cards: The cards.
        worth: What those hands are worth, by seat.
        arrived: The cards that came to whoever did the step, if this reader saw them.
        ended: The showdown whose hands lie open, if one does.
    """

    cards: Cards
    worth: Mapping[Seat, float]
    arrived: tuple[Card, ...]
    ended: Showdown | None

    @property
    def hands(self) -> Mapping[Seat, Hand]:
        """The hands that this reader sees, by seat."""
        return dict(enumerate(self.ended.hands)) if self.ended else self.cards.hands

    @property
    def points(self) -> Mapping[Seat, float]:
        """What they are worth, by seat."""
        return _valued(self.ended.values) if self.ended else self.worth


def known(replay: Replay, step: Step, look: Look, reader: Reader) -> Known:
    """Return what a reader sees at a step.

    Raises:
        Refused: `not_now`, where that may not be shown to them.
    """
    if look not in reader.looks(replay):
        raise Refused("not_now")
    ended = showdown_in_sight(step.public)
    if look is Look.ALL:
        opened = replay.opened(step)
        came = arrived(step, step.seat, opened)
        return Known(Cards.of(opened), _valued(opened.values), came, ended)
    if look is Look.MINE and reader.player_id in step.after.player_ids:
        own = step.seen_by(reader.player_id)
        worth = {} if own.value is None else {own.seat: own.value}
        return Known(Cards.of(own), worth, arrived(step, own.seat, own), ended)
    return Known(Cards(), {}, (), ended)


def _valued(values: Iterable[float | None]) -> dict[Seat, float]:
    return {seat: each for seat, each in enumerate(values) if each is not None}


@dataclass(frozen=True)
class Reading:
    """A game as somebody reads it.

    Attributes:
        replay: The game.
        reader: Who reads it.
        names: The players' names, as plain text.
        texts: The language.
    """

    replay: Replay
    reader: Reader
    names: tuple[str, ...]
    texts: Texts

    def seen(self, event: int, look: Look) -> ReplaySeen:
        """Return the game opened at the step that tells of an event.

        Raises:
            Refused: `not_now`, where that may not be shown, or the game has not started.
        """
        replay = self.replay
        steps = told_steps(replay)
        step = step_at(steps, event)
        shown = known(replay, step, look, self.reader)
        scene = Scene.of(step.public, self.names, self.texts)
        return ReplaySeen(
            scene=scene,
            told=narrated(scene, step, shown.arrived),
            hands=shown.hands,
            points=shown.points,
            look=look,
            looks=self.reader.looks(replay),
            pages=pages(replay, steps, step),
            owner=self.reader.mark,
            over=replay.end.phase.over,
        )


def step_at(steps: Sequence[Step], event: int) -> Step:
    """Return the step that tells of an event, or the first one."""
    return max((step for step in steps if step.event <= event), key=_event, default=steps[0])


def pages(replay: Replay, steps: Sequence[Step], step: Step) -> Pages:
    """Return where a step is among all that are shown."""
    place = steps.index(step)
    return Pages(
        event=step.event,
        number=place + 1,
        count=len(steps),
        first=steps[0].event,
        before=steps[max(place - 1, 0)].event,
        after=steps[min(place + 1, len(steps) - 1)].event,
        last=steps[-1].event,
        rounds={number: replay.steps[start].event for number, start in replay.rounds.items()},
        round=step.round,
    )


def _event(step: Step) -> int:
    return step.event


def arrived(step: Step, seat: Seat | None, view: SeatView | OpenView) -> tuple[Card, ...]:
    """Return the cards that a step brought unseen by others: the drawn one, or a whole hand."""
    if seat is None or seat != step.seat or step.kind not in BRINGS_CARDS:
        return ()
    if view.drawn is not None:
        return (view.drawn,)
    return view.hands[seat] if isinstance(view, OpenView) else view.hand
