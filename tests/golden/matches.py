"""Matches for the rows about whole matches: opened, dealt and played by the domain itself."""

from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from uuid import UUID

from domain import facts, lobby
from domain.cards import parse_card, parse_cards
from domain.choosing import Chosen
from domain.consequences import with_consequences
from domain.dealing import Moment
from domain.facts import Fact
from domain.match import Match, evolve_all, opened
from domain.rules import RuleSet

MOMENT = Moment(now=datetime(2026, 1, 1, tzinfo=UTC), seed=bytes(32))


def person(seat: int) -> UUID:
    """Return the id of the player on a seat."""
    return UUID(int=seat + 1)


def started(rules: RuleSet, players: int) -> Match:
    """Open a table, seat the players and start: the first deck is committed."""
    opening, *seated = lobby.open_table(UUID(int=90), person(0), Chosen("scat", rules))
    assert isinstance(opening, facts.GameOpened)
    match = evolve_all(opened(UUID(int=99), opening), seated)
    for seat in range(1, players):
        match = evolve_all(match, lobby.join(match, person(seat)))
    return then(match, lobby.start(match, person(0)))


def dealt(
    match: Match, hands: Sequence[str], upcard: str = "2C", stock: str = "3C 4C 5C"
) -> Match:
    """Deal these hands by seat, whatever the committed deck says."""
    fact = facts.RoundDealt(
        round=match.round_number,
        hands=[parse_cards(hand) for hand in hands],
        laid=(parse_card(upcard),),
        stock=parse_cards(stock),
    )
    return then(match, [fact])


def then(match: Match, decided: Iterable[Fact]) -> Match:
    """Return the match after facts and all that follows from them."""
    return evolve_all(match, with_consequences(match, decided, MOMENT))
