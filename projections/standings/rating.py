"""How good a player is, as far as games show: ratings by the placing of each game."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from openskill.models import PlackettLuce

PROVISIONAL: Final = 10
"""A rating of fewer games is provisional, and is not ranked."""

DEVIATIONS: Final = 3
"""How many deviations below its mean a rating is shown, so that few games cannot boast."""


@dataclass(frozen=True)
class Rating:
    """What is believed of a player.

    Attributes:
        mu: The mean of the belief.
        sigma: Its deviation.
    """

    mu: float = 25.0
    sigma: float = 25.0 / 3

    @property
    def shown(self) -> float:
        """The conservative rating: almost certainly the player is at least that good."""
        return self.mu - DEVIATIONS * self.sigma


def rated(before: Sequence[Rating], places: Sequence[int]) -> tuple[Rating, ...]:
    """Return the ratings after a game.

    Args:
        before: The players' ratings, by seat.
        places: Their final places; equal places are draws.
    """
    model = _model()
    teams = [[model.rating(mu=rating.mu, sigma=rating.sigma)] for rating in before]
    after = model.rate(teams, ranks=[float(place) for place in places])
    return tuple(Rating(team[0].mu, team[0].sigma) for team in after)


@lru_cache(maxsize=1)
def _model() -> PlackettLuce:
    """Return the model, which takes any number of players and draws among them."""
    return PlackettLuce()
