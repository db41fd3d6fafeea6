"""What habits cost: `uv run python -m benchmarks.tips`.

One player with a habit sits among players who are the same but for it (`Expecting`), at each seat
in turn, and whole matches are played. Its share of them is what `/rules` tells in its tips
(`telegram_bot/screens/tips.py`). Everything follows from `--seed`.
"""

import argparse
from dataclasses import dataclass, replace
from typing import Final

from benchmarks.strength import SEED, Tally, play_match
from benchmarks.strength_players import KNOCKS_AT, Expecting


@dataclass(frozen=True)
class Habit:
    """A habit, in a game of so many.

    Attributes:
        preset: The rules.
        players: How many play.
        knocks_at: Points with which it knocks or closes, if not when all others do.
        swaps_to: Points up to which it swaps its hand as the dealer, likewise.
        at_last: How many points earlier it knocks on its last life, likewise.
    """

    preset: str
    players: int
    knocks_at: float | None = None
    swaps_to: int | None = None
    at_last: int | None = None

    def player(self, others: Expecting) -> Expecting:
        """Return who has it, and is like the others in all else."""
        player = others
        if self.knocks_at is not None:
            player = replace(player, knocks_at=dict.fromkeys(others.knocks_at, self.knocks_at))
        if self.swaps_to is not None:
            player = replace(player, swaps_to=self.swaps_to)
        if self.at_last is not None:
            player = replace(player, at_last=self.at_last)
        return player

    def told(self) -> str:
        """Say what it is."""
        knocks = "" if self.knocks_at is None else f"knocks at {self.knocks_at:g}"
        swaps = "" if self.swaps_to is None else f"swaps up to {self.swaps_to}"
        last = "" if self.at_last is None else f"knocks {self.at_last} earlier on the last life"
        return knocks + swaps + last


NEVER: Final = 99
HABITS: Final = (
    *(Habit("schwimmen", 2, swaps_to=points) for points in (15, 19)),
    *(Habit("schwimmen", 2, knocks_at=points) for points in (29, 21)),
    *(Habit("scat_four", 2, knocks_at=points) for points in (35, 25)),
    *(Habit("scat", players, knocks_at=28) for players in (2, 3)),
    *(Habit("scat", players, knocks_at=20) for players in (2, 3)),
    *(Habit("scat", players, knocks_at=NEVER) for players in (2, 3, 4)),
    *(Habit("scat", players, at_last=points) for points in (1, 3) for players in (2, 3)),
)


def measure(habit: Habit, matches: int, seed: int) -> Tally:
    """Play matches of one player with a habit."""
    tally, others = Tally(), Expecting(KNOCKS_AT[habit.preset])
    player = habit.player(others)
    for number in range(matches):
        seat = number % habit.players
        seats = [player if place == seat else others for place in range(habit.players)]
        winners = play_match(habit.preset, seats, f"{seed}|{habit}|{number}").winners
        tally.matches += 1
        tally.won += (seat in winners) / len(winners)
    return tally


def main() -> None:
    """Measure all habits, and print a table as it grows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--matches", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=SEED)
    wanted = parser.parse_args()
    print("| preset | players | habit | fair | won, % |")
    print("|---|---:|---|---:|---:|")
    for habit in HABITS:
        tally, fair = measure(habit, wanted.matches, wanted.seed), 100 / habit.players
        won = f"{100 * tally.share:.1f} ± {100 * tally.error:.1f}"
        row = (habit.preset, habit.players, habit.told(), f"{fair:.1f}", won)
        print(f"| {' | '.join(map(str, row))} |", flush=True)


if __name__ == "__main__":
    main()
