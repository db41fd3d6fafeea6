"""Card rooms whose time and chance are given, and random play in them."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID

from domain.card_room import CardRoom
from domain.match import DeadlineKind, Match, Phase
from domain.rules import RuleSet, rule_set
from domain.views import spectacle

START = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass
class ManualClock:
    """A clock that stands still until it is told otherwise, but for a tick when it is read."""

    now: datetime = START
    tick: timedelta = timedelta()

    def __call__(self) -> datetime:
        self.now += self.tick
        return self.now

    def advance(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@dataclass
class Evening:
    """A card room and people in it, all chance from one seed."""

    seed: int
    environment: Mapping[str, str] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.random = random.Random(self.seed)
        self.clock = ManualClock()
        self.group_id = self.new_id()
        self.to_learn: list[RuleSet] = []
        self.room = self.open_room()

    def open_room(self) -> CardRoom:
        """Open a room on the same log, as another process would."""
        return CardRoom(
            self.environment,
            clock=self.clock,
            chance=lambda: self.random.randbytes(32),
            learn=self.to_learn.append,
        )

    def new_id(self) -> UUID:
        """Return an id that the seed decides."""
        return UUID(bytes=self.random.randbytes(16), version=4)

    def begin(self, players: int, preset: str = "scat", **options: Any) -> UUID:
        """Open a table, fill it and start; return the game."""
        ids = [self.new_id() for _ in range(players)]
        opened = self.room.open_game(self.group_id, ids[0], preset, rule_set(preset, options))
        game_id = opened.match.id
        for player_id in ids[1:]:
            self.room.join(game_id, player_id)
        self.room.start(game_id, ids[0])
        return game_id

    def deal(self, game_id: UUID) -> Match:
        """Deal the committed deck, some players having cut or mixed."""
        match = self.room.match(game_id)
        deck = match.being_cut()
        for seat in [seat for seat in deck.seats if seat not in deck.contributed]:
            if match.phase is Phase.CUTTING and self.random.random() < 0.7:
                choice = self.random.randint(1, 8)
                done = self.room.contribute(
                    game_id, match.player_ids[seat], match.round_number, choice
                )
                match = done.match
        if match.phase is Phase.CUTTING:
            self.clock.advance(7)
            self.room.time_out(game_id, DeadlineKind.DEAL, match.round_number)
        return self.room.match(game_id)

    def step(self, game_id: UUID) -> Match:
        """Do one random legal thing in a running game, or let computer players think."""
        match = self.room.match(game_id)
        deadline = match.deadline
        if deadline is not None and deadline.kind is DeadlineKind.COMPUTER:
            self.clock.now = max(self.clock.now, deadline.until)
            return self.room.computer_moves(game_id, deadline.number)
        if match.phase is Phase.CUTTING:
            return self.deal(game_id)
        if match.phase is Phase.BUYING_IN:
            player_id = match.player_ids[match.offers[0]]
            answer = self.random.choice((self.room.buy_in, self.room.decline_buy_in))
            return answer(game_id, player_id, match.round_number).match
        view = spectacle(match)
        assert view.awaited is not None
        tap = self.random.choice(view.taps)
        return self.room.play(game_id, match.player_ids[view.awaited], match.turn, tap).match

    def play_out(self, game_id: UUID) -> Match:
        """Play at random until the game is over."""
        match = self.room.match(game_id)
        while not match.phase.over:
            match = self.step(game_id)
        return match
