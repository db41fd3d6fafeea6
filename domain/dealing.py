"""From the committed deck to the deal: what players add to a shuffle, and what comes of it."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from domain import rounds, shuffle
from domain.cards import DECKS, Card
from domain.errors import Refused
from domain.facts import (
    DeckCommitted,
    DeckCut,
    DeckMixed,
    Fact,
    FirstDealerChosen,
    RoundDealt,
    Seat,
)
from domain.match import Deck, Match, Phase
from domain.seating import cutter, highest_cut, next_dealer, playing_order

MIX_CHOICES = 8
"""How many choices a player has; whoever cuts chooses among as many heights."""


@dataclass(frozen=True)
class Moment:
    """What a decision needs from outside: the time and fresh chance.

    Attributes:
        now: The time of the decision, aware of its zone.
        seed: 32 fresh random bytes; used for one deck at most.
        cut_window: How long a deal waits for cuts and mixes.
    """

    now: datetime
    seed: bytes
    cut_window: timedelta = timedelta(seconds=6)


def commit_deck(match: Match, moment: Moment) -> tuple[Fact, ...]:
    """Fix the secret of the next deck and say who may cut (RULES 3, 4.2)."""
    first: tuple[Fact, ...] = ()
    if match.dealer is None:
        chosen = _first_dealer(match, moment.seed)
        first, dealer = (chosen,), chosen.dealer
    elif match.redeal:
        dealer = match.dealer
    else:
        dealer = next_dealer(len(match.places), match.still_in, match.dealer)
    order = playing_order(len(match.places), match.still_in, dealer)
    committed = DeckCommitted(
        round=match.round_number + 1,
        dealer=dealer,
        seats=order,
        cutter=cutter(order) if match.rules.offer_cut else None,
        shuffle=shuffle.VERSION,
        seed=moment.seed.hex(),
        commitment=shuffle.commitment(moment.seed),
        deal_at=moment.now + moment.cut_window,
        tie_break=match.tie_break,
    )
    return *first, committed


def contribute(match: Match, player_id: UUID, round_number: int, choice: int) -> tuple[Fact, ...]:
    """Cut the deck, or mix a choice into the shuffle. The same choice again changes nothing.

    Args:
        match: The match.
        player_id: Who taps.
        round_number: The round the button belongs to.
        choice: 1 to `MIX_CHOICES`; for the cutter, how high to lift.

    Raises:
        Refused: `not_now`, `stale`, `not_seated`, `not_playing` or `already_contributed`.
    """
    if round_number != match.round_number or match.phase is Phase.PLAYING:
        raise Refused("stale")
    deck = match.being_cut()
    if not 1 <= choice <= MIX_CHOICES:
        raise Refused("forged")
    seat = match.seat_of(player_id)
    if seat not in deck.seats or match.places[seat] is not None:
        raise Refused("not_playing")
    if seat in deck.contributed:
        if _contribution(match, deck, seat) == choice:
            return ()
        raise Refused("already_contributed")
    if seat == deck.cutter:
        return (DeckCut(round=match.round_number, seat=seat, lift=_lift(match, choice)),)
    return (DeckMixed(round=match.round_number, seat=seat, choice=choice),)


def everybody_contributed(match: Match) -> bool:
    """Tell whether there is nobody left to wait for."""
    deck = match.being_cut()
    return set(deck.seats) & set(match.still_in) <= deck.contributed


def deal_round(match: Match) -> RoundDealt:
    """Derive the deck from its secret and the players' contributions, and deal it (RULES 4)."""
    deck = match.being_cut()
    order = tuple(seat for seat in deck.seats if match.places[seat] is None)
    cards = shuffle.shuffled_deck(
        deck.seed,
        str(match.id),
        match.round_number,
        shuffle.Contributions(deck.mixes, deck.lift),
        DECKS[match.rules.deck],
    )
    dealt = rounds.deal(match.rules, order, cards)
    hands = tuple(dealt.hand_of(seat) for seat in range(len(match.places)))
    return RoundDealt(round=match.round_number, hands=hands, laid=dealt.laid, stock=dealt.stock)


def _lift(match: Match, choice: int) -> int:
    return len(DECKS[match.rules.deck]) * choice // (MIX_CHOICES + 1)


def height_of(match: Match, lift: int | None) -> int:
    """Return the choice that lifts so many cards.

    Raises:
        ValueError: No choice does.
    """
    return [_lift(match, choice) for choice in range(1, MIX_CHOICES + 1)].index(lift or 0) + 1


def _contribution(match: Match, deck: Deck, seat: Seat) -> int:
    return deck.mixes[seat] if seat != deck.cutter else height_of(match, deck.lift)


def _first_dealer(match: Match, seed: bytes) -> FirstDealerChosen:
    """Find the first dealer by the table's method, provably (RULES 3.1)."""
    seats = range(len(match.places))
    method = match.rules.first_dealer
    if method == "seat":
        return FirstDealerChosen(method=method, cuts=(), dealer=0)
    cards = list(shuffle.first_dealer_deck(seed, str(match.id), DECKS[match.rules.deck]))
    if method == "random":
        order = shuffle.shuffle(seed, f"{shuffle.VERSION}|random dealer|{match.id}", seats)
        return FirstDealerChosen(method=method, cuts=(), dealer=order[0])
    cuts: list[tuple[str, ...]] = []
    tied: tuple[Seat, ...] = tuple(seats)
    while len(tied) > 1:
        drawn = {seat: cards.pop(0) for seat in tied}
        cuts.append(tuple(drawn.get(seat, "") for seat in seats))
        tied = highest_cut(drawn)
    return FirstDealerChosen(method=method, cuts=tuple(cuts), dealer=tied[0])


def reshuffling(match: Match, deck: Deck) -> rounds.Reshuffle:
    """Return how this round's discards become its stock, provably (RULES 5.6)."""

    def reshuffle(discards: Iterable[Card]) -> tuple[Card, ...]:
        return shuffle.reshuffled_stock(
            deck.seed, str(match.id), match.round_number, deck.reshuffles + 1, tuple(discards)
        )

    return reshuffle
