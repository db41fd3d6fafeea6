"""The protocol of every kind of round, and which kind a rule set plays.

A kind is a module with `deal`, `begin`, `legal_moves`, `decide`, `follow_up`, `weak_move`,
`evolve`, `move_of`, `tap_of` and `has_happened`, all pure functions on its own frozen state, which
is a `Circle`.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final, Protocol

from domain import draw_round, exchange_round, facts
from domain.cards import Card
from domain.circle import Circle
from domain.facts import Fact, Seat
from domain.moves import (
    Draw,
    EndTurn,
    Exchange,
    KeepHand,
    Knock,
    Move,
    Pass,
    Stand,
    SwapHand,
    Take,
    Tap,
    Throw,
)
from domain.rules import RuleSet

Reshuffle = Callable[[Sequence[Card]], Sequence[Card]]


class Kind(Protocol):
    """A kind of round. Its functions take and return states of their own type."""

    def deal(self, rules: RuleSet, order: Sequence[Seat], deck: Sequence[Card]) -> Any:
        """Deal a round."""

    def begin(
        self,
        rules: RuleSet,
        order: Sequence[Seat],
        hands: Sequence[Sequence[Card]],
        laid: Sequence[Card],
        stock: Sequence[Card],
    ) -> Any:
        """Set up a round from what was dealt."""

    def legal_moves(self, state: Any) -> tuple[Move, ...]:
        """Return every legal move."""

    def decide(self, state: Any, seat: Seat, move: Move, reshuffle: Reshuffle) -> tuple[Fact, ...]:
        """Say what follows from a move."""

    def follow_up(self, state: Any, reshuffle: Reshuffle) -> tuple[Fact, ...]:
        """Say what is due without anybody's move."""

    def weak_move(self, state: Any) -> Move:
        """Return the move that is made for a player whose time is over."""

    def evolve(self, state: Any, fact: Fact) -> Any:
        """Return the round after a fact."""

    def move_of(self, state: Any, tap: Tap) -> Move:
        """Return the move of a button."""

    def tap_of(self, state: Any, move: Move) -> Tap:
        """Return the button of a move."""

    def has_happened(self, state: Any, move: Move) -> bool:
        """Tell whether a move has had its effect."""


KINDS: Final[dict[str, Kind]] = {"draw": draw_round, "exchange": exchange_round}
"""The kinds by the `mode` of a rule set."""


MOVES: Final[Mapping[type[Fact], Callable[[Any], Move]]] = {
    facts.CardDrawn: lambda _: Draw(),
    facts.DiscardTaken: lambda _: Take(),
    facts.CardDiscarded: lambda fact: Throw(fact.card),
    facts.PlayerKnocked: lambda _: Knock(),
    facts.PlayerStood: lambda _: Stand(),
    facts.PlayerPassed: lambda _: Pass(),
    facts.HandKept: lambda _: KeepHand(),
    facts.HandSwapped: lambda _: SwapHand(),
    facts.CardsExchanged: lambda fact: Exchange(tuple(fact.given), tuple(fact.taken)),
    facts.TurnEnded: lambda _: EndTurn(),
}
"""The move that each fact is the outcome of."""


def deal(rules: RuleSet, order: Sequence[Seat], deck: Sequence[Card]) -> Circle:
    """Deal a round from the top of a deck (RULES 4).

    Raises:
        ValueError: The deck has too few cards.
    """
    dealt: Circle = KINDS[rules.mode].deal(rules, order, deck)
    return dealt


def begin(
    rules: RuleSet,
    order: Sequence[Seat],
    hands: Sequence[Sequence[Card]],
    laid: Sequence[Card],
    stock: Sequence[Card],
) -> Circle:
    """Set up a round from what was dealt."""
    begun: Circle = KINDS[rules.mode].begin(rules, order, hands, laid, stock)
    return begun


def legal_moves(state: Circle) -> tuple[Move, ...]:
    """Return every move of the seat on turn; none once the round is over."""
    return _kind(state).legal_moves(state)


def decide(
    state: Circle, seat: Seat, move: Move, reshuffle: Reshuffle = tuple
) -> tuple[Fact, ...]:
    """Say what follows from a move, without doing it.

    Raises:
        RuleBroken: The move is not legal; the clause says why.
    """
    return _kind(state).decide(state, seat, move, reshuffle)


def follow_up(state: Circle, reshuffle: Reshuffle = tuple) -> tuple[Fact, ...]:
    """Say what is due without anybody's move, as after a player has left: a new stock or centre.

    After a move nothing is due: `decide` has seen to it.
    """
    return _kind(state).follow_up(state, reshuffle)


def weak_move(state: Circle) -> Move:
    """Return the legal move that is made for the player on turn whose time is over (TABLE 5)."""
    return _kind(state).weak_move(state)


def evolve(state: Circle, fact: Fact) -> Circle:
    """Return the round after a fact."""
    after: Circle = _kind(state).evolve(state, fact)
    return after


def move_of(state: Circle, tap: Tap) -> Move:
    """Return the move that a button asks for, now.

    Raises:
        RuleBroken: It names a card that is not there, or is a button of another game.
    """
    return _kind(state).move_of(state, tap)


def tap_of(state: Circle, move: Move) -> Tap:
    """Return the button of a move; it names no hidden card."""
    return _kind(state).tap_of(state, move)


def has_happened(state: Circle, move: Move) -> bool:
    """Tell whether a move of this turn has had its effect and the turn goes on."""
    return _kind(state).has_happened(state, move)


def _kind(state: Circle) -> Kind:
    return KINDS[state.rules.mode]
