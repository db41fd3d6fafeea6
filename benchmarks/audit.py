"""How fast games are replayed and audited: `uv run python -m benchmarks.audit`.

Each of these is done on one core, for games of random play. The yardstick, measured in the same
run, is the JSON round trip of every event of a game: what looking at them costs at the very least.

Then `thirtyone audit --all` goes along two logs, of which one has ten times as many games: what it
holds in memory must not grow with them. Their database is a PostgreSQL of its own in a temporary
directory; `TMPDIR` chooses the disk.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path
from time import perf_counter
from typing import Final

import psycopg
from eventsourcing.persistence import StoredEvent

from domain.audit.judging import audit, verify
from domain.card_room import CardRoom
from domain.events import Stored
from domain.replay import replayed
from domain.rules import rule_set
from projections.database import Database
from projections.migrate import upgrade
from telegram_bot import embedded
from tests.audit.played import Played, play

GAMES: Final = 8
"""Games of each kind that are timed one by one."""

REPEATS: Final = 15
"""Of so many times the shortest counts: the machine may have other work to do."""

MANY: Final = 10_000
FEWER: Final = MANY // 10
KINDS: Final = (("scat", 2), ("scat", 4), ("trinta", 3), ("schwimmen", 3))
"""Presets and players."""


@dataclass(frozen=True)
class Work:
    """Something that is done with a game."""

    name: str
    do: Callable[[Played], object]


def main() -> None:
    """Measure and print two small tables."""
    work = (
        Work("JSON round trips", round_trips),
        Work("replay", replay),
        Work("audit", audit_log),
        Work("verify a file", verify_file),
    )
    print(f"games per second, random play; of each game the best of {REPEATS} times")
    print(f"{'':22}{'events':>8}" + "".join(f"{each.name:>18}" for each in work))
    for preset, players in KINDS:
        games = list(islice(games_of(preset, players), GAMES))
        events = sum(len(game.lines) for game in games) / len(games)
        rates = "".join(f"{per_second(each, games):18,.0f}" for each in work)
        print(f"{f'{preset}, {players} players':22}{events:8,.0f}{rates}", flush=True)
    with tempfile.TemporaryDirectory() as directory, embedded.serve(Path(directory)) as url:
        stream(Database(url))


def games_of(preset: str, players: int, lives: int = 3) -> Iterator[Played]:
    """Play games for ever, each another one."""
    rules = rule_set(preset, {"lives": lives})
    for seed in count():
        game = play(seed, rules, players)
        if game is not None:
            yield game


def per_second(work: Work, games: Sequence[Played]) -> float:
    """Return how many of these games are done in a second."""
    return len(games) / sum(min(timed(work, game) for _ in range(REPEATS)) for game in games)


def timed(work: Work, game: Played) -> float:
    """Return how long a piece of work takes, in seconds."""
    started = perf_counter()
    work.do(game)
    return perf_counter() - started


def round_trips(game: Played) -> None:
    """Read and write each event as JSON."""
    for line in game.lines:
        json.dumps(json.loads(line.state))


MAPPER: Final = CardRoom().mapper


def replay(game: Played) -> None:
    """Make the steps of a game from its stored events, as a page or a message shows them."""
    events: list[Stored] = [
        MAPPER.to_domain_event(StoredEvent(game.game_id, number, line.topic, line.state))  # type: ignore[misc] # ours
        for number, line in enumerate(game.lines, 1)
    ]
    replayed(events)


def audit_log(game: Played) -> None:
    """Audit a game by its log; it must be good."""
    assert_good(game, audit(game.game_id, game.lines).good)


def verify_file(game: Played) -> None:
    """Audit a game by its file; it must be good."""
    assert_good(game, verify(game.file).good)


def assert_good(game: Played, good: bool) -> None:  # noqa: FBT001 - what is asserted
    """See that a game was found good, or the figures were those of something else."""
    if not good:
        raise AssertionError(game.game_id)


def stream(database: Database) -> None:
    """Audit all games of two logs, and say how long that took and how much memory."""
    upgrade(database)
    games = games_of("trinta", 2, lives=1)
    print(f"\n{'thirtyone audit --all':26}{'seconds':>9}{'games/s':>9}{'most memory':>13}")
    for added, total in ((FEWER, FEWER), (MANY - FEWER, MANY)):
        write(database, islice(games, added))
        seconds, kilobytes = audit_all(database)
        print(
            f"{f'{total:,} games':26}{seconds:9.1f}{total / seconds:9,.0f}"
            f"{kilobytes / 1024:10,.1f} MB",
            flush=True,
        )


def write(database: Database, games: Iterator[Played]) -> None:
    """Add the logs of games to a database."""
    columns = "originator_id, originator_version, topic, state"
    with (
        psycopg.connect(database.conninfo) as connection,
        connection.cursor() as cursor,
        cursor.copy(f"COPY thirtyone.thirtyone_events ({columns}) FROM STDIN") as copy,
    ):
        for game in games:
            for number, line in enumerate(game.lines, 1):
                copy.write_row((game.game_id, number, line.topic, line.state))


def audit_all(database: Database) -> tuple[float, int]:
    """Run the command; return its seconds and the most memory that it held, in kilobytes."""
    started = perf_counter()
    ran = subprocess.Popen(
        [sys.executable, "-m", "telegram_bot", "audit", "--all"],
        env=os.environ | {"DATABASE_URL": database.url},
    )
    _, status, used = os.wait4(ran.pid, 0)
    seconds = perf_counter() - started
    if status:
        raise AssertionError(status)
    return seconds, used.ru_maxrss


if __name__ == "__main__":
    main()
