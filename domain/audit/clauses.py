"""What each kind of event rests on, and how events are told to somebody who reads a finding."""

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, NamedTuple

from domain import facts
from domain.audit.findings import Promise
from domain.events import TOPICS
from domain.facts import Fact


class Ground(NamedTuple):
    """What an event rests on."""

    promise: Promise
    clause: str


GROUNDS: Final[Mapping[type[Fact], Ground]] = {
    facts.GameOpened: Ground(Promise.MOVES, "RULES 12"),
    facts.PlayerJoined: Ground(Promise.MOVES, "RULES 2"),
    facts.PlayerLeft: Ground(Promise.MOVES, "RULES 2"),
    facts.ComputerSeated: Ground(Promise.MOVES, "RULES 2"),
    facts.SubstituteChosen: Ground(Promise.MOVES, "RULES 2"),
    facts.RulesChosen: Ground(Promise.MOVES, "RULES 12"),
    facts.PaceChosen: Ground(Promise.MOVES, "deadlines"),
    facts.TableClosed: Ground(Promise.MOVES, "RULES 2"),
    facts.GameStarted: Ground(Promise.MOVES, "RULES 2"),
    facts.FirstDealerChosen: Ground(Promise.DECK, "RULES 3.1"),
    facts.DeckCommitted: Ground(Promise.COMMITMENT, "shuffle"),
    facts.DeckCut: Ground(Promise.MOVES, "RULES 4.2"),
    facts.DeckMixed: Ground(Promise.MOVES, "shuffle"),
    facts.RoundDealt: Ground(Promise.DECK, "shuffle"),
    facts.CardDrawn: Ground(Promise.DRAWS, "RULES 5.1"),
    facts.DiscardTaken: Ground(Promise.DRAWS, "RULES 5.1"),
    facts.CardDiscarded: Ground(Promise.MOVES, "RULES 5.1"),
    facts.PlayerKnocked: Ground(Promise.MOVES, "RULES 5.4"),
    facts.PlayerStood: Ground(Promise.MOVES, "RULES 5.8"),
    facts.PlayerPassed: Ground(Promise.MOVES, "RULES 5.6"),
    facts.StockReshuffled: Ground(Promise.DRAWS, "RULES 5.6"),
    facts.PlayerForfeited: Ground(Promise.MOVES, "RULES 11.3"),
    facts.HandKept: Ground(Promise.MOVES, "RULES 4.6"),
    facts.HandSwapped: Ground(Promise.DRAWS, "RULES 4.6"),
    facts.CardsExchanged: Ground(Promise.MOVES, "RULES 5.9"),
    facts.TurnEnded: Ground(Promise.MOVES, "RULES 5.10"),
    facts.CentreRefreshed: Ground(Promise.DRAWS, "RULES 5.12"),
    facts.DeadlineSet: Ground(Promise.TIMEOUTS, "deadlines"),
    facts.GraceGiven: Ground(Promise.TIMEOUTS, "deadlines"),
    facts.TurnTimedOut: Ground(Promise.TIMEOUTS, "deadlines"),
    facts.PlayerWentAway: Ground(Promise.TIMEOUTS, "deadlines"),
    facts.PlayerReturned: Ground(Promise.TIMEOUTS, "deadlines"),
    facts.VoteCalled: Ground(Promise.MOVES, "votes"),
    facts.VoteCast: Ground(Promise.MOVES, "votes"),
    facts.VoteEnded: Ground(Promise.RULINGS, "votes"),
    facts.SeatTakenOver: Ground(Promise.MOVES, "RULES 11.3"),
    facts.SeatTakenBack: Ground(Promise.TIMEOUTS, "deadlines"),
    facts.RoundEnded: Ground(Promise.RULINGS, "RULES 7"),
    facts.DeckRevealed: Ground(Promise.COMMITMENT, "shuffle"),
    facts.RoundVoided: Ground(Promise.RULINGS, "RULES 11.1"),
    facts.PlayerEliminated: Ground(Promise.RULINGS, "RULES 10.5"),
    facts.TieBreakCalled: Ground(Promise.RULINGS, "RULES 10.2"),
    facts.BuyInOffered: Ground(Promise.RULINGS, "RULES 9.1"),
    facts.PlayerBoughtIn: Ground(Promise.RULINGS, "RULES 9.1"),
    facts.BuyInDeclined: Ground(Promise.RULINGS, "RULES 9.1"),
    facts.GameEnded: Ground(Promise.RULINGS, "RULES 10"),
    facts.GameAbandoned: Ground(Promise.RULINGS, "RULES 11"),
}
"""What each event of a game rests on."""


def ground_of(expected: Fact, found: Fact | None = None) -> Ground:
    """Return what an event rests on; a showdown, on the rule that the log does not name."""
    ground = GROUNDS[type(expected)]
    if not isinstance(expected, facts.RoundEnded) or not expected.rulings:
        return ground
    named = found.rulings if isinstance(found, facts.RoundEnded) else ()
    missing = [ruling for ruling in expected.rulings if plain(ruling) not in plain(named)]
    decided = (missing or expected.rulings)[-1]
    return Ground(ground.promise, f"RULES {decided['clause']}")


def told(fact: Fact, names: Sequence[str] | None = None) -> str:
    """Tell what happened, with all that is known of it or with the fields that are named."""
    fields = vars(fact) if names is None else {name: vars(fact)[name] for name in names}
    details = ", ".join(f"{name} {_shown(value)}" for name, value in fields.items())
    return f"{_KINDS[type(fact)]}: {details}" if details else _KINDS[type(fact)]


def differing(one: Fact, other: Fact) -> list[str]:
    """Return the names of the fields in which two facts of one kind differ."""
    return [name for name, value in vars(one).items() if plain(value) != plain(vars(other)[name])]


def plain(value: Any) -> Any:
    """Return a value with its sequences as tuples, however they were made."""
    if isinstance(value, list | tuple):
        return tuple(map(plain, value))
    if isinstance(value, dict):
        return {name: plain(inner) for name, inner in value.items()}
    return value


_KINDS: Final[Mapping[type[Fact], str]] = {
    fact: topic.removeprefix("game.").replace("_", " ") for topic, fact in TOPICS.items()
}


def _shown(value: Any) -> str:
    match value:
        case None:
            return "none"
        case datetime():
            return value.isoformat()
        case list() | tuple():
            inner = map(_shown, value)
            nested = any(isinstance(item, list | tuple | dict) for item in value)
            return ("; " if nested else " ").join(inner) or "none"
        case dict():
            return " ".join(f"{name} {_shown(inner)}" for name, inner in value.items())
        case _:
            return str(value)
