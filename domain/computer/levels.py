"""The computer players by the names of their levels."""

from typing import Final

from domain.computer.easy import Easy
from domain.computer.hard import Hard
from domain.computer.identity import Level
from domain.computer.medium import Medium
from domain.computer.player import ComputerPlayer

LEVELS: Final[dict[str, ComputerPlayer]] = {
    Level.EASY: Easy(),
    Level.MEDIUM: Medium(),
    Level.HARD: Hard(),
}
"""From the weakest to the strongest."""
