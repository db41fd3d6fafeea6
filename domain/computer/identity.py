"""What a computer player is known by: its level, and an id that no person has."""

from enum import StrEnum
from hashlib import sha256
from typing import Final
from uuid import UUID


class Level(StrEnum):
    """How well a computer player plays, from the weakest to the strongest."""

    EASY = "easy"
    MEDIUM = "medium"
    HARD = "hard"


_VERSION: Final = 8
_VERSION_BITS: Final = 0xF << 76
_VARIANT_BITS: Final = 0x3 << 62


def computer_id(chance: bytes) -> UUID:
    """Make a computer player's id of 16 random bytes.

    It is as random as a person's, and of a version of its own (RFC 9562, version 8), so that
    whoever meets it, in whatever list of players, knows what it is.
    """
    plain = int.from_bytes(chance[:16]) & ~_VERSION_BITS & ~_VARIANT_BITS
    return UUID(int=plain | _VERSION << 76 | 0x2 << 62)


def substitute_id(game_id: UUID, seat: int) -> UUID:
    """Return the id of the computer player that takes over a seat of a game, if one does."""
    return computer_id(sha256(f"{game_id}|{seat}".encode()).digest())


def is_computer(player_id: UUID) -> bool:
    """Tell whether an id is that of a computer player."""
    return player_id.version == _VERSION
