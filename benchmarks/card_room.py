"""What the card room costs on PostgreSQL: `uv run python -m benchmarks.card_room`.

Both yardsticks are measured in the same run on the same database. Commands are compared with bare
inserts, one row per commit: what any program pays that keeps each step. Loading a game is compared
with reading its rows and nothing else.

The database is a PostgreSQL of its own in a temporary directory; `TMPDIR` chooses the disk.
"""

import tempfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter
from typing import Final
from uuid import UUID, uuid4

import psycopg

from domain.card_room import CardRoom, Done
from domain.dealing import MIX_CHOICES
from domain.match import Match, Phase
from domain.moves import Knock, Tap
from domain.rules import RuleSet, rule_set
from domain.views import spectacle
from projections.database import Database
from projections.migrate import upgrade
from telegram_bot import embedded

SEED: Final = 31
COMMANDS: Final = 300
REPEATS: Final = 3
LOADS: Final = 10
PLAYERS: Final = 4
ROW: Final = b"x" * 200
"""About as long as a stored event."""

NO_CACHE: Final[Mapping[str, str]] = {}
CACHE: Final[Mapping[str, str]] = {
    "AGGREGATE_CACHE_MAXSIZE": "500",
    "AGGREGATE_CACHE_FASTFORWARD": "y",
}
"""As the bot uses it: what other processes have added is read before each use."""


@dataclass
class Play:
    """Random play of one game after another.

    Attributes:
        room: Where it is played.
        random: Where all choices come from.
        rules: The rules of every game.
        knocking: How often a player who may knock does.
        match: The match as the last command left it.
        seconds: What the commands have taken by themselves.
    """

    room: CardRoom
    random: Random
    rules: RuleSet
    knocking: float
    match: Match | None = None
    seconds: float = 0.0

    def step(self) -> Match:
        """Carry out the next command, and return what becomes of the match."""
        command = self._next(self.match)
        started = perf_counter()
        self.match = command().match
        self.seconds += perf_counter() - started
        return self.match

    def _next(self, match: Match | None) -> Callable[[], Done]:
        if match is None or match.phase.over:
            return partial(self.room.open_game, uuid4(), uuid4(), "scat", self.rules)
        if match.phase is Phase.LOBBY:
            if len(match.player_ids) < PLAYERS:
                return partial(self.room.join, match.id, uuid4())
            return partial(self.room.start, match.id, match.player_ids[0])
        if match.phase is Phase.CUTTING:
            deck = match.being_cut()
            seat = next(seat for seat in deck.seats if seat not in deck.contributed)
            contribute = partial(self.room.contribute, match.id, match.player_ids[seat])
            return partial(contribute, match.round_number, self.random.randint(1, MIX_CHOICES))
        _, played = match.in_play()
        player = match.player_ids[played.seat]
        return partial(self.room.play, match.id, player, match.turn, self._tap(match))

    def _tap(self, match: Match) -> Tap:
        taps = spectacle(match).taps
        others = [tap for tap in taps if tap != Knock()]
        if Knock() in taps and (not others or self.random.random() < self.knocking):
            return Knock()
        return self.random.choice(others)


def main() -> None:
    """Measure and print two small tables."""
    with tempfile.TemporaryDirectory() as directory, embedded.serve(Path(directory)) as url:
        database = Database(url)
        upgrade(database)
        print(f"random play of {PLAYERS} players, medians of {REPEATS} repeats")
        compare_commands(database)
        compare_loads(database)


def compare_commands(database: Database) -> None:
    """Measure commands and bare inserts by turns, as many of each."""
    measures: dict[str, Callable[[int], float]] = {
        "bare inserts, a row per commit": partial(insert, database),
        "commands, no cache": partial(play, database, NO_CACHE),
        "commands, cache": partial(play, database, CACHE),
    }
    rates: dict[str, list[float]] = {name: [] for name in measures}
    for number in range(REPEATS):
        for name, measure in measures.items():
            rates[name].append(COMMANDS / measure(SEED + number))
    show("per second", {name: median(found) for name, found in rates.items()})


def compare_loads(database: Database) -> None:
    """Measure how fast the events of one long game are read, and made into its state."""
    game_id = long_game(database)
    with room_on(database, NO_CACHE) as fresh, room_on(database, CACHE) as cached:
        events = fresh.game(game_id).version
        cached.match(game_id)
        measures: dict[str, Callable[[], object]] = {
            "reading the rows": lambda: read(database, game_id),
            "loading, no cache": lambda: fresh.match(game_id),
            "loading, cache": lambda: cached.match(game_id),
        }
        rates = {name: events / timed(measure) for name, measure in measures.items()}
    show(f"events per second, a game of {events}", rates)


def insert(database: Database, _seed: int) -> float:
    """Insert bare rows, each in a commit of its own, and return the seconds it took."""
    with psycopg.connect(database.conninfo, autocommit=True) as connection:
        connection.execute("CREATE TABLE IF NOT EXISTS bare (id bigserial PRIMARY KEY, row bytea)")
        started = perf_counter()
        for _ in range(COMMANDS):
            connection.execute("INSERT INTO bare (row) VALUES (%s)", (ROW,))
        return perf_counter() - started


def play(database: Database, cache: Mapping[str, str], seed: int) -> float:
    """Carry out commands of random play, and return the seconds that they took."""
    with room_on(database, cache) as room:
        game = Play(room, Random(seed), rule_set("scat"), knocking=0.1)
        for _ in range(COMMANDS):
            game.step()
        return game.seconds


def long_game(database: Database) -> UUID:
    """Play a game in which everybody has many lives and hardly ever knocks."""
    with room_on(database, CACHE) as room:
        game = Play(room, Random(SEED), rule_set("scat", {"lives": 10}), knocking=0.02)
        while not (match := game.step()).phase.over:
            pass
    return match.id


def read(database: Database, game_id: UUID) -> list[tuple[object, ...]]:
    """Read the rows of a game."""
    with psycopg.connect(database.conninfo) as connection:
        return connection.execute(
            "SELECT topic, state FROM thirtyone.thirtyone_events WHERE originator_id = %s"
            " ORDER BY originator_version",
            (game_id,),
        ).fetchall()


def timed(work: Callable[[], object]) -> float:
    """Return the median of the seconds that a piece of work takes."""
    took = []
    for _ in range(LOADS):
        started = perf_counter()
        work()
        took.append(perf_counter() - started)
    return median(took)


def room_on(database: Database, cache: Mapping[str, str]) -> CardRoom:
    """Open a card room."""
    return CardRoom({**database.environment, **cache})


def show(heading: str, rates: Mapping[str, float]) -> None:
    """Print rates, each with its ratio to the first, the yardstick."""
    yardstick = next(iter(rates.values()))
    print(f"\n{'':34}{heading:>38}{'/ yardstick':>14}")
    for name, rate in rates.items():
        print(f"{name:34}{rate:38,.0f}{rate / yardstick:14.3g}")


if __name__ == "__main__":
    main()
