"""The public history of a round, made from its facts; like a view, a door for what is open only.

What a card drawn from the stock was, which cards were dealt and what a seed is stays behind.
"""

from collections.abc import Iterable
from functools import singledispatch
from uuid import UUID

from domain import facts
from domain.cards import Hand
from domain.computer.observation import Deed, Observation, PublicDeed
from domain.facts import Fact
from domain.match import Match
from domain.views import seat_view


def observe(match: Match, player_id: UUID, happened: Iterable[Fact]) -> Observation:
    """Return what a player knows.

    Args:
        match: The match now.
        player_id: Who wants to know.
        happened: The facts of the match, or at least those since the last deal.

    Raises:
        Refused: `not_seated`.
    """
    return Observation(seat_view(match, player_id), public_deeds(happened))


def public_deeds(happened: Iterable[Fact]) -> tuple[PublicDeed, ...]:
    """Return what everybody has seen since the last deal."""
    deeds: list[PublicDeed] = []
    covered: Hand = ()
    for fact in happened:
        if isinstance(fact, facts.RoundDealt):
            laid = tuple(fact.laid)
            upcard, covered = (laid, ()) if len(laid) == 1 else ((), laid)
            deeds = [PublicDeed(Deed.TURNED_UP, thrown=upcard)] if upcard else []
        elif seen := _seen(fact):
            if covered and seen.deed is not Deed.LEFT:
                deeds += _with_centre(seen, covered)
                covered = ()
            else:
                deeds.append(seen)
    return tuple(deeds)


def _with_centre(seen: PublicDeed, covered: Hand) -> list[PublicDeed]:
    """Add that the centre was turned up: by the dealer's choice, or since the dealer has left."""
    centre = seen.thrown if seen.deed is Deed.SWAPPED else covered
    shown = PublicDeed(Deed.TURNED_UP, thrown=centre)
    return [seen, shown] if seen.deed in {Deed.KEPT, Deed.SWAPPED} else [shown, seen]


@singledispatch
def _seen(fact: Fact) -> PublicDeed | None:  # noqa: ARG001 - the default of a dispatch
    """Return the public side of a fact of play."""
    return None


@_seen.register
def _(fact: facts.CardDrawn) -> PublicDeed:
    return PublicDeed(Deed.DREW, fact.seat)


@_seen.register
def _(fact: facts.DiscardTaken) -> PublicDeed:
    return PublicDeed(Deed.TOOK, fact.seat, taken=(fact.card,))


@_seen.register
def _(fact: facts.CardDiscarded) -> PublicDeed:
    return PublicDeed(Deed.THREW, fact.seat, thrown=(fact.card,))


@_seen.register
def _(fact: facts.PlayerKnocked) -> PublicDeed:
    return PublicDeed(Deed.KNOCKED, fact.seat)


@_seen.register
def _(fact: facts.PlayerStood) -> PublicDeed:
    return PublicDeed(Deed.STOOD, fact.seat)


@_seen.register
def _(fact: facts.PlayerPassed) -> PublicDeed:
    return PublicDeed(Deed.PASSED, fact.seat)


@_seen.register
def _(fact: facts.HandKept) -> PublicDeed:
    return PublicDeed(Deed.KEPT, fact.seat)


@_seen.register
def _(fact: facts.HandSwapped) -> PublicDeed:
    return PublicDeed(Deed.SWAPPED, fact.seat, thrown=tuple(fact.given))


@_seen.register
def _(fact: facts.CardsExchanged) -> PublicDeed:
    return PublicDeed(Deed.EXCHANGED, fact.seat, taken=tuple(fact.taken), thrown=tuple(fact.given))


@_seen.register
def _(fact: facts.TurnEnded) -> PublicDeed:
    return PublicDeed(Deed.ENDED_TURN, fact.seat)


@_seen.register
def _(fact: facts.StockReshuffled) -> PublicDeed:  # noqa: ARG001 - its cards are hidden
    return PublicDeed(Deed.RESHUFFLED)


@_seen.register
def _(fact: facts.CentreRefreshed) -> PublicDeed:
    return PublicDeed(Deed.TURNED_UP, thrown=tuple(fact.cards))


@_seen.register
def _(fact: facts.PlayerForfeited) -> PublicDeed:
    return PublicDeed(Deed.LEFT, fact.seat)
