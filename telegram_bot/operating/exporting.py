"""`thirtyone export-player`: everything that is stored about one person, for themselves."""

import json
import sys
from typing import Any, Final, LiteralString
from uuid import UUID

from psycopg.rows import dict_row

from projections.rows import Connection
from projections.tables.projector import code_of
from telegram_bot.errors import OperatorError
from telegram_bot.operating.connection import connected
from telegram_bot.settings import Settings

Row = dict[str, Any]

PERSON: Final = "SELECT * FROM thirtyone.players WHERE id = %(player)s"

GAMES: Final = """
    SELECT game_id, chats.title AS group, status, tables.preset, opened_at,
           started_at, ended_at, records.outcome, rounds,
           array_position(player_ids, %(player)s) - 1 AS seat,
           records.seats -> (array_position(player_ids, %(player)s) - 1) AS played
      FROM thirtyone.tables
      LEFT JOIN thirtyone.game_records AS records USING (game_id)
      LEFT JOIN thirtyone.chats ON chats.id = tables.group_id
     WHERE player_ids @> ARRAY[%(player)s] ORDER BY opened_at, game_id
"""

KEPT: Final[dict[str, LiteralString]] = {
    "figures": "SELECT * FROM thirtyone.player_figures WHERE player_id = %(player)s",
    "rankings": "SELECT * FROM thirtyone.rankings WHERE player_id = %(player)s"
    " ORDER BY scope, period, start",
    "opponents": "SELECT * FROM thirtyone.player_meetings WHERE player_id = %(player)s"
    " ORDER BY opponent_id",
    "hands_shown": "SELECT * FROM thirtyone.posted_panels WHERE player_id = %(player)s",
    "ways_of_showing": "SELECT * FROM thirtyone.ways_of_showing WHERE player_id = %(player)s",
    "offers": "SELECT * FROM thirtyone.posted_offers WHERE player_id = %(player)s",
    "reminders": "SELECT * FROM thirtyone.posted_reminders WHERE player_id = %(player)s",
    "updates_set_aside": "SELECT updates.* FROM thirtyone.set_aside_updates AS updates"
    " JOIN thirtyone.players ON jsonb_path_exists(update, '$.**.id ? (@ == $who)',"
    " jsonb_build_object('who', telegram_id)) WHERE id = %(player)s",
    "private_chat": "SELECT pauses.* FROM thirtyone.chat_pauses AS pauses"
    " JOIN thirtyone.players ON telegram_chat_id = telegram_id WHERE id = %(player)s",
}
"""What else is kept, table by table. Other people are in it by their random ids alone."""


def run(settings: Settings, who: str) -> int:
    """Write what is stored about somebody, as JSON.

    Raises:
        OperatorError: Nobody is known by that id or name.
    """
    with connected(settings) as (_, connection):
        told = everything_about(connection, _found(connection, who))
    sys.stdout.write(json.dumps(told, default=str, ensure_ascii=False, indent=2) + "\n")
    return 0


def everything_about(connection: Connection, player_id: UUID) -> Row:
    """Return all that is stored about a player."""
    asked = {"player": player_id}
    with connection.cursor(row_factory=dict_row) as cursor:
        games = cursor.execute(GAMES, asked).fetchall()
        return {
            "player_id": player_id,
            "person": cursor.execute(PERSON, asked).fetchone(),
            "games": [{"code": code_of(game["game_id"]), **game} for game in games],
            **{
                name: cursor.execute(question, asked).fetchall() for name, question in KEPT.items()
            },
        }


def _found(connection: Connection, who: str) -> UUID:
    """Find somebody by their random id, Telegram id or @username."""
    question, value = _question(who.strip())
    rows = connection.execute(question, {"who": value}).fetchall()
    if not rows:
        msg = f"Nobody is known as {who!r}: give a player's id, Telegram id or @username"
        raise OperatorError(msg)
    if len(rows) > 1:
        msg = f"Several people were known as {who!r}: give a Telegram id"
        raise OperatorError(msg)
    found: UUID = rows[0][0]
    return found


def _question(who: str) -> tuple[LiteralString, object]:
    if who.isdecimal():
        return "SELECT id FROM thirtyone.players WHERE telegram_id = %(who)s", int(who)
    try:
        player_id = UUID(who)
    except ValueError:
        by_name: LiteralString = (
            "SELECT id FROM thirtyone.players WHERE lower(username) = lower(%(who)s)"
        )
        return by_name, who.removeprefix("@")
    # Somebody who was forgotten is still known by the games they have played.
    by_id: LiteralString = (
        "SELECT id FROM thirtyone.players WHERE id = %(who)s"
        " UNION SELECT %(who)s FROM thirtyone.tables WHERE player_ids @> ARRAY[%(who)s]"
    )
    return by_id, player_id
