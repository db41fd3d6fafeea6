"""`thirtyone replay`: a game move by move, in lines to read or as JSON."""

import json
import sys
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from domain.cards import Hand
from domain.facts import Seat
from domain.replay import Replay, Step
from telegram_bot.errors import OperatorError
from telegram_bot.operating.games import game_called, replay_of
from telegram_bot.replaying import Known, Reader, known, told_steps
from telegram_bot.screens.cards import card_text
from telegram_bot.screens.narration import narrated
from telegram_bot.screens.replay import Look
from telegram_bot.screens.scene import Scene
from telegram_bot.settings import Settings
from telegram_bot.texts import SOURCE, texts

TEXTS = texts(SOURCE)
"""Operators are spoken to in English."""


@dataclass(frozen=True)
class Wanted:
    """What somebody wants to see of a game.

    Attributes:
        round: Which round; none for all of it.
        seat: As which seat saw it; none for all that may be seen.
        as_json: Whether programs read it.
    """

    round: int | None = None
    seat: Seat | None = None
    as_json: bool = False


def run(settings: Settings, game: str, wanted: Wanted) -> int:
    """Tell a game: with all cards when it is over, else what everybody has seen.

    Raises:
        OperatorError: There is no such game, round or seat, or it may not be seen so.
    """
    with game_called(settings, game) as (room, game_id, _):
        replay = replay_of(room, game_id, game)
    tell = _as_json if wanted.as_json else _as_lines
    sys.stdout.writelines(f"{line}\n" for line in tell(_seen(replay, wanted)))
    return 0


@dataclass(frozen=True)
class Seen:
    """A step as it is seen.

    Attributes:
        step: The step.
        said: What happened, in sentences.
        known: The cards that are seen beside those that lie open.
    """

    step: Step
    said: list[str]
    known: Known


def _seen(replay: Replay, wanted: Wanted) -> Iterator[Seen]:
    look, reader = _reader(replay, wanted.seat)
    if wanted.round is not None and wanted.round not in replay.rounds:
        msg = f"There is no round {wanted.round}: there were {len(replay.rounds)}"
        raise OperatorError(msg)
    names = tuple(f"Seat {seat}" for seat in range(len(replay.end.player_ids)))
    for step in told_steps(replay):
        if wanted.round not in {None, step.round}:
            continue
        cards = known(replay, step, look, reader)
        said = narrated(Scene.of(step.public, names, TEXTS), step, cards.arrived)
        yield Seen(step, said, cards)


def _reader(replay: Replay, seat: Seat | None) -> tuple[Look, Reader]:
    over = replay.end.phase.over
    if seat is None:
        return Look.ALL if over else Look.PUBLIC, Reader(None, alone=False)
    if not 0 <= seat < len(replay.end.player_ids):
        msg = f"There is no seat {seat}: they are 0 to {len(replay.end.player_ids) - 1}"
        raise OperatorError(msg)
    if not over:
        msg = "The game is not over: until then the cards of a seat are shown to its player alone"
        raise OperatorError(msg)
    return Look.MINE, Reader(replay.end.player_ids[seat], alone=False)


def _as_lines(steps: Iterator[Seen]) -> Iterator[str]:
    before: Mapping[Seat, Hand] = {}
    lives: Sequence[int] = ()
    for seen in steps:
        first, *others = seen.said or [seen.step.kind.replace("_", " ")]
        yield f"{seen.step.event:5}  {first}"
        yield from (f"       {line}" for line in others)
        held = {seat: hand for seat, hand in seen.known.hands.items() if hand}
        if held and held != before:
            yield "       " + " | ".join(_hand(seen, seat) for seat in held)
        before = held
        left = [seat.lives for seat in seen.step.public.seats]
        if left != lives and seen.step.round:
            yield "       lives " + " | ".join(f"{seat}: {many}" for seat, many in enumerate(left))
            lives = left


def _hand(seen: Seen, seat: Seat) -> str:
    points = seen.known.points.get(seat)
    worth = "" if points is None else f" ({points:g})"
    cards = " ".join(card_text(card, TEXTS) for card in seen.known.hands[seat])
    return f"{seat}: {cards}{worth}"


def _as_json(steps: Iterator[Seen]) -> Iterator[str]:
    for seen in steps:
        yield json.dumps(_values(seen), ensure_ascii=False)


def _values(seen: Seen) -> dict[str, Any]:
    step, view = seen.step, seen.step.public
    return {
        "event": step.event,
        "at": step.at.isoformat(),
        "round": step.round,
        "kind": step.kind,
        "seat": step.seat,
        "cause": step.cause,
        "said": seen.said,
        "rulings": [asdict(ruling) for ruling in step.rulings],
        "lives": [seat.lives for seat in view.seats],
        "awaited": view.awaited,
        "knocker": view.knocker,
        "face_up": view.face_up,
        "stock": view.stock,
        "hands": seen.known.hands,
        "points": seen.known.points,
    }
