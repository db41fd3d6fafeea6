"""What is kept of each game, folded from its events: who played, how, and how it ended."""

from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from domain import facts
from domain.computer.identity import is_computer
from domain.events import STORED, Stored
from domain.facts import Fact
from domain.hands import trio_rank
from domain.rules import RuleSet

WON: Final = "won"
ABANDONED: Final = "abandoned"


@dataclass(frozen=True)
class SeatRecord:
    """How one seat has played a game.

    Attributes:
        player_id: Who sat there; a computer player, if one has taken the seat over.
        helped: Whether a computer player sat there for a while.
        place: Final place; none without an end.
        hands: Showdowns it took part in.
        hand_points: Points of its hands in these, added up.
        knocks_won: Knocks that cost it nothing.
        knocks_failed: Knocks that were charged with a life or two.
        lives_as_knocker: Lives that these cost; who has fewer pays what there is (RULES 7.8).
        thirty_ones: Hands worth what ends a round at once (31, or 41 with four cards).
        trios: Hands with three of a kind, where these count.
        timeouts: Turns that were played for it.
        rating: What the game has changed of its player's rating, where it was rated.
        lives: Lives it holds; none before the first showdown, which tells of all alike.
    """

    player_id: UUID
    place: int | None = None
    hands: int = 0
    hand_points: float = 0.0
    knocks_won: int = 0
    knocks_failed: int = 0
    lives_as_knocker: int = 0
    thirty_ones: int = 0
    trios: int = 0
    timeouts: int = 0
    rating: float | None = None
    lives: int | None = None
    helped: bool = False

    def to_dict(self) -> dict[str, Any]:
        """Return the stored form, in which it is told of the few alone that they were helped."""
        stored = {**vars(self), "player_id": str(self.player_id)}
        return stored if self.helped else {k: v for k, v in stored.items() if k != "helped"}

    @property
    def by_itself(self) -> bool:
        """Whether a person has played it from the beginning to the end."""
        return not self.helped and not is_computer(self.player_id)

    @classmethod
    def from_dict(cls, stored: dict[str, Any]) -> "SeatRecord":
        """Read the stored form."""
        return cls(**{**stored, "player_id": UUID(stored["player_id"])})


@dataclass(frozen=True)
class GameRecord:
    """A game, while it is played and for ever after.

    Attributes:
        game_id: The game.
        group_id: The group it is played in.
        preset: Name of the preset or alias of its rules.
        total: Points of a hand that ends a round at once.
        trios: Whether three of a kind count.
        rounds: Rounds that have ended.
        outcome: `won` or `abandoned`; none before the end.
        started_at: When play began, if it has.
        ended_at: When it ended.
        seats: Its seats, once play has begun.
    """

    game_id: UUID
    group_id: UUID
    preset: str
    total: int
    trios: bool
    rounds: int = 0
    outcome: str | None = None
    started_at: datetime | None = None
    ended_at: datetime | None = None
    seats: tuple[SeatRecord, ...] = ()

    def to_dict(self) -> dict[str, Any]:
        """Return the row of the game."""
        return {**vars(self), "seats": [seat.to_dict() for seat in self.seats]}

    @property
    def counts(self) -> bool:
        """Whether it counts in rankings and ratings.

        Games that were given up do not, nor those in which a computer player has played.
        """
        return self.outcome == WON and all(seat.by_itself for seat in self.seats)


def after(record: GameRecord | None, event: Stored) -> GameRecord | None:
    """Return what is kept of a game after an event; nothing of one that was never played."""
    if record is None:
        return _opened(event, event) if isinstance(event, facts.GameOpened) else None
    change = _CHANGES.get(type(event))
    return change(record, event) if change else record


Change = Callable[[GameRecord, Any], GameRecord | None]


def _opened(event: Stored, fact: facts.GameOpened) -> GameRecord:
    record = GameRecord(event.originator_id, fact.group_id, fact.preset, total=0, trios=False)
    return _by_rules(record, fact.preset, fact.rules)


def _by_rules(record: GameRecord, preset: str, stored: dict[str, Any]) -> GameRecord:
    rules = RuleSet.from_dict(stored)
    return replace(
        record, preset=preset, total=rules.instant_total, trios=rules.trio_value is not None
    )


def _started(record: GameRecord, fact: Any) -> GameRecord:
    seats = tuple(SeatRecord(player_id) for player_id in fact.player_ids)
    return replace(record, seats=seats, started_at=fact.timestamp)


def _timed_out(record: GameRecord, fact: facts.TurnTimedOut) -> GameRecord:
    seats = list(record.seats)
    seats[fact.seat] = replace(seats[fact.seat], timeouts=seats[fact.seat].timeouts + 1)
    return replace(record, seats=tuple(seats))


def _seated_anew(
    record: GameRecord, fact: facts.SeatTakenOver | facts.SeatTakenBack
) -> GameRecord:
    seats = list(record.seats)
    helped = isinstance(fact, facts.SeatTakenBack)
    seats[fact.seat] = replace(seats[fact.seat], player_id=fact.player_id, helped=helped)
    return replace(record, seats=tuple(seats))


def _bought_in(record: GameRecord, fact: facts.PlayerBoughtIn) -> GameRecord:
    seats = list(record.seats)
    seats[fact.seat] = replace(seats[fact.seat], lives=fact.lives)
    return replace(record, seats=tuple(seats))


def _round_ended(record: GameRecord, fact: facts.RoundEnded) -> GameRecord:
    seats = tuple(
        replace(
            seat if fact.values[number] is None else _shown(record, seat, fact, number),
            lives=fact.lives[number],
        )
        for number, seat in enumerate(record.seats)
    )
    return replace(record, rounds=record.rounds + 1, seats=seats)


def _shown(
    record: GameRecord, seat: SeatRecord, fact: facts.RoundEnded, number: int
) -> SeatRecord:
    points = float(fact.values[number] or 0)
    shown = replace(
        seat,
        hands=seat.hands + 1,
        hand_points=seat.hand_points + points,
        thirty_ones=seat.thirty_ones + (points == record.total),
        trios=seat.trios + (record.trios and trio_rank(tuple(fact.hands[number])) is not None),
    )
    if fact.knocker != number or fact.redeal:
        return shown
    charged = fact.losses[number]
    held = _at_the_start(fact) if seat.lives is None else seat.lives
    return replace(
        shown,
        knocks_won=shown.knocks_won + (charged == 0),
        knocks_failed=shown.knocks_failed + (charged > 0),
        lives_as_knocker=shown.lives_as_knocker + min(charged, held),
    )


def _at_the_start(first: facts.RoundEnded) -> int:
    """Return how many lives all held before the first showdown.

    Nobody had none then, and only a knocker pays more than one: somebody has paid in full.
    """
    return min(
        left + charged
        for value, left, charged in zip(first.values, first.lives, first.losses, strict=True)
        if value is not None
    )


def _ended(record: GameRecord, fact: Any) -> GameRecord:
    seats = tuple(
        replace(seat, place=place) for seat, place in zip(record.seats, fact.places, strict=True)
    )
    return replace(record, seats=seats, outcome=WON, ended_at=fact.timestamp)


def _abandoned(record: GameRecord, fact: Any) -> GameRecord:
    return replace(record, outcome=ABANDONED, ended_at=fact.timestamp)


_HANDLERS: Final[dict[type[Fact], Change]] = {
    facts.RulesChosen: lambda record, fact: _by_rules(record, fact.preset, fact.rules),
    facts.TableClosed: lambda _record, _fact: None,
    facts.GameStarted: _started,
    facts.TurnTimedOut: _timed_out,
    facts.SeatTakenOver: _seated_anew,
    facts.SeatTakenBack: _seated_anew,
    facts.RoundEnded: _round_ended,
    facts.PlayerBoughtIn: _bought_in,
    facts.GameEnded: _ended,
    facts.GameAbandoned: _abandoned,
}

# By the stored class: most events of a log change nothing here, and are passed over at once.
_CHANGES: Final[dict[type[Stored], Change]] = {
    STORED[fact]: change for fact, change in _HANDLERS.items()
}

CONCERNED: Final = frozenset({*_CHANGES, STORED[facts.GameOpened], STORED[facts.CustomsChosen]})
"""The stored events that the standings look at."""
