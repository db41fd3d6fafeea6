"""Say whether an action is allowed in a situation, both told in words (RULES 4.6, 5)."""

from collections.abc import Callable, Sequence
from itertools import combinations, product
from typing import Final

from domain.circle import Circle
from domain.errors import RuleBroken
from domain.moves import Draw, Exchange, KeepHand, Knock, Move, Pass, Stand, SwapHand, Take, Throw
from domain.rules import RuleSet
from telegram_bot.referee.positions import Position, play, position
from telegram_bot.referee.reading import Fields, Unreadable
from telegram_bot.referee.verdict import Reason, Verdict
from telegram_bot.screens import refusals

Ways = Sequence[Sequence[Move]]
"""What may be meant by an action: it is legal when the moves of one way are, in their order."""


def settle_legality(rules: RuleSet, fields: Fields) -> Verdict:
    """Say whether an action is allowed; the reason is the rule that forbids it."""
    at = position(rules, fields.text("situation"))
    refused = [_refusal(at, moves) for moves in _ways(at.round, fields.text("action"))]
    if None in refused:
        return Verdict(
            {"legal": True}, (Reason(lambda t: t.gettext("That is allowed at this table.")),)
        )
    why = next(filter(None, refused))
    return Verdict(
        {"legal": False}, (Reason(lambda t: refusals.sentence(t, why.code), why.clause),)
    )


def _refusal(at: Position, moves: Sequence[Move]) -> RuleBroken | None:
    """Return why moves cannot be made one after the other, if they cannot."""
    state = at.round
    for move in moves:
        try:
            state = play(state, move, seat=at.seat)
        except RuleBroken as broken:
            return broken
    return None


def _ways(state: Circle, words: str) -> Ways:
    said = " ".join(words.lower().split())
    known = ACTIONS[state.rules.mode]
    if said not in known:
        raise Unreadable(f"there is no action {words!r}; choose from {'; '.join(known)}")
    return known[said](state)


def _only(*moves: Move) -> Callable[[Circle], Ways]:
    return lambda _: [moves]


def _throwing(state: Circle, *, arrived: bool) -> Ways:
    """Throw the card that has come this turn, or any other."""
    if state.arrived is None:
        raise Unreadable("in this situation no card has been drawn or taken")
    return [[Throw(card)] for card in state.hand if (card == state.arrived) is arrived]


def _exchanging(size: int) -> Callable[[Circle], Ways]:
    return lambda state: [
        [Exchange(given, taken)]
        for given, taken in product(combinations(state.hand, size), combinations(state.laid, size))
    ]


ACTIONS: Final[dict[str, dict[str, Callable[[Circle], Ways]]]] = {
    "draw": {
        "draw": lambda _: [[Draw()], [Take()]],
        "draw from the stock": _only(Draw()),
        "take the top discard": _only(Take()),
        "discard that same card": lambda state: _throwing(state, arrived=True),
        "discard the drawn card": lambda state: _throwing(state, arrived=True),
        "discard another card": lambda state: _throwing(state, arrived=False),
        "knock": _only(Knock()),
        "stand": _only(Stand()),
        "pass": _only(Pass()),
        "draw two cards": lambda _: list(product((Draw(), Take()), repeat=2)),
        "end the turn without discarding": lambda _: [[Stand()], [Pass()], [Knock()]],
    },
    "exchange": {
        "exchange one card": _exchanging(1),
        "exchange two cards": _exchanging(2),
        "exchange all three cards": _exchanging(3),
        "pass": _only(Pass()),
        "close": _only(Knock()),
        "keep the hand": _only(KeepHand()),
        "swap hands": _only(SwapHand()),
        "take back the first hand": _only(SwapHand()),
    },
}
"""What each action may mean, by the mode of the game and the words for it."""
