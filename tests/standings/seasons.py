"""A season of games that were really played, the same each time."""

from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from uuid import UUID

from domain import facts
from domain.customs import Customs
from domain.events import Stored
from tests.standings.histories import GROUPS, PLAYERS, Thread, in_place, real_game
from tests.support import games as support

FIRST_DAY = datetime(2026, 3, 20, 23, 30, tzinfo=UTC)


def season(games: int) -> Iterator[list[Stored]]:
    """Play games by turns in three groups, and tell each as a list of events.

    Whoever loses an event, or takes one in twice, gets other figures.
    """
    lisbon = facts.CustomsChosen(
        player_id=PLAYERS[0], customs=Customs(time_zone="Europe/Lisbon", weekly=True).to_dict()
    )
    yield Thread(GROUPS[0], [facts.GroupRegistered(), lisbon], FIRST_DAY).stored()
    for number in range(games):
        preset = ("scat", "schwimmen")[number % 2]
        chance = support.Chance(number, knocking=0.5, leaving=0.02, missing=0.1)
        told = real_game(preset, 2 + number % 3, chance)
        moved = [in_place(fact, GROUPS[number % 3], number % 4) for fact in told]
        ended = FIRST_DAY + timedelta(days=number)
        yield Thread(UUID(int=31_000 + number), moved, ended).stored()
