"""What a computer player is told: what a person at the same seat could know, and nothing else.

Neither type has a field that could hold a match, a stock or somebody else's hand.
"""

from dataclasses import dataclass
from enum import StrEnum

from domain.cards import Hand
from domain.facts import Seat
from domain.views import SeatView


class Deed(StrEnum):
    """What everybody at the table has seen happen in a round."""

    TURNED_UP = "turned_up"
    """Cards were laid open: the upcard, or a centre (RULES 4.4, 4.6, 5.12)."""
    DREW = "drew"
    """Nobody else has seen which card."""
    TOOK = "took"
    THREW = "threw"
    KNOCKED = "knocked"
    STOOD = "stood"
    PASSED = "passed"
    KEPT = "kept"
    SWAPPED = "swapped"
    EXCHANGED = "exchanged"
    ENDED_TURN = "ended_turn"
    RESHUFFLED = "reshuffled"
    """The discards under the top card went back, face down (RULES 5.6)."""
    LEFT = "left"


@dataclass(frozen=True)
class PublicDeed:
    """One thing that everybody has seen.

    Attributes:
        deed: What.
        seat: Whose deed, if anybody's.
        taken: Open cards that went into the hand.
        thrown: Cards that were laid open.
    """

    deed: Deed
    seat: Seat | None = None
    taken: Hand = ()
    thrown: Hand = ()


@dataclass(frozen=True)
class Observation:
    """All that a seat knows when it must decide.

    Attributes:
        view: The table as the seat sees it.
        history: What everybody has seen in this round, oldest first.
    """

    view: SeatView
    history: tuple[PublicDeed, ...]
