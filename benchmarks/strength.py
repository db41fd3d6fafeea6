"""How strong `hard` is: `uv run python -m benchmarks.strength`.

Whole matches are played by the rules of the product, with every player told what its seat may know
and nothing else. One `hard` sits among players of one kind, at each seat in turn. The share of
matches that it wins is compared with the fair share, which is what it would win were it one of
them. Matches are seeded, so a run can be repeated; `--seed` chooses others.
"""

import argparse
import hashlib
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from math import sqrt
from random import Random
from time import process_time
from typing import Final
from uuid import UUID

from benchmarks.strength_players import KNOCKS_AT, Expecting, RandomPlayer
from domain import lobby, playing, timing
from domain.choosing import Chosen
from domain.computer.hard import Hard, prepare
from domain.computer.medium import Medium
from domain.computer.player import ComputerPlayer
from domain.consequences import with_consequences
from domain.dealing import Moment
from domain.facts import Fact, GameOpened, RoundDealt
from domain.match import DeadlineKind, Match, Phase, evolve_all, opened
from domain.observing import observe
from domain.rules import rule_set

SEED: Final = 20_261
CELLS: Final = {
    **dict.fromkeys(("scat", "trinta", "scat_four"), (2, 3, 4, 7)),
    "schwimmen": (2, 3, 4, 5),
}
COMPANIES: Final = ("tuned", "books", "random")
LONGEST: Final = 20_000
"""Commands after which a match is given up as endless; none should be."""


@dataclass(frozen=True)
class Cell:
    """What is measured at once: a preset, so many players, and who the others are."""

    preset: str
    players: int
    company: str

    def others(self) -> ComputerPlayer:
        """Return the player who sits on all other seats."""
        match self.company:
            case "tuned":
                return Expecting(KNOCKS_AT[self.preset])
            case "books":
                return Medium()
            case _:
                return RandomPlayer()


@dataclass
class Tally:
    """What has been counted: matches, those that `hard` won, and the time of its decisions."""

    matches: int = 0
    won: float = 0.0
    seconds: list[float] = field(default_factory=list)

    @property
    def share(self) -> float:
        """The share of matches won."""
        return self.won / self.matches

    @property
    def error(self) -> float:
        """Half the width of its 95 % interval (Wilson)."""
        n, z = self.matches, 1.96
        return z / (1 + z * z / n) * sqrt(self.share * (1 - self.share) / n + (z / n / 2) ** 2)


class Clockwork:
    """Moments for a match, one minute apart, with secrets that follow from its name."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.count = 0

    def moment(self) -> Moment:
        """Return the next moment."""
        self.count += 1
        secret = hashlib.sha256(f"{self.name}|{self.count}".encode()).digest()
        now = datetime(2026, 3, 1, tzinfo=UTC) + timedelta(minutes=self.count)
        return Moment(now, secret)


def play_match(
    preset: str, seats: Sequence[ComputerPlayer], name: str, timed: Tally | None = None
) -> Match:
    """Play one match to its end. All chance follows from its name.

    Args:
        preset: The rules.
        seats: Who plays, by seat.
        name: Names the match.
        timed: Where the times of `Hard` are noted, if anywhere.
    """
    clock, chance = Clockwork(name), Random(name)
    players = [UUID(int=seat + 1) for seat in range(len(seats))]
    opening, *joined = lobby.open_table(UUID(int=31), players[0], Chosen(preset, rule_set(preset)))
    assert isinstance(opening, GameOpened)  # noqa: S101 - what it always is
    match = evolve_all(opened(UUID(bytes=clock.moment().seed[:16]), opening), joined)
    for player in players[1:]:
        match = evolve_all(match, lobby.join(match, player))
    round_facts: list[Fact] = []
    decided = lobby.start(match, players[0])
    for _ in range(LONGEST):
        happened = with_consequences(match, decided, clock.moment())
        match = evolve_all(match, happened)
        if match.phase.over:
            return match
        dealt = [n for n, fact in enumerate(happened) if isinstance(fact, RoundDealt)]
        round_facts = [*happened[dealt[-1] :]] if dealt else [*round_facts, *happened]
        if match.phase is Phase.CUTTING:
            late = match.being_cut().deal_at
            decided = timing.time_out(match, DeadlineKind.DEAL, match.round_number, late)
            continue
        _, played = match.in_play()
        observation = observe(match, players[played.seat], round_facts)
        started = process_time()
        tap = seats[played.seat].choose(observation, chance)
        if timed is not None and isinstance(seats[played.seat], Hard):
            timed.seconds.append(process_time() - started)
        decided = playing.play(match, players[played.seat], match.turn, tap)
    msg = f"match {name} does not end"
    raise RuntimeError(msg)


def measure(cell: Cell, matches: int, seed: int) -> Iterator[Tally]:
    """Play matches of a cell, and return the tally after each."""
    prepare(rule_set(cell.preset))
    tally, others = Tally(), cell.others()
    for number in range(matches):
        seat = number % cell.players
        seats = [Hard() if place == seat else others for place in range(cell.players)]
        name = f"{seed}|{cell.preset}|{cell.players}|{cell.company}|{number}"
        winners = play_match(cell.preset, seats, name, tally).winners
        tally.matches += 1
        tally.won += (seat in winners) / len(winners)
        yield tally


def report(cell: Cell, tally: Tally) -> str:
    """Return a line of the table."""
    times = sorted(tally.seconds)
    fair = 100 / cell.players
    return (
        f"| {cell.preset} | {cell.players} | {cell.company} | {tally.matches} | {fair:.1f} "
        f"| {100 * tally.share:.1f} ± {100 * tally.error:.1f} "
        f"| {1e3 * times[len(times) // 2]:.1f} | {1e3 * times[-1]:.0f} |"
    )


def main() -> None:
    """Measure the cells that are asked for, and print a table as it grows."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--preset", choices=CELLS, action="append")
    parser.add_argument("--players", type=int, action="append")
    parser.add_argument("--company", choices=COMPANIES, action="append")
    parser.add_argument("--matches", type=int, default=4000)
    parser.add_argument("--error", type=float, default=0.015, help="stop at ± this, at 95 %%")
    parser.add_argument("--seed", type=int, default=SEED)
    wanted = parser.parse_args()
    print("| preset | players | company | matches | fair | won, % | ms, median | ms, most |")
    print("|---|---:|---|---:|---:|---:|---:|---:|")
    for preset in wanted.preset or CELLS:
        for players in wanted.players or CELLS[preset]:
            for company in wanted.company or COMPANIES:
                cell = Cell(preset, players, company)
                for tally in measure(cell, wanted.matches, wanted.seed):
                    if tally.matches >= 200 and tally.error <= wanted.error:
                        break
                    if tally.matches % 20 == 0:
                        print(f"\r{report(cell, tally)}", end="", file=sys.stderr, flush=True)
                print(f"\r{report(cell, tally)}", flush=True)


if __name__ == "__main__":
    main()
