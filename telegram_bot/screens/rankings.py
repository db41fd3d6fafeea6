"""Rankings: who has left how many behind, in a group or everywhere, and who is rated how."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from enum import StrEnum
from typing import Final
from uuid import UUID

from babel.dates import format_interval, format_skeleton
from babel.numbers import format_decimal

from domain.errors import Refused
from telegram_bot.callback_data import NOWHERE, Press, Verb
from telegram_bot.screens.markup import bold, paragraphs, safe
from telegram_bot.screens.screen import Button, Keyboard, Screen, choice_button, rows
from telegram_bot.texts import Texts

PAGE_SIZE: Final = 10
"""Lines on a page."""

LAST_PAGE: Final = 999
"""Nobody turns so many pages; whoever asks for more has made the button up."""

WEEK: Final = "week"

IN_A_ROW: Final = 2
"""Buttons side by side: more of them are too narrow for their words on a phone."""

PERIODS: Final[dict[str, Callable[[Texts], str]]] = {
    WEEK: lambda t: t.pgettext("ranking", "Week"),
    "month": lambda t: t.pgettext("ranking", "Month"),
    "season": lambda t: t.pgettext("ranking", "Season"),
    "all": lambda t: t.pgettext("ranking", "All time"),
}
"""How long a ranking runs, by the names of `projections.standings.periods.Period`."""

MEDALS: Final = {1: "🥇", 2: "🥈", 3: "🥉"}


class Scope(StrEnum):
    """Whose games are ranked, and how."""

    HERE = "here"
    """Those of one group."""
    EVERYWHERE = "all"
    """Those of all groups."""
    RATED = "rated"
    """Players of all groups by their rating, which knows no period."""


@dataclass(frozen=True)
class Board:
    """Which ranking is shown, and which page of it: the topic of a button, as `week.here.0`.

    Attributes:
        period: How long it runs, one of `PERIODS`; remembered while ratings are shown.
        scope: Whose games it ranks.
        page: Its page, from 0.
    """

    period: str = WEEK
    scope: Scope = Scope.HERE
    page: int = 0

    @property
    def topic(self) -> str:
        """Write it for a button."""
        return f"{self.period}.{self.scope}.{self.page}"


def read_board(press: Press) -> Board:
    """Read which ranking a button shows.

    Raises:
        Refused: `forged`.
    """
    try:
        period, scope, page = press.topic.split(".")
        board = Board(period, Scope(scope), int(page))
    except ValueError:
        raise Refused("forged") from None
    nowhere = board.scope is Scope.HERE and press.game_id == NOWHERE
    if period not in PERIODS or not 0 <= board.page <= LAST_PAGE or nowhere:
        raise Refused("forged")
    return board


@dataclass(frozen=True)
class Placed:
    """A player's line in a ranking.

    Attributes:
        rank: Their place, shared by those who are level.
        name: Their name, as plain text.
        points: Players left behind.
        wins: Games won.
        games: Games played to their end.
    """

    rank: int
    name: str
    points: int
    wins: int
    games: int


@dataclass(frozen=True)
class Rated:
    """A player's line in the ranking by rating.

    Attributes:
        rank: Their place; none while the rating is provisional.
        name: Their name, as plain text.
        rating: The conservative rating.
        games: Games that made it.
        needed: Games that end the provisional time.
    """

    rank: int | None
    name: str
    rating: float
    games: int
    needed: int


Line = Placed | Rated


@dataclass(frozen=True)
class RankingSeen:
    """What is to be seen of a ranking.

    Attributes:
        group_id: The group, or `NOWHERE` in a private chat.
        board: Which one it is.
        start: The first day of its period.
        lines: The lines of its page.
        own: The line of whoever asks, where it is on another page.
        more: Whether there is a page after this.
    """

    group_id: UUID
    board: Board
    start: date
    lines: Sequence[Line]
    own: Line | None = None
    more: bool = False


def ranking_screen(seen: RankingSeen, texts: Texts) -> Screen:
    """Show a page of a ranking, with buttons that lead to all others."""
    own = ["…", _line(seen.own, texts)] if seen.own else []
    text = paragraphs(_heading(seen, texts), [*_lines(seen, texts), *own], [_counted(seen, texts)])
    return Screen(text, _keyboard(seen, texts))


def weekly_screen(seen: RankingSeen, texts: Texts) -> Screen:
    """Tell the ranking of a week that is over."""
    closing = texts.gettext("A new week has begun. Open a table with /new, see all with /top.")
    return Screen(paragraphs(_heading(seen, texts), _lines(seen, texts), [closing]))


def rating_text(rating: float, texts: Texts) -> str:
    """Write a rating with one decimal."""
    return format_decimal(_rounded(rating), "0.0;−0.0", locale=texts.locale)


def change_text(change: float, texts: Texts) -> str:
    """Write what a game has changed of a rating, as `+1.2`."""
    return format_decimal(_rounded(change), "+0.0;−0.0", locale=texts.locale)


def _rounded(number: float) -> float:
    """Round to a decimal, so that nothing is less than nothing."""
    return round(number, 1) + 0.0


def _heading(seen: RankingSeen, texts: Texts) -> list[str]:
    titles = {
        Scope.HERE: texts.gettext("🏆 Ranking of this group"),
        Scope.EVERYWHERE: texts.gettext("🏆 Ranking of all groups"),
        Scope.RATED: texts.gettext("🏆 Ratings in all groups"),
    }
    title = bold(titles[seen.board.scope])
    return [title] if seen.board.scope is Scope.RATED else [title, _period(seen, texts)]


def _period(seen: RankingSeen, texts: Texts) -> str:
    """Say which days are meant, and whose: all groups together have no time zone but UTC."""
    days = _days(seen, texts)
    if seen.board.scope is Scope.EVERYWHERE and seen.board.period != "all":
        return texts.gettext("{days} (UTC)", days=days)
    return days


def _days(seen: RankingSeen, texts: Texts) -> str:
    start, locale = seen.start, texts.locale
    match seen.board.period:
        case "week":
            return format_interval(start, start + timedelta(days=6), "yMMMd", locale=locale)
        case "month":
            return format_skeleton("yMMMM", start, locale=locale)
        case "season":
            last = start.replace(month=start.month + 2)
            return format_interval(start, last, "yMMM", locale=locale)
        case _:
            return PERIODS["all"](texts)


def _lines(seen: RankingSeen, texts: Texts) -> list[str]:
    if seen.lines:
        return [_line(line, texts) for line in seen.lines]
    if seen.board.page:
        return [texts.gettext("Nobody stands on this page any more.")]
    if seen.board.scope is Scope.RATED:
        return [texts.gettext("Nobody has played enough games for a rating yet.")]
    return [texts.gettext("No game has been finished yet. Open a table with /new in a group.")]


def _line(line: Line, texts: Texts) -> str:
    parts = (bold(safe(line.name)), *_figures(line, texts))
    said = " · ".join(parts)
    if line.rank is None:
        return said
    return f"{MEDALS.get(line.rank, '')} {line.rank}. {said}".strip()


def _figures(line: Line, texts: Texts) -> tuple[str, ...]:
    games = texts.ngettext("{n} game", "{n} games", line.games)
    if isinstance(line, Placed):
        points = texts.ngettext("{n} point", "{n} points", line.points)
        return points, texts.ngettext("{n} win", "{n} wins", line.wins), games
    if line.rank is None:
        return rating_text(line.rating, texts), provisional(line.games, line.needed, texts)
    return rating_text(line.rating, texts), games


def provisional(games: int, needed: int, texts: Texts) -> str:
    """Say that a rating is provisional, and until when."""
    return texts.gettext("provisional: {games} of {needed} games", games=games, needed=needed)


def _counted(seen: RankingSeen, texts: Texts) -> str:
    """Say what counts."""
    if seen.board.scope is Scope.RATED:
        return texts.gettext(
            "A rating follows from the places in all finished games and grows with certainty."
        )
    return texts.gettext("Each player left behind in a finished game is a point.")


def _keyboard(seen: RankingSeen, texts: Texts) -> Keyboard:
    board = seen.board
    periods = tuple(
        _button(title(texts), seen, replace(board, period=period, page=0))
        for period, title in PERIODS.items()
        if board.scope is not Scope.RATED
    )
    scopes = {
        Scope.HERE: texts.pgettext("ranking", "This group"),
        Scope.EVERYWHERE: texts.pgettext("ranking", "All groups"),
        Scope.RATED: texts.pgettext("ranking", "Rating"),
    }
    scoped = tuple(
        _button(title, seen, replace(board, scope=scope, page=0))
        for scope, title in scopes.items()
        if scope is not Scope.HERE or seen.group_id != NOWHERE
    )
    turns = (
        *((("◀", board.page - 1),) if board.page > 0 else ()),
        *((("▶", board.page + 1),) if seen.more and board.page < LAST_PAGE else ()),
    )
    pages = tuple(Button(sign, _press(seen, replace(board, page=page))) for sign, page in turns)
    return (*rows(periods, IN_A_ROW), *rows(scoped, IN_A_ROW), *((pages,) if pages else ()))


def _button(label: str, seen: RankingSeen, leads_to: Board) -> Button:
    return choice_button(
        label, _press(seen, leads_to), taken=leads_to == replace(seen.board, page=0)
    )


def _press(seen: RankingSeen, board: Board) -> Press:
    return Press(Verb.TOP, seen.group_id, topic=board.topic)
