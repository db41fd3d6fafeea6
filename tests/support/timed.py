"""One game in hand, with a clock that moves only when it is told to."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from typing import Any, TypeVar

from domain import playing, timing
from domain.cards import parse_card, parse_cards
from domain.circle import Circle
from domain.dealing import Moment
from domain.facts import Fact, RoundDealt, Seat
from domain.match import Deadline, Match
from domain.moves import Tap
from domain.pace import Pace
from domain.timing import Grace
from tests.support.games import BEGINNING, Chance, obey, player, seated, start

F = TypeVar("F", bound=Fact)


@dataclass
class Hours(Chance):
    """Chance whose time stands still until it is told otherwise."""

    now: datetime = BEGINNING

    def moment(self) -> Moment:
        """Return the moment, with a fresh secret."""
        return replace(super().moment(), now=self.now)


@dataclass
class Table:
    """A game in hand: what is done at it, by whom, and when.

    Attributes:
        match: The game as it stands.
        hours: Its time and chance.
        facts: What the last thing done has led to.
    """

    match: Match
    hours: Hours = field(default_factory=Hours)
    facts: tuple[Fact, ...] = ()

    @property
    def deadline(self) -> Deadline:
        """What it waits for."""
        assert self.match.deadline is not None
        return self.match.deadline

    @property
    def time_left(self) -> timedelta:
        """How long it still waits."""
        return self.deadline.until - self.hours.now

    @property
    def round(self) -> Circle:
        """The round in play."""
        return self.match.in_play()[1]

    @property
    def on_turn(self) -> Seat:
        """Who is on turn."""
        return self.round.seat

    def happen(self, decided: Iterable[Fact]) -> None:
        """Carry out what a command has decided, with all that follows."""
        step = obey(self.match, decided, self.hours)
        self.match, self.facts = step.after, step.facts

    def deal(self, *hands: str, laid: str = "2C", stock: str = "5C 6C 7C 8C 9C 10C JC") -> None:
        """Deal these hands by seat, whatever the committed deck says."""
        self.happen(
            [
                RoundDealt(
                    round=self.match.round_number,
                    hands=[parse_cards(hand) for hand in hands],
                    laid=[parse_card(card) for card in laid.split()],
                    stock=[parse_card(card) for card in stock.split()],
                )
            ]
        )

    def play(self, *taps: Tap) -> None:
        """Let the player on turn tap, as the room lets them: back at the table first."""
        for tap in taps:
            person = player(self.on_turn)
            back = timing.come_back(self.match, person)
            self.happen([*back, *playing.play(self.match, person, self.match.turn, tap)])

    def wait(self, passed: timedelta) -> None:
        """Let time pass."""
        self.hours.now += passed

    def miss(self, times: int = 1) -> None:
        """Let the deadline pass; several times, one after the other."""
        for _ in range(times):
            self.hours.now = max(self.hours.now, self.deadline.until)
            self.time_out()

    def time_out(self) -> None:
        """Do what is due now."""
        missed = self.deadline
        self.happen(timing.time_out(self.match, missed.kind, missed.number, self.hours.now))

    def give_grace(self, until: datetime, cause: str = "outage") -> None:
        """Move the deadline."""
        grace = Grace(self.deadline.kind, self.deadline.number, until, cause)
        self.happen(timing.give_grace(self.match, grace))

    def come_back(self, seat: Seat) -> None:
        """Let a player tap something that changes nothing by itself."""
        self.happen(timing.come_back(self.match, player(seat)))

    def leave(self, seat: Seat) -> None:
        """Let a player leave for good."""
        self.happen(playing.forfeit(self.match, player(seat), "left"))

    def of(self, kind: type[F]) -> list[F]:
        """Return what has happened last, of one kind."""
        return [fact for fact in self.facts if isinstance(fact, kind)]

    @property
    def kinds(self) -> list[type[Fact]]:
        """What has happened last, by kind."""
        return [type(fact) for fact in self.facts]


def table(players: int = 3, preset: str = "scat", pace: Pace = Pace.FAST, **options: Any) -> Table:
    """Return a started game with seat 0 as the dealer, its first deck committed."""
    lobby = seated(players, preset, {"first_dealer": "seat"} | options, pace)
    hours = Hours()
    return Table(start(lobby, hours).after, hours)


def dealt(
    players: int = 3,
    preset: str = "scat",
    pace: Pace = Pace.FAST,
    hands: Sequence[str] = (),
    **options: Any,
) -> Table:
    """Return a game on its first turn, which is that of seat 1."""
    begun = table(players, preset, pace, **options)
    if hands:
        begun.deal(*hands)
    else:
        begun.miss()
    return begun
