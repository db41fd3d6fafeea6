"""Whole games played without a database: by chance or by hand, and the same for the same seed."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any
from uuid import UUID

from domain import dealing, lobby, playing, rounds, timing, voting
from domain.choosing import Chosen
from domain.consequences import with_consequences
from domain.dealing import MIX_CHOICES, Moment
from domain.errors import Refused
from domain.facts import DeckRevealed, Fact, GameOpened
from domain.match import DeadlineKind, Match, Phase, evolve, evolve_all, opened
from domain.moves import Knock, Pass, Tap
from domain.pace import Pace
from domain.rules import rule_set

GAME = UUID(int=31)
GROUP = UUID(int=3100)
BEGINNING = datetime(2026, 3, 1, 20, 0, tzinfo=UTC)


@dataclass(frozen=True)
class Step:
    """A command and what followed from it."""

    before: Match
    facts: tuple[Fact, ...]
    after: Match

    @property
    def states(self) -> Iterator[tuple[Fact, Match]]:
        """Every fact with the match right after it."""
        match = self.before
        for fact in self.facts:
            match = evolve(match, fact)
            yield fact, match


@dataclass
class Chance:
    """Where a game's time, secrets and choices come from.

    Attributes:
        seed: Everything follows from it.
        knocking: How often a player who may knock, close or pass does.
        leaving: How often somebody forfeits instead of moving.
        missing: How often a deadline passes instead.
        voting: How often somebody calls a vote or votes instead.
    """

    seed: int = 31
    knocking: float = 0.2
    leaving: float = 0.0
    missing: float = 0.0
    voting: float = 0.0
    moments: int = 0
    random: Random = field(init=False)

    def __post_init__(self) -> None:
        self.random = Random(self.seed)

    def moment(self) -> Moment:
        """Return the next moment, with a fresh secret."""
        self.moments += 1
        secret = hashlib.sha256(f"{self.seed}|{self.moments}".encode()).digest()
        return Moment(BEGINNING + timedelta(minutes=self.moments), secret)


def player(seat: int) -> UUID:
    """Return the id of the player who sits down as number `seat`, counted from 0."""
    return UUID(int=seat + 1)


def seated(
    players: int,
    preset: str = "scat",
    options: Mapping[str, Any] | None = None,
    pace: Pace = Pace.NONE,
) -> Match:
    """Return a table with its players, before the start."""
    rules = rule_set(preset, options)
    opening, *others = lobby.open_table(GROUP, player(0), Chosen(preset, rules), pace)
    assert isinstance(opening, GameOpened)
    match = evolve_all(opened(GAME, opening), others)
    for seat in range(1, players):
        match = evolve_all(match, lobby.join(match, player(seat)))
    return match


def obey(match: Match, decided: Iterable[Fact], chance: Chance) -> Step:
    """Carry out what a command has decided, with all that follows by itself."""
    facts = with_consequences(match, decided, chance.moment())
    return Step(match, facts, evolve_all(match, facts))


def start(match: Match, chance: Chance) -> Step:
    """Start a game."""
    return obey(match, lobby.start(match, match.player_ids[0]), chance)


def deal(match: Match, chance: Chance) -> Step:
    """Deal once the time for cutting is over."""
    late = match.being_cut().deal_at
    dealt = timing.time_out(match, DeadlineKind.DEAL, match.round_number, late)
    return obey(match, dealt, chance)


def play(match: Match, tap: Tap, chance: Chance) -> Step:
    """Make a move for the player on turn."""
    _, played = match.in_play()
    return obey(match, playing.play(match, match.player_ids[played.seat], match.turn, tap), chance)


def play_on(match: Match, chance: Chance) -> Iterator[Step]:
    """Play a game to its end by chance, from wherever it stands."""
    if match.phase is Phase.LOBBY:
        step = start(match, chance)
        yield step
        match = step.after
    while not match.phase.over:
        step = _next(match, chance)
        yield step
        match = step.after


def showdowns(steps: Iterable[Step]) -> Iterator[Match]:
    """Return a game as it was at the end of every round, its secret just revealed."""
    for step in steps:
        if not any(isinstance(fact, DeckRevealed) for fact in step.facts):
            continue  # its states need not be made
        for fact, match in step.states:
            if isinstance(fact, DeckRevealed) and match.showdown is not None:
                yield match


def _next(match: Match, chance: Chance) -> Step:
    if chance.random.random() < chance.leaving:
        leaver = match.player_ids[chance.random.choice(match.still_in)]
        return obey(match, playing.forfeit(match, leaver, "left"), chance)
    if match.deadline and chance.missing and chance.random.random() < chance.missing:
        missed = match.deadline
        due = timing.time_out(match, missed.kind, missed.number, missed.until)
        return obey(match, due, chance)
    if chance.voting and chance.random.random() < chance.voting:
        with suppress(Refused):
            return obey(match, _vote(match, chance), chance)
    match match.phase:
        case Phase.CUTTING:
            return _cut_or_deal(match, chance)
        case Phase.BUYING_IN:
            answer = chance.random.choice([playing.buy_in, playing.decline_buy_in])
            seat = chance.random.choice(match.offers)
            return obey(match, answer(match, match.player_ids[seat], match.round_number), chance)
        case _:
            _, played = match.in_play()
            taps = tuple(rounds.tap_of(played, move) for move in rounds.legal_moves(played))
            return play(match, _choose(taps, chance), chance)


def _vote(match: Match, chance: Chance) -> tuple[Fact, ...]:
    """Vote by chance; call a vote where there is none."""
    seat = chance.random.choice(match.still_in)
    voter = match.player_ids[seat]
    if match.vote is not None:
        return voting.cast(match, voter, match.vote.number, aye=chance.random.random() < 0.5)
    target = chance.random.choice([other for other in (*match.still_in, None) if other != seat])
    about = voting.END if target is None else voting.KICK
    return voting.call(match, voter, about, target, chance.moment().now)


def _cut_or_deal(match: Match, chance: Chance) -> Step:
    deck = match.being_cut()
    waiting = [seat for seat in match.still_in if seat not in deck.contributed]
    seat = chance.random.choice([*waiting, None])
    if seat is None:
        return deal(match, chance)
    choice = chance.random.randint(1, MIX_CHOICES)
    decided = dealing.contribute(match, match.player_ids[seat], match.round_number, choice)
    return obey(match, decided, chance)


def _choose(taps: tuple[Tap, ...], chance: Chance) -> Tap:
    ends = [tap for tap in taps if isinstance(tap, Knock | Pass)]
    others = [tap for tap in taps if tap not in ends]
    if ends and (not others or chance.random.random() < chance.knocking):
        return chance.random.choice(ends)
    return chance.random.choice(others)
