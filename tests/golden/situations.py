"""The situations that rows describe in words, each reached by real play."""

from collections.abc import Callable, Sequence
from typing import Final

from domain.cards import DECKS
from domain.draw_round import DrawRound, deal, decide, evolve, legal_moves
from domain.errors import RuleBroken
from domain.moves import Draw, Knock, Move, Pass, Stand, Take, Throw
from domain.rules import RuleSet

Situation = Callable[[RuleSet], DrawRound]

_PACK: Final = DECKS["std52"][::-1]
"""Diamonds from the two upwards: no hand dealt from it is a 31."""


def start(rules: RuleSet, stock: int = 40) -> DrawRound:
    """Deal to three players, with so many cards in the stock."""
    return deal(rules, (0, 1, 2), _PACK[: 3 * rules.hand_size + 1 + stock])


def play(state: DrawRound, *moves: Move) -> DrawRound:
    """Make moves, each by the seat on turn."""
    for move in moves:
        for fact in decide(state, state.seat, move):
            state = evolve(state, fact)
    return state


def draw_and_throw(state: DrawRound, turns: int) -> DrawRound:
    """Let players draw and throw what they drew, for so many turns."""
    for _ in range(turns):
        drawn = play(state, Draw())
        state = play(drawn, Throw(drawn.hand[-1]))
    return state


def allowed(state: DrawRound, moves: Sequence[Move]) -> bool:
    """Tell whether moves can be made one after the other; the last one must be offered, too."""
    for move in moves:
        try:
            after = play(state, move)
        except RuleBroken:
            assert move not in legal_moves(state)
            return False
        assert move in legal_moves(state)
        state = after
    return True


def _second_turn(rules: RuleSet) -> DrawRound:
    return draw_and_throw(start(rules), 3)


def _somebody_knocked(rules: RuleSet) -> DrawRound:
    return play(_second_turn(rules), Knock())


def _own_knock_comes_round(rules: RuleSet) -> DrawRound:
    return play(_somebody_knocked(rules), Stand(), Stand())


SITUATIONS: Final[dict[str, Situation]] = {
    "own first turn": start,
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
}
"""The words of the rows, and how to get there."""


def moves_of(action: str, state: DrawRound) -> list[Sequence[Move]]:
    """Return what could be meant by an action in words: a row is legal when one of them is."""
    match action:
        case "knock":
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
        case _:
            raise AssertionError(action)
