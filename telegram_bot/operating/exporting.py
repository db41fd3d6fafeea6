"""`thirtyone export-player`: everything that is stored about one person, for themselves.

It is written as it is read, so that a person of many games needs no more memory than their longest
one. What only others could see is not in it: it may be asked for in the middle of a game.
"""

import json
import sys
from collections.abc import Iterable, Iterator
from textwrap import indent
from typing import Any, Final, LiteralString, TextIO
from uuid import UUID

from psycopg import IsolationLevel
from psycopg.rows import dict_row

from domain.card_room import CardRoom
from domain.codes import code_of
from domain.events import Stored
from domain.shares import shares_of
from projections.log import NAMES, EventLog, as_stored
from projections.rows import Connection
from telegram_bot.errors import OperatorError
from telegram_bot.operating.connection import connected
from telegram_bot.settings import Settings

Row = dict[str, Any]

PERSON: Final = "SELECT * FROM thirtyone.players WHERE id = %(player)s"

GAMES: Final = """
    SELECT game_id, chats.title AS group, status, tables.preset, opened_at,
           started_at, ended_at, records.outcome, rounds,
           array_position(player_ids, %(player)s) - 1 AS seat,
           (SELECT played FROM jsonb_array_elements(records.seats) AS played
             WHERE played ->> 'player_id' = %(player)s::text) AS played
      FROM thirtyone.tables
      LEFT JOIN thirtyone.game_records AS records USING (game_id)
      LEFT JOIN thirtyone.chats ON chats.id = tables.group_id
     WHERE player_ids @> ARRAY[%(player)s] ORDER BY opened_at, game_id
"""

OF_GAME: Final = "WHERE originator_id = %(game)s ORDER BY originator_version"

ELSEWHERE: Final[LiteralString] = (
    "WHERE " + NAMES + " AND NOT EXISTS (SELECT FROM thirtyone.tables"
    " WHERE game_id = originator_id AND player_ids @> ARRAY[%(player)s])"
    " ORDER BY notification_id"
)
"""Holds of what somebody did where they have no seat: they chose for a group, or stood up again.

No view knows of that, and so the whole log is gone through.
"""

GROUP: Final[LiteralString] = """
    SELECT title FROM thirtyone.chats WHERE id = %(owner)s OR id =
        (SELECT group_id FROM thirtyone.tables WHERE game_id = %(owner)s)
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
    "games_alone": "SELECT chats.* FROM thirtyone.chats"
    " JOIN thirtyone.players ON telegram_chat_id = telegram_id WHERE players.id = %(player)s",
    "private_chat": "SELECT pauses.* FROM thirtyone.chat_pauses AS pauses"
    " JOIN thirtyone.players ON telegram_chat_id = telegram_id WHERE id = %(player)s",
}
"""What else is kept, table by table. Other people are in it by their random ids alone."""


def run(settings: Settings, who: str) -> int:
    """Write what is stored about somebody, as JSON.

    Raises:
        OperatorError: Nobody is known by that id or name.
    """
    with (
        connected(settings) as (database, connection),
        CardRoom(database.environment) as room,
    ):
        player_id = _found(connection, who)
        connection.isolation_level = IsolationLevel.REPEATABLE_READ
        with connection.transaction():
            write(everything_about(connection, EventLog.of(room), player_id), sys.stdout)
    return 0


def everything_about(
    connection: Connection, log: EventLog, player_id: UUID
) -> Iterator[tuple[str, object]]:
    """Return all that is stored about a player, by name; lists as iterators, to be read in turn.

    They last no longer than the caller's transaction.
    """
    export = _Export(connection, log, player_id)
    yield "player_id", player_id
    yield "person", next(iter([*export.rows(PERSON)]), None)
    yield "games", export.games()
    yield "elsewhere", export.elsewhere()
    for name, question in KEPT.items():
        yield name, export.rows(question)


def write(told: Iterable[tuple[str, object]], out: TextIO) -> None:
    """Write a JSON object member by member, and a list as its elements come."""
    before = "{\n"
    for name, value in told:
        out.write(f"{before}{_json(name)}: ")
        if isinstance(value, Iterator):
            _write_list(value, out)
        else:
            out.write(_json(value).lstrip())
        before = ",\n"
    out.write("\n}\n")


def _write_list(elements: Iterator[object], out: TextIO) -> None:
    before = "[\n"
    for element in elements:
        out.write(before + indent(_json(element), "  "))
        before = ",\n"
    out.write("[]" if before == "[\n" else "\n  ]")


def _json(value: object) -> str:
    return indent(json.dumps(value, default=str, ensure_ascii=False, indent=2), "  ")


class _Export:
    """Reads what is stored about a player, bit by bit."""

    def __init__(self, connection: Connection, log: EventLog, player_id: UUID) -> None:
        self._connection = connection
        self._log = log
        self._player_id = player_id

    def rows(self, question: LiteralString) -> Iterator[Row]:
        """Return the rows that answer a question about the player."""
        with self._connection.cursor("rows", row_factory=dict_row) as cursor:
            yield from cursor.execute(question, {"player": self._player_id})

    def games(self) -> Iterator[Row]:
        """Return the games in which the player has a seat, each with what it says of them."""
        for game in self.rows(GAMES):
            game_id = game["game_id"]
            entries = self._log.find(self._connection, OF_GAME, game=game_id)
            events = list(self._told(entry.event for entry in entries))
            yield {"code": code_of(game_id), **game, "events": events}

    def elsewhere(self) -> Iterator[Row]:
        """Return what the player did in groups, and at tables where they have no seat."""
        named = as_stored(self._player_id)
        for entry in self._log.find(
            self._connection, ELSEWHERE, named=named, player=self._player_id
        ):
            group = self._connection.execute(GROUP, {"owner": entry.originator_id}).fetchone()
            for told in self._told([entry.event]):
                yield {"group": group[0] if group else None, **told}

    def _told(self, events: Iterable[Stored]) -> Iterator[Row]:
        for event, share in shares_of(events, self._player_id):
            yield {"at": event.timestamp, "what": event.TOPIC, **share}


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
