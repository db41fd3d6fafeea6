"""The situations that rows describe in words, each reached by real play."""

from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import Final

from domain.cards import DECKS
from domain.circle import Circle
from domain.errors import RuleBroken
from domain.facts import Seat
from domain.moves import (
    Draw,
    Exchange,
    KeepHand,
    Knock,
    Move,
    Pass,
    Stand,
    SwapHand,
    Take,
    Throw,
)
from domain.rounds import deal, decide, evolve, legal_moves
from domain.rules import RuleSet

Situation = Callable[[RuleSet], Circle]


def start(rules: RuleSet, stock: int = 6) -> Circle:
    """Deal to three players, with so many cards in the stock; nobody is dealt a 31."""
    pack = DECKS[rules.deck][::-1]
    return deal(rules, (0, 1, 2), pack[: 3 * rules.hand_size + rules.laid_out + stock])


def play(state: Circle, *moves: Move, seat: Seat | None = None) -> Circle:
    """Make moves, each by the seat on turn, or all by one seat."""
    for move in moves:
        for fact in decide(state, state.seat if seat is None else seat, move):
            state = evolve(state, fact)
    return state


def draw_and_throw(state: Circle, turns: int) -> Circle:
    """Let players draw and throw what they drew, for so many turns."""
    for _ in range(turns):
        drawn = play(state, Draw())
        state = play(drawn, Throw(drawn.hand[-1]))
    return state


def allowed(state: Circle, moves: Sequence[Move], seat: Seat | None = None) -> bool:
    """Tell whether moves can be made one after the other; the last one must be offered, too.

    Args:
        state: The round before them.
        moves: The moves.
        seat: Who makes them; whoever is on turn, if nobody is named.
    """
    for move in moves:
        try:
            after = play(state, move, seat=seat)
        except RuleBroken:
            assert move not in legal_moves(state) or seat not in {None, state.seat}
            return False
        assert move in legal_moves(state)
        state = after
    return True


def _second_turn(rules: RuleSet) -> Circle:
    return draw_and_throw(start(rules), 3)


def _somebody_knocked(rules: RuleSet) -> Circle:
    return play(_second_turn(rules), Knock())


def _own_knock_comes_round(rules: RuleSet) -> Circle:
    return play(_somebody_knocked(rules), Stand(), Stand())


def _first_turn(rules: RuleSet) -> Circle:
    return play(start(rules), KeepHand()) if rules.mode == "exchange" else start(rules)


def _second_circuit(rules: RuleSet) -> Circle:
    state = _first_turn(rules)
    return play(state, exchanging_first(state), Pass(), Pass())


def _just_exchanged(rules: RuleSet) -> Circle:
    state = _first_turn(rules)
    return play(state, exchanging_first(state))


def exchanging_first(state: Circle) -> Exchange:
    """Return the exchange of the first card in hand for the first one in the centre."""
    return Exchange(state.hand[:1], state.face_up[:1])


SITUATIONS: Final[dict[str, Situation]] = {
    "own first turn": _first_turn,
    "own second turn, nobody knocked": _second_turn,
    "another player has knocked": _somebody_knocked,
    "final turn after a knock": _somebody_knocked,
    "own knock is standing, play comes round": _own_knock_comes_round,
    "stock not empty, nobody knocked": _second_turn,
    "stock empty, nobody knocked": lambda rules: draw_and_throw(start(rules, stock=3), 3),
    "took the top discard": lambda rules: play(start(rules), Take()),
    "drew from the stock": lambda rules: play(start(rules), Draw()),
    "start of turn": start,
    "after drawing": lambda rules: play(start(rules), Draw()),
    "own turn": _second_circuit,
    "own turn, nobody closed": _second_circuit,
    "after exchanging this turn": _just_exchanged,
    "somebody has closed": lambda rules: play(_second_circuit(rules), Knock()),
    "dealer, own three cards seen, centre unseen": start,
    "dealer, after the centre has been turned up": lambda rules: play(start(rules), SwapHand()),
}
"""The words of the rows, and how to get there."""

ACTORS: Final = {"after exchanging this turn": 0}
"""Who acts in a situation, if not whoever is on turn."""


def _exchanges(state: Circle, size: int) -> list[Sequence[Move]]:
    pairs = product(combinations(state.hand, size), combinations(state.face_up, size))
    return [[Exchange(given, taken)] for given, taken in pairs]


def moves_of(action: str, state: Circle) -> list[Sequence[Move]]:
    """Return what could be meant by an action in words: a row is legal when one of them is."""
    match action:
        case "knock" | "close":
            return [[Knock()]]
        case "stand":
            return [[Stand()]]
        case "pass":
            return [[Pass()]]
        case "draw":
            return [[Draw()], [Take()]]
        case "discard that same card" | "discard the drawn card":
            return [[Throw(state.hand[-1])]]
        case "draw two cards":
            return [[first, second] for first in (Draw(), Take()) for second in (Draw(), Take())]
        case "end the turn without discarding":
            return [[Stand()], [Pass()], [Knock()]]
        case "exchange all three cards":
            return _exchanges(state, 3)
        case "exchange two cards":
            return _exchanges(state, 2)
        case "swap hands" | "take back the first hand":
            return [[SwapHand()]]
        case _:
            raise AssertionError(action)
