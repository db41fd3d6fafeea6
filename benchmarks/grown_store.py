"""A database as a million events would leave it: real games of random play, copied to others.

Their people and groups are known, their views are made by the product's own rebuild, and every
open game is shown in its chat. The ends of the others are a month old: what was posted of them is
forgotten.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import cycle, islice
from random import Random
from typing import Any, Final
from uuid import UUID, uuid4

import psycopg

from domain.card_room import CardRoom
from domain.events import ENDINGS
from domain.match import Phase
from domain.pace import Pace
from domain.rules import rule_set
from projections.database import Database
from projections.log import EventLog
from projections.migrate import upgrade
from projections.read_models import READ_MODELS
from projections.rebuild import rebuild
from projections.tracking import advance, end_of_log, position_of
from telegram_bot.database import pool_of
from telegram_bot.housekeeping import Housekeeping
from tests.application.rooms import Evening

TEMPLATES: Final = 40
"""Games of either kind, open and over, that are really played."""

SEATS: Final = 3
STEPS: Final = range(1, 50)
"""How far an open game has come; few are over by then."""

RECENT: Final = timedelta(minutes=15)
"""The open games have begun so long ago; at their pace nothing is due for hours."""

LONG_AGO: Final = timedelta(days=30)
LONGEST: Final = 10_000
IN_MEMORY: Final = {"AGGREGATE_CACHE_MAXSIZE": "10"}

CONTACTS: Final = (
    # With numbers that the sandbox gives to nobody.
    """
    INSERT INTO thirtyone.chats (id, telegram_chat_id, kind, updated_at)
    SELECT group_id, -9000000000000 - row_number() OVER (), 'group', now()
      FROM (SELECT DISTINCT group_id FROM thirtyone.screens) AS groups
    """,
    """
    INSERT INTO thirtyone.players (id, telegram_id, first_name, updated_at)
    SELECT player_id, 9000000000000 + row_number() OVER (), 'Ana', now()
      FROM (SELECT DISTINCT unnest(player_ids) AS player_id FROM thirtyone.tables) AS seated
    """,
)
SHOWN: Final = (
    """
    INSERT INTO thirtyone.posted_screens
           (game_id, telegram_chat_id, message_id, version, digest, shown_deadline, shown_since)
    SELECT game_id, telegram_chat_id, row_number() OVER (), version, md5(game_id::text),
           deadlines.kind || ':' || number, changed_at
      FROM thirtyone.tables
      JOIN thirtyone.screens USING (game_id)
      JOIN thirtyone.chats ON chats.id = screens.group_id
      LEFT JOIN thirtyone.deadlines USING (game_id)
     WHERE status IN ('lobby', 'playing')
    """,
    """
    INSERT INTO thirtyone.posted_announcements (position, message_id, sent_at)
    SELECT position, row_number() OVER (), created_at
      FROM thirtyone.announcements JOIN thirtyone.tables USING (game_id)
     WHERE status IN ('lobby', 'playing')
    """,
)


@dataclass(frozen=True)
class Told:
    """An event as it is stored.

    Attributes:
        whose: The place of its game or group among the ids of its template.
        version: Which of their events it is.
        topic: What has happened.
        state: Its fields.
    """

    whose: int
    version: int
    topic: str
    state: bytes


@dataclass(frozen=True)
class Template:
    """The log of a group and its game.

    Attributes:
        ids: All that it names: the group, the game and the players.
        told: What has happened.
    """

    ids: Sequence[UUID]
    told: Sequence[Told]

    @property
    def open(self) -> bool:
        """Whether the game goes on."""
        return ENDINGS.isdisjoint(event.topic for event in self.told)

    def copied(self) -> Iterator[tuple[UUID, int, str, bytes]]:
        """Let the same happen to others; return the rows of the log."""
        others = [uuid4() for _ in self.ids]
        names = [
            (old.hex.encode(), new.hex.encode()) for old, new in zip(self.ids, others, strict=True)
        ]
        for event in self.told:
            state = event.state
            for old, new in names:
                state = state.replace(old, new)
            yield others[event.whose], event.version, event.topic, state


def fill(database: Database, events: int, open_games: int, now: datetime) -> None:
    """Make a store of so many events or a few more, with so many open games."""
    upgrade(database)
    with (
        psycopg.connect(database.conninfo, autocommit=True) as connection,
        pool_of(database, 1) as pool,
    ):
        write_log(connection, events, open_games, now)
        with CardRoom(database.environment) as room:
            make_views(connection, EventLog.of(room))
        for statement in (*CONTACTS, *SHOWN):
            connection.execute(statement.encode())
        Housekeeping(pool).tidy(now)
        connection.execute("VACUUM ANALYZE")


def write_log(
    connection: psycopg.Connection[Any], events: int, open_games: int, now: datetime
) -> None:
    """Write games that are over, and then those that are open."""
    over = [played(seed, now - LONG_AGO) for seed in range(TEMPLATES)]
    begun = [played(seed, now - RECENT, Random(seed).choice(STEPS)) for seed in range(TEMPLATES)]
    open_ones = list(islice(cycle(game for game in begun if game.open), open_games))
    left = events - sum(len(template.told) for template in open_ones)
    columns = "originator_id, originator_version, topic, state"
    with (
        connection.cursor() as cursor,
        cursor.copy(f"COPY thirtyone.thirtyone_events ({columns}) FROM STDIN") as copy,
    ):
        for template in enough(over, left):
            for row in template.copied():
                copy.write_row(row)
        for template in open_ones:
            for row in template.copied():
                copy.write_row(row)


def enough(templates: Sequence[Template], events: int) -> Iterator[Template]:
    """Return templates, one after another and again, until there are so many events."""
    for template in cycle(templates):
        if events <= 0:
            return
        events -= len(template.told)
        yield template


def played(seed: int, begun: datetime, steps: int | None = None) -> Template:
    """Play a game by chance, to its end or so far that somebody has a turn after so many steps.

    While cards are cut, a deal is due at once, and the clock would have something to do.
    """
    evening = Evening(seed, IN_MEMORY)
    evening.clock.now = begun
    players = [evening.new_id() for _ in range(SEATS)]
    room, rules = evening.room, rule_set("scat")
    game_id = room.open_game(evening.group_id, players[0], "scat", rules, Pace.SLOW).match.id
    for player_id in players[1:]:
        room.join(game_id, player_id)
    match = room.start(game_id, players[0]).match
    left = LONGEST if steps is None else steps
    while not match.phase.over and (left > 0 or match.phase is not Phase.PLAYING):
        match = evening.step(game_id)
        left -= 1
    ids = (evening.group_id, game_id, *players)
    logged = room.recorder.select_notifications(start=1, limit=100_000)
    return Template(
        ids,
        [
            Told(
                ids.index(UUID(str(row.originator_id))),
                row.originator_version,
                row.topic,
                row.state,
            )
            for row in logged
        ],
    )


def make_views(connection: psycopg.Connection[Any], log: EventLog) -> None:
    """Make all views of the log, as if they had been followed."""
    for view in READ_MODELS:
        advance(connection, view.name, position_of(connection, view.name), end_of_log(connection))
    rebuild(connection, log, READ_MODELS)
