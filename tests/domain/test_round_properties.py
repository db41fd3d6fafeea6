"""Whatever is played by whatever rules, rounds of every kind keep these promises."""

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict
from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings

from domain.circle import Circle, ending
from domain.errors import RuleBroken
from domain.exchange_round import ExchangeRound
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
)
from domain.rounds import begin, decide, evolve, follow_up, legal_moves, move_of, tap_of
from tests.strategies import CONCEIVABLE_THROWS, KNOCKED, SEEDS, Round, rounds

PLAIN: tuple[Move, ...] = (
    *(Draw(), Take(), Knock(), Stand(), Pass()),
    *(KeepHand(), SwapHand(), EndTurn()),
)
REASONS = {
    "draw": {"knock", "void"},
    "exchange": {"close"},
}
SHARED_REASONS = {
    "instant",
    "instant_deal",
    "instant_final_turn",
    "stock_exhausted",
    "turn_limit",
    "forfeit",
}

few = settings(max_examples=100, deadline=None)


@few
@given(rounds(leavers=True))
def test_a_round_ends_and_says_why(played: Round[Circle]) -> None:
    ended = ending(played.end)

    assert ended is not None
    assert ended.reason in SHARED_REASONS | REASONS[played.end.rules.mode]
    assert legal_moves(played.end) == ()
    assert ended.knocker is None or ended.knocker in played.end.present


@few
@given(rounds(leavers=True))
def test_no_card_is_lost_or_made(played: Round[Circle]) -> None:
    dealt = Counter(played.deck)
    state = played.start

    for fact in played.facts:
        state = evolve(state, fact)

        assert dealt == Counter(state.cards)


@few
@given(rounds())
def test_hands_have_their_size_between_turns(played: Round[Circle]) -> None:
    for state in played.states:
        if state.arrived is None:
            assert {len(hand) for hand in state.hands} == {state.rules.hand_size}


@few
@given(rounds(leavers=True))
def test_there_is_one_knock_and_then_one_more_turn_for_everybody_else(
    played: Round[Circle],
) -> None:
    knocks = [n for n, step in enumerate(played.steps) if isinstance(step.move, Knock)]

    assert len(knocks) <= 1
    if knocks:
        knock, after = played.steps[knocks[0]], played.steps[knocks[0] + 1 :]
        turns = Counter(step.seat for step in after if step.before.turn < step.after.turn)
        assert knock.seat not in turns
        assert set(turns.values()) <= {1}
        if played.end.over == KNOCKED[played.end.rules.mode]:
            assert set(turns) >= set(played.end.present) - {knock.seat}


@few
@given(rounds())
def test_turns_go_round_and_are_counted(played: Round[Circle]) -> None:
    turns = [step.seat for step in played.steps if step.before.turn < step.after.turn]
    order = played.start.order

    assert turns == [order[n % len(order)] for n in range(len(turns))]
    assert played.end.turn == len(turns) == sum(played.end.played)
    assert played.end.turn <= played.end.rules.max_circuits * len(order) + len(order)


@few
@given(rounds(leavers=True), SEEDS)
def test_legal_moves_are_those_that_are_not_refused(played: Round[Circle], seed: int) -> None:
    for state in _some_states(played, seed):
        accepted = {move for move in _conceivable(state) if _accepted(state, move)}

        assert accepted == set(legal_moves(state))
        assert accepted or state.over


@few
@given(rounds(leavers=True), SEEDS)
def test_every_legal_move_has_a_button_of_its_own(played: Round[Circle], seed: int) -> None:
    for state in _some_states(played, seed):
        taps = [tap_of(state, move) for move in legal_moves(state)]

        assert [move_of(state, tap) for tap in taps] == list(legal_moves(state))
        assert len(set(taps)) == len(taps)


@few
@given(rounds(leavers=True), SEEDS)
def test_nobody_plays_out_of_turn(played: Round[Circle], seed: int) -> None:
    for state in _some_states(played, seed):
        for seat in set(state.order) - {state.seat}:
            for move in (*PLAIN, *legal_moves(state)):
                with pytest.raises(RuleBroken, match=r"not_your_turn|you_have_|round_over"):
                    decide(state, seat, move)


@few
@given(rounds(leavers=True))
def test_nothing_is_due_after_a_step(played: Round[Circle]) -> None:
    for state in played.states:
        assert follow_up(state) == ()


@few
@given(rounds(leavers=True))
def test_facts_read_back_from_json_lead_to_the_same_round(played: Round[Circle]) -> None:
    start = played.start
    state = begin(
        start.rules,
        start.order,
        json.loads(json.dumps(start.hands)),
        json.loads(json.dumps(start.laid)),
        json.loads(json.dumps(start.stock)),
    )

    for fact in played.facts:
        state = evolve(state, type(fact)(**json.loads(json.dumps(asdict(fact)))))

    assert played.end == state


def _some_states(played: Round[Circle], seed: int) -> list[Circle]:
    return Random(seed).sample(played.states, min(6, len(played.states)))


def _conceivable(state: Circle) -> Iterator[Move]:
    """Return every kind of move, those about cards with cards from anywhere."""
    yield from PLAIN
    yield from CONCEIVABLE_THROWS
    if isinstance(state, ExchangeRound):
        foreign = state.stock[:2]
        for size in range(4):
            for given in combinations((*state.hand, *foreign), size):
                for taken in combinations((*state.centre, *foreign), size):
                    yield Exchange(given, taken)
        yield Exchange(state.hand[:1], state.centre[:2])
        yield Exchange(state.hand[:2], state.centre[:1])
        yield Exchange(state.hand[:1] * 2, state.centre[:2])


def _accepted(state: Circle, move: Move) -> bool:
    try:
        facts = decide(state, state.seat, move)
    except RuleBroken:
        return False
    return bool(facts)
