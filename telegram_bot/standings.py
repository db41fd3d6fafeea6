"""The façade of the standings for the Telegram side: asynchronous, and their only reader there."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Concatenate, Generic, ParamSpec, TypeVar
from uuid import UUID

from psycopg_pool import ConnectionPool

from projections.rows import Connection
from projections.standings import queries
from projections.standings.books import Figures
from projections.standings.periods import Span
from projections.standings.queries import Opponent, RankedPlayer, RatedPlayer
from projections.standings.rating import PROVISIONAL
from projections.standings.record import GameRecord
from telegram_bot.screens.rankings import Placed, Rated
from telegram_bot.threads import Threads

P = ParamSpec("P")
R = TypeVar("R")
L = TypeVar("L")


@dataclass(frozen=True)
class Page(Generic[L]):
    """Some lines of a list.

    Attributes:
        lines: The lines.
        more: Whether others follow.
    """

    lines: Sequence[L]
    more: bool


class Standings:
    """Everything that people can ask of finished games."""

    def __init__(self, pool: ConnectionPool, threads: Threads) -> None:
        """Work on a pool of connections."""
        self._pool = pool
        self._threads = threads

    async def top(self, scope: UUID, span: Span, page: int, size: int) -> Page[RankedPlayer]:
        """Return a page of a ranking."""
        lines = await self._ask(queries.top, scope, span, size + 1, page * size)
        return _page(lines, size)

    async def own_rank(self, scope: UUID, span: Span, player_id: UUID) -> RankedPlayer | None:
        """Return a player's own line of a ranking, if there is one."""
        return await self._ask(queries.own_rank, scope, span, player_id)

    async def top_rated(self, page: int, size: int) -> Page[RatedPlayer]:
        """Return a page of the ranking by rating."""
        return _page(await self._ask(queries.top_rated, size + 1, page * size), size)

    async def own_rated(self, player_id: UUID) -> RatedPlayer | None:
        """Return a player's own line of the ranking by rating; none while that is provisional."""
        return await self._ask(queries.own_rated, player_id)

    async def figures(self, player_id: UUID) -> Figures:
        """Return the figures of a player; zeros for somebody who has finished no game."""
        return await self._ask(queries.figures_of, player_id)

    async def rival(self, player_id: UUID) -> Opponent | None:
        """Return whom a player has met most often, and how that went."""
        return next(iter(await self._ask(queries.opponents_of, player_id, 1)), None)

    async def history(self, group_id: UUID, page: int, size: int) -> Page[GameRecord]:
        """Return a page of the games of a group that are over, the newest first."""
        games = await self._ask(queries.history_of, group_id, size + 1, page * size)
        return _page(games, size)

    async def finished(self, game_id: UUID) -> GameRecord | None:
        """Return what is kept of a game, once the standings know that it is over."""
        record = await self._ask(queries.record_of_game, game_id)
        return record if record is not None and record.outcome is not None else None

    async def _ask(
        self, question: Callable[Concatenate[Connection, P], R], *args: P.args, **kwargs: P.kwargs
    ) -> R:
        def asked() -> R:
            with self._pool.connection() as connection:
                return question(connection, *args, **kwargs)

        return await self._threads.run(asked)


def placed(line: RankedPlayer, name: str) -> Placed:
    """Return a line of a ranking as it is seen."""
    return Placed(line.rank, name, line.points, line.wins, line.games)


def rated(line: RatedPlayer, name: str) -> Rated:
    """Return a line of the ranking by rating as it is seen."""
    return Rated(line.rank, name, line.rating, line.games, PROVISIONAL)


def _page(lines: Sequence[L], size: int) -> Page[L]:
    return Page(lines[:size], more=len(lines) > size)
