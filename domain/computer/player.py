"""What every computer player can do."""

from random import Random
from typing import Protocol

from domain.computer.observation import Observation
from domain.moves import Tap
from domain.views import SeatView


class ComputerPlayer(Protocol):
    """Chooses for a seat. The same observation and the same chance give the same choice."""

    def choose(self, observation: Observation, chance: Random) -> Tap:
        """Return one of the taps that the seat has now.

        The dealer's choice (RULES 4.6) and the end of a turn (5.10) are taps like all others.

        Args:
            observation: What the seat knows. It must be on turn.
            chance: Where doubt is settled, seeded by whoever asks.
        """


def cut(choices: int, chance: Random) -> int:
    """Return what a computer player adds to the shuffle: any choice, from 1 on (RULES 4.2)."""
    return chance.randint(1, choices)


def buys_in(view: SeatView) -> bool:
    """Tell whether a computer player accepts the offer to re-enter: whenever it has one (9.1)."""
    return view.seat in view.public.offers
