"""A round of Schwimmen, told turn by turn (RULES 4.6, 5.9 to 6.8, 11.3)."""

import pytest

from domain.cards import Hand, parse_cards
from domain.circle import Ending, ending
from domain.errors import RuleBroken
from domain.exchange_round import (
    ExchangeRound,
    begin,
    deal,
    decide,
    evolve,
    follow_up,
    legal_moves,
    move_of,
    tap_of,
)
from domain.facts import CentreRefreshed, DeckRevealed, HandSwapped, PlayerForfeited
from domain.moves import (
    Draw,
    EndTurn,
    Exchange,
    ExchangeAt,
    KeepHand,
    Knock,
    Move,
    Pass,
    SwapHand,
    ThrowAt,
)
from domain.rules import CHOICES, RuleSet, rule_set

SCHWIMMEN = rule_set("schwimmen")
FIRE = rule_set("schwimmen_fire")
AFTER = rule_set("schwimmen", {"close_timing": "after"})
ANA, BIA, CARLA = 10, 11, 12
HANDS = ("KH QH 7D", "9S 8S 7C", "KC 10C 8D")
CENTRE, STOCK = "JH 9D 7S", "AD 10S QS JD KS 8H"


def x(given: str, taken: str) -> Exchange:
    return Exchange(parse_cards(given), parse_cards(taken))


def round_of(
    rules: RuleSet = SCHWIMMEN,
    *hands: str,
    centre: str = CENTRE,
    stock: str = STOCK,
) -> ExchangeRound:
    """Set up a round; Ana plays first, the last one deals."""
    dealt = [parse_cards(hand) for hand in hands or HANDS]
    seats = (ANA, BIA, CARLA)[: len(dealt)]
    return begin(rules, seats, dealt, parse_cards(centre), parse_cards(stock))


def play(state: ExchangeRound, *moves: Move) -> ExchangeRound:
    for move in moves:
        for fact in decide(state, state.seat, move):
            state = evolve(state, fact)
    return state


def leave(state: ExchangeRound, seat: int) -> ExchangeRound:
    left = evolve(state, PlayerForfeited(seat=seat, cause="left"))
    for fact in follow_up(left):
        left = evolve(left, fact)
    return left


def refused(state: ExchangeRound, move: Move) -> tuple[str, str]:
    with pytest.raises(RuleBroken) as broken:
        decide(state, state.seat, move)
    return broken.value.code, broken.value.clause


class TestTheDealersChoice:
    """RULES 4.5, 4.6, 6.8."""

    def test_the_centre_is_dealt_after_the_hands(self) -> None:
        state = deal(SCHWIMMEN, (ANA, BIA), parse_cards("KH 9S QH 8S 7D 7C JH 9D 7S AD"))

        assert state.hands == (parse_cards("KH QH 7D"), parse_cards("9S 8S 7C"))
        assert (state.centre, state.stock) == (parse_cards("JH 9D 7S"), parse_cards("AD"))

    def test_the_dealer_chooses_before_the_centre_is_turned_up(self) -> None:
        state = round_of()

        assert (state.seat, state.choosing, state.face_up) == (CARLA, True, ())
        assert legal_moves(state) == (KeepHand(), SwapHand())
        assert refused(state, Pass()) == ("choose_first", "4.6")

    def test_keeping_turns_the_centre_up(self) -> None:
        state = play(round_of(), KeepHand())

        assert (state.seat, state.turn, state.choosing) == (ANA, 0, False)
        assert state.face_up == parse_cards(CENTRE)

    def test_swapping_lays_the_hand_in_the_centre(self) -> None:
        state = play(round_of(), SwapHand())

        assert state.hand_of(CARLA) == parse_cards(CENTRE)
        assert state.face_up == parse_cards("KC 10C 8D")
        assert refused(state, SwapHand()) == ("choice_is_over", "4.6")

    def test_a_31_taken_unseen_ends_the_round(self) -> None:
        state = play(round_of(centre="AS KS QS"), SwapHand())

        assert ending(state) == Ending("instant_deal", None)
        assert state.turn == 0

    def test_a_31_lying_in_the_centre_does_nothing(self) -> None:
        state = play(round_of(centre="AS KS QS"), KeepHand())

        assert ending(state) is None
        assert ending(play(state, Exchange(state.hand, state.centre))) == Ending("instant", None)

    @pytest.mark.parametrize(
        ("rules", "hand", "over"),
        [(SCHWIMMEN, "AH KH QH", True), (FIRE, "AH AD AC", True), (SCHWIMMEN, "AH AD AC", False)],
    )
    def test_a_dealt_special_hand_leaves_no_choice(
        self, rules: RuleSet, hand: str, *, over: bool
    ) -> None:
        state = round_of(rules, hand, "9S 8S 7C")

        assert (ending(state) == Ending("instant_deal", None)) is over
        assert state.choosing is not over


class TestTurns:
    """RULES 5.9 to 5.13."""

    def test_cards_change_places(self) -> None:
        state = play(round_of(), KeepHand(), x("QH", "9D"))

        assert state.hand_of(ANA) == parse_cards("KH 9D 7D")
        assert state.centre == parse_cards("JH QH 7S")
        assert state.seat == BIA

    def test_a_button_names_places(self) -> None:
        state = play(round_of(), KeepHand())

        assert tap_of(state, x("QH", "7S")) == ExchangeAt((2,), (3,))
        assert move_of(state, ExchangeAt((2,), (3,))) == x("QH", "7S")
        for places in (0, 4):
            with pytest.raises(RuleBroken, match="not_your_card"):
                move_of(state, ExchangeAt((places,), (1,)))

    def test_buttons_of_draw_games_are_refused(self) -> None:
        state = play(round_of(), KeepHand())

        assert refused(state, Draw()) == ("other_game", "5")
        with pytest.raises(RuleBroken, match="other_game"):
            move_of(state, ThrowAt(1))
        with pytest.raises(RuleBroken, match="other_game"):
            tap_of(state, Draw())

    def test_after_a_close_everybody_else_has_one_more_turn(self) -> None:
        state = play(round_of(), KeepHand(), Pass(), Knock())
        assert refused(state, Knock()) == ("already_closed", "5.10")

        state = play(state, Pass(), x("7D", "JH"))

        assert ending(state) == Ending("close", BIA)
        assert state.played == (2, 1, 1)

    def test_a_31_after_a_close_ends_the_round_at_once(self) -> None:
        state = play(round_of(centre="AH 9D 7S"), KeepHand(), Pass(), Knock(), Pass())

        assert ending(play(state, x("7D", "AH"))) == Ending("instant_final_turn", BIA)

    @pytest.mark.parametrize("after_knock", CHOICES["instant_after_knock"])
    def test_fire_after_a_close_ends_the_round_whatever_a_31_does(self, after_knock: str) -> None:
        rules = rule_set("schwimmen_fire", {"instant_after_knock": after_knock})
        start = round_of(rules, "AS AC 7D", "9S 8S 7C", centre="AH 9D 7S")
        state = play(start, KeepHand(), Pass(), Knock())

        assert ending(play(state, x("7D", "AH"))) == Ending("instant_final_turn", BIA)

    def test_whoever_has_closed_is_told_so(self) -> None:
        state = play(round_of(), KeepHand(), Knock())

        for seat, code in ((ANA, "you_have_closed"), (CARLA, "not_your_turn")):
            with pytest.raises(RuleBroken) as broken:
                decide(state, seat, Pass())
            assert (broken.value.code, broken.value.clause) == (code, "5.10")

    def test_when_all_have_passed_three_new_cards_are_turned_up(self) -> None:
        state = play(round_of(), KeepHand(), Pass(), Pass())

        *_, new = decide(state, CARLA, Pass())
        state = play(state, Pass())

        assert new == CentreRefreshed(cards=parse_cards("AD 10S QS"))
        assert (state.seat, state.centre) == (ANA, parse_cards("AD 10S QS"))
        assert (state.gone, state.stock) == (parse_cards(CENTRE), parse_cards("JD KS 8H"))

    def test_an_exchange_starts_the_count_of_passes_anew(self) -> None:
        state = play(round_of(), KeepHand(), Pass(), Pass(), x("8D", "9D"), Pass(), Pass())
        assert state.stock == parse_cards(STOCK)

        assert play(state, Pass()).centre == parse_cards("AD 10S QS")

    def test_without_three_cards_for_a_new_centre_the_round_ends(self) -> None:
        state = play(round_of(stock="AD 10S"), KeepHand(), Pass(), Pass(), Pass())

        assert ending(state) == Ending("stock_exhausted", None)

    def test_nobody_refreshes_after_a_close(self) -> None:
        state = play(round_of(), KeepHand(), Knock(), Pass(), Pass())

        assert (state.over, state.centre) == ("close", parse_cards(CENTRE))

    def test_the_round_has_its_limit(self) -> None:
        rules = rule_set("schwimmen", {"max_circuits": 1})
        state = play(round_of(rules), KeepHand(), x("QH", "9D"), x("9S", "QH"), x("8D", "9S"))

        assert ending(state) == Ending("turn_limit", None)

    def test_the_limit_is_not_named_where_the_cards_have_run_out(self) -> None:
        rules = rule_set("schwimmen", {"max_circuits": 1})
        state = play(round_of(rules, stock="AD"), KeepHand(), Pass(), Pass(), Pass())

        assert ending(state) == Ending("stock_exhausted", None)

    def test_whoever_takes_all_three_may_have_to_pass_from_then_on(self) -> None:
        rules = rule_set("schwimmen", {"swap_all_locks": True})
        state = play(round_of(rules), KeepHand(), x("KH QH 7D", CENTRE), Pass(), Pass())

        assert legal_moves(state) == (Pass(),)
        assert refused(state, x("JH", "KH")) == ("locked", "5.9")
        assert refused(state, Knock()) == ("locked", "5.9")


class TestClosingAfterActing:
    """`close_timing` = after (RULES 5.10)."""

    def test_one_acts_and_then_closes_or_does_not(self) -> None:
        state = play(round_of(AFTER), KeepHand())
        assert refused(state, Knock()) == ("close_after", "5.10")
        assert refused(state, EndTurn()) == ("act_first", "5.10")

        state = play(state, Pass())

        assert (state.seat, state.turn) == (ANA, 0)
        assert legal_moves(state) == (Knock(), EndTurn())
        assert refused(state, Pass()) == ("one_action", "5.10")
        assert play(state, EndTurn()).seat == play(state, Knock()).seat == BIA

    def test_the_last_pass_may_still_be_followed_by_a_close(self) -> None:
        turn = (Pass(), EndTurn())
        state = play(round_of(AFTER), KeepHand(), *turn, *turn, Pass())

        assert play(state, Knock()).centre == parse_cards(CENTRE)
        assert play(state, EndTurn()).centre == parse_cards("AD 10S QS")

    def test_where_nobody_closes_on_the_first_turn_it_ends_by_itself(self) -> None:
        rules = rule_set("schwimmen", {"close_timing": "after", "first_turn_knock": False})

        assert play(round_of(rules), KeepHand(), Pass()).seat == BIA

    def test_taking_all_three_may_end_the_turn(self) -> None:
        rules = rule_set("schwimmen", {"close_timing": "after", "swap_all_locks": True})

        assert play(round_of(rules), KeepHand(), x("KH QH 7D", CENTRE)).seat == BIA


class TestLeaving:
    """RULES 11.3."""

    def test_the_dealer_leaves_before_choosing(self) -> None:
        state = leave(round_of(), CARLA)

        assert (state.seat, state.face_up) == (ANA, parse_cards(CENTRE))
        assert state.present == (ANA, BIA)

    def test_another_leaves_before_the_dealer_has_chosen(self) -> None:
        state = leave(round_of(), ANA)
        assert (state.seat, state.choosing) == (CARLA, True)

        assert play(state, SwapHand()).seat == BIA

    def test_the_close_of_a_leaver_stands(self) -> None:
        state = leave(play(round_of(), KeepHand(), Knock()), ANA)

        state = play(state, Pass(), Pass())

        assert ending(state) == Ending("close", None)

    def test_the_last_one_left_stops_the_round(self) -> None:
        state = leave(leave(play(round_of(), KeepHand()), BIA), ANA)

        assert ending(state) == Ending("forfeit", None)
        assert legal_moves(state) == ()

    def test_a_leaver_who_alone_had_not_passed_leaves_a_new_centre(self) -> None:
        state = leave(play(round_of(), KeepHand(), Pass(), Pass()), CARLA)

        assert (state.seat, state.centre) == (ANA, parse_cards("AD 10S QS"))

    def test_or_the_end_where_there_are_no_cards_for_it(self) -> None:
        state = leave(play(round_of(stock="AD"), KeepHand(), Pass(), Pass()), CARLA)

        assert ending(state) == Ending("stock_exhausted", None)

    def test_the_pass_of_a_leaver_does_not_count_for_another(self) -> None:
        state = leave(play(round_of(), KeepHand(), Pass(), Pass()), ANA)
        assert (state.seat, state.centre) == (CARLA, parse_cards(CENTRE))

        assert play(state, Pass()).centre == parse_cards("AD 10S QS")

    def test_one_who_leaves_instead_of_closing_ends_the_turn(self) -> None:
        state = leave(play(round_of(AFTER), KeepHand(), Pass()), ANA)

        assert (state.seat, state.may_close) == (BIA, False)


def test_facts_of_other_subjects_change_nothing() -> None:
    state = round_of()

    assert evolve(state, DeckRevealed(round=1, seed="00")) == state


def test_facts_read_back_as_lists_lead_to_the_same_round() -> None:
    hand, centre = [*parse_cards(HANDS[2])], [*parse_cards(CENTRE)]
    swapped = evolve(round_of(), HandSwapped(seat=CARLA, given=hand, taken=centre))

    expected: Hand = parse_cards(CENTRE)
    assert swapped.hand_of(CARLA) == expected
    assert swapped == play(round_of(), SwapHand())
