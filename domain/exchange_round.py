"""One round of Schwimmen: a frozen state, what is legal, what follows (RULES 4.6, 5.9 to 6.8).

It follows the protocol of `domain.rounds`, like the draw round.
"""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations

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
    CardsExchanged,
    CentreRefreshed,
    Fact,
    HandKept,
    HandSwapped,
    PlayerForfeited,
    PlayerKnocked,
    PlayerPassed,
    Seat,
    TurnEnded,
)
from domain.hands import is_instant
from domain.moves import (
    EndTurn,
    Exchange,
    ExchangeAt,
    KeepHand,
    Knock,
    Move,
    Pass,
    SwapHand,
    Tap,
)
from domain.rules import RuleSet
from domain.values import replace

CENTRE = 3


@dataclass(frozen=True, kw_only=True)
class ExchangeRound(Circle):
    """A round with three cards in the centre to exchange with.

    Attributes:
        centre: The cards in the centre, hidden while the dealer chooses.
        gone: Centre cards that have left play (RULES 5.12).
        blind: Whether the dealer has the blind choice.
        may_close: Whether the player on turn has acted and may still close (RULES 5.10).
        passed: Places that have passed since anybody did something else (RULES 5.12).
        locked: Places that took all three and must pass from then on (RULES 5.9).
    """

    centre: tuple[Card, ...]
    gone: tuple[Card, ...] = ()
    blind: bool = True
    may_close: bool = False
    passed: frozenset[int] = frozenset()
    locked: frozenset[int] = frozenset()

    @property
    def laid(self) -> tuple[Card, ...]:
        """The centre."""
        return self.centre

    @property
    def cards(self) -> tuple[Card, ...]:
        """Every card of the pack, those out of play included."""
        return (*super().cards, *self.gone)

    @property
    def face_up(self) -> tuple[Card, ...]:
        """The centre, once it is turned up."""
        return () if self.blind else self.centre

    @property
    def choosing(self) -> bool:
        """Whether the dealer has the blind choice."""
        return self.blind and self.over is None


def deal(rules: RuleSet, order: Sequence[Seat], deck: Sequence[Card]) -> ExchangeRound:
    """Deal from the top of a deck: hands, then the centre (RULES 4.3, 4.5).

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
) -> ExchangeRound:
    """Set up a round from what was dealt: the dealer chooses first (RULES 4.6, 6.8)."""
    dealt = tuple(tuple(hand) for hand in hands)
    return ExchangeRound(
        rules=rules,
        order=tuple(order),
        hands=dealt,
        stock=tuple(stock),
        centre=tuple(laid),
        at=len(order) - 1,
        played=(0,) * len(order),
        over="instant_deal" if any(is_instant(hand, rules) for hand in dealt) else None,
    )


def legal_moves(state: ExchangeRound) -> tuple[Move, ...]:
    """Return every move of the seat on turn; none once the round is over (RULES 4.6, 5.9)."""
    if state.over is not None:
        return ()
    candidates: tuple[Move, ...] = (KeepHand(), SwapHand(), *_exchanges(state), Pass())
    return tuple(
        move for move in (*candidates, Knock(), EndTurn()) if _objection(state, move) is None
    )


def decide(
    state: ExchangeRound,
    seat: Seat,
    move: Move,
    reshuffle: Callable[[Sequence[Card]], Sequence[Card]] = tuple,  # noqa: ARG001 - the protocol's
) -> tuple[Fact, ...]:
    """Say what follows from a move, without doing it.

    Args:
        state: The round before the move.
        seat: The seat that moves.
        move: What it wants to do.
        reshuffle: Not used: a centre that left play is not shuffled again (RULES 5.12).

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
    fact = _fact(state, move)
    return fact, *(follow_up(evolve(state, fact)) if isinstance(move, Pass | EndTurn) else ())


def follow_up(
    state: ExchangeRound,
    reshuffle: Callable[[Sequence[Card]], Sequence[Card]] = tuple,  # noqa: ARG001 - the protocol's
) -> tuple[Fact, ...]:
    """Turn up a new centre where all have passed, be it that the last other has left (5.12)."""
    if state.over or state.may_close or not _all_have_passed(state):
        return ()
    return (CentreRefreshed(cards=state.stock[:CENTRE]),)


def weak_move(state: ExchangeRound) -> Move:
    """Return what is played for an absent player: the hand is kept, and the turn passes."""
    moves = legal_moves(state)
    return next(move for move in (KeepHand(), EndTurn(), Pass()) if move in moves)


def evolve(state: ExchangeRound, fact: Fact) -> ExchangeRound:
    """Return the round after a fact. Facts of other subjects leave it as it is."""
    match fact:
        case HandKept():
            return _open_play(state)
        case HandSwapped(given=given, taken=taken):
            return _swap_hand(state, tuple(given), tuple(taken))
        case CardsExchanged(given=given, taken=taken):
            return _exchange(state, tuple(given), tuple(taken))
        case PlayerPassed():
            return _acted(replace(state, passed=state.passed | {state.at}))
        case PlayerKnocked():
            return _end_turn(replace(state, knocker=state.at, may_close=False))
        case TurnEnded():
            return _end_turn(replace(state, may_close=False))
        case CentreRefreshed(cards=cards):
            gone = (*state.gone, *state.centre)
            stock = state.stock[len(cards) :]
            return replace(state, centre=tuple(cards), gone=gone, stock=stock, passed=frozenset())
        case PlayerForfeited(seat=seat):
            return _leave(state, seat)
        case _:
            return state


def move_of(state: ExchangeRound, tap: Tap) -> Move:
    """Return the move that a button asks for, now.

    Raises:
        RuleBroken: It names a card that is not there, or is a button of another game.
    """
    match tap:
        case ExchangeAt(given=given, taken=taken):
            return Exchange(_at(state.hand, given), _at(state.centre, taken))
        case KeepHand() | SwapHand() | Pass() | Knock() | EndTurn():
            return tap
        case _:
            raise RuleBroken("other_game", "5")


def tap_of(state: ExchangeRound, move: Move) -> Tap:
    """Return the button of a move, which names no card: an exchange by places."""
    match move:
        case Exchange(given=given, taken=taken):
            return ExchangeAt(_places(state.hand, given), _places(state.centre, taken))
        case KeepHand() | SwapHand() | Pass() | Knock() | EndTurn():
            return move
        case _:
            raise RuleBroken("other_game", "5")


def has_happened(state: ExchangeRound, move: Move) -> bool:  # noqa: ARG001 - the protocol's
    """Tell whether a move of this turn has had its effect and the turn goes on: none has."""
    return False


def _objection(state: ExchangeRound, move: Move) -> RuleBroken | None:
    match move:
        case KeepHand() | SwapHand():
            return None if state.blind else RuleBroken("choice_is_over", "4.6")
        case Exchange() | Pass() | Knock() | EndTurn() if state.blind:
            return RuleBroken("choose_first", "4.6")
        case Exchange() | Pass() if state.may_close:
            return RuleBroken("one_action", "5.10")
        case Exchange():
            return _objection_to_exchange(state, move)
        case Pass():
            return None
        case Knock():
            return _objection_to_close(state)
        case EndTurn():
            return None if state.may_close else RuleBroken("act_first", "5.10")
        case _:
            return RuleBroken("other_game", "5")


def _objection_to_exchange(state: ExchangeRound, move: Exchange) -> RuleBroken | None:
    if state.at in state.locked:
        return RuleBroken("locked", "5.9")
    if not _all_there(move.given, state.hand):
        return RuleBroken("not_your_card", "5.9")
    if not _all_there(move.taken, state.centre):
        return RuleBroken("not_in_centre", "5.9")
    fits = len(move.given) == len(move.taken) and len(move.given) in state.rules.exchange_sizes
    return None if fits else RuleBroken("exchange_size", "5.9")


def _objection_to_close(state: ExchangeRound) -> RuleBroken | None:
    if state.knocker is not None:
        return RuleBroken("already_closed", "5.10")
    if state.at in state.locked:
        return RuleBroken("locked", "5.9")
    if not state.rules.first_turn_knock and not state.played[state.at]:
        return RuleBroken("first_turn_close", "5.11")
    after = state.rules.close_timing == "after"
    return RuleBroken("close_after", "5.10") if after and not state.may_close else None


def _exchanges(state: ExchangeRound) -> Iterable[Exchange]:
    for size in state.rules.exchange_sizes:
        for given in combinations(state.hand, size):
            for taken in combinations(state.centre, size):
                yield Exchange(given, taken)


def _fact(state: ExchangeRound, move: Move) -> Fact:
    seat = state.seat
    match move:
        case KeepHand():
            return HandKept(seat=seat)
        case SwapHand():
            return HandSwapped(seat=seat, given=state.hand, taken=state.centre)
        case Exchange(given=given, taken=taken):
            return CardsExchanged(seat=seat, given=given, taken=taken)
        case Pass():
            return PlayerPassed(seat=seat)
        case Knock():
            return PlayerKnocked(seat=seat)
        case EndTurn():
            return TurnEnded(seat=seat)
        case _:
            raise RuleBroken("other_game", "5")


def _open_play(state: ExchangeRound) -> ExchangeRound:
    """Turn the centre up, and give the first turn to the dealer's left (RULES 4.6)."""
    return pass_on(replace(state, blind=False), "close", _stopped_before)


def _swap_hand(
    state: ExchangeRound, given: tuple[Card, ...], taken: tuple[Card, ...]
) -> ExchangeRound:
    swapped = replace(state, hands=put(state.hands, state.at, taken), centre=given, blind=False)
    if is_instant(taken, state.rules):
        return replace(swapped, over="instant_deal")
    return _open_play(swapped)


def _exchange(
    state: ExchangeRound, given: tuple[Card, ...], taken: tuple[Card, ...]
) -> ExchangeRound:
    """Put each card where the one it is exchanged for has been."""
    to_hand, to_centre = dict(zip(given, taken, strict=True)), dict(zip(taken, given, strict=True))
    hand = tuple(to_hand.get(card, card) for card in state.hand)
    exchanged = replace(
        state,
        hands=put(state.hands, state.at, hand),
        centre=tuple(to_centre.get(card, card) for card in state.centre),
        passed=frozenset(),
    )
    if state.rules.swap_all_locks and len(taken) == CENTRE:
        exchanged = replace(exchanged, locked=state.locked | {state.at})
    over = instant_reason(state, hand)
    return count_turn(replace(exchanged, over=over)) if over else _acted(exchanged)


def _acted(state: ExchangeRound) -> ExchangeRound:
    """End the turn after an exchange or a pass, or let the player close first (RULES 5.10)."""
    acted = replace(state, may_close=state.rules.close_timing == "after")
    may = acted.may_close and _objection_to_close(acted) is None
    return acted if may else _end_turn(state)


def _end_turn(state: ExchangeRound) -> ExchangeRound:
    return pass_on(count_turn(state), "close", _stopped_before)


def _stopped_before(state: ExchangeRound, place: int) -> str | None:  # noqa: ARG001 - the protocol's
    """Say why the round ends without anybody closing, if it does (RULES 5.13, 11.4).

    Where both are so the rule of the game is named before the limit, which is a safety cap.
    """
    if _all_have_passed(state) and len(state.stock) < CENTRE:
        return "stock_exhausted"
    return "turn_limit" if too_long(state) else None


def _all_have_passed(state: ExchangeRound) -> bool:
    return state.knocker is None and state.passed | state.out >= set(range(len(state.order)))


def _leave(state: ExchangeRound, seat: Seat) -> ExchangeRound:
    """Take a player out (RULES 11.3). The hand of a dealer who has not chosen counts as kept."""
    left = take_out(state, seat)
    if left.over or state.order.index(seat) != state.at:
        return left
    return pass_on(replace(left, blind=False, may_close=False), "close", _stopped_before)


def _at(cards: Sequence[Card], places: tuple[int, ...]) -> tuple[Card, ...]:
    if any(not 1 <= place <= len(cards) for place in places):
        raise RuleBroken("not_your_card", "5.9")
    return tuple(cards[place - 1] for place in places)


def _places(cards: Sequence[Card], wanted: tuple[Card, ...]) -> tuple[int, ...]:
    return tuple(cards.index(card) + 1 for card in wanted)


def _all_there(wanted: tuple[Card, ...], held: tuple[Card, ...]) -> bool:
    return len(set(wanted)) == len(wanted) and set(wanted) <= set(held)
