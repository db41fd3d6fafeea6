"""Games that were really played in a card room, as their logs and as their files."""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from random import Random
from typing import Any
from unittest.mock import patch
from uuid import UUID

from domain.audit.findings import Report
from domain.audit.forms import Recorded, read
from domain.audit.game_file import Line, written
from domain.audit.judging import verify
from domain.card_room import CardRoom
from domain.computer.identity import Level
from domain.pace import Pace
from domain.rules import RuleSet, rule_set
from tests.application.bustle import Bustle, Habits
from tests.application.rooms import Evening

IN_MEMORY = {"AGGREGATE_CACHE_MAXSIZE": "10"}
LONGEST = 3_000

QUIET = Habits(missing=0, wandering=0, gracing=0, returning=0, voting=0, leaving=0)
"""People who make their moves, and nothing else."""

State = dict[str, Any]


@dataclass(frozen=True)
class Played:
    """The log of a game.

    Attributes:
        game_id: The game.
        lines: Its events as they are stored.
    """

    game_id: UUID
    lines: Sequence[Line]

    @cached_property
    def events(self) -> list[Recorded]:
        """Its events as they are read."""
        return [read(number, line) for number, line in enumerate(self.lines, 1)]

    @cached_property
    def file(self) -> bytes:
        """The file that it is exported as."""
        return b"".join(written(self.game_id, self.lines, self.events))

    def numbers(self, topic: str) -> list[int]:
        """Return the numbers of all events of a topic, which is given without `game.`."""
        return [
            number for number, line in enumerate(self.lines, 1) if line.topic == f"game.{topic}"
        ]

    def state(self, number: int) -> State:
        """Return the fields of an event."""
        state: State = json.loads(self.lines[number - 1].state)
        return state

    def forged(self, number: int, **fields: Any) -> "Played":
        """Return the log with fields of an event changed, by somebody who knows the form."""
        state = self.state(number) | fields
        line = Line(self.lines[number - 1].topic, spelled(state))
        return self.rearranged(lambda lines: [*lines[: number - 1], line, *lines[number:]])

    def rearranged(self, change: Callable[[list[Line]], list[Line]]) -> "Played":
        """Return the log with other lines, with a file whose header and digest fit it."""
        return Played(self.game_id, change(list(self.lines)))

    def verified(self) -> Report:
        """Verify its file."""
        return verify(self.file)


def spelled(state: State) -> bytes:
    """Write the fields of an event as the log does."""
    return json.dumps(state, separators=(",", ":"), ensure_ascii=False).encode()


def play(
    seed: int,
    rules: RuleSet | None = None,
    players: int = 3,
    pace: Pace = Pace.FAST,
    *,
    habits: Habits = QUIET,
    computers: int = 0,
    substitute: Level | None = None,
    game_id: UUID | None = None,
    tick: timedelta = timedelta(),
) -> Played | None:
    """Play a game out, if it ends within reason; everything follows from the seed.

    Args:
        seed: The seed.
        rules: The rules.
        players: How many play.
        pace: The pace.
        habits: What people do besides their moves.
        computers: How many of the players are computer players.
        substitute: What takes over from people who leave or are away.
        game_id: The id that the game is to have.
        tick: How far the clock goes on whenever it is read.
    """
    chosen = game_id or UUID(bytes=Random(f"games {seed}").randbytes(16))
    with patch.object(CardRoom, "_new_id", lambda _: chosen):
        evening = Bustle(seed, IN_MEMORY, habits)
        evening.clock.tick = tick
        game_id = evening.start(
            rules or rule_set("scat", {"lives": 1}), players, pace, computers, substitute
        )
    for _ in range(LONGEST):
        if evening.happen(game_id).phase.over:
            return log_of(evening, game_id)
    return None


def log_of(evening: Evening, game_id: UUID) -> Played:
    """Return the log of a game."""
    rows = evening.room.recorder.select_events(game_id)
    return Played(game_id, [Line(row.topic, row.state) for row in rows])
