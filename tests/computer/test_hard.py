"""What the strong player makes of a situation, and how it says why."""

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings

from domain.computer.hard import Hard, best, hint, reasons
from domain.computer.levels import LEVELS
from domain.computer.memory import Memory
from domain.computer.observation import Observation
from domain.computer.reason import Reason
from domain.computer.review import costliest, judge
from domain.moves import Draw, ExchangeAt, KeepHand, Knock, Pass, Stand, Take, Tap, ThrowAt
from domain.rules import ALIASES, PRESETS
from tests.computer.situations import Situation, dealt, played, situations
from tests.support.games import seated

QUIET = "2C 3C 4C 5C 6C 7C 8C 9C"


def chosen(situation: Situation) -> Tap:
    """Return what the strong player does."""
    return Hard().choose(situation.observation, Random(1))


def reason_for(situation: Situation, tap: Tap) -> Reason:
    """Return what is to be expected of a tap."""
    weighed = reasons(situation.observation, Random(1))
    return next(reason for reason in weighed if reason.tap == tap)


def second_turn(mine: str, others: str = "2D 3S 4H", **options: Any) -> Situation:
    """Return a game of two in which the first player may knock, and both have thrown low cards."""
    begun = dealt([mine, others], "2H", QUIET, options=options)
    return begun.after(Draw(), ThrowAt(4), Draw(), ThrowAt(4))


@settings(max_examples=40)
@given(played([*PRESETS, *ALIASES]))
def test_every_possible_tap_is_weighed_and_every_number_is_a_chance(
    drawn: tuple[Situation, Tap],
) -> None:
    observation = drawn[0].observation
    weighed = reasons(observation, Random(1))

    assert {reason.tap for reason in weighed} == set(observation.view.taps)
    for reason in weighed:
        assert -1e-9 <= reason.win <= 1 + 1e-9
        assert -1e-9 <= reason.safe <= 1 + 1e-9


def test_it_knocks_with_a_hand_that_is_seldom_beaten() -> None:
    assert chosen(second_turn("KS QS 7S")) == Knock()


def test_it_lets_others_knock_into_a_sure_hand_where_that_costs_them_two_lives() -> None:
    assert chosen(second_turn("KS QS 9S", knocker_lowest_penalty=2)) == Draw()
    assert chosen(second_turn("KS QS 9S", knocker_lowest_penalty=1)) == Knock()


def test_it_does_not_knock_with_next_to_nothing() -> None:
    assert chosen(second_turn("2S 9D 4H", "3D 5S 6H")) != Knock()


def test_a_knock_is_worth_less_where_it_can_cost_two_lives() -> None:
    one = reason_for(second_turn("KS QS 2S", knocker_lowest_penalty=1), Knock())
    two = reason_for(second_turn("KS QS 2S", knocker_lowest_penalty=2), Knock())

    assert two.win < one.win
    assert two.safe == one.safe


def test_a_knock_is_worth_less_where_overflow_puts_a_player_out() -> None:
    def on_last_life(overflow: str) -> Situation:
        options = {"overflow": overflow}
        begun = dealt(["KS QS 2S", "2D 3S 4H"], "2H", QUIET, options=options, lives=[1, 1])
        return begun.after(Draw(), ThrowAt(4), Draw(), ThrowAt(4))

    assert (
        reason_for(on_last_life("eliminate"), Knock()).win
        < reason_for(on_last_life("cap"), Knock()).win
    )


def test_a_hand_is_less_safe_against_one_who_has_taken_high_cards() -> None:
    quiet = second_turn("KS QS 4S", "KH 9H 4D")
    begun = dealt(["KS QS 4S", "KH 9H 4D"], "2H", "AH 3C 4C 5C")
    warned = begun.after(Draw(), ThrowAt(4), Take(), ThrowAt(3))

    assert reason_for(warned, Knock()).safe < reason_for(quiet, Knock()).safe


def test_it_takes_the_card_that_makes_31() -> None:
    begun = dealt(["KS QS 4D", "KH 9H 4C"], "AS", "3C 5C")

    assert chosen(begun) == Take()
    assert chosen(begun.after(Take())) == ThrowAt(3)


def test_it_stands_on_a_hand_that_nothing_can_make_better() -> None:
    begun = dealt(["KS QS 9S", "AH KH QC"], "2H", QUIET, options={"first_turn_knock": True})
    final = begun.after(Draw(), ThrowAt(4), Knock())

    assert reason_for(final, Stand()).after == 29
    assert reason_for(final, Stand()).win >= reason_for(final, Take()).win


def test_on_the_final_turn_it_takes_a_great_gain_that_is_sure() -> None:
    begun = dealt(["KS QS 9S", "AH KH 2C"], "9H", "3D 4D", options={"first_turn_knock": True})
    final = begun.after(Knock())

    assert chosen(final) == Take()
    assert reason_for(final, Take()).after == 30
    assert reason_for(final, Draw()).win < reason_for(final, Take()).win


def test_in_schwimmen_it_closes_with_a_hand_that_the_centre_cannot_beat() -> None:
    begun = dealt(["AC KC 9C", "7D 8H 9S"], "7S 8D 9H", preset="schwimmen")

    assert chosen(begun.after(KeepHand())) == Knock()


def test_in_schwimmen_it_completes_a_31() -> None:
    begun = dealt(["AC KC 9D", "7D 8H 9S"], "QC 8D 9H", preset="schwimmen")

    assert chosen(begun.after(KeepHand())) == ExchangeAt((3,), (1,))


def test_in_schwimmen_a_close_is_worth_less_when_the_next_player_can_use_the_centre() -> None:
    # What the next player holds is known: all three cards were taken from the centre.
    held, taken = ["KC QC 7C", "7H 8D 9S"], (1, 2, 3)

    def closing(centre: str, left: str) -> float:
        hands = [held[0], left]
        begun = dealt(hands, centre, "10H JH 10D", preset="schwimmen").after(KeepHand(), Pass())
        return reason_for(begun.after(ExchangeAt(taken, taken)), Knock()).win

    useful = closing("AS KS 8H", left="QS 7D 9H")
    useless = closing("AS KS 8H", left="7H 8D 9D")
    assert useful < useless


def test_a_dealer_keeps_a_good_hand_and_swaps_a_bad_one() -> None:
    good = dealt(["7C 8S 9H", "AS KS 8D"], "QS 7D 9D", preset="schwimmen")
    bad = dealt(["7C 8S 9H", "7S 8D 9C"], "QS 7D 9D", preset="schwimmen")

    assert chosen(good) == KeepHand()
    assert type(chosen(bad)).__name__ == "SwapHand"


def test_a_hint_names_the_cards_and_the_numbers() -> None:
    begun = dealt(["KS QS 4D", "KH 9H 4C"], "JS", "3C 5C")
    told = hint(begun.observation, Random(1))

    assert told.tap == Take()
    assert told.takes == ("JS",)
    assert told.gives == ("4D",)
    assert (told.before, told.after) == (20, 30)
    assert told.safe > 0.8
    assert told == best(reasons(begun.observation, Random(1)))


def test_the_decision_that_cost_most_is_found() -> None:
    begun = dealt(["KS QS 4D", "KH 9H 4C"], "JS", "3C 5C")
    good = judge(begun.observation, Take(), Random(1))
    bad = judge(begun.observation, Draw(), Random(1))
    worse = judge(begun.after(Take()).observation, ThrowAt(1), Random(1))

    assert good.cost == 0
    assert costliest([good, bad, worse]) == max(bad, worse, key=lambda judged: judged.cost)
    assert bad.cost > 0
    assert worse.chosen.gives == ("KS",)


def test_a_round_without_a_mistake_has_no_decision_that_cost_anything() -> None:
    begun = dealt(["KS QS 4D", "KH 9H 4C"], "JS", "3C 5C")

    assert costliest([judge(begun.observation, Take(), Random(1))]) is None
    assert costliest([]) is None


def test_what_was_not_possible_cannot_be_judged() -> None:
    begun = dealt(["KS QS 4D", "KH 9H 4C"], "JS", "3C 5C")

    with pytest.raises(ValueError, match="not possible"):
        judge(begun.observation, Stand(), Random(1))


def test_of_moves_that_are_as_good_a_hint_is_for_the_most_points() -> None:
    begun = dealt(["KS QS 4D", "KH 9H 4C"], "JS", "3C 5C")
    lost = tuple(replace(reason, win=0.0) for reason in reasons(begun.observation, Random(1)))

    assert best(lost).tap == best(lost[::-1]).tap == Take()


def test_whoever_takes_all_three_must_be_content_with_them_where_that_locks() -> None:
    def swap(*, locks: bool) -> tuple[Reason, Tap]:
        hands, options = ["7C 8S 9H", "KD QD 7S", "8D 9S JC"], {"swap_all_locks": locks}
        begun = dealt(hands, "AC AS 7H", preset="schwimmen", options=options).after(KeepHand())
        return reason_for(begun, ExchangeAt((1, 2, 3), (1, 2, 3))), chosen(begun)

    (free, _), (locked, instead) = swap(locks=False), swap(locks=True)

    assert locked.win < free.win
    assert locked.safe < free.safe
    assert locked.soon == locked.after == 11
    assert isinstance(instead, ExchangeAt)
    assert len(instead.taken) == 1


def test_a_pass_that_ends_the_round_is_worth_what_the_hands_are() -> None:
    low, *others = "7C 8D 9S", "7D 8H 9C", "7H 8S 9D", "7S 8C 9H", "JC QD KS", "JD QH KC"
    hands = [*others, "JH QS KD", "JS QC KH", "10C AD AS", low]
    begun = dealt(hands, "10D 10H 10S", preset="schwimmen").after(KeepHand())
    passed = begun.after(*[Pass()] * 8)

    assert passed.match.in_play()[1].stock == ("AC", "AH")
    over = reason_for(passed, Pass())
    assert over.soon is None
    assert over.safe < 0.001
    assert over.win == pytest.approx(reason_for(passed, Knock()).win, abs=0.001)


def test_whoever_may_buy_back_in_does_not_fear_to_be_out() -> None:
    def on_the_bus(preset: str) -> Situation:
        hands, early = ["2S 3D 4H", "KH QH 2C", "KD QD 2H"], {"first_turn_knock": True}
        begun = dealt(hands, "5C", preset=preset, options=early, lives=[0, 3, 3])
        return begun.after(Draw(), ThrowAt(4), Knock(), Draw(), ThrowAt(4))

    lost = on_the_bus("scat")
    bought = on_the_bus("scat_buy_in")

    assert reason_for(lost, Stand()).win < 0.01
    assert reason_for(bought, Stand()).win > 0.03


def test_what_another_31_costs_whoever_has_knocked_is_asked_of_the_rules() -> None:
    def knock(after: str) -> float:
        options = {"instant_after_knock": after}
        return reason_for(second_turn("KS QS 4S", "AH KH 4D", **options), Knock()).win

    assert knock("instant_knocker_two") < knock("instant")
    assert knock("showdown") < knock("instant")  # where a knocker pays two lives for the lowest


def test_a_tie_is_safe_for_a_knocker_where_the_rules_say_so_and_else_for_nobody() -> None:
    def knock(tie: str) -> Reason:
        return reason_for(second_turn("KS QS 4S", "KH QH 4D", knocker_tie=tie), Knock())

    assert knock("one").safe < knock("safe").safe


class Passing:
    """Passes whenever that is possible, and so sees many cards of the pack."""

    def choose(self, observation: Observation, chance: Random) -> Tap:
        taps = observation.view.taps
        return Pass() if Pass() in taps else chance.choice([tap for tap in taps if tap != Knock()])


def test_in_schwimmen_it_thinks_on_when_hardly_a_card_is_unseen() -> None:
    rare = 0
    for seed in range(12):
        players = [Passing(), LEVELS["easy"]]
        for situation, _ in situations(seated(2, "schwimmen"), players, seed):
            observation = situation.observation
            if len(Memory.of(observation).unseen) < 3:
                weighed = reasons(observation, Random(1))
                assert {reason.tap for reason in weighed} == {*observation.view.taps}
                rare += 1

    assert rare > 0
