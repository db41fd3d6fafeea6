"""What `/top`, `/stats` and `/history` ask of a large database: `uv run python -m benchmarks.top`.

The tables of the standings are filled as a million games of 200,000 players would leave them, by
the database itself; then each question is asked many times. No yardstick is needed: what counts
is that nobody waits.
"""

import tempfile
from collections.abc import Callable
from datetime import date
from functools import partial
from pathlib import Path
from statistics import median
from time import perf_counter
from typing import Final
from uuid import UUID

import psycopg

from projections.database import Database
from projections.migrate import upgrade
from projections.rows import Connection
from projections.standings.books import EVERYWHERE
from projections.standings.periods import BEGINNING, Period, Span
from projections.standings.queries import (
    figures_of,
    history_of,
    opponents_of,
    own_rank,
    own_rated,
    top,
    top_rated,
)
from telegram_bot import embedded

GAMES: Final = 1_000_000
PLAYERS: Final = 200_000
GROUPS: Final = 2_000
PAGE: Final = 10
REPEATS: Final = 30

EVER: Final = Span(Period.ALL, BEGINNING)
SEASON: Final = Span(Period.SEASON, date(2026, 10, 1))

_PLAYER: Final = "lpad(to_hex({}), 32, '0')::uuid"

FILL: Final = (
    # Few play much, many play little: the number of games falls off exponentially.
    """
    CREATE TEMP TABLE played AS
    SELECT number, 1 + (%(mean)s * -ln(1 - random()))::int AS games, random() AS skill
      FROM generate_series(1, %(players)s) AS number
    """,
    f"""
    INSERT INTO thirtyone.player_figures
    SELECT {_PLAYER.format("number")}, 15 + 20 * skill, 25.0 / (3 + games), games,
           (games * skill / 2)::int, 3 * games, 9 * games, 200.0 * games, games, games / 2, games,
           games / 9, games / 9, games / 20, 0, 1 + games / 10, games
      FROM played
    """,  # noqa: S608 - constants of ours
    f"""
    INSERT INTO thirtyone.rankings
    SELECT %(everywhere)s, period, start, {_PLAYER.format("number")},
           (games * skill * 4)::int, (games * skill / 2)::int, games
      FROM played,
           (VALUES ('all', %(ever)s::date), ('season', %(season)s)) AS spans (period, start)
    """,  # noqa: S608 - as above
    """
    INSERT INTO thirtyone.ranking_levels
    SELECT scope, period, start, points, count(*) FROM thirtyone.rankings GROUP BY 1, 2, 3, 4
    UNION ALL
    SELECT %(everywhere)s, 'rating', %(ever)s, floor(mu - 3 * sigma), count(*)
      FROM thirtyone.player_figures WHERE rated_games >= 10 GROUP BY 4
    """,
    f"""
    INSERT INTO thirtyone.player_meetings
    SELECT {_PLAYER.format("number")}, {_PLAYER.format("1 + (number + met * 7919) % %(players)s")},
           met, 9, 0
      FROM generate_series(1, %(players)s) AS number, generate_series(1, 10) AS met
    """,  # noqa: S608 - as above
    f"""
    INSERT INTO thirtyone.game_records
    SELECT gen_random_uuid(), {_PLAYER.format("number % %(groups)s")}, 'scat', 31, true, 9, 'won',
           '2026-01-01Z'::timestamptz + number * interval '30 s' - interval '20 min',
           '2026-01-01Z'::timestamptz + number * interval '30 s',
           '[]'
      FROM generate_series(1, %(games)s) AS number
    """,  # noqa: S608 - as above
)
"""What fills the tables."""


def main() -> None:
    """Fill the tables, ask, and print a small table."""
    with tempfile.TemporaryDirectory() as directory, embedded.serve(Path(directory)) as url:
        database = Database(url)
        upgrade(database)
        with psycopg.connect(database.conninfo, autocommit=True) as connection:
            fill(connection, GAMES, PLAYERS)
            print(f"{GAMES:,} games, {PLAYERS:,} players; medians of {REPEATS}, in milliseconds\n")
            for name, ask in questions(connection).items():
                print(f"{name:46}{milliseconds(ask):10.2f}", flush=True)


def fill(connection: Connection, games: int, players: int) -> None:
    """Fill the tables of the standings as so many games would."""
    values = {
        "games": games,
        "players": players,
        "groups": GROUPS,
        "mean": 4 * games / players,
        "everywhere": EVERYWHERE,
        "ever": BEGINNING,
        "season": SEASON.start,
    }
    with psycopg.ClientCursor(connection) as cursor:  # what makes a table takes no parameters
        for statement in FILL:
            cursor.execute(statement.replace(" % %(", " %% %("), values)
    connection.execute("VACUUM ANALYZE")


def questions(connection: Connection) -> dict[str, Callable[[], object]]:
    """Return what is asked, by name."""
    last = PLAYERS - PAGE
    player = partial(nth, connection)
    return {
        "the first page of all time": lambda: top(connection, EVERYWHERE, EVER, PAGE),
        "the first page of the season": lambda: top(connection, EVERYWHERE, SEASON, PAGE),
        "the page in the middle": lambda: top(connection, EVERYWHERE, EVER, PAGE, last // 2),
        "the last page": lambda: top(connection, EVERYWHERE, EVER, PAGE, last),
        "one's own rank, the first": partial(own_rank, connection, EVERYWHERE, EVER, player(0)),
        "one's own rank, in the middle": partial(
            own_rank, connection, EVERYWHERE, EVER, player(last // 2)
        ),
        "one's own rank, the last": partial(own_rank, connection, EVERYWHERE, EVER, player(last)),
        "the first page by rating": lambda: top_rated(connection, PAGE),
        "the hundredth page by rating": lambda: top_rated(connection, PAGE, 99 * PAGE),
        "one's own rank by rating, the last": partial(
            own_rated, connection, worst_rated(connection)
        ),
        "a player's figures": partial(figures_of, connection, UUID(int=77)),
        "a player's opponents": partial(opponents_of, connection, UUID(int=77), 5),
        "a group's history": lambda: history_of(connection, UUID(int=7), PAGE),
    }


def nth(connection: Connection, place: int) -> UUID:
    """Return who stands at a place of the ranking of all time."""
    return top(connection, EVERYWHERE, EVER, 1, place)[0].player_id


def worst_rated(connection: Connection) -> UUID:
    """Return who stands last in the ranking by rating."""
    row = connection.execute(
        "SELECT player_id FROM thirtyone.player_figures WHERE rated_games >= 10"
        " ORDER BY mu - 3 * sigma LIMIT 1"
    ).fetchone()
    if row is None:
        raise LookupError
    found: UUID = row[0]
    return found


def milliseconds(ask: Callable[[], object]) -> float:
    """Return the median time of a question."""
    took = []
    for _ in range(REPEATS):
        started = perf_counter()
        ask()
        took.append(perf_counter() - started)
    return 1_000 * median(took)


if __name__ == "__main__":
    main()
