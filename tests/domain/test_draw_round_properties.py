"""Whatever the rules and whatever is played, a round keeps these promises."""

import json
from collections import Counter
from dataclasses import asdict
from random import Random

import pytest
from hypothesis import given, settings

from domain.cards import Card
from domain.circle import ending
from domain.draw_round import DrawRound, begin, decide, evolve, legal_moves
from domain.errors import RuleBroken
from domain.moves import Draw, Knock, Move, Pass, Stand, Take, Throw
from tests.strategies import CONCEIVABLE_THROWS, SEEDS, Round, Step, rounds

PLAIN: tuple[Move, ...] = (Draw(), Take(), Knock(), Stand(), Pass())
REASONS = {
    "knock",
    "instant",
    "instant_deal",
    "instant_final_turn",
    "stock_exhausted",
    "turn_limit",
    "void",
    "forfeit",
}

few = settings(max_examples=100, deadline=None)


@few
@given(rounds(leavers=True))
def test_a_round_ends_and_says_why(played: Round) -> None:
    ended = ending(played.end)

    assert ended is not None
    assert ended.reason in REASONS
    assert legal_moves(played.end) == ()
    assert ended.knocker is None or ended.knocker in played.end.present


@few
@given(rounds(leavers=True))
def test_no_card_is_lost_or_made(played: Round) -> None:
    dealt = Counter(played.deck)
    state = played.start

    for fact in played.facts:
        state = evolve(state, fact)

        assert dealt == Counter(_cards(state))
        assert state.discards or state.drawn is not None


@few
@given(rounds())
def test_hands_have_their_size_between_turns(played: Round) -> None:
    for step in played.steps:
        if step.after.drawn is None:
            assert {len(hand) for hand in step.after.hands} == {step.after.rules.hand_size}


@few
@given(rounds(leavers=True))
def test_there_is_one_knock_and_then_one_final_turn_for_everybody_else(played: Round) -> None:
    knocks = [n for n, step in enumerate(played.steps) if isinstance(step.move, Knock)]

    assert len(knocks) <= 1
    if knocks:
        knock, after = played.steps[knocks[0]], played.steps[knocks[0] + 1 :]
        turns = Counter(step.seat for step in after if _ends_turn(step))
        assert knock.seat not in turns
        assert set(turns.values()) <= {1}
        if played.end.over == "knock":
            assert set(turns) >= set(played.end.present) - {knock.seat}


@few
@given(rounds())
def test_turns_go_round_and_are_counted(played: Round) -> None:
    turns = [step.seat for step in played.steps if _ends_turn(step)]
    order = played.start.order

    assert turns == [order[n % len(order)] for n in range(len(turns))]
    assert played.end.turn == len(turns) == sum(played.end.played)
    assert played.end.turn <= played.end.rules.max_circuits * len(order) + len(order)


@few
@given(rounds(leavers=True), SEEDS)
def test_legal_moves_are_those_that_are_not_refused(played: Round, seed: int) -> None:
    for state in _some_states(played, seed):
        accepted = {move for move in (*PLAIN, *CONCEIVABLE_THROWS) if _accepted(state, move)}

        assert accepted == set(legal_moves(state))
        assert accepted or state.over


@few
@given(rounds(leavers=True), SEEDS)
def test_nobody_plays_out_of_turn(played: Round, seed: int) -> None:
    for state in _some_states(played, seed):
        for seat in set(state.order) - {state.seat}:
            with pytest.raises(RuleBroken, match=r"not_your_turn|round_over"):
                decide(state, seat, Draw())


@few
@given(rounds(leavers=True))
def test_facts_read_back_from_json_lead_to_the_same_round(played: Round) -> None:
    start = played.start
    state = begin(
        start.rules,
        start.order,
        json.loads(json.dumps(start.hands)),
        start.discards[0],
        json.loads(json.dumps(start.stock)),
    )

    for fact in played.facts:
        state = evolve(state, type(fact)(**json.loads(json.dumps(asdict(fact)))))

    assert played.end == state


@few
@given(rounds())
def test_the_house_rules_are_kept(played: Round) -> None:
    rules = played.start.rules
    for step in played.steps:
        before = step.before
        if isinstance(step.move, Knock) and not rules.first_turn_knock:
            assert before.played[before.at] > 0
        if isinstance(step.move, Throw) and not rules.return_taken_discard:
            assert not (before.taken and step.move.card == before.drawn)
        if isinstance(step.move, Pass):
            assert not before.stock
            assert before.knocker is None
        if isinstance(step.move, Stand):
            assert rules.final_turn_stand
            assert before.knocker is not None


def _cards(state: DrawRound) -> list[Card]:
    return [*state.stock, *state.discards, *(card for hand in state.hands for card in hand)]


def _ends_turn(step: Step) -> bool:
    return isinstance(step.move, Throw | Knock | Stand | Pass)


def _some_states(played: Round, seed: int) -> list[DrawRound]:
    states = [played.start, *(step.after for step in played.steps)]
    return Random(seed).sample(states, min(6, len(states)))


def _accepted(state: DrawRound, move: Move) -> bool:
    try:
        facts = decide(state, state.seat, move)
    except RuleBroken:
        return False
    return bool(facts)
