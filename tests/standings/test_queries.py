"""Questions to the standings: ranks are shared, pages fit together, and an index is walked."""

import math
from collections import Counter
from random import Random
from typing import Any
from uuid import UUID

import pytest

from benchmarks import top as large
from projections.database import Database
from projections.rows import Connection
from projections.standings.books import BY_RATING, EVERYWHERE, Books, Figures, Ranking, Score
from projections.standings.periods import BEGINNING, Period, Span
from projections.standings.queries import (
    HISTORY,
    OWN,
    OWN_RATED,
    RATED,
    TOP,
    own_rank,
    own_rated,
    top,
    top_rated,
)
from projections.standings.rating import Rating
from projections.standings.view import StandingsStore
from tests.standings.conftest import Watched

EVER = Span(Period.ALL, BEGINNING)
PLAYERS = [UUID(int=number + 1) for number in range(40)]

Line = tuple[int, UUID, int, int, int]


def write(connection: Connection, scores: dict[UUID, Score], figures: dict[UUID, Figures]) -> None:
    store, books = StandingsStore("thirtyone"), Books(figures)
    books.scores[Ranking(EVERYWHERE, Period.ALL, BEGINNING)] = scores
    store.store_figures(connection, books.figures)
    store.add_scores(connection, books.scores)


def ranked(scores: dict[UUID, Score]) -> list[Line]:
    """Rank by hand: one more than those who are strictly better."""

    def key(score: Score) -> tuple[int, int, int]:
        return -score.points, -score.wins, score.games

    lines = [
        (1 + sum(key(other) < key(score) for other in scores.values()), player, *score)
        for player, score in scores.items()
    ]
    return sorted(lines, key=lambda line: (line[0], line[1]))


@pytest.mark.parametrize("seed", range(5))
def test_those_who_are_level_share_a_rank_on_every_page(connection: Connection, seed: int) -> None:
    random = Random(seed)
    scores = {
        player: Score(random.randint(0, 4), random.randint(0, 1), random.randint(1, 2))
        for player in PLAYERS
    }
    write(connection, scores, {})
    expected = ranked(scores)
    limit = random.randint(1, 7)

    pages = [
        top(connection, EVERYWHERE, EVER, limit, offset)
        for offset in range(0, len(PLAYERS), limit)
    ]

    assert [tuple(vars(line).values()) for page in pages for line in page] == expected
    for line in expected:
        own = own_rank(connection, EVERYWHERE, EVER, line[1])
        assert own is not None
        assert tuple(vars(own).values()) == line


def test_a_page_and_its_ranks_are_those_of_one_moment(
    database: Database, connection: Connection
) -> None:
    """Whatever is written between two statements: here, somebody better each time."""
    write(connection, {player: Score(5, 1, 1) for player in PLAYERS[:3]}, {})
    newcomers = iter(PLAYERS[3:])
    with Watched.connect(database.conninfo, autocommit=True) as watched:
        watched.before = lambda: write(connection, {next(newcomers): Score(9, 1, 1)}, {})

        ranks = [line.rank for line in top(watched, EVERYWHERE, EVER, 10, 1)]

    assert ranks == [2] * 3


def test_a_page_behind_the_last_is_empty(connection: Connection) -> None:
    write(connection, {PLAYERS[0]: Score(1, 1, 1)}, {})

    assert top(connection, EVERYWHERE, EVER, 10, 10) == []
    assert own_rank(connection, EVERYWHERE, EVER, PLAYERS[1]) is None


@pytest.mark.parametrize("seed", range(5))
def test_one_s_own_line_by_rating_is_that_of_the_ranking(
    connection: Connection, seed: int
) -> None:
    random = Random(seed)
    figures = {
        player: Figures(
            rating=Rating(random.choice([20.0, 25.5, 26.0, 30.25]), random.choice([1.0, 8.5])),
            rated_games=random.randint(8, 12),
        )
        for player in PLAYERS
    }
    write(connection, {}, figures)

    ranking = {line.player_id: line for line in top_rated(connection, len(PLAYERS))}

    assert ranking
    assert {player: own_rated(connection, player) for player in PLAYERS} == {
        player: ranking.get(player) for player in PLAYERS
    }


@pytest.mark.parametrize("seed", range(5))
def test_ratings_that_move_are_counted_on_the_level_that_they_are_on(
    connection: Connection, seed: int
) -> None:
    random, figures = Random(seed), dict[UUID, Figures]()
    for games in range(8, 14):
        figures = {
            player: Figures(rating=Rating(random.uniform(20, 24), 1.0), rated_games=games)
            for player in PLAYERS
        }
        write(connection, {}, figures)

        rows = connection.execute(
            "SELECT points, players FROM thirtyone.ranking_levels WHERE period = 'rating'"
        ).fetchall()

        ranked = [math.floor(kept.rating.shown) for kept in figures.values() if games >= 10]
        assert dict(rows) == Counter(ranked)


PAGE = {"scope": EVERYWHERE, "period": "all", "start": BEGINNING, "limit": 10, "offset": 2_000}
OWN_LINE = PAGE | {"player": UUID(int=77)}
QUESTIONS = {
    "a page": (TOP, PAGE, {"ranking_levels_pkey", "rankings_in_order"}),
    "own rank": (OWN, OWN_LINE, {"rankings_pkey", "ranking_levels_pkey", "rankings_in_order"}),
    "by rating": (RATED, PAGE | {"offset": 0}, {"player_figures_by_rating"}),
    "own by rating": (
        OWN_RATED,
        OWN_LINE | BY_RATING._asdict(),
        {"player_figures_pkey", "ranking_levels_pkey", "player_figures_by_rating"},
    ),
    "history": (
        HISTORY,
        {"group": UUID(int=7), "limit": 10, "offset": 0},
        {"game_records_of_group"},
    ),
}


def test_every_question_walks_an_index_and_none_scans_a_table(connection: Connection) -> None:
    large.fill(connection, games=60_000, players=6_000)

    for name, (question, asked, indexes) in QUESTIONS.items():
        row = connection.execute(b"EXPLAIN (FORMAT JSON) " + question.encode(), asked).fetchone()
        assert row is not None
        nodes = list(walk(row[0][0]["Plan"]))

        assert not [node for node in nodes if node["Node Type"] == "Seq Scan"], name
        assert {node["Index Name"] for node in nodes if "Index Name" in node} == indexes, name


def walk(node: dict[str, Any]) -> list[dict[str, Any]]:
    """Return a step of a plan and all below it."""
    return [node, *(step for below in node.get("Plans", []) for step in walk(below))]
