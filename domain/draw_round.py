"""One round of Scat or Trinta e Um: a frozen state, what is legal, what follows (RULES 5, 6).

It follows the protocol of `domain.rounds`. Nothing here knows lives, clocks or players' names; a
seat is a number at the table.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass

from domain.cards import Card
from domain.circle import (
    Circle,
    count_turn,
    instant_reason,
    out_of_turn,
    pass_on,
    put,
    split_deck,
    take_out,
    too_long,
)
from domain.errors import RuleBroken
from domain.facts import (
    CardDiscarded,
    CardDrawn,
    DiscardTaken,
    Fact,
    PlayerForfeited,
    PlayerKnocked,
    PlayerPassed,
    PlayerStood,
    Seat,
    StockReshuffled,
)
from domain.hands import is_instant, value
from domain.moves import Draw, Knock, Move, Pass, Stand, Take, Tap, Throw, ThrowAt
from domain.rules import RuleSet
from domain.values import replace

Reshuffle = Callable[[Sequence[Card]], Sequence[Card]]
"""Given the discards under the top card, oldest first, returns the new stock, top card first."""


@dataclass(frozen=True, kw_only=True)
class DrawRound(Circle):
    """A round with a stock to draw from and a discard pile.

    Attributes:
        discards: The discard pile, the top card last.
        drawn: The card in hand that has come this turn; one must be thrown before the turn ends.
        taken: Whether `drawn` came from the discard pile.
        after_stock: Places that have finished a turn since the stock ran out (RULES 5.7).
    """

    discards: tuple[Card, ...]
    drawn: Card | None = None
    taken: bool = False
    after_stock: frozenset[int] = frozenset()

    @property
    def laid(self) -> tuple[Card, ...]:
        """The discard pile."""
        return self.discards

    @property
    def face_up(self) -> tuple[Card, ...]:
        """The top card of the discard pile."""
        return self.discards[-1:]

    @property
    def arrived(self) -> Card | None:
        """The card that came this turn, until one is thrown."""
        return self.drawn


def deal(rules: RuleSet, order: Sequence[Seat], deck: Sequence[Card]) -> DrawRound:
    """Deal from the top of a deck: hands, then the upcard (RULES 4.3, 4.4).

    Raises:
        ValueError: The deck has too few cards.
    """
    hands, laid, stock = split_deck(rules, len(order), tuple(deck))
    return begin(rules, order, hands, laid, stock)


def begin(
    rules: RuleSet,
    order: Sequence[Seat],
    hands: Sequence[Sequence[Card]],
    laid: Sequence[Card],
    stock: Sequence[Card],
) -> DrawRound:
    """Set up a round from what was dealt; a dealt 31 ends it at once (RULES 6.2)."""
    dealt = tuple(tuple(hand) for hand in hands)
    return DrawRound(
        rules=rules,
        order=tuple(order),
        hands=dealt,
        stock=tuple(stock),
        discards=tuple(laid),
        played=(0,) * len(order),
        over="instant_deal" if any(is_instant(hand, rules) for hand in dealt) else None,
    )


def legal_moves(state: DrawRound) -> tuple[Move, ...]:
    """Return every move of the seat on turn; none once the round is over (RULES 5)."""
    if state.over is not None:
        return ()
    if state.drawn is not None:
        return tuple(Throw(card) for card in state.hand if _may_throw(state, card))
    candidates: tuple[Move, ...] = (Draw(), Take(), Knock(), Stand(), Pass())
    return tuple(move for move in candidates if _objection(state, move) is None)


def decide(
    state: DrawRound, seat: Seat, move: Move, reshuffle: Reshuffle = tuple
) -> tuple[Fact, ...]:
    """Say what follows from a move, without doing it.

    Args:
        state: The round before the move.
        seat: The seat that moves.
        move: What it wants to do.
        reshuffle: Makes a new stock where the rules want one; by default the discards are
            turned over (RULES 5.6).

    Raises:
        RuleBroken: The move is not legal; the clause says why.
    """
    if state.over is not None:
        raise RuleBroken("round_over", "7.1")
    if seat != state.seat:
        raise out_of_turn(state, seat)
    broken = _objection(state, move)
    if broken is not None:
        raise broken
    if state.rules.stock_empty != "reshuffle":
        return (_fact(state, move),)
    before = follow_up(state, reshuffle)
    fact = _fact(_evolve_all(state, before), move)
    return *before, fact, *follow_up(_evolve_all(state, (*before, fact)), reshuffle)


def follow_up(state: DrawRound, reshuffle: Reshuffle = tuple) -> tuple[Fact, ...]:
    """Make a new stock where one is due, be it that the last one to play has left (RULES 5.6)."""
    if not _reshuffle_due(state):
        return ()
    return (StockReshuffled(stock=tuple(reshuffle(state.discards[:-1]))),)


def weak_move(state: DrawRound) -> Move:
    """Return what is played for an absent player: as if the hand had been left alone.

    A card that was taken from the discard pile and may not go back there stays; of the others
    goes the one that costs the hand least.
    """
    moves = legal_moves(state)
    if state.drawn is not None:
        back = Throw(state.drawn)
        return back if back in moves else max(moves, key=lambda move: _kept(state, move))
    return next(move for move in (Stand(), Draw(), Pass(), Take()) if move in moves)


def evolve(state: DrawRound, fact: Fact) -> DrawRound:
    """Return the round after a fact. Facts of other subjects leave it as it is."""
    match fact:
        case CardDrawn(card=card):
            return _receive(replace(state, stock=state.stock[1:]), card, taken=False)
        case DiscardTaken(card=card):
            return _receive(replace(state, discards=state.discards[:-1]), card, taken=True)
        case CardDiscarded(card=card):
            return _discard(state, card)
        case PlayerKnocked():
            return _end_turn(replace(state, knocker=state.at))
        case PlayerStood():
            return _end_turn(state)
        case PlayerPassed():
            return _end_turn(replace(state, over="stock_exhausted"))
        case StockReshuffled(stock=stock):
            return replace(state, stock=tuple(stock), discards=state.discards[-1:])
        case PlayerForfeited(seat=seat):
            return _leave(state, seat)
        case _:
            return state


def _evolve_all(state: DrawRound, facts: Iterable[Fact]) -> DrawRound:
    for fact in facts:
        state = evolve(state, fact)
    return state


def move_of(state: DrawRound, tap: Tap) -> Move:
    """Return the move that a button asks for, now.

    Raises:
        RuleBroken: It names a card that is not there, or is a button of another game.
    """
    match tap:
        case ThrowAt(place=place):
            if not 1 <= place <= len(state.hand):
                raise RuleBroken("not_your_card", "5.1")
            return Throw(state.hand[place - 1])
        case Draw() | Take() | Knock() | Stand() | Pass():
            return tap
        case _:
            raise RuleBroken("other_game", "5")


def tap_of(state: DrawRound, move: Move) -> Tap:
    """Return the button of a move, which names no card: a throw by its place in the hand."""
    match move:
        case Throw(card=card):
            return ThrowAt(state.hand.index(card) + 1)
        case Draw() | Take() | Knock() | Stand() | Pass():
            return move
        case _:
            raise RuleBroken("other_game", "5")


def has_happened(state: DrawRound, move: Move) -> bool:
    """Tell whether a move of this turn has had its effect: the card has been drawn or taken."""
    if state.drawn is None:
        return False
    return move == (Take() if state.taken else Draw())


def _objection(state: DrawRound, move: Move) -> RuleBroken | None:
    if isinstance(move, Throw):
        return _objection_to_throw(state, move.card)
    if state.drawn is not None:
        return RuleBroken("must_throw", "11.1")
    final = state.knocker is not None
    match move:
        case Draw():
            return None if _has_stock(state) else RuleBroken("stock_empty", "5.6")
        case Take():
            return None
        case Knock() if final:
            return RuleBroken("already_knocked", "5.4")
        case Knock() if not state.rules.first_turn_knock and not state.played[state.at]:
            return RuleBroken("first_turn_knock", "5.4")
        case Knock():
            return None
        case Stand() if not final:
            return RuleBroken("stand_too_early", "5.8")
        case Stand():
            return None if state.rules.final_turn_stand else RuleBroken("no_standing", "5.8")
        case Pass():
            early = final or _has_stock(state)
            return RuleBroken("pass_too_early", "5.8") if early else None
        case _:
            return RuleBroken("other_game", "5")


def _objection_to_throw(state: DrawRound, card: Card) -> RuleBroken | None:
    if state.drawn is None:
        return RuleBroken("must_draw", "5.1")
    if card not in state.hand:
        return RuleBroken("not_your_card", "5.1")
    return None if _may_throw(state, card) else RuleBroken("taken_card_stays", "5.3")


def _kept(state: DrawRound, move: Move) -> float:
    """Return the points of the hand that a throw leaves."""
    return value(tuple(held for held in state.hand if move != Throw(held)), state.rules)


def _may_throw(state: DrawRound, card: Card) -> bool:
    returned = state.taken and card == state.drawn
    return not returned or state.rules.return_taken_discard


def _fact(state: DrawRound, move: Move) -> Fact:
    seat = state.seat
    match move:
        case Draw():
            return CardDrawn(seat=seat, card=state.stock[0])
        case Take():
            return DiscardTaken(seat=seat, card=state.discards[-1])
        case Throw(card=card):
            return CardDiscarded(seat=seat, card=card)
        case Knock():
            return PlayerKnocked(seat=seat)
        case Stand():
            return PlayerStood(seat=seat)
        case Pass():
            return PlayerPassed(seat=seat)
        case _:
            raise RuleBroken("other_game", "5")


def _discard(state: DrawRound, card: Card) -> DrawRound:
    from_stock = state.drawn is not None and not state.taken
    hand = tuple(held for held in state.hand if held != card)
    thrown = replace(
        state,
        hands=put(state.hands, state.at, hand),
        discards=(*state.discards, card),
        drawn=None,
        taken=False,
        over=instant_reason(state, hand),
    )
    return _end_turn(thrown, from_stock=from_stock)


def _end_turn(state: DrawRound, *, from_stock: bool = False) -> DrawRound:
    done = count_turn(state)
    if not state.stock and not from_stock:
        done = replace(done, after_stock=state.after_stock | {state.at})
    return done if done.over else pass_on(done, "knock", _stopped_before)


def _stopped_before(state: DrawRound, place: int) -> str | None:
    """Say why the round ends without a knock before this place plays (RULES 5.6, 5.7, 11.4).

    Where both are so the rule of the game is named before the limit, which is a safety cap.
    """
    return _out_of_stock(state, place) or ("turn_limit" if too_long(state) else None)


def _out_of_stock(state: DrawRound, place: int) -> str | None:
    if state.stock or _can_reshuffle(state):
        return None
    match state.rules.stock_empty:
        case "showdown":
            return "stock_exhausted"
        case "void":
            return "void"
        case _:
            return "stock_exhausted" if place in state.after_stock else None


def _can_reshuffle(state: DrawRound) -> bool:
    return state.rules.stock_empty == "reshuffle" and len(state.discards) > 1


def _has_stock(state: DrawRound) -> bool:
    return bool(state.stock) or _reshuffle_due(state)


def _reshuffle_due(state: DrawRound) -> bool:
    at_rest = state.over is None and state.drawn is None
    return at_rest and not state.stock and _can_reshuffle(state)


def _leave(state: DrawRound, seat: Seat) -> DrawRound:
    """Take a player out (RULES 11.3).

    A card just taken from the discard pile goes back there, so that the pile is never empty.
    """
    left = take_out(state, seat)
    if left.over or state.order.index(seat) != state.at:
        return left
    rid = _give_back(left) if left.taken else replace(left, drawn=None)
    return pass_on(rid, "knock", _stopped_before)


def _give_back(state: DrawRound) -> DrawRound:
    held, taken = state.hand[:-1], state.hand[-1:]
    return replace(
        state,
        hands=put(state.hands, state.at, held),
        discards=(*state.discards, *taken),
        drawn=None,
        taken=False,
    )


def _receive(state: DrawRound, card: Card, *, taken: bool) -> DrawRound:
    hands = put(state.hands, state.at, (*state.hand, card))
    return replace(state, hands=hands, drawn=card, taken=taken)
