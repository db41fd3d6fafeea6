"""Games that have been played, for whoever asks for one: found by its code, replayed, audited."""

from collections.abc import Collection
from dataclasses import dataclass
from uuid import UUID

from psycopg_pool import ConnectionPool

from domain.audit.findings import Report
from domain.audit.forms import Malformed
from domain.card_room import CardRoom
from domain.errors import Refused
from domain.replay import Replay
from projections.tables.queries import game_by_code, game_of_id, open_game_of_group
from telegram_bot.threads import Threads


@dataclass(frozen=True)
class Audited:
    """A game that is over, judged by its log.

    Attributes:
        report: The verdicts.
        file: The game as a file, for anyone to verify; none where the log is none of a game.
    """

    report: Report
    file: bytes | None


@dataclass(frozen=True)
class Asker:
    """Who asks for a game, and where the answer will be read.

    Attributes:
        player_id: Who asks, where that is known.
        group_id: The group that will read the answer; none in private.
    """

    player_id: UUID | None
    group_id: UUID | None

    def check(self, group_id: UUID, player_ids: Collection[UUID], *, over: bool) -> None:
        """Let a game pass that is theirs to see.

        It is their group's, or they sit in it and show it once it is over, or to themselves alone.

        Raises:
            Refused: `no_game_with_code`, since it is not.
        """
        shown = self.player_id in player_ids and (over or self.group_id is None)
        if self.group_id != group_id and not shown:
            raise Refused("no_game_with_code")


class Archive:
    """Finds games, and reads them from their logs."""

    def __init__(self, room: CardRoom, pool: ConnectionPool, threads: Threads) -> None:
        """Read from a card room, and find by the views."""
        self._room = room
        self._pool = pool
        self._threads = threads

    async def find(self, code: str) -> UUID:
        """Return the game with a code, whoever may see it.

        Raises:
            Refused: `no_game_with_code`.
        """
        game_id = await self._threads.run(self._find, code)
        if game_id is None:
            raise Refused("no_game_with_code")
        return game_id

    async def replay(self, game_id: UUID, asker: Asker) -> Replay:
        """Return a game step by step.

        Raises:
            Refused: `no_game_with_code`; so it is, too, where it is not theirs to see. Or
                `log_altered`.
        """
        replay = await self._threads.run(self._room.replay, game_id)
        end = replay.end
        asker.check(end.group_id, end.player_ids, over=end.phase.over)
        return replay

    async def audit(self, game_id: UUID, asker: Asker) -> Audited:
        """Judge a game that is over by its log.

        Raises:
            Refused: `no_game_with_code`, as above, or `not_over`.
        """
        return await self._threads.run(self._audit, game_id, asker)

    def _audit(self, game_id: UUID, asker: Asker) -> Audited:
        with self._pool.connection() as connection:
            row = game_of_id(connection, game_id)
        if row is None:
            raise Refused("no_game_with_code")
        asker.check(row.group_id, row.player_ids, over=row.over)
        report = self._room.audit(game_id)
        try:
            return Audited(report, self._room.export(game_id))
        except Malformed:
            return Audited(report, None)

    async def running(self, group_id: UUID | None) -> UUID | None:
        """Return the game that is being played in a group, if one is; in private there is none."""
        return await self._threads.run(self._running, group_id) if group_id else None

    def _running(self, group_id: UUID) -> UUID | None:
        with self._pool.connection() as connection:
            row = open_game_of_group(connection, group_id)
        return row.game_id if row is not None and row.status == "playing" else None

    def _find(self, code: str) -> UUID | None:
        with self._pool.connection() as connection:
            found = game_by_code(connection, code)
        return found.game_id if found else None
