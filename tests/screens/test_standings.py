"""Rankings, figures, history and privacy as they are read; kept as text files."""

from dataclasses import replace
from datetime import UTC, date, datetime
from typing import Final
from uuid import UUID
from zoneinfo import ZoneInfo

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from domain.errors import Refused
from domain.views import spectacle
from projections.standings.periods import Period
from telegram_bot.callback_data import NOWHERE, Press, Verb, decode
from telegram_bot.names import Contact, display_names, remembered_names
from telegram_bot.screens import history
from telegram_bot.screens.ending import Outcome
from telegram_bot.screens.history import GameSeen, HistorySeen, SeatedSeen, history_screen
from telegram_bot.screens.privacy import (
    Kept,
    asking_screen,
    forgotten_screen,
    kept_screen,
    privacy_text,
)
from telegram_bot.screens.rankings import (
    LAST_PAGE,
    PAGE_SIZE,
    PERIODS,
    Board,
    Line,
    Placed,
    RankingSeen,
    Rated,
    Scope,
    ranking_screen,
    read_board,
    weekly_screen,
)
from telegram_bot.screens.screen import Screen
from telegram_bot.screens.stats import RivalSeen, StatsSeen, no_stats, stats_text
from telegram_bot.screens.table import table_screen
from telegram_bot.texts import languages, texts
from tests.screens.measures import assert_fits
from tests.screens.snapshots import assert_matches, titled
from tests.support.games import GROUP, Chance, play_on, player, seated

START: Final = date(2026, 3, 2)
LONGEST_NAME: Final = "\U0001f469\u200d\U0001f469\u200d\U0001f467" * 20


def ranked(*names: str) -> list[Line]:
    """Return lines of which the first two are level."""
    scores = [(1, 9, 3), (1, 9, 3), (3, 4, 0), (4, 1, 1), (5, 0, 0)]
    return [
        Placed(rank, name, points, wins, games=12)
        for (rank, points, wins), name in zip(scores, names, strict=False)
    ]


def seen(board: Board, *lines: Line, own: Line | None = None, more: bool = False) -> RankingSeen:
    return RankingSeen(GROUP, board, START, lines, own, more)


@pytest.mark.parametrize("language", languages())
def test_rankings(language: str) -> None:
    words = texts(language)
    names = remembered_names([Contact("Ana"), None, Contact("Bo <3"), None, Contact("")], words)
    lines = ranked(*names)
    season = replace(seen(Board("season", Scope.EVERYWHERE), *lines), start=date(2026, 1, 1))
    month = replace(seen(Board("month"), *lines[:1]), start=date(2026, 3, 1))
    apart = Placed(42, "Zoé", 1, 1, 1)
    rated = [Rated(rank, name, 20.04 - rank, 17 - rank, 10) for rank, name in enumerate(names, 1)]
    provisional = Rated(None, "Zoé", -0.04, 4, 10)
    told = {
        "a group's week, somebody further down": ranking_screen(
            seen(Board(), *lines, own=apart, more=True), words
        ),
        "the second page": ranking_screen(seen(Board(page=1), *lines), words),
        "a month": ranking_screen(month, words),
        "a season of all groups": ranking_screen(season, words),
        "all time, in private": ranking_screen(
            replace(seen(Board("all", Scope.EVERYWHERE), *lines), group_id=NOWHERE), words
        ),
        "ratings": ranking_screen(seen(Board(scope=Scope.RATED), *rated, own=provisional), words),
        "nobody rated": ranking_screen(seen(Board(scope=Scope.RATED)), words),
        "nothing played": ranking_screen(seen(Board()), words),
        "a page that is gone": ranking_screen(seen(Board(page=7)), words),
        "on Monday morning": weekly_screen(seen(Board(), *lines), words),
    }
    for screen in told.values():
        assert_fits(screen)

    assert_matches(f"{language}/rankings", "".join(titled(*each) for each in told.items()))


STATS: Final = StatsSeen(
    name="Ana <3",
    games=12,
    wins=4,
    rating=18.26,
    rated_games=12,
    needed=10,
    place=2.25,
    rounds=104,
    hand=21.44,
    knocks_won=12,
    knocks_failed=4,
    lives_as_knocker=5,
    thirty_ones=3,
    trios=1,
    timeouts=2,
    streak=2,
    best_streak=4,
    rival=RivalSeen("Bruno", 7, 3, 1),
)


@pytest.mark.parametrize("language", languages())
def test_figures_of_a_player(language: str) -> None:
    words = texts(language)
    told = {
        "after many games": Screen(stats_text(STATS, words)),
        "provisional, and alone": Screen(
            stats_text(replace(STATS, rated_games=1, games=1, wins=1, rival=None), words)
        ),
        "none yet": Screen(no_stats("Bo <3", words)),
    }
    for screen in told.values():
        assert_fits(screen)

    assert_matches(f"{language}/stats", "".join(titled(*each) for each in told.items()))


@pytest.mark.parametrize("language", languages())
def test_history_of_a_group(language: str) -> None:
    words = texts(language)
    ended_at = datetime(2026, 3, 1, 23, 30, tzinfo=UTC)
    won = GameSeen(
        UUID("57726d01-0000-4000-8000-000000000031"),
        ended_at,
        "schwimmen",
        12,
        abandoned=False,
        players=[SeatedSeen("Ana <3", 2), SeatedSeen("Bruno", 1), SeatedSeen("Carla", 2)],
    )
    given_up = replace(won, abandoned=True, rounds=1, players=[SeatedSeen("Ana", None)])
    berlin = ZoneInfo("Europe/Berlin")
    told = {
        "the first page": HistorySeen(GROUP, 0, [won, given_up], berlin, more=True),
        "the last page": HistorySeen(GROUP, 1, [won], UTC),
        "nothing played": HistorySeen(GROUP, 0, [], UTC),
        "a page that is gone": HistorySeen(GROUP, 9, [], UTC),
    }
    screens = {title: history_screen(each, words) for title, each in told.items()}
    for screen in screens.values():
        assert_fits(screen)

    assert_matches(f"{language}/history", "".join(titled(*each) for each in screens.items()))


@pytest.mark.parametrize("language", languages())
def test_privacy(language: str) -> None:
    words = texts(language)
    told = {
        "what is stored": Screen(privacy_text(words)),
        "shall I": asking_screen(player(1), Kept(playing=False, games=7), words),
        "shall I, nothing played": asking_screen(player(1), Kept(playing=False, games=0), words),
        "done": forgotten_screen(1, words),
        "not done": kept_screen(words),
    }
    for screen in told.values():
        assert_fits(screen)

    assert_matches(f"{language}/privacy", "".join(titled(*each) for each in told.items()))


@pytest.mark.parametrize("language", languages())
def test_a_result_with_what_it_has_changed_of_the_ratings(language: str) -> None:
    words = texts(language)
    *_, last = play_on(seated(3), Chance(seed=7))
    names = display_names([Contact(name) for name in ("Ana", "Bruno", "Carla")], words)

    told = {
        name: table_screen(spectacle(last.after), names, words, outcome=Outcome(ratings=ratings))
        for name, ratings in {
            "known": (1.24, -0.96, 0.04),
            "not rated": (None, None, None),
            "not known": (),
        }.items()
    }

    assert told["not rated"] == told["not known"]
    assert_matches(f"{language}/ratings", "".join(titled(*each) for each in told.items()))


def test_the_menu_offers_every_period_there_is() -> None:
    assert list(PERIODS) == [period.value for period in Period]


@given(
    st.builds(
        Board, st.sampled_from([*PERIODS]), st.sampled_from(Scope), st.integers(0, LAST_PAGE)
    ),
    st.booleans(),
    st.booleans(),
)
def test_every_button_of_a_ranking_leads_to_one(board: Board, more: bool, private: bool) -> None:  # noqa: FBT001 - drawn by chance
    assume(not (private and board.scope is Scope.HERE))
    group_id: UUID = NOWHERE if private else GROUP
    lines = [Placed(rank, LONGEST_NAME, 999, 999, 999) for rank in range(PAGE_SIZE)]
    start = START.replace(day=1)
    screen = ranking_screen(RankingSeen(group_id, board, start, lines, more=more), texts("en"))

    assert_fits(screen)
    boards = []
    for button in (button for row in screen.keyboard for button in row):
        press = decode(button.press.encode())
        assert press == button.press
        assert press is not None
        boards.append(read_board(press))
        assert "✓" not in button.label or boards[-1] == replace(board, page=0)
    assert {each.page for each in boards} <= {0, board.page - 1, board.page + 1}


@pytest.mark.parametrize(
    "topic",
    ["", "week", "week.here", "day.here.0", "week.there.0", "week.here.x", "week.here.1000"],
)
def test_what_no_ranking_offers_is_forged(topic: str) -> None:
    with pytest.raises(Refused, match="forged"):
        read_board(Press(Verb.TOP, GROUP, topic=topic))


def test_a_private_chat_has_no_ranking_of_its_own() -> None:
    with pytest.raises(Refused, match="forged"):
        read_board(Press(Verb.TOP, NOWHERE, topic=Board().topic))


def test_a_history_has_no_page_before_the_first() -> None:
    for page in (-1, LAST_PAGE + 1):
        with pytest.raises(Refused, match="forged"):
            history.page_of(Press(Verb.HISTORY, GROUP, choice=page))


def test_people_who_left_are_never_called_none_or_by_an_id() -> None:
    gone = [None, Contact(deleted=True), Contact("")]

    assert remembered_names(gone, texts("en")) == (
        "Somebody who left",
        "Somebody who left (2)",
        "Somebody who left (3)",
    )
