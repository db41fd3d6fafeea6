"""A round of Scat or Trinta e Um, told turn by turn (RULES 5, 6)."""

import pytest

from domain.cards import parse_cards
from domain.circle import Ending, ending
from domain.draw_round import DrawRound, begin, deal, decide, evolve, legal_moves
from domain.errors import RuleBroken
from domain.facts import (
    CardDiscarded,
    CardDrawn,
    DeckRevealed,
    DiscardTaken,
    PlayerForfeited,
    PlayerKnocked,
    PlayerPassed,
    PlayerStood,
    StockReshuffled,
)
from domain.moves import Draw, Knock, Move, Pass, Stand, Take, Throw
from domain.rules import RuleSet, rule_set

SCAT = rule_set("scat")
TRINTA = rule_set("trinta")
ANA, BIA, CARLA = 10, 11, 12
HANDS = ("KH 9H 4C", "KS 9S 2D", "2C 3D 5H")


def card(text: str) -> Throw:
    return Throw(parse_cards(text)[0])


def round_of(
    rules: RuleSet,
    *hands: str,
    upcard: str = "QD",
    stock: str = "QH 7D 8C AH 6S JH JS",
) -> DrawRound:
    """Set up a round; Ana plays first, the last one deals."""
    return begin(
        rules,
        (ANA, BIA, CARLA)[: len(hands)],
        [parse_cards(hand) for hand in hands],
        parse_cards(upcard),
        parse_cards(stock),
    )


def after(state: DrawRound, *moves: Move) -> DrawRound:
    for move in moves:
        for fact in decide(state, state.seat, move):
            state = evolve(state, fact)
    return state


def refusal(state: DrawRound, move: Move, seat: int | None = None) -> str:
    with pytest.raises(RuleBroken) as refused:
        decide(state, state.seat if seat is None else seat, move)
    return f"{refused.value.code} {refused.value.clause}"


class TestTheDeal:
    """RULES 4.3, 4.4, 6.2."""

    def test_cards_go_round_one_at_a_time_then_the_upcard(self) -> None:
        state = deal(SCAT, (ANA, BIA), parse_cards("2C 2S 3C 3S 4C 4S 5C 6C 7C"))

        assert state.hands == (parse_cards("2C 3C 4C"), parse_cards("2S 3S 4S"))
        assert state.discards == parse_cards("5C")
        assert state.stock == parse_cards("6C 7C")
        assert state.seat == ANA

    def test_a_deck_that_is_too_short_is_refused(self) -> None:
        with pytest.raises(ValueError, match="2 players need 7 cards, the deck has 6"):
            deal(SCAT, (ANA, BIA), parse_cards("2C 2S 3C 3S 4C 4S"))

    def test_a_dealt_31_ends_the_round_before_a_turn(self) -> None:
        state = round_of(SCAT, "KS 9S 2D", "AH KH QH")

        assert ending(state) == Ending("instant_deal", None)
        assert legal_moves(state) == ()
        assert refusal(state, Draw()) == "round_over 7.1"


class TestATurn:
    """RULES 5.1 to 5.3."""

    def test_it_begins_with_a_choice(self) -> None:
        assert legal_moves(round_of(SCAT, *HANDS)) == (Draw(), Take())
        assert legal_moves(round_of(TRINTA, *HANDS)) == (Draw(), Take(), Knock())

    def test_drawing_gives_the_next_card_of_the_stock_and_a_card_to_throw(self) -> None:
        state = round_of(SCAT, *HANDS)

        assert decide(state, ANA, Draw()) == (CardDrawn(seat=ANA, card=parse_cards("QH")[0]),)
        drawn = after(state, Draw())
        assert drawn.hand == parse_cards("KH 9H 4C QH")
        assert legal_moves(drawn) == tuple(Throw(c) for c in drawn.hand)

    def test_throwing_ends_the_turn(self) -> None:
        drawn = after(round_of(SCAT, *HANDS), Draw())

        assert decide(drawn, ANA, card("4C")) == (
            CardDiscarded(seat=ANA, card=parse_cards("4C")[0]),
        )
        thrown = after(drawn, card("4C"))
        assert thrown.hand_of(ANA) == parse_cards("KH 9H QH")
        assert thrown.discards == parse_cards("QD 4C")
        assert (thrown.seat, thrown.turn) == (BIA, 1)

    def test_a_drawn_card_may_be_thrown_at_once(self) -> None:
        assert after(round_of(SCAT, *HANDS), Draw(), card("QH")).seat == BIA

    def test_a_taken_card_may_not_go_straight_back(self) -> None:
        state = round_of(SCAT, *HANDS)

        assert decide(state, ANA, Take()) == (DiscardTaken(seat=ANA, card=parse_cards("QD")[0]),)
        assert refusal(after(state, Take()), card("QD")) == "taken_card_stays 5.3"
        assert card("QD") not in legal_moves(after(state, Take()))

    def test_unless_the_table_plays_so(self) -> None:
        free = rule_set("scat", {"return_taken_discard": True})

        assert after(round_of(free, *HANDS), Take(), card("QD")).seat == BIA

    def test_nothing_else_goes_once_a_card_has_come(self) -> None:
        drawn = after(round_of(TRINTA, *HANDS), Draw())

        for move in (Draw(), Take(), Knock(), Stand(), Pass()):
            assert refusal(drawn, move) == "must_throw 11.1"

    def test_one_throws_only_after_taking_and_only_ones_own(self) -> None:
        state = round_of(SCAT, *HANDS)

        assert refusal(state, card("KH")) == "must_draw 5.1"
        assert refusal(after(state, Draw()), card("KS")) == "not_your_card 5.1"

    def test_nobody_plays_before_their_turn(self) -> None:
        assert refusal(round_of(SCAT, *HANDS), Draw(), BIA) == "not_your_turn 5.1"

    def test_passing_and_standing_are_for_later(self) -> None:
        state = round_of(SCAT, *HANDS)

        assert refusal(state, Pass()) == "pass_too_early 5.8"
        assert refusal(state, Stand()) == "stand_too_early 5.8"

    def test_facts_of_other_subjects_leave_a_round_as_it_is(self) -> None:
        state = round_of(SCAT, *HANDS)

        assert evolve(state, DeckRevealed(round=1, seed="")) == state


class TestAKnock:
    """RULES 5.4, 5.5, 5.8."""

    def test_not_on_ones_own_first_turn_where_that_is_banned(self) -> None:
        first = round_of(SCAT, *HANDS)
        circuit = (Draw(), card("QH"), Draw(), card("7D"), Draw(), card("8C"))

        assert refusal(first, Knock()) == "first_turn_knock 5.4"
        assert refusal(after(first, *circuit[:2]), Knock()) == "first_turn_knock 5.4"
        assert Knock() in legal_moves(after(first, *circuit))

    def test_everybody_else_has_one_final_turn(self) -> None:
        knocked = after(round_of(TRINTA, *HANDS), Knock())

        assert decide(round_of(TRINTA, *HANDS), ANA, Knock()) == (PlayerKnocked(seat=ANA),)
        assert knocked.seat == BIA
        assert legal_moves(knocked) == (Draw(), Take(), Stand())
        assert decide(knocked, BIA, Stand()) == (PlayerStood(seat=BIA),)
        assert ending(after(knocked, Stand())) is None
        assert ending(after(knocked, Stand(), Draw(), card("QH"))) == Ending("knock", ANA)

    def test_whoever_has_knocked_is_told_so(self) -> None:
        state = after(round_of(TRINTA, *HANDS), Knock())

        assert refusal(state, Draw(), ANA) == "you_have_knocked 5.4"

    def test_one_knock_in_a_round(self) -> None:
        knocked = after(round_of(TRINTA, *HANDS), Knock())

        assert refusal(knocked, Knock()) == "already_knocked 5.4"

    def test_standing_may_be_banned(self) -> None:
        strict = rule_set("trinta", {"final_turn_stand": False})
        knocked = after(round_of(strict, *HANDS), Knock())

        assert refusal(knocked, Stand()) == "no_standing 5.8"
        assert legal_moves(knocked) == (Draw(), Take())

    def test_on_the_final_turn_nobody_passes(self) -> None:
        knocked = after(round_of(TRINTA, *HANDS, stock=""), Knock())

        assert refusal(knocked, Pass()) == "pass_too_early 5.8"
        assert legal_moves(knocked) == (Take(), Stand())

    def test_two_players_have_one_turn_after_the_knock(self) -> None:
        assert ending(after(round_of(TRINTA, *HANDS[:2]), Knock(), Stand())) == Ending(
            "knock", ANA
        )


class TestA31:
    """RULES 6.1, 6.3, 6.5."""

    def test_made_on_a_turn_it_ends_the_round_at_once(self) -> None:
        state = round_of(SCAT, "KH QH 4C", *HANDS[1:], upcard="AH", stock="7D 8C")

        assert ending(after(state, Take())) is None
        assert ending(after(state, Take(), card("4C"))) == Ending("instant", None)

    def late(self, rules: RuleSet) -> DrawRound:
        hands = ("KS 9S 2D", "KH QH 4C", HANDS[2])
        return after(round_of(rules, *hands, upcard="AH"), Knock(), Take(), card("4C"))

    def test_after_a_knock_it_ends_the_round_where_that_is_played(self) -> None:
        assert ending(self.late(TRINTA)) == Ending("instant_final_turn", ANA)
        two = rule_set("trinta", {"instant_after_knock": "instant_knocker_two"})
        assert ending(self.late(two)) == Ending("instant_final_turn", ANA)

    def test_fire_ends_it_also_where_a_31_does_not(self) -> None:
        rules = rule_set("scat", {"fire": True, "first_turn_knock": True})
        state = round_of(rules, HANDS[0], "AC AD 4H", HANDS[2], upcard="AH")

        burnt = after(state, Knock(), Take(), card("4H"))

        assert ending(burnt) == Ending("instant_final_turn", ANA)

    def test_or_is_no_more_than_a_hand_and_play_goes_on(self) -> None:
        best = self.late(rule_set("scat", {"first_turn_knock": True}))

        assert ending(best) is None
        assert best.seat == CARLA
        assert ending(after(best, Stand())) == Ending("knock", ANA)


class TestTheEndOfTheStock:
    """RULES 5.6, 5.7."""

    def empty(self, stock_empty: str) -> DrawRound:
        rules = rule_set("scat", {"stock_empty": stock_empty})
        state = round_of(rules, *HANDS[:2], stock="7D 8C")
        return after(state, Draw(), card("7D"), Draw(), card("8C"))

    def test_the_player_on_turn_may_take_knock_or_pass(self) -> None:
        empty = self.empty("pass_or_knock")

        assert legal_moves(empty) == (Take(), Knock(), Pass())
        assert refusal(empty, Draw()) == "stock_empty 5.6"
        assert decide(empty, ANA, Pass()) == (PlayerPassed(seat=ANA),)
        assert ending(after(empty, Pass())) == Ending("stock_exhausted", None)
        assert ending(after(empty, Knock(), Stand())) == Ending("knock", ANA)

    def test_a_circuit_of_takes_ends_like_a_pass(self) -> None:
        taken = after(self.empty("pass_or_knock"), Take(), card("4C"))

        assert ending(taken) is None
        assert ending(after(taken, Take(), card("2D"))) == Ending("stock_exhausted", None)

    def test_the_last_card_may_mean_the_showdown(self) -> None:
        assert ending(self.empty("showdown")) == Ending("stock_exhausted", None)

    def test_or_that_the_round_does_not_count(self) -> None:
        assert ending(self.empty("void")) == Ending("void", None)

    def test_or_that_the_discards_become_the_stock(self) -> None:
        rules = rule_set("scat", {"stock_empty": "reshuffle"})
        state = round_of(rules, *HANDS[:2], stock="7D 8C")
        last = after(state, Draw(), card("7D"), Draw())

        facts = decide(last, BIA, card("8C"), lambda discards: tuple(reversed(discards)))

        assert facts == (
            CardDiscarded(seat=BIA, card=parse_cards("8C")[0]),
            StockReshuffled(stock=parse_cards("7D QD")),
        )
        assert after(last, card("8C")).stock == parse_cards("QD 7D")
        assert after(last, card("8C")).discards == parse_cards("8C")

    def test_a_standing_knock_is_played_out_whatever_the_stock(self) -> None:
        for stock_empty in ("showdown", "void", "pass_or_knock"):
            rules = rule_set("trinta", {"stock_empty": stock_empty})
            state = round_of(rules, *HANDS, stock="7D")
            drawn = after(state, Knock(), Draw(), card("7D"))

            assert ending(drawn) is None
            assert ending(after(drawn, Stand())) == Ending("knock", ANA)

    def test_too_many_turns_end_the_round(self) -> None:
        rules = rule_set("scat", {"max_circuits": 1})
        state = round_of(rules, *HANDS[:2])

        assert ending(after(state, Draw(), card("QH"), Draw(), card("7D"))) == Ending(
            "turn_limit", None
        )

    @pytest.mark.parametrize(
        ("stock_empty", "over"), [("showdown", "stock_exhausted"), ("void", "void")]
    )
    def test_the_limit_is_not_named_where_the_stock_has_run_out(
        self, stock_empty: str, over: str
    ) -> None:
        rules = rule_set("scat", {"max_circuits": 1, "stock_empty": stock_empty})
        state = round_of(rules, *HANDS[:2], stock="7D 8C")

        assert ending(after(state, Draw(), card("7D"), Draw(), card("8C"))) == Ending(over, None)


class TestALeaver:
    """RULES 11.3."""

    def left(self, state: DrawRound, seat: int) -> DrawRound:
        return evolve(state, PlayerForfeited(seat=seat, cause="left"))

    def test_on_turn_play_passes_on(self) -> None:
        state = self.left(round_of(SCAT, *HANDS), ANA)

        assert state.seat == BIA
        assert state.present == (BIA, CARLA)
        assert state.hand_of(ANA) == ()
        assert state.hand_of(99) == ()

    def test_not_on_turn_play_goes_on_and_passes_over_the_seat(self) -> None:
        state = self.left(round_of(SCAT, *HANDS), BIA)

        assert state.seat == ANA
        assert after(state, Draw(), card("QH")).seat == CARLA

    def test_a_card_just_taken_goes_back_to_the_pile(self) -> None:
        state = self.left(after(round_of(SCAT, *HANDS), Take()), ANA)

        assert state.discards == parse_cards("QD")
        assert legal_moves(state) == (Draw(), Take())

    def test_a_card_just_drawn_leaves_with_the_hand(self) -> None:
        state = self.left(after(round_of(SCAT, *HANDS), Draw()), ANA)

        assert state.stock == parse_cards("7D 8C AH 6S JH JS")
        assert state.discards == parse_cards("QD")

    def test_a_knock_stands_without_its_knocker(self) -> None:
        state = self.left(after(round_of(TRINTA, *HANDS), Knock()), ANA)

        assert refusal(state, Knock()) == "already_knocked 5.4"
        assert ending(after(state, Stand(), Stand())) == Ending("knock", None)

    def test_who_leaves_on_the_last_final_turn_brings_on_the_showdown(self) -> None:
        state = after(round_of(TRINTA, *HANDS), Knock(), Stand())

        assert ending(self.left(state, CARLA)) == Ending("knock", ANA)

    def test_one_left_ends_the_round(self) -> None:
        state = self.left(round_of(SCAT, *HANDS[:2]), BIA)

        assert ending(state) == Ending("forfeit", None)

    def test_whoever_empties_the_stock_and_leaves_makes_room_for_a_reshuffle(self) -> None:
        rules = rule_set("scat", {"stock_empty": "reshuffle"})
        state = after(round_of(rules, *HANDS, stock="7D 8C"), Draw(), card("7D"), Draw())

        left = self.left(state, BIA)

        assert legal_moves(left) == (Draw(), Take())
        assert decide(left, CARLA, Draw()) == (
            StockReshuffled(stock=parse_cards("QD")),
            CardDrawn(seat=CARLA, card=parse_cards("QD")[0]),
        )
