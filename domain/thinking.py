"""The turns of computer players, and what the strongest of them says of the turns of people.

This is the only way from a match to a computer player, and leads through an observation.
"""

from collections.abc import Iterable, Sequence
from datetime import datetime
from random import Random
from typing import Final
from uuid import UUID

from domain.computer.hard import hint
from domain.computer.levels import LEVELS
from domain.computer.reason import Reason
from domain.computer.review import Judgement, costliest, judge
from domain.errors import Refused
from domain.facts import Fact
from domain.match import DeadlineKind, Match, evolve, evolve_all
from domain.observing import observe
from domain.playing import play
from domain.rounds import MOVES, tap_of

WORTH_TELLING: Final = 0.01
"""The chance to win the match that a decision must have cost to be told of."""


def is_due(match: Match, number: int, now: datetime) -> bool:
    """Tell whether a computer player is on a turn, and has thought long enough."""
    deadline = match.deadline
    if deadline is None or (deadline.kind, deadline.number) != (DeadlineKind.COMPUTER, number):
        return False
    return deadline.until <= now


def turn(match: Match, number: int, history: Sequence[Fact], chance: Random) -> tuple[Fact, ...]:
    """Let the computer player that is on turn take it, to its end.

    Args:
        match: The match.
        number: The turn.
        history: The facts of the match, or at least those since the last deal.
        chance: Where the computer player settles doubts.
    """
    _, played = match.in_play()
    player_id = match.player_ids[played.seat]
    mind = LEVELS[match.levels[player_id]]
    happened: list[Fact] = []
    while match.turn == number:
        tap = mind.choose(observe(match, player_id, [*history, *happened]), chance)
        made = play(match, player_id, number, tap)
        happened += made
        match = evolve_all(match, made)
    return tuple(happened)


def advice(match: Match, player_id: UUID, history: Sequence[Fact]) -> Reason:
    """Return the move that the strongest computer player would make for a player, and why.

    Args:
        match: The match.
        player_id: The player.
        history: The facts of the match, or at least those since the last deal.

    Raises:
        Refused: `not_seated`, or `not_your_turn`.
    """
    seen = observe(match, player_id, history)
    if not seen.view.taps:
        raise Refused("not_your_turn")
    return hint(seen, _doubts(match))


def lesson(match: Match, player_id: UUID, happened: Iterable[Fact]) -> Judgement | None:
    """Return the decision of a round that cost a player most, if one was worth telling.

    Args:
        match: The match before what has happened.
        player_id: The player.
        happened: The facts of one round, from its deal on.
    """
    seat, history = match.seat_of(player_id), list[Fact]()
    judged: list[Judgement] = []
    for fact in happened:
        kind = next((kind for kind in MOVES if isinstance(fact, kind)), None)
        if kind and getattr(fact, "seat", None) == seat and match.timed_out is None:
            _, played = match.in_play()
            tap = tap_of(played, MOVES[kind](fact))
            judged.append(judge(observe(match, player_id, history), tap, _doubts(match)))
        history.append(fact)
        match = evolve(match, fact)
    worst = costliest(judged)
    return worst if worst is not None and worst.cost >= WORTH_TELLING else None


def _doubts(match: Match) -> Random:
    """Return what settles doubts on a turn: the same for each hint and for the lesson after it."""
    return Random(f"{match.id} {match.turn}")  # noqa: S311 - it is no secret
