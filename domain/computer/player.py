"""What every computer player can do."""

from random import Random
from typing import Protocol
from zlib import crc32

from domain.computer.observation import Observation
from domain.facts import Seat
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


def contribution(commitment: str, seat: Seat, choices: int) -> int:
    """Return what a computer player adds to the shuffle (RULES 4.2): any choice, from 1 on.

    It follows from what everybody sees, so that it is no secret where it comes from.

    Args:
        commitment: The fingerprint of the deck, hexadecimal.
        seat: Its seat.
        choices: How many there are.
    """
    return crc32(f"{commitment}|{seat}".encode()) % choices + 1


def buys_in(view: SeatView) -> bool:
    """Tell whether a computer player accepts the offer to re-enter: whenever it has one (9.1)."""
    return view.seat in view.public.offers
