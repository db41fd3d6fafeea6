"""The move that is made for an absent player is legal, loses no card, and is weak (TABLE 5)."""

from collections import Counter
from collections.abc import Sequence

import pytest
from hypothesis import given, settings

from domain.cards import DECKS, Card, Hand
from domain.circle import Circle
from domain.draw_round import DrawRound
from domain.errors import RuleBroken
from domain.exchange_round import ExchangeRound
from domain.facts import Seat
from domain.hands import value
from domain.moves import Draw, EndTurn, KeepHand, Knock, Move, Pass, Stand, Take, Throw
from domain.rounds import deal, decide, evolve, legal_moves, weak_move
from domain.rules import ALIASES, PRESETS, RuleSet, rule_set
from tests.strategies import Round, draw_rounds, exchange_rounds, rounds

many = settings(max_examples=100)


def played_for(state: Circle) -> tuple[list[Move], Circle]:
    """Play a turn to its end as for somebody absent: the moves, and the round after them."""
    seat, turns, choosing = state.seat, state.turn, state.choosing
    moves: list[Move] = []
    while state.over is None and state.turn == turns and state.choosing == choosing:
        moves.append(weak_move(state))
        for fact in decide(state, seat, moves[-1]):
            state = evolve(state, fact)
    return moves, state


def running(played: Round[Circle]) -> list[Circle]:
    """Return every state of a round in which somebody is waited for."""
    return [state for state in played.states if state.over is None]


@many
@given(rounds(leavers=True))
def test_it_is_legal_wherever_somebody_is_waited_for(played: Round[Circle]) -> None:
    for state in running(played):
        assert weak_move(state) in legal_moves(state)


@pytest.mark.parametrize("preset", [*PRESETS, *ALIASES])
def test_every_preset_can_be_played_to_the_end_of_a_round_by_nobody(preset: str) -> None:
    rules = rule_set(preset)
    for players in range(rules.players[0], rules.players[1] + 1):
        state = deal(rules, range(players), DECKS[rules.deck])
        while state.over is None:
            moves, state = played_for(state)
            assert moves

        assert legal_moves(state) == ()


@many
@given(rounds(leavers=True))
def test_it_ends_the_turn_in_two_moves_at_most(played: Round[Circle]) -> None:
    for state in running(played):
        moves, after = played_for(state)

        assert 1 <= len(moves) <= 2
        assert after.over or after.seat != state.seat or len(state.present) == 1


@many
@given(rounds(leavers=True))
def test_no_card_is_lost_or_made_by_it(played: Round[Circle]) -> None:
    for state in running(played):
        _, after = played_for(state)

        assert Counter(after.cards) == Counter(state.cards)


@many
@given(rounds(leavers=True))
def test_it_touches_no_other_hand(played: Round[Circle]) -> None:
    for state in running(played):
        _, after = played_for(state)

        for seat in set(state.present) - {state.seat}:
            assert after.hand_of(seat) == state.hand_of(seat)


@many
@given(rounds(leavers=True))
def test_nobody_is_made_to_knock_or_to_close(played: Round[Circle]) -> None:
    for state in running(played):
        moves, after = played_for(state)

        assert Knock() not in moves
        assert after.knocker == state.knocker


@many
@given(draw_rounds(leavers=True))
def test_a_hand_at_rest_stays_as_it_is_wherever_the_rules_let_it(
    played: Round[DrawRound],
) -> None:
    for state in running(played):  # type: ignore[arg-type] # a kind of it
        moves, after = played_for(state)

        if state.arrived is None and {Stand(), Draw(), Pass()} & {*legal_moves(state)}:
            assert Take() not in moves
            assert after.hand_of(state.seat) == state.hand


@many
@given(draw_rounds(leavers=True))
def test_a_card_that_may_go_back_does(played: Round[DrawRound]) -> None:
    for state in running(played):  # type: ignore[arg-type] # a kind of it
        if state.arrived is not None and Throw(state.arrived) in legal_moves(state):
            assert weak_move(state) == Throw(state.arrived)


@many
@given(draw_rounds(leavers=True))
def test_where_a_card_must_be_changed_the_hand_is_left_as_good_as_can_be(
    played: Round[DrawRound],
) -> None:
    for state in running(played):  # type: ignore[arg-type] # a kind of it
        if state.arrived is None or Throw(state.arrived) in legal_moves(state):
            continue
        _, after = played_for(state)

        held = state.hand
        others = [move.card for move in legal_moves(state) if isinstance(move, Throw)]
        best = max(value(_without(held, card), state.rules) for card in others)
        assert value(after.hands[state.at], state.rules) == best


@many
@given(draw_rounds(leavers=True))
def test_an_absent_player_stands_rather_than_draws_and_draws_rather_than_ends_the_round(
    played: Round[DrawRound],
) -> None:
    for state in running(played):  # type: ignore[arg-type] # a kind of it
        if state.arrived is not None:
            continue
        legal = legal_moves(state)

        wished = next(move for move in (Stand(), Draw(), Pass(), Take()) if move in legal)
        assert weak_move(state) == wished


@many
@given(exchange_rounds(leavers=True))
def test_in_schwimmen_an_absent_player_has_the_same_hand_afterwards(
    played: Round[ExchangeRound],
) -> None:
    for state in running(played):  # type: ignore[arg-type] # a kind of it
        moves, after = played_for(state)

        assert set(moves) <= {KeepHand(), Pass(), EndTurn()}
        assert after.hands[state.at] == state.hand


def _round(order: Sequence[Seat], hands: Sequence[str], stock: str, **options: object) -> Circle:
    rules: RuleSet = rule_set("scat", options)
    dealt = [tuple(hand.split()) for hand in hands]
    cards = [card for turn in zip(*dealt, strict=True) for card in turn]
    return deal(rules, order, [*map(Card, cards), Card("2C"), *map(Card, stock.split())])


@pytest.mark.parametrize("stock_empty", ["pass_or_knock", "showdown", "reshuffle", "void"])
def test_whatever_an_empty_stock_means_an_absent_player_has_a_move_up_to_it(
    stock_empty: str,
) -> None:
    state = _round((0, 1), ("KS QS 2D", "KD QD 3S"), "5C 6C", stock_empty=stock_empty)
    seen: list[Move] = []
    while state.over is None and len(seen) < 9:
        moves, state = played_for(state)
        seen.append(moves[0])

    assert seen[:2] == [Draw(), Draw()]
    assert (
        seen[2:]
        == {
            "pass_or_knock": [Pass()],
            "showdown": [],
            "reshuffle": [Draw()] * 7,
            "void": [],
        }[stock_empty]
    )


def test_with_no_stock_and_no_standing_the_discard_is_taken_and_the_worst_card_goes() -> None:
    state = _round(
        (0, 1), ("KS QS 2D", "KD QD 3S"), "5C", final_turn_stand=False, first_turn_knock=True
    )
    _, state = played_for(state)
    for fact in decide(state, 1, Knock()):
        state = evolve(state, fact)

    moves, after = played_for(state)

    assert moves == [Take(), Throw(Card("2D"))]
    assert after.over == "knock"


def test_what_is_played_for_somebody_is_refused_to_everybody_else() -> None:
    state = _round((0, 1), ("KS QS 2D", "KD QD 3S"), "5C 6C")

    with pytest.raises(RuleBroken, match="not_your_turn"):
        decide(state, 1, weak_move(state))


def _without(hand: Hand, card: Card) -> Hand:
    return tuple(held for held in hand if held != card)
