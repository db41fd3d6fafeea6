"""What the log of a game or a group says of one player: what they did, and were shown alone.

Beside `views` the only door for a hidden card. A kind of fact that has no entry here is told to
nobody, so that a new one is kept back until somebody has decided what of it belongs to whom.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import fields
from typing import Any, Final, TypeVar
from uuid import UUID

from domain import facts
from domain.facts import Fact, Seat

F = TypeVar("F")
"""A fact, or its stored form."""

Share = dict[str, Any]
"""What is told of a fact, mostly by the names of its fields."""


def shares_of(happened: Iterable[F], player_id: UUID) -> Iterator[tuple[F, Share]]:
    """Return the facts in which a player takes part, each with what it says of them.

    Args:
        happened: What has happened in one game or group, from its beginning on.
        player_id: The player.
    """
    seat = None
    for fact in happened:
        if isinstance(fact, facts.GameStarted) and player_id in fact.player_ids:
            seat = list(fact.player_ids).index(player_id)
        if isinstance(fact, facts.SeatTakenBack) and fact.player_id == player_id:
            seat = fact.seat
        share = _share(fact, player_id, seat)
        if share is not None:
            yield fact, share
        if isinstance(fact, facts.SeatTakenOver) and fact.seat == seat:
            seat = None  # what happens in it from now on is no deed of theirs


def _share(fact: object, player_id: UUID, seat: Seat | None) -> Share | None:
    kind = next(kind for kind in type(fact).__mro__ if Fact in kind.__bases__)
    if kind in PARTS and seat is not None:
        return PARTS[kind](fact, seat)
    if any(_names(getattr(fact, name), player_id, seat) for name in WHOLE.get(kind, ())):
        return {field.name: getattr(fact, field.name) for field in fields(kind)}
    return None


def _names(value: object, player_id: UUID, seat: Seat | None) -> bool:
    """Tell whether a field names a player, by their id or by their seat, alone or with others."""
    if isinstance(value, Sequence):
        return seat in value
    return value is not None and value in {player_id, seat}


WHOLE: Final[Mapping[type[Fact], tuple[str, ...]]] = {
    facts.GameOpened: ("opener_id",),
    facts.ComputerSeated: ("by_id",),
    **dict.fromkeys(
        (
            *(facts.DefaultsChosen, facts.CustomsChosen, facts.RulesChosen, facts.PaceChosen),
            *(facts.SubstituteChosen, facts.SeatTakenBack),
            *(facts.PlayerJoined, facts.PlayerLeft, facts.TableClosed, facts.GameAbandoned),
        ),
        ("player_id",),
    ),
    **dict.fromkeys(
        (
            *(facts.DeckCut, facts.DeckMixed, facts.CardDrawn, facts.DiscardTaken),
            *(facts.CardDiscarded, facts.PlayerKnocked, facts.PlayerStood, facts.PlayerPassed),
            *(facts.HandKept, facts.HandSwapped, facts.CardsExchanged, facts.TurnEnded),
            *(facts.TurnTimedOut, facts.PlayerWentAway, facts.PlayerReturned, facts.VoteCast),
            *(facts.PlayerForfeited, facts.SeatTakenOver, facts.PlayerEliminated),
            *(facts.PlayerBoughtIn, facts.BuyInDeclined),
        ),
        ("seat",),
    ),
    facts.VoteCalled: ("seat", "target"),
    facts.TieBreakCalled: ("seats",),
    facts.BuyInOffered: ("seats",),
}
"""What is told whole, and to whom: the fields that name those who take part."""


def _started(fact: facts.GameStarted, seat: Seat) -> Share:
    return {"seat": seat, "players": len(fact.player_ids)}


def _cut_for_deal(fact: facts.FirstDealerChosen, seat: Seat) -> Share:
    cuts = [cut[seat] for cut in fact.cuts]
    return {"method": fact.method, "cuts": cuts, "dealer": fact.dealer}


def _committed(fact: facts.DeckCommitted, seat: Seat) -> Share | None:
    if seat not in fact.seats:
        return None
    return {
        "round": fact.round,
        "dealer": fact.dealer,
        "cutter": fact.cutter,
        "commitment": fact.commitment,
        "tie_break": fact.tie_break,
    }


def _dealt(fact: facts.RoundDealt, seat: Seat) -> Share | None:
    hand = fact.hands[seat]
    return {"round": fact.round, "hand": hand} if hand else None


def _round_ended(fact: facts.RoundEnded, seat: Seat) -> Share | None:
    if fact.values[seat] is None and not fact.losses[seat]:
        return None
    return {
        "round": fact.round,
        "reason": fact.reason,
        "knocker": fact.knocker,
        "hand": fact.hands[seat],
        "value": fact.values[seat],
        "loss": fact.losses[seat],
        "lives": fact.lives[seat],
        "rulings": [ruling for ruling in fact.rulings if seat in ruling["seats"]],
        "redeal": fact.redeal,
    }


def _ended(fact: facts.GameEnded, seat: Seat) -> Share:
    return {"place": fact.places[seat], "won": seat in fact.winners}


PARTS: Final[Mapping[type[Fact], Callable[[Any, Seat], Share | None]]] = {
    facts.GameStarted: _started,
    facts.FirstDealerChosen: _cut_for_deal,
    facts.DeckCommitted: _committed,
    facts.RoundDealt: _dealt,
    facts.RoundEnded: _round_ended,
    facts.GameEnded: _ended,
}
"""What is told in part: of what has an entry for every seat, one's own."""
