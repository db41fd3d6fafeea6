"""A game played again from its log: what happened, step by step, and how the match stood then.

A step by itself tells what everybody saw. Its cards are shown by the views, as those of a match
that is played now: to everybody, to a seat, and all of them once the game is over.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property
from typing import Final
from uuid import UUID

from domain import facts
from domain.dealing import everybody_contributed
from domain.events import Stored
from domain.facts import Seat
from domain.game import Game
from domain.match import Action, Match
from domain.showdown import Ruling
from domain.views import OpenView, SeatView, Spectacle, open_view, seat_view, spectacle


@dataclass(frozen=True)
class Step:
    """Something that happened in a game, and the match right after it.

    Attributes:
        event: Its number in the log of the game, from 1.
        at: When it happened.
        kind: What it was: the topic without `game.`, as `card_drawn`.
        round: The round it belongs to; 0 before the first.
        seat: Who did it, or to whom it happened, where that is one seat.
        action: What the table told of it, if anything.
        cause: Why it happened, where nobody chose it or that needs a reason: what is given as the
            `cause` of a fact, or of the missed deadline for which somebody's turn was played.
        rulings: The rules that decided, at a showdown.
        after: The match, hidden cards included. The views below show of it what may be seen.
    """

    event: int
    at: datetime
    kind: str
    round: int
    seat: Seat | None
    action: Action | None
    cause: str | None
    rulings: tuple[Ruling, ...]
    after: Match = field(repr=False)

    @property
    def public(self) -> Spectacle:
        """What everybody saw."""
        return spectacle(self.after)

    def seen_by(self, player_id: UUID) -> SeatView:
        """Return what a player saw.

        Raises:
            Refused: `not_seated`.
        """
        return seat_view(self.after, player_id)


@dataclass(frozen=True)
class Replay:
    """The steps of a game, from the opening of its table to where it stands.

    Attributes:
        steps: At least one.
    """

    steps: tuple[Step, ...]

    @property
    def end(self) -> Match:
        """The match as it stands."""
        return self.steps[-1].after

    @cached_property
    def rounds(self) -> dict[int, int]:
        """The place in `steps` where each round begins: where its deck is committed."""
        return {
            step.round: place
            for place, step in enumerate(self.steps)
            if step.kind == "deck_committed"
        }

    def opened(self, step: Step) -> OpenView:
        """Return all cards as they lay at a step.

        Raises:
            Refused: `not_now` while the game lasts.
        """
        return open_view(step.after, self.end)

    def place_of(self, event: int) -> int:
        """Return the place in `steps` of the step that tells of an event."""
        told = (place for place, step in enumerate(self.steps) if step.event <= event)
        return max(told, default=0)


def replayed(events: Iterable[Stored]) -> Replay:
    """Play a game again from its events, all of them or the first few.

    Raises:
        NotAGame: They are not those of a game.
        LookupError: There are none.
    """
    steps: list[Step] = []
    game: Game | None = None
    before: Match | None = None
    forced: str | None = None
    for event in events:
        if game is None:
            game = Game(event.originator_id)
        game.replay(event)
        after = game.state
        if isinstance(event, _TOLD_WITH_THE_LAST):
            steps[-1] = replace(steps[-1], after=after)
        elif isinstance(event, facts.TurnTimedOut):
            forced = event.cause
        elif not isinstance(event, _TOLD_WITH_THE_NEXT):
            steps.append(_step(before, event, after, forced))
        forced = forced if after.timed_out is not None else None
        before = after
    if not steps:
        msg = "a game has at least the event that opens its table"
        raise LookupError(msg)
    return Replay(tuple(steps))


_TOLD_WITH_THE_LAST: Final = (
    facts.DeadlineSet,
    facts.DeckRevealed,
    facts.PlayerEliminated,
    facts.TieBreakCalled,
)
"""Facts that complete the one before them: nothing is to be seen that was not decided there."""

_TOLD_WITH_THE_NEXT: Final = (facts.TurnTimedOut, facts.PlayerWentAway)
"""Facts that say why the next one happened."""


def _step(before: Match | None, event: Stored, after: Match, forced: str | None) -> Step:
    told = after.actions[-1:] if before is None or after.actions is not before.actions else ()
    shown = after.showdown if isinstance(event, facts.RoundEnded) else None
    return Step(
        event=event.originator_version,
        at=event.timestamp,
        kind=event.TOPIC.removeprefix("game."),
        round=after.round_number,
        seat=_seat(before, event, after),
        action=told[0] if told else None,
        cause=_cause(before, event) or forced,
        rulings=shown.rulings if shown else (),
        after=after,
    )


def _seat(before: Match | None, event: Stored, after: Match) -> Seat | None:
    seat: Seat | None = getattr(event, "seat", None)
    if seat is not None:
        return seat
    person = getattr(event, "player_id", None)
    seated = before if isinstance(event, facts.PlayerLeft) and before else after
    return seated.player_ids.index(person) if person in seated.player_ids else None


def _cause(before: Match | None, event: Stored) -> str | None:
    if isinstance(event, facts.RoundDealt) and before and not everybody_contributed(before):
        return "deadline"
    cause: str | None = getattr(event, "cause", None)
    return cause
