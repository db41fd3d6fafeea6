"""What holds in every round of the exchange games besides what holds in every round."""

from collections.abc import Iterator

from hypothesis import given, settings

from domain.circle import ending
from domain.exchange_round import ExchangeRound
from domain.facts import CentreRefreshed, PlayerForfeited
from domain.moves import EndTurn, Exchange, KeepHand, Knock, Pass, SwapHand
from domain.rounds import legal_moves
from tests.strategies import Round, Step, exchange_rounds

few = settings(max_examples=100, deadline=None)

Rounds = Round[ExchangeRound]
Steps = tuple[Step[ExchangeRound], ...]
CHOICES = (KeepHand(), SwapHand())


@few
@given(exchange_rounds(leavers=True))
def test_the_dealer_chooses_first_once_and_nobody_else_does(played: Rounds) -> None:
    chosen = [n for n, step in enumerate(played.steps) if step.move in CHOICES]
    moved = [n for n, step in enumerate(played.steps) if step.move is not None]

    assert chosen in ([], moved[:1])
    assert all(played.steps[n].seat == played.start.order[-1] for n in chosen)
    for state in played.states:
        if state.choosing:
            assert legal_moves(state) == CHOICES
            assert state.turn == 0


@few
@given(exchange_rounds(leavers=True))
def test_the_centre_is_hidden_until_the_dealer_has_chosen_or_left(played: Rounds) -> None:
    dealer, hidden = played.start.order[-1], True

    assert played.start.face_up == ()
    for step in played.steps:
        hidden = hidden and step.move not in CHOICES and not _leaves(step, dealer)
        if step.after.over is None:
            assert len(step.after.face_up) == (0 if hidden else 3)


@few
@given(exchange_rounds())
def test_a_new_centre_is_turned_up_exactly_when_all_have_passed(played: Rounds) -> None:
    passes = 0
    for step in played.steps:
        if not isinstance(step.move, EndTurn):
            passes = passes + 1 if isinstance(step.move, Pass) else 0
        due = (
            passes >= len(step.after.order)
            and step.after.knocker is None
            and not step.after.may_close
        )
        new = [fact for fact in step.facts if isinstance(fact, CentreRefreshed)]

        if due and step.after.over is None:
            assert [step.before.stock[:3]] == [fact.cards for fact in new]
            assert step.before.centre == step.after.gone[-3:]
            passes = 0
        else:
            assert new == []
        if due and len(step.before.stock) < 3:
            assert step.after.over in {"stock_exhausted", "turn_limit"}


@few
@given(exchange_rounds(leavers=True))
def test_a_centre_is_refreshed_only_after_everybody_still_in_has_passed(played: Rounds) -> None:
    for n, step in enumerate(played.steps):
        if any(isinstance(fact, CentreRefreshed) for fact in step.facts):
            passed = {one.seat for one in _since_anything_else(played.steps[: n + 1])}
            assert passed >= set(step.after.present)


@few
@given(exchange_rounds(leavers=True))
def test_cards_that_left_play_stay_away_and_the_stock_only_shrinks(played: Rounds) -> None:
    for step in played.steps:
        before, after = step.before, step.after
        assert after.gone[: len(before.gone)] == before.gone
        assert before.stock[len(before.stock) - len(after.stock) :] == after.stock


@few
@given(exchange_rounds(leavers=True))
def test_an_exchange_moves_the_cards_it_names_and_no_other(played: Rounds) -> None:
    for step in played.steps:
        if isinstance(step.move, Exchange):
            given, taken = set(step.move.given), set(step.move.taken)
            held = set(step.after.hands[step.before.at])
            assert held == set(step.before.hand) - given | taken
            assert set(step.after.centre) == set(step.before.centre) - taken | given
            others = [n for n in range(len(step.before.order)) if n != step.before.at]
            assert all(step.before.hands[n] == step.after.hands[n] for n in others)


@few
@given(exchange_rounds(leavers=True))
def test_the_house_rules_are_kept(played: Rounds) -> None:
    rules = played.start.rules
    locked: set[int] = set()
    for step in played.steps:
        if isinstance(step.move, Knock) and not rules.first_turn_knock:
            assert step.before.played[step.before.at] > 0
        if isinstance(step.move, Knock):
            assert step.before.may_close == (rules.close_timing == "after")
        if isinstance(step.move, EndTurn):
            assert rules.close_timing == "after"
            assert step.before.may_close
        if isinstance(step.move, Exchange | Knock):
            assert step.seat not in locked
        if isinstance(step.move, Exchange):
            assert len(step.move.taken) == len(step.move.given)
            assert len(step.move.taken) in rules.exchange_sizes
            if rules.swap_all_locks and len(step.move.taken) == 3:
                locked.add(step.seat)


@few
@given(exchange_rounds(leavers=True))
def test_a_closer_who_leaves_closes_the_round_all_the_same(played: Rounds) -> None:
    ended = ending(played.end)
    closers = [step.seat for step in played.steps if isinstance(step.move, Knock)]
    leavers = {
        fact.seat
        for step in played.steps
        for fact in step.facts
        if isinstance(fact, PlayerForfeited)
    }

    assert ended is not None
    if closers:
        assert ended.knocker == (None if closers[0] in leavers else closers[0])
        assert ended.reason in {"close", "forfeit", "instant_final_turn"}


def _leaves(step: Step[ExchangeRound], seat: int) -> bool:
    return any(isinstance(fact, PlayerForfeited) and fact.seat == seat for fact in step.facts)


def _since_anything_else(steps: Steps) -> Iterator[Step[ExchangeRound]]:
    """Return the last passes, up to an exchange, the choice or a new centre."""
    for n, step in enumerate(reversed(steps)):
        renewed = n > 0 and any(isinstance(fact, CentreRefreshed) for fact in step.facts)
        if renewed or isinstance(step.move, Exchange | KeepHand | SwapHand):
            return
        if isinstance(step.move, Pass):
            yield step
