"""What was done, told from what was recorded: the command that led to the events that follow.

Each command is obeyed by the very functions of the domain that obeyed it when the game was
played. What only people or the world decide (a card to throw, a rule, who leaves, a clock that
stood still) is taken from the log; whether it was possible there and then is not.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import datetime, timedelta
from typing import Any, Final, NamedTuple
from uuid import UUID

from domain import dealing, facts, lobby, playing, rounds, timing, voting
from domain.audit.forms import Recorded
from domain.choosing import Chosen
from domain.dealing import height_of, reshuffling
from domain.facts import Fact, Seat
from domain.match import DeadlineKind, Match, evolve_all
from domain.pace import LIMITS
from domain.rounds import MOVES
from domain.rules import RuleSet
from domain.timing import Grace


class Ahead(NamedTuple):
    """The events of a game from one of them on.

    Attributes:
        events: All events of the game.
        place: Where the first of those ahead stands among them.
    """

    events: Sequence[Recorded]
    place: int

    @property
    def fact(self) -> Fact | None:
        """What happens first, if anything."""
        return self.events[self.place].fact if self.place < len(self.events) else None

    @property
    def at(self) -> datetime:
        """When it happens."""
        return self.events[self.place].at

    @property
    def rest(self) -> "Ahead":
        """What happens after it."""
        return Ahead(self.events, self.place + 1)


def decided(match: Match, ahead: Ahead) -> tuple[Fact, ...]:
    """Say what was decided by the command that the events ahead tell of; nothing, if none did.

    Raises:
        Refused: The rules do not allow it there and then.
        LookupError: It names somebody or something that is not there.
        ValueError: Likewise.
    """
    fact = ahead.fact
    cause = _CAUSES.get(type(fact)) if fact else None
    return tuple(cause(match, fact, ahead)) if cause else ()


TWICE_READ: Final = timedelta(minutes=1)
"""How long a vote may have been called before it was recorded: the clock is read for both."""

Cause = Callable[[Match, Any, Ahead], Iterable[Fact]]
"""Given a match, the fact and the events from it on, says what the command decided."""


def _moved(match: Match, fact: Any, _: Ahead) -> Iterable[Fact]:
    deck, played = match.in_play()
    return rounds.decide(played, fact.seat, MOVES[type(fact)](fact), reshuffling(match, deck))


def _contributed(match: Match, fact: facts.DeckCut | facts.DeckMixed, _: Ahead) -> Iterable[Fact]:
    choice = fact.choice if isinstance(fact, facts.DeckMixed) else height_of(match, fact.lift)
    return dealing.contribute(match, _person(match, fact.seat), fact.round, choice)


def _computer_seated(match: Match, fact: facts.ComputerSeated, _: Ahead) -> Iterable[Fact]:
    seated = len(match.player_ids)
    return lobby.seat_computer(match, fact.by_id, fact.level, fact.player_id, seated)


def _rules_chosen(match: Match, fact: facts.RulesChosen, _: Ahead) -> Iterable[Fact]:
    """Let rules be chosen, which are complete only for the program that recorded them."""
    rules = Chosen(fact.preset, RuleSet.from_dict(fact.rules))
    return (fact,) if lobby.choose_rules(match, fact.player_id, lambda _: rules) else ()


def _closed(match: Match, fact: facts.TableClosed, ahead: Ahead) -> Iterable[Fact]:
    if fact.player_id is None:
        return timing.time_out(match, DeadlineKind.LOBBY, 0, ahead.at)
    close = lobby.close if fact.cause == "player" else lobby.close_by_administrator
    return close(match, fact.player_id)


def _started(match: Match, _fact: facts.GameStarted, _: Ahead) -> Iterable[Fact]:
    return lobby.start(match, match.player_ids[0])  # any of them may have done it


def _returned(
    match: Match, fact: facts.PlayerReturned | facts.SeatTakenBack, ahead: Ahead
) -> Iterable[Fact]:
    """Let somebody be back, by a tap that did nothing else or by what they did then."""
    seated = fact.player_id if isinstance(fact, facts.SeatTakenBack) else None
    back = timing.come_back(match, seated or _person(match, fact.seat))
    after = evolve_all(match, back)
    return *back, *(decided(after, ahead.rest) if _same_person(after, fact.seat, ahead) else ())


def _same_person(match: Match, seat: Seat, ahead: Ahead) -> bool:
    """Tell whether a seat does what happens next, in the same moment."""
    then = ahead.rest
    if isinstance(then.fact, facts.DeckRevealed):
        then = then.rest
    if then.fact is None or then.at != ahead.at:
        return False
    if isinstance(then.fact, facts.GameAbandoned):
        return then.fact.player_id == _person(match, seat)
    return type(then.fact) in _TAPS and getattr(then.fact, "seat", None) == seat


def _voted(match: Match, fact: facts.VoteCast, _: Ahead) -> Iterable[Fact]:
    return voting.cast(match, _person(match, fact.seat), fact.number, aye=fact.aye)


def _vote_called(match: Match, fact: facts.VoteCalled, ahead: Ahead) -> Iterable[Fact]:
    asked = fact.until - LIMITS[match.pace].vote
    now = asked if timedelta() <= ahead.at - asked <= TWICE_READ else ahead.at
    return voting.call(match, _person(match, fact.seat), fact.about, fact.target, now)


def _vote_ended(match: Match, fact: facts.VoteEnded, ahead: Ahead) -> Iterable[Fact]:
    return timing.time_out(match, DeadlineKind.VOTE, fact.number, ahead.at)


def _grace_given(match: Match, fact: facts.GraceGiven, _: Ahead) -> Iterable[Fact]:
    kind = DeadlineKind(fact.kind)
    if fact.cause not in GRACES:
        return ()
    return timing.give_grace(match, Grace(kind, fact.number, fact.until, fact.cause))


def _forfeited(
    match: Match, fact: facts.PlayerForfeited | facts.SeatTakenOver, _: Ahead
) -> Iterable[Fact]:
    if fact.cause not in DEPARTURES:
        return ()
    left = isinstance(fact, facts.SeatTakenOver) and match.absent.get(fact.seat)
    return playing.forfeit(match, left or _person(match, fact.seat), fact.cause)


def _bought_in(match: Match, fact: facts.PlayerBoughtIn, _: Ahead) -> Iterable[Fact]:
    return playing.buy_in(match, _person(match, fact.seat), match.round_number)


def _declined(match: Match, fact: facts.BuyInDeclined, ahead: Ahead) -> Iterable[Fact]:
    if fact.cause == "deadline":
        return timing.time_out(match, DeadlineKind.BUY_IN, match.round_number, ahead.at)
    player_id = _person(match, fact.seat)
    if fact.cause in DEPARTURES:
        return playing.forfeit(match, player_id, fact.cause)
    return playing.decline_buy_in(match, player_id, match.round_number)


def _abandoned(match: Match, fact: facts.GameAbandoned, ahead: Ahead) -> Iterable[Fact]:
    match fact.cause:
        case "administrator":
            return playing.abandon(match, fact.cause, fact.player_id)
        case "idle":
            return timing.time_out(match, DeadlineKind.IDLE, match.turn, ahead.at)
        case _:
            return ()


def _person(match: Match, seat: Seat) -> UUID:
    return match.player_ids[seat]


DEPARTURES: Final = frozenset({"left", "left_group", "kicked"})
"""How a player leaves by a command; by a vote of the table they do as a consequence."""

GRACES: Final = frozenset({"outage", "chat", "unseen"})
"""Why a deadline is moved."""

_TAPS: Final = frozenset(
    {*MOVES, facts.DeckCut, facts.DeckMixed, facts.VoteCalled, facts.VoteCast}
)
"""What a player's own tap leads to, besides letting them be back."""

_CAUSES: Final[Mapping[type[Fact], Cause]] = {
    **dict.fromkeys(MOVES, _moved),
    facts.PlayerJoined: lambda match, fact, _: lobby.join(match, fact.player_id),
    facts.PlayerLeft: lambda match, fact, _: lobby.leave(match, fact.player_id),
    facts.ComputerSeated: _computer_seated,
    facts.SubstituteChosen: lambda match, fact, _: lobby.choose_substitute(
        match, fact.player_id, fact.level
    ),
    facts.RulesChosen: _rules_chosen,
    facts.PaceChosen: lambda match, fact, _: lobby.choose_pace(match, fact.player_id, fact.pace),
    facts.TableClosed: _closed,
    facts.GameStarted: _started,
    facts.DeckCut: _contributed,
    facts.DeckMixed: _contributed,
    facts.RoundDealt: lambda match, fact, ahead: timing.time_out(
        match, DeadlineKind.DEAL, fact.round, ahead.at
    ),
    facts.TurnTimedOut: lambda match, fact, ahead: timing.time_out(
        match, DeadlineKind.TURN, fact.turn, ahead.at
    ),
    facts.PlayerReturned: _returned,
    facts.SeatTakenBack: _returned,
    facts.VoteCalled: _vote_called,
    facts.VoteCast: _voted,
    facts.VoteEnded: _vote_ended,
    facts.GraceGiven: _grace_given,
    facts.PlayerForfeited: _forfeited,
    facts.SeatTakenOver: _forfeited,
    facts.RoundVoided: lambda match, fact, _: playing.void_round(match, fact.cause),
    facts.PlayerBoughtIn: _bought_in,
    facts.BuyInDeclined: _declined,
    facts.DeckRevealed: lambda match, _, ahead: (
        decided(match, ahead.rest) if isinstance(ahead.rest.fact, facts.GameAbandoned) else ()
    ),
    facts.GameAbandoned: _abandoned,
}
"""What leads to each fact that begins something. All others follow from these."""
