"""Positions in a round that people describe in words, each reached by real play (RULES 5)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from typing import Final

from domain.cards import DECKS, RANKS, SUITS, Card
from domain.circle import Circle
from domain.errors import RuleBroken
from domain.facts import Seat
from domain.moves import Draw, Exchange, KeepHand, Knock, Move, Pass, SwapHand, Take
from domain.rounds import deal, decide, evolve, legal_moves, weak_move
from domain.rules import RuleSet
from telegram_bot.referee.reading import Unreadable

PLAYERS: Final = 3
STOCK: Final = 9


@dataclass(frozen=True)
class Position:
    """A moment of a round, and who is asked about.

    Attributes:
        round: The round.
        seat: Who acts; on turn or not.
    """

    round: Circle
    seat: Seat


Reach = Callable[[RuleSet], Position]


def position(rules: RuleSet, words: str) -> Position:
    """Return the position that words describe.

    Raises:
        Unreadable: There are no such words, or the rules never lead there.
    """
    known = POSITIONS[rules.mode]
    said = " ".join(words.lower().split())
    if said not in known:
        raise Unreadable(f"there is no situation {words!r}; choose from {'; '.join(known)}")
    try:
        return known[said](rules)
    except RuleBroken as broken:
        raise Unreadable(f"under these rules {words!r} does not come about") from broken


def quiet_deck(rules: RuleSet) -> tuple[Card, ...]:
    """Return the whole pack, low cards first: no hand dealt from it ends the round."""
    pack = set(DECKS[rules.deck])
    return tuple(
        card for card in map(Card, _join(reversed(RANKS), reversed(SUITS))) if card in pack
    )


def start(rules: RuleSet, stock: int = STOCK) -> Circle:
    """Deal to three players, with so many cards left in the stock."""
    cards = quiet_deck(rules)[: PLAYERS * rules.hand_size + rules.laid_out + stock]
    return deal(rules, range(PLAYERS), cards)


def play(state: Circle, *moves: Move, seat: Seat | None = None) -> Circle:
    """Make moves, each by the seat on turn, or all by one seat.

    Raises:
        RuleBroken: One is not legal.
    """
    for move in moves:
        for fact in decide(state, state.seat if seat is None else seat, move):
            state = evolve(state, fact)
    return state


def idle(state: Circle, turns: int) -> Circle:
    """Let players keep their hands for so many turns; the dealer's choice is none.

    Raises:
        RuleBroken: The round ends before.
    """
    until = state.turn + turns
    while state.turn < until:
        state = play(state, _weak(state))
    return state


def end_round(state: Circle) -> Circle:
    """Let the player on turn knock or close, after a pass where that must be.

    Raises:
        RuleBroken: It is not legal now.
    """
    if Knock() not in legal_moves(state) and Pass() in legal_moves(state):
        state = play(state, Pass())
    return play(state, Knock())


def _join(ranks: Iterator[str], suits: Iterator[str]) -> list[str]:
    return [rank + suit for rank, suit in product(ranks, suits)]


def _weak(state: Circle) -> Move:
    if state.over is not None:
        raise RuleBroken("round_over", "7.1")
    return weak_move(state)


def _on_turn(state: Circle) -> Position:
    if state.over is not None:
        raise RuleBroken("round_over", "7.1")
    return Position(state, state.seat)


def _opened(rules: RuleSet, stock: int = STOCK) -> Circle:
    """Return a round before its first turn."""
    dealt = start(rules, stock)
    return play(dealt, KeepHand()) if dealt.choosing else dealt


def _later(rules: RuleSet) -> Circle:
    return idle(_opened(rules), PLAYERS)


def _after_knock(rules: RuleSet) -> Circle:
    return end_round(_later(rules))


def _own_knock(rules: RuleSet) -> Position:
    knocked = _after_knock(rules)
    return Position(idle(knocked, PLAYERS - 1), _later(rules).seat)


def _stock_out(rules: RuleSet, *, knocked: bool) -> Position:
    """Return a round whose last stock card has just been thrown, after a knock or without one."""
    if knocked:
        last = end_round(idle(start(rules, stock=PLAYERS + 1), PLAYERS))
        drawn = play(last, Draw())
        state = play(drawn, _weak(drawn))
    else:
        state = idle(start(rules, stock=PLAYERS), PLAYERS)
    if state.stock:
        raise RuleBroken("stock_made_anew", "5.6")
    return _on_turn(state)


def _exchanged(rules: RuleSet, size: int) -> Circle:
    state = _opened(rules)
    return play(state, Exchange(state.hand[:size], state.laid[:size]))


def _just_exchanged(rules: RuleSet) -> Position:
    state = _exchanged(rules, rules.exchange_sizes[0])
    return Position(state, state.order[0])


def _took_all(rules: RuleSet) -> Position:
    state = _exchanged(rules, 3)
    return _on_turn(idle(state, PLAYERS - state.turn))


def _centre_turned_up(rules: RuleSet) -> Position:
    dealer = start(rules).seat
    return Position(idle(play(start(rules), SwapHand()), PLAYERS - 1), dealer)


_IN_EVERY_GAME: Final[dict[str, Reach]] = {
    "own first turn": lambda rules: _on_turn(_opened(rules)),
    "start of turn": lambda rules: _on_turn(_later(rules)),
    "own turn": lambda rules: _on_turn(_later(rules)),
    "own second turn": lambda rules: _on_turn(_later(rules)),
    "not one's own turn": lambda rules: Position(_later(rules), _later(rules).order[-1]),
}

POSITIONS: Final[dict[str, dict[str, Reach]]] = {
    "draw": {
        **_IN_EVERY_GAME,
        "own second turn, nobody knocked": lambda rules: _on_turn(_later(rules)),
        "another player has knocked": lambda rules: _on_turn(_after_knock(rules)),
        "final turn after a knock": lambda rules: _on_turn(_after_knock(rules)),
        "own knock is standing, play comes round": _own_knock,
        "stock not empty, nobody knocked": lambda rules: _on_turn(_later(rules)),
        "stock empty, nobody knocked": lambda rules: _stock_out(rules, knocked=False),
        "stock empty, another player has knocked": lambda rules: _stock_out(rules, knocked=True),
        "took the top discard": lambda rules: _on_turn(play(_later(rules), Take())),
        "drew from the stock": lambda rules: _on_turn(play(_later(rules), Draw())),
        "after drawing": lambda rules: _on_turn(play(_later(rules), Draw())),
    },
    "exchange": {
        **_IN_EVERY_GAME,
        "own turn, nobody closed": lambda rules: _on_turn(_later(rules)),
        "after exchanging this turn": _just_exchanged,
        "took all three before": _took_all,
        "somebody has closed": lambda rules: _on_turn(_after_knock(rules)),
        "own close is standing, play comes round": _own_knock,
        "dealer, own three cards seen, centre unseen": lambda rules: _on_turn(start(rules)),
        "dealer, after the centre has been turned up": _centre_turned_up,
    },
}
"""How to get to each position, by the mode of the game and the words for it."""
