"""What holds in every round of the draw games besides what holds in every round."""

from hypothesis import given, settings

from domain.draw_round import DrawRound, evolve
from domain.moves import Knock, Pass, Stand, Throw
from tests.strategies import Round, draw_rounds

few = settings(max_examples=100, deadline=None)


@few
@given(draw_rounds(leavers=True))
def test_the_discard_pile_is_empty_only_while_its_last_card_is_in_a_hand(
    played: Round[DrawRound],
) -> None:
    state = played.start

    for fact in played.facts:
        state = evolve(state, fact)

        assert state.discards or state.drawn is not None


@few
@given(draw_rounds())
def test_the_house_rules_are_kept(played: Round[DrawRound]) -> None:
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
