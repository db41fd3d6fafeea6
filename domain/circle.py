"""What every kind of round shares: players in a circle, whose turn it is, who has knocked."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeVar

from domain.cards import Card, Hand
from domain.errors import RuleBroken
from domain.facts import Seat
from domain.hands import is_fire, is_instant
from domain.rules import RuleSet
from domain.values import replace

T = TypeVar("T")
C = TypeVar("C", bound="Circle")


@dataclass(frozen=True, kw_only=True)
class Circle:
    """A round between its deal and its end, hidden cards included.

    Attributes:
        rules: The rules of the table.
        order: Seats in playing order: dealer's left first, the dealer last.
        hands: Cards of each seat of `order`, in the order in which they came.
        stock: Hidden cards, the next one first.
        turn: Turns finished since the deal, counting each player's whole turn once.
        at: Place in `order` of the player on turn.
        knocker: Place in `order` of the player who knocked or closed.
        played: Turns finished by each place.
        out: Places whose players have forfeited (RULES 11.3).
        over: Why no more turns follow, if so: the `reason` of `Ending`.
    """

    rules: RuleSet
    order: tuple[Seat, ...]
    hands: tuple[Hand, ...]
    stock: tuple[Card, ...]
    turn: int = 0
    at: int = 0
    knocker: int | None = None
    played: tuple[int, ...] = ()
    out: frozenset[int] = frozenset()
    over: str | None = None

    @property
    def seat(self) -> Seat:
        """The seat on turn."""
        return self.order[self.at]

    @property
    def hand(self) -> Hand:
        """The cards of the seat on turn."""
        return self.hands[self.at]

    def hand_of(self, seat: Seat) -> Hand:
        """Return the cards of one seat; empty when it does not play this round or has left."""
        if seat not in self.order:
            return ()
        place = self.order.index(seat)
        return () if place in self.out else self.hands[place]

    @property
    def present(self) -> tuple[Seat, ...]:
        """Seats still playing this round, in playing order."""
        return tuple(seat for place, seat in enumerate(self.order) if place not in self.out)

    @property
    def to_play(self) -> tuple[Seat, ...]:
        """Seats that may still have a turn in this round, the one on turn first."""
        ahead = (*self.order[self.at :], *self.order[: self.at])
        if self.knocker is not None:
            ahead = ahead[: (self.knocker - self.at) % len(self.order)]
        return tuple(seat for seat in ahead if seat in self.present)

    @property
    def laid(self) -> tuple[Card, ...]:
        """The cards on the table beside the stock, face up or not."""
        raise NotImplementedError

    @property
    def face_up(self) -> tuple[Card, ...]:
        """The cards on the table that everybody sees, the one to be taken last."""
        raise NotImplementedError

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the pack, wherever it is."""
        held = tuple(card for hand in self.hands for card in hand)
        return (*held, *self.stock, *self.laid)

    @property
    def arrived(self) -> Card | None:
        """The card that has come to the player on turn and makes one too many."""
        return None

    @property
    def choosing(self) -> bool:
        """Whether the dealer has the blind choice (RULES 4.6)."""
        return False


@dataclass(frozen=True)
class Ending:
    """How a round came to its end.

    Attributes:
        reason: `knock`, `close`, `instant`, `instant_deal`, `instant_final_turn`,
            `stock_exhausted`, `turn_limit`, `void` or `forfeit`.
        knocker: The seat whose knock stands in the showdown, if any (RULES 11.3).
    """

    reason: str
    knocker: Seat | None


def ending(state: Circle) -> Ending | None:
    """Say how the round has ended, or nothing while it goes on."""
    if state.over is None:
        return None
    if state.knocker is None or state.knocker in state.out:
        return Ending(state.over, None)
    return Ending(state.over, state.order[state.knocker])


def split_deck(
    rules: RuleSet, players: int, deck: tuple[Card, ...]
) -> tuple[tuple[Hand, ...], tuple[Card, ...], tuple[Card, ...]]:
    """Deal one card at a time clockwise, then lay out (RULES 4.3 to 4.5): hands, laid, stock.

    Raises:
        ValueError: The deck has too few cards.
    """
    dealt = players * rules.hand_size
    needed = dealt + rules.laid_out
    if len(deck) < needed:
        msg = f"{players} players need {needed} cards, the deck has {len(deck)}"
        raise ValueError(msg)
    hands = tuple(tuple(deck[place:dealt:players]) for place in range(players))
    return hands, deck[dealt:needed], deck[needed:]


def ends_round(hand: Hand, rules: RuleSet, *, knocked: bool) -> bool:
    """Tell whether a hand at rest ends the round at once (RULES 6.1, 6.3, 6.7).

    Once somebody has knocked or closed, a 31 may be no more than a hand (6.3). Fire ends the
    round then, too: 6.3 is about the 31, and 6.7 knows no exception.
    """
    if not knocked or rules.instant_after_knock != "showdown":
        return is_instant(hand, rules)
    return is_fire(hand, rules)


def instant_reason(state: Circle, hand: Hand) -> str | None:
    """Say how a hand made on a turn ends the round, if it does (RULES 6.1, 6.3, 6.7)."""
    knocked = state.knocker is not None
    if not ends_round(hand, state.rules, knocked=knocked):
        return None
    return "instant_final_turn" if knocked else "instant"


def out_of_turn(state: Circle, seat: Seat) -> RuleBroken:
    """Say why a seat that is not on turn cannot move: it has knocked, or must wait (5.4, 5.10)."""
    exchanging = state.rules.mode == "exchange"
    clause = "5.10" if exchanging else "5.4"
    if state.knocker is not None and seat == state.order[state.knocker]:
        return RuleBroken("you_have_closed" if exchanging else "you_have_knocked", clause)
    return RuleBroken("not_your_turn", clause if exchanging else "5.1")


def count_turn(state: C) -> C:
    """Count a finished turn."""
    played = put(state.played, state.at, state.played[state.at] + 1)
    return replace(state, turn=state.turn + 1, played=played)


def pass_on(state: C, knocked: str, stopped_before: Callable[[C, int], str | None]) -> C:
    """Give the turn to the next player still in, or end the round (RULES 5.5, 5.10, 11.4).

    Args:
        state: The round after a turn, or after a player on turn has left.
        knocked: The reason of a round that has come round to its knocker.
        stopped_before: Says why the round ends without a knock before a place plays.
    """
    place = state.at
    while True:
        place = (place + 1) % len(state.order)
        if place == state.knocker:
            return replace(state, over=knocked)
        if place not in state.out:
            break
    over = None if state.knocker is not None else stopped_before(state, place)
    return replace(state, at=place, over=over)


def too_long(state: Circle) -> bool:
    """Tell whether the round has had all the turns it may have (RULES 11.4)."""
    return state.turn >= state.rules.max_circuits * len(state.order)


def take_out(state: C, seat: Seat) -> C:
    """Take a player out of the round; a knock of theirs stands (RULES 11.3)."""
    left = replace(state, out=state.out | {state.order.index(seat)})
    return replace(left, over="forfeit") if len(left.present) == 1 else left


def put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    """Return the items with one of them replaced."""
    return (*items[:place], item, *items[place + 1 :])
