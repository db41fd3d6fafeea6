"""A card room, its views and its clocks on a real database, all by one time that is told to pass.

What delivery and the other roles would leave in the database, `show` and `alive` write.
"""

import asyncio
from collections.abc import Iterable, Mapping
from contextlib import ExitStack
from datetime import datetime, timedelta
from typing import Any, cast
from uuid import UUID

import psycopg
from psycopg import sql
from psycopg_pool import ConnectionPool

from domain.card_room import CardRoom
from domain.cards import Card, parse_cards
from domain.events import Stored
from domain.facts import Fact, RoundDealt
from domain.match import Match, Phase
from domain.pace import Pace
from domain.rules import rule_set
from projections.database import SCHEMA, Database
from projections.deadlines.view import SCHEDULES
from projections.log import EventLog
from projections.rows import Connection
from telegram_bot.clock import Clock
from telegram_bot.database import pool_of
from telegram_bot.game import Games
from telegram_bot.heartbeats import Heartbeats
from telegram_bot.threads import Threads
from tests.application.rooms import Evening, ManualClock
from tests.support.following import keep_up

CACHE: Mapping[str, str] = {
    "AGGREGATE_CACHE_MAXSIZE": "2000",
    "AGGREGATE_CACHE_FASTFORWARD": "y",
}
"""As the bot has it: what other processes have added is read before each use."""

SEEN_FOR = timedelta(seconds=6)


class House:
    """All of the bot that time is about, without Telegram."""

    def __init__(self, database: Database, stack: ExitStack, seed: int = 31) -> None:
        """Move in; the stack closes what is opened here."""
        self.database = database
        self._stack = stack
        self.evening = Evening(seed, self.environment)
        self.room = stack.enter_context(self.evening.room)
        self._log = EventLog.of(self.room)
        self.connection: Connection = stack.enter_context(
            psycopg.connect(database.conninfo, autocommit=True)
        )
        self.beats = Heartbeats(self._pool(1))

    @property
    def environment(self) -> dict[str, str]:
        """The settings of every card room."""
        return {**self.database.environment, **CACHE}

    @property
    def time(self) -> ManualClock:
        """The time of everybody."""
        return self.evening.clock

    def another_room(self) -> CardRoom:
        """Open a room on the same log, as another process would."""
        return self._stack.enter_context(self.evening.open_room())

    def clock(self, kind: type[Games] = Games) -> Clock:
        """Make a clock with a room, connections and threads of its own."""
        threads = Threads(4)
        self._stack.callback(threads.close)
        games = kind(self.another_room(), threads)
        return Clock(games, self._pool(4), threads, SEEN_FOR, self.time)

    def _pool(self, size: int) -> ConnectionPool:
        return self._stack.enter_context(pool_of(self.database, size))

    def begin(
        self,
        players: int = 2,
        preset: str = "scat",
        pace: Pace | None = Pace.FAST,
        group_id: UUID | None = None,
        **options: Any,
    ) -> UUID:
        """Start a game, in a group of its own where none is named; its dealer is seat 0."""
        group_id = group_id or self.group()
        ids = [self.person() for _ in range(players)]
        rules = rule_set(preset, {"first_dealer": "seat"} | options)
        game_id = self.room.open_game(group_id, ids[0], preset, rules, pace).match.id
        for player_id in ids[1:]:
            self.room.join(game_id, player_id)
        self.room.start(game_id, ids[0])
        return game_id

    def group(self) -> UUID:
        """Return a group that is known as a chat."""
        group_id = self.evening.new_id()
        self.connection.execute(
            "INSERT INTO thirtyone.chats (id, telegram_chat_id, kind, updated_at)"
            " SELECT %s, -1 - count(*), 'group', %s FROM thirtyone.chats",
            (group_id, self.time.now),
        )
        return group_id

    def person(self) -> UUID:
        """Return a person whom the bot knows."""
        player_id = self.evening.new_id()
        self.connection.execute(
            "INSERT INTO thirtyone.players (id, telegram_id, first_name, updated_at)"
            " SELECT %s, 1 + count(*), 'Ana', %s FROM thirtyone.players",
            (player_id, self.time.now),
        )
        return player_id

    def deal(self, game_id: UUID) -> Match:
        """Deal the committed deck, and the next one where a dealt 31 ends a round at once."""
        match = self.miss(game_id)
        while match.phase is not Phase.PLAYING:
            match = self.miss(game_id)
        return match

    def arrange(self, game_id: UUID, *hands: str) -> Match:
        """Deal these hands by seat, whatever the committed deck says."""

        def deal(match: Match) -> list[Fact]:
            number, stock = match.round_number, parse_cards("5C 6C 7C 8C 9C 10C JC")
            dealt = [parse_cards(hand) for hand in hands]
            return [RoundDealt(round=number, hands=dealt, laid=[Card("2C")], stock=stock)]

        return self.room._obey(game_id, deal).match

    def miss(self, game_id: UUID) -> Match:
        """Let a deadline pass, with nobody but the room to know."""
        deadline = self.room.match(game_id).deadline
        assert deadline is not None
        self.time.now = max(self.time.now, deadline.until)
        return self.room.time_out(game_id, deadline.kind, deadline.number).match

    def follow(self) -> None:
        """Bring every view up to date."""
        keep_up(self.connection, self._log, batch=5000)

    def show(self) -> None:
        """Let every table in its chat show what it waits for, as delivery would."""
        self.follow()
        self.connection.execute(
            """
            INSERT INTO thirtyone.posted_screens AS posted
                (game_id, telegram_chat_id, message_id, shown_deadline, shown_since)
            SELECT game_id, -1, 1, kind || ':' || number, %s
              FROM thirtyone.deadlines WHERE kind IS NOT NULL
            ON CONFLICT (game_id) DO UPDATE
               SET shown_deadline = excluded.shown_deadline, shown_since = excluded.shown_since
             WHERE posted.shown_deadline IS DISTINCT FROM excluded.shown_deadline
            """,
            (self.time.now,),
        )

    def alive(self) -> None:
        """Let every role be in service until now, as its beats would say."""
        self.connection.execute(
            """
            INSERT INTO thirtyone.heartbeats (role, beat_at)
            SELECT role, %(now)s FROM (VALUES ('clock'), ('intake')) AS roles (role)
            ON CONFLICT (role) DO UPDATE SET beat_at = excluded.beat_at
            """,
            {"now": self.time.now},
        )

    async def beat(self, *clocks: Clock) -> None:
        """Let clocks beat side by side, with everything shown and in service."""
        self.show()
        self.alive()
        await asyncio.gather(*(clock.beat() for clock in clocks))
        self.follow()

    def next_look(self) -> datetime | None:
        """Return when a clock finds something next."""
        looks = [
            row[0]
            for name in SCHEDULES
            for row in self.connection.execute(
                sql.SQL("SELECT min(look_at) FROM {}").format(sql.Identifier(SCHEMA, name))
            )
        ]
        return min((look for look in looks if look is not None), default=None)

    def happened(self, game_id: UUID, *kinds: type[Fact]) -> list[Stored]:
        """Return what the log tells of a game, of some kinds."""
        log = cast("Iterable[Stored]", self.room.events.get(game_id))
        return [event for event in log if isinstance(event, kinds)]
