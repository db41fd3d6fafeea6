"""The turns of computer players: what is seen is chosen by, and the choice is played.

This is the only way from a match to a computer player, and leads through an observation.
"""

from collections.abc import Sequence
from datetime import datetime
from random import Random

from domain.computer.levels import LEVELS
from domain.facts import Fact
from domain.match import DeadlineKind, Match, evolve_all
from domain.observing import observe
from domain.playing import play


def is_due(match: Match, number: int, now: datetime) -> bool:
    """Tell whether a computer player is on a turn, and has thought long enough."""
    return _thinks(match, number) and match.deadline is not None and match.deadline.until <= now


def turn(match: Match, number: int, history: Sequence[Fact], chance: Random) -> tuple[Fact, ...]:
    """Let a computer player take its turn, to the end of it. One that is over changes nothing.

    Args:
        match: The match.
        number: The turn.
        history: The facts of the match, or at least those since the last deal.
        chance: Where the computer player settles doubts.
    """
    if not _thinks(match, number):
        return ()
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


def _thinks(match: Match, number: int) -> bool:
    deadline = match.deadline
    return deadline is not None and (deadline.kind, deadline.number) == (
        DeadlineKind.COMPUTER,
        number,
    )
