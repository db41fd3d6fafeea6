"""A game played again from what was done in it, with every fact that follows compared.

It goes its way by the rules, never by the log. Where the two part, what the rules lead to is told
beside what was recorded, and the comparison ends: of a game that went another way nothing follows.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cached_property
from operator import is_
from typing import Final, NamedTuple
from uuid import UUID

from domain import facts, lobby
from domain.audit.causes import Ahead, decided
from domain.audit.clauses import GROUNDS, Ground, differing, ground_of, told
from domain.audit.findings import Finding, Promise
from domain.audit.forms import Recorded
from domain.choosing import Chosen
from domain.consequences import carried_out
from domain.dealing import Moment
from domain.errors import Refused
from domain.facts import Fact
from domain.match import Match, evolve_all, opened
from domain.rules import ALIASES, PRESETS
from domain.shuffle import SEED_BYTES


class Departure(Exception):  # noqa: N818 - the log, not the program, is at fault
    """The log goes another way than the game.

    Attributes:
        finding: Where, and what should be there.
    """

    def __init__(self, event: int, ground: Ground, expected: str, found: str) -> None:
        """Name the event, what it rests on, what should be there and what is."""
        super().__init__(expected)
        self.finding = Finding(event, ground.promise, ground.clause, expected, found)


class Secret(NamedTuple):
    """What chance and the host gave a deck.

    Attributes:
        seed: Its secret, as it was shown; where it never was, as it stands in the log.
        window: How long it waited for cuts and mixes.
    """

    seed: bytes
    window: timedelta


@dataclass
class Course:
    """A game on its way.

    Attributes:
        game_id: The game.
        events: All that was recorded.
        match: The match after the events that were judged; none before the first.
        place: How many these are.
    """

    game_id: UUID
    events: Sequence[Recorded]
    match: Match | None = None
    place: int = 0
    _knew_deadlines: bool = field(init=False)

    def __post_init__(self) -> None:
        """Find out whether the program that opened the table knew deadlines."""
        self._knew_deadlines = bool(self.events) and self.events[0].version > 1

    def run(self) -> Finding | None:
        """Play the game to its end, or to where something is found."""
        try:
            match = self._open()
            while self.place < len(self.events):
                match = self._step(match)
        except Departure as departure:
            return departure.finding
        if match.phase.over:
            return None
        return Finding(self.place + 1, *_FORM, "the rest of the game", _NOTHING)

    @property
    def judged(self) -> Counter[Promise]:
        """How many events were found good, by what they rest on."""
        return Counter(GROUNDS[type(event.fact)].promise for event in self.events[: self.place])

    @cached_property
    def secrets(self) -> Mapping[int, Secret]:
        """What chance and the host gave the deck of each round."""
        given: dict[int, Secret] = {}
        for event in self.events:
            match event.fact:
                case facts.DeckCommitted(round=number, seed=seed, deal_at=due):
                    given[number] = Secret(bytes.fromhex(seed), due - event.at)
                case facts.DeckRevealed(round=number, seed=seed) if number in given:
                    given[number] = given[number]._replace(seed=bytes.fromhex(seed))
        return given

    def _open(self) -> Match:
        """Open the table by the first event."""
        fact = self.events[0].fact if self.events else None
        if not isinstance(fact, facts.GameOpened):
            raise Departure(1, _FORM, "the opening of a table", told(fact) if fact else _NOTHING)
        ground = GROUNDS[facts.GameOpened]
        try:
            match = opened(self.game_id, fact)
        except ValueError as error:
            raise Departure(1, ground, "rules and a pace that there are", str(error)) from None
        if fact.preset not in {*PRESETS, *ALIASES}:
            raise Departure(1, ground, "a preset that there is", fact.preset)
        self.place = 1
        _, *others = lobby.open_table(
            fact.group_id,
            fact.opener_id,
            Chosen(fact.preset, match.rules),
            match.pace,
            fact.previous_id,
        )
        return self._follow(match, others, self.events[0].at)

    def _step(self, match: Match) -> Match:
        """Play on by what was done next, whatever it was."""
        event = self.events[self.place]
        if match.phase.over:
            raise _departure(event, _FORM, "nothing more, since it is over")
        if event.at < (before := self.events[self.place - 1].at):
            raise Departure(event.number, _TIME, f"{before} or later", f"{event.at}")
        try:
            begun = decided(match, Ahead(self.events, self.place))
            if not begun:
                raise _departure(event, GROUNDS[type(event.fact)], "a reason for it")
            return self._follow(match, begun, event.at)
        except Refused as refused:
            raise _forbidden(match, event, refused) from None
        except (LookupError, ValueError, OverflowError):
            raise _departure(event, GROUNDS[type(event.fact)], "something possible") from None

    def _follow(self, match: Match, begun: Iterable[Fact], at: datetime) -> Match:
        """Compare what was decided, and all that follows from it, with what was recorded."""
        secret = self.secrets.get(match.round_number + 1, _NO_SECRET)
        moment = Moment(at, secret.seed, max(secret.window, timedelta()))
        expected, self.match = carried_out(match, begun, moment)
        compared = [self._compare(fact, at) for fact in expected]
        as_then = [fact for fact in compared if fact is not None]
        if len(as_then) < len(expected) or not all(map(is_, as_then, expected)):
            self.match = evolve_all(match, as_then)
        return self.match

    def _compare(self, expected: Fact, at: datetime) -> Fact | None:
        """Compare a fact with the next one recorded, and return it as it is recorded.

        Nothing is returned for a fact that was not recorded at the time.
        """
        number = self.place + 1
        if self.place == len(self.events):
            raise Departure(number, ground_of(expected), told(expected), _NOTHING)
        recorded = self.events[self.place]
        then: Fact | None = expected
        if not self._knew_deadlines:
            then = self._without_deadlines(expected, recorded.fact)
        if then is None:
            return None
        if type(then) is not type(recorded.fact):
            raise Departure(number, ground_of(then), told(then), told(recorded.fact))
        if then != recorded.fact and (names := differing(then, recorded.fact)):
            ground = ground_of(then, recorded.fact)
            raise Departure(number, ground, told(then, names), told(recorded.fact, names))
        if recorded.at != at:
            raise Departure(number, _TIME, f"{at}", f"{recorded.at}")
        self.place = number
        return then

    def _without_deadlines(self, expected: Fact, recorded: Fact) -> Fact | None:
        """Return what the first version made of a fact; nothing, if it did not record it.

        It set no deadlines, until a later version went on with its game, and its offers to buy in
        were open for another time.
        """
        match expected, recorded:
            case facts.DeadlineSet(), _:
                self._knew_deadlines = isinstance(recorded, facts.DeadlineSet)
                return expected if self._knew_deadlines else None
            case facts.BuyInOffered(), facts.BuyInOffered(until=until):
                return replace(expected, until=until)
            case _:
                return expected


_FORM: Final = Ground(Promise.FORM, "format")
_TIME: Final = Ground(Promise.TIMEOUTS, "deadlines")
_NOTHING: Final = "the end of the log"
_NO_SECRET: Final = Secret(bytes(SEED_BYTES), timedelta())


def _departure(event: Recorded, ground: Ground, expected: str) -> Departure:
    return Departure(event.number, ground, expected, told(event.fact))


def _forbidden(match: Match, event: Recorded, refused: Refused) -> Departure:
    if refused.code == "not_now" and match.deadline is not None:
        return _departure(event, _TIME, f"nothing before {match.deadline.until}")
    clause = f"RULES {refused.clause}" if refused.clause else GROUNDS[type(event.fact)].clause
    expected = f"something that is allowed ({refused.code})"
    return _departure(event, Ground(Promise.MOVES, clause), expected)
