"""The computer players by the names of their levels."""

from typing import Final

from domain.computer.easy import Easy
from domain.computer.hard import Hard
from domain.computer.medium import Medium
from domain.computer.player import ComputerPlayer

LEVELS: Final[dict[str, ComputerPlayer]] = {"easy": Easy(), "medium": Medium(), "hard": Hard()}
"""From the weakest to the strongest."""
