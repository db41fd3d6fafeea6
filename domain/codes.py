"""The short names of games."""

from base64 import b32encode
from typing import Final
from uuid import UUID

CODE_BYTES: Final = 5


def code_of(game_id: UUID) -> str:
    """Return the short name of a game, in letters and digits that are hard to confuse."""
    return b32encode(game_id.bytes[:CODE_BYTES]).decode().lower()
