"""Each deck dealt again from its secret, without the game that was played with it.

Nothing here asks the dealer of a running game, as `course` does: there are two ways to the same
cards, of which neither knows the other.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any
from uuid import UUID

from domain import facts
from domain.audit.findings import Finding, Promise
from domain.audit.forms import Recorded
from domain.cards import DECKS, Card
from domain.facts import Seat
from domain.shuffle import VERSION, Contributions, commitment, shuffled_deck


@dataclass
class Deck:
    """What was recorded of the deck of a round.

    Attributes:
        number: The event that committed it.
        committed: That event.
        mixes: What players mixed in.
        lift: How many cards the cutter lifted.
        dealt: The deal, and the number of its event.
        shown: The secret as it was shown, and the number of that event.
    """

    number: int
    committed: facts.DeckCommitted
    mixes: dict[Seat, int] = field(default_factory=dict)
    lift: int | None = None
    dealt: tuple[int, facts.RoundDealt] | None = None
    shown: tuple[int, str] | None = None


def decks(events: Sequence[Recorded]) -> Mapping[int, Deck]:
    """Return the decks of a game by their rounds."""
    found: dict[int, Deck] = {}
    for event in events:
        fact: Any = event.fact
        if isinstance(fact, facts.DeckCommitted):
            found[fact.round] = Deck(event.number, fact)
        deck = found.get(getattr(fact, "round", 0))
        if deck is None:
            continue
        match fact:
            case facts.DeckMixed():
                deck.mixes[fact.seat] = fact.choice
            case facts.DeckCut():
                deck.lift = fact.lift
            case facts.RoundDealt():
                deck.dealt = event.number, fact
            case facts.DeckRevealed():
                deck.shown = event.number, fact.seed
    return found


def pack_of(events: Sequence[Recorded]) -> Sequence[Card]:
    """Return the pack that a game is played with; no cards, where its rules name none."""
    name = None
    for event in events:
        if isinstance(event.fact, facts.GameOpened | facts.RulesChosen):
            name = event.fact.rules.get("deck")
    return DECKS.get(name, ()) if isinstance(name, str) else ()


def found_in(
    game_id: UUID, round_number: int, deck: Deck, pack: Sequence[Card]
) -> Iterator[Finding]:
    """Deal a deck again, and tell what is not as it was recorded.

    Args:
        game_id: The game.
        round_number: The round.
        deck: Its deck.
        pack: The pack, in its order before any shuffle.
    """
    committed = deck.committed
    number, secret = deck.shown or (deck.number, committed.seed)
    if committed.shuffle != VERSION:
        yield Finding(deck.number, Promise.COMMITMENT, "shuffle", VERSION, committed.shuffle)
        return
    seed = bytes.fromhex(secret)
    fingerprint = commitment(seed)
    if fingerprint != committed.commitment:
        yield Finding(
            number,
            Promise.COMMITMENT,
            "shuffle",
            f"the secret whose fingerprint is {committed.commitment}",
            f"one whose fingerprint is {fingerprint}",
        )
    if deck.dealt is None:
        return
    number, dealt = deck.dealt
    players = Contributions(deck.mixes, deck.lift)
    try:
        cards = shuffled_deck(seed, str(game_id), round_number, players, pack)
    except ValueError as error:
        yield Finding(number, Promise.DECK, "RULES 4.2", "a cut of the pack", str(error))
        return
    lying = _gathered(committed.seats, dealt)
    if lying != cards:
        place = next(
            (
                place
                for place, (one, other) in enumerate(zip(cards, lying, strict=False))
                if one != other
            ),
            min(len(cards), len(lying)),
        )
        yield Finding(number, Promise.DECK, "shuffle", _from(place, cards), _from(place, lying))


def _gathered(seats: Sequence[Seat], dealt: facts.RoundDealt) -> tuple[Card, ...]:
    """Put a deal together again to the deck it came from (RULES 4.3, 4.4)."""
    hands = [dealt.hands[seat] for seat in seats if seat < len(dealt.hands) and dealt.hands[seat]]
    turns = zip(*hands, strict=False)
    return (*(card for turn in turns for card in turn), *dealt.laid, *dealt.stock)


def _from(place: int, cards: Sequence[Card]) -> str:
    shown = " ".join(cards[place : place + 5]) or "nothing"
    return f"{shown} from card {place + 1} of the deck on"
