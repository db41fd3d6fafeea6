"""Why a move is made, in numbers; sentences are made of them elsewhere."""

from dataclasses import dataclass

from domain.cards import Hand
from domain.moves import Tap


@dataclass(frozen=True)
class Reason:
    """A move that is possible now, and what is to be expected of it.

    Attributes:
        tap: The move.
        gives: Cards that it would give away or throw, as far as that is known before.
        takes: Open cards that it would take.
        before: Points of the hand before it; none while a card must be thrown.
        after: Points of the hand after it; expected points, where a hidden card comes.
        safe: Chance not to be one of those who are lowest and pay, if somebody knocks now: once
            every other player has had one more turn, and the player too who does not knock.
        win: Chance to win the match.
        soon: Expected points after another turn of the player's, in an exchange game that goes on.
    """

    tap: Tap
    gives: Hand
    takes: Hand
    before: float | None
    after: float
    safe: float
    win: float
    soon: float | None = None
