"""What the tests of commands on a database share."""

from tests.projections.conftest import Room
from tests.standings.seasons import season


def play(room: Room, games: int) -> None:
    """Let a season of games be played."""
    for events in season(games):
        room.happen(*events)
