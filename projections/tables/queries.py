"""Questions to the view `tables`."""

from typing import Final, LiteralString
from uuid import UUID

from domain.events import STORED
from domain.facts import PlayerForfeited, PlayerJoined, SeatTakenBack, SeatTakenOver
from projections.log import NAMES, as_stored
from projections.rows import Connection
from projections.tables.view import TABLES, TableRow

_SITS_DOWN: Final = [STORED[PlayerJoined].TOPIC, STORED[SeatTakenBack].TOPIC]
_FORFEITS: Final = [STORED[PlayerForfeited].TOPIC, STORED[SeatTakenOver].TOPIC]
_GIVES_UP_OR_BACK: Final = [*_FORFEITS, STORED[SeatTakenBack].TOPIC]

_HAS_FORFEITED: Final[LiteralString] = (
    "coalesce((SELECT topic = ANY(%(forfeits)s) FROM thirtyone.thirtyone_events"
    " WHERE originator_id = game_id AND topic = ANY(%(seat_topics)s)"
    " AND (convert_from(state, 'UTF8')::jsonb ->> 'seat')::integer"
    " = array_position(player_ids, %(player)s::uuid) - 1"
    " ORDER BY originator_version DESC LIMIT 1), false)"
)
"""Holds of the rows of games that a player has lost the seat of, and has not got it back."""

_SEATED_AFTER: Final[LiteralString] = (
    "SELECT FROM thirtyone.thirtyone_events"
    " WHERE notification_id > %(after)s AND topic = ANY(%(topics)s) AND " + NAMES + " LIMIT 1"
)


def open_game_of_group(connection: Connection, group_id: UUID) -> TableRow | None:
    """Return the game that is open in a group, if any."""
    rows = TABLES.find(
        connection,
        "WHERE group_id = %(group)s AND status IN ('lobby', 'playing') ORDER BY opened_at DESC",
        group=group_id,
    )
    return rows[0] if rows else None


def open_games_of_player(connection: Connection, player_id: UUID) -> list[TableRow]:
    """Return the games that a player sits at and has not forfeited, the newest first."""
    return TABLES.find(
        connection,
        "WHERE player_ids @> ARRAY[%(player)s::uuid] AND status IN ('lobby', 'playing')"
        " AND NOT " + _HAS_FORFEITED + " ORDER BY opened_at DESC",
        player=player_id,
        forfeits=_FORFEITS,
        seat_topics=_GIVES_UP_OR_BACK,
    )


def sits_down_after(connection: Connection, player_id: UUID, position: int) -> bool:
    """Tell whether the log gives a player a seat after a position that this view has come to."""
    asked = {"after": position, "topics": _SITS_DOWN, "named": as_stored(player_id)}
    found = connection.execute(_SEATED_AFTER, asked).fetchone()
    return found is not None


def games_of_player(connection: Connection, player_id: UUID, limit: int = 20) -> list[TableRow]:
    """Return the last games of a player, over or not, the newest first."""
    return TABLES.find(
        connection,
        "WHERE player_ids @> ARRAY[%(player)s::uuid] ORDER BY opened_at DESC LIMIT %(limit)s",
        player=player_id,
        limit=limit,
    )


def finished_games_of_player(connection: Connection, player_id: UUID) -> int:
    """Return in how many games that are over a player keeps a seat."""
    row = connection.execute(
        """
        SELECT count(*) FROM thirtyone.tables
         WHERE player_ids @> ARRAY[%s::uuid] AND status IN ('finished', 'abandoned')
        """,
        (player_id,),
    ).fetchone()
    return row[0] if row else 0


def game_of_id(connection: Connection, game_id: UUID) -> TableRow | None:
    """Return a game; nothing where the view does not know it."""
    rows = TABLES.find(connection, "WHERE game_id = %(game)s", game=game_id)
    return rows[0] if rows else None


def game_by_code(connection: Connection, code: str) -> TableRow | None:
    """Return the newest game with a code, which people may have typed in capitals."""
    rows = games_by_code(connection, code)
    return rows[0] if rows else None


def games_by_code(connection: Connection, code: str) -> list[TableRow]:
    """Return all games with a code, the newest first; it takes luck that there are several."""
    return TABLES.find(
        connection, "WHERE code = %(code)s ORDER BY opened_at DESC", code=code.strip().lower()
    )
