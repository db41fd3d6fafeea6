"""The rows of the view `announcements`, which are only ever added."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from psycopg import sql

from projections.rows import Connection

SHOWDOWN = "showdown"
VOID = "void"
ABANDONED = "abandoned"


@dataclass(frozen=True)
class Announcement:
    """Something to say once.

    Attributes:
        position: The place of its event in the log; it is said in that order.
        game_id: The game.
        version: The version of the game that its event made.
        kind: `showdown`, `void` or `abandoned`.
        created_at: When it happened.
    """

    position: int
    game_id: UUID
    version: int
    kind: str
    created_at: datetime


class NewAnnouncements:
    """Adds what a batch announces. There is nothing to load, since nothing is ever changed."""

    def load(
        self,
        connection: Connection,  # noqa: ARG002 - nothing to ask
        game_ids: Sequence[UUID],  # noqa: ARG002 - as above
        schema: str,  # noqa: ARG002 - as above
    ) -> Iterable[tuple[UUID, tuple[Announcement, ...]]]:
        """Return no rows."""
        return ()

    def store(
        self,
        connection: Connection,
        rows: Mapping[UUID, tuple[Announcement, ...] | None],
        schema: str,
    ) -> None:
        """Add the rows."""
        added = [
            (new.position, new.game_id, new.version, new.kind, new.created_at)
            for of_game in rows.values()
            for new in of_game or ()
        ]
        with connection.cursor() as cursor:
            cursor.executemany(
                sql.SQL(
                    "INSERT INTO {} (position, game_id, version, kind, created_at)"
                    " VALUES (%s, %s, %s, %s, %s)"
                ).format(sql.Identifier(schema, "announcements")),
                added,
            )
