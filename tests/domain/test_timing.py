"""Deadlines, what happens when they pass, and who is away: TABLE 5, sentence by sentence."""

from collections.abc import Callable, Iterable
from datetime import timedelta
from itertools import pairwise
from typing import Any

import pytest

from domain import dealing, facts, lobby, playing, timing, voting
from domain.choosing import Chosen
from domain.errors import Refused
from domain.facts import (
    BuyInOffered,
    CardDiscarded,
    CardDrawn,
    DeadlineSet,
    DeckRevealed,
    Fact,
    GameAbandoned,
    GameEnded,
    GraceGiven,
    HandKept,
    PaceChosen,
    PlayerEliminated,
    PlayerForfeited,
    PlayerPassed,
    PlayerReturned,
    PlayerStood,
    PlayerWentAway,
    RoundEnded,
    TableClosed,
    TurnEnded,
    TurnTimedOut,
    VoteEnded,
)
from domain.match import DeadlineKind, Match, Phase, evolve_all
from domain.moves import Draw, EndTurn, ExchangeAt, KeepHand, Knock, Pass, Take, Tap, ThrowAt
from domain.pace import AWAY, IDLE, LIMITS, Pace
from domain.rules import rule_set
from domain.timing import Grace
from tests.support.games import obey, player, seated
from tests.support.timed import Hours, Table, dealt, table

HURRIED = [Pace.FAST, Pace.RELAXED, Pace.SLOW]
SECOND = timedelta(seconds=1)
LOW, MIDDLE, HIGH = "2H 3C 4D", "KD QD 3S", "KS QS 2D"
TRINTA = Chosen("trinta", rule_set("trinta"))
FORCED = [TurnTimedOut, CardDrawn, CardDiscarded, DeadlineSet]


def open_table(players: int = 2, pace: Pace = Pace.FAST) -> Table:
    """Return a table before the start, as it is opened."""
    opened = Table(seated(1, pace=pace), Hours())
    opened.happen(())
    for seat in range(1, players):
        opened.happen(lobby.join(opened.match, player(seat)))
    return opened


def late_tap(at: Table, seat: int, turn: int, tap: Tap) -> str:
    """Return what somebody is told whose tap comes after the turn."""
    with pytest.raises(Refused) as refused:
        playing.play(at.match, player(seat), turn, tap)
    return refused.value.code


# The deadline of a turn


@pytest.mark.parametrize(
    ("pace", "lasts"),
    [
        (Pace.FAST, timedelta(seconds=60)),
        (Pace.RELAXED, timedelta(minutes=10)),
        (Pace.SLOW, timedelta(hours=24)),
        (Pace.NONE, timedelta(days=14)),
    ],
)
def test_a_turn_lasts_as_long_as_the_pace_says(pace: Pace, lasts: timedelta) -> None:
    game = dealt(pace=pace)

    assert game.deadline.until - game.hours.now == lasts
    assert game.deadline.since == game.hours.now


@pytest.mark.parametrize("preset", ["scat", "schwimmen"])
def test_a_deadline_names_the_turn_that_it_belongs_to(preset: str) -> None:
    game = dealt(preset=preset)

    assert game.deadline.name == f"turn:{game.match.turn}"
    game.miss()
    assert game.deadline.name == f"turn:{game.match.turn}"


def test_the_log_tells_the_deadline_of_every_turn() -> None:
    game = dealt()

    assert game.of(DeadlineSet) == [
        DeadlineSet(kind="turn", number=1, since=game.hours.now, until=game.deadline.until)
    ]


def test_the_deadline_survives_a_draw_since_the_turn_goes_on() -> None:
    game = dealt()
    before = game.deadline
    game.wait(59 * SECOND)

    game.play(Draw())

    assert game.deadline == before
    assert not game.of(DeadlineSet)


def test_the_next_player_has_the_whole_time_however_long_the_last_one_took() -> None:
    game = dealt()
    game.wait(59 * SECOND)

    game.play(Draw(), ThrowAt(1))

    assert game.time_left == LIMITS[Pace.FAST].turn


def test_the_deadline_survives_an_exchange_after_which_one_may_still_close() -> None:
    game = dealt(preset="schwimmen", close_timing="after")
    game.play(KeepHand())
    before = game.deadline
    game.wait(SECOND)

    game.play(Pass())

    assert game.deadline == before
    game.play(EndTurn())
    assert game.deadline.number == before.number + 1


def test_the_blind_choice_of_the_dealer_has_a_deadline_of_its_own() -> None:
    game = dealt(preset="schwimmen")
    assert game.round.choosing
    game.wait(SECOND)

    game.play(KeepHand())

    assert game.time_left == LIMITS[Pace.FAST].turn
    assert game.deadline.number == 2


def test_when_the_player_on_turn_leaves_the_next_one_has_the_whole_time() -> None:
    game = dealt()
    game.wait(SECOND)

    game.leave(game.on_turn)

    assert game.time_left == LIMITS[Pace.FAST].turn
    assert game.deadline.number == game.match.turn == 2


def test_when_another_player_leaves_the_turn_goes_on_until_its_deadline() -> None:
    game = dealt()
    before = game.deadline
    game.wait(SECOND)

    game.leave((game.on_turn + 1) % 3)

    assert game.deadline == before


def test_a_deal_that_ends_the_round_at_once_sets_no_deadline_for_a_turn() -> None:
    game = dealt(hands=("AH KH QH", MIDDLE, LOW))

    assert game.of(RoundEnded)
    assert not game.of(DeadlineSet)
    assert game.deadline.kind is DeadlineKind.DEAL


def test_a_game_that_is_over_waits_for_nothing() -> None:
    game = dealt(2)

    game.leave(0)

    assert game.match.phase is Phase.ENDED
    assert game.match.deadline is None


# Paces


def test_whoever_is_in_charge_chooses_the_pace_before_the_start() -> None:
    opened = open_table(2)

    opened.happen(lobby.choose_pace(opened.match, player(0), "slow"))

    assert PaceChosen(player_id=player(0), pace=Pace.SLOW) in opened.facts
    assert opened.match.pace is Pace.SLOW
    assert opened.time_left == LIMITS[Pace.SLOW].lobby
    assert lobby.choose_pace(opened.match, player(0), "slow") == ()


def test_others_choose_the_pace_only_once_the_opener_has_left() -> None:
    opened = open_table(2)
    with pytest.raises(Refused, match="only_opener"):
        lobby.choose_pace(opened.match, player(1), "slow")

    opened.happen(lobby.leave(opened.match, player(0)))
    opened.happen(lobby.choose_pace(opened.match, player(1), "none"))

    assert opened.match.pace is Pace.NONE


def test_no_pace_is_chosen_by_a_stranger_under_another_name_or_after_the_start() -> None:
    opened = open_table(2)
    for who, name, code in ((5, "slow", "only_opener"), (0, "hasty", "forged")):
        with pytest.raises(Refused, match=code):
            lobby.choose_pace(opened.match, player(who), name)

    with pytest.raises(Refused, match="not_in_lobby"):
        lobby.choose_pace(table().match, player(0), "slow")


# The lobby


@pytest.mark.parametrize("pace", Pace)
def test_a_table_that_nobody_comes_to_is_closed(pace: Pace) -> None:
    opened = open_table(pace=pace)
    assert opened.time_left == LIMITS[pace].lobby

    opened.miss()

    assert opened.facts == (TableClosed(player_id=None, cause="idle"),)
    assert opened.match.phase is Phase.CLOSED
    assert opened.match.deadline is None


STIRS: list[Callable[[Match], Iterable[Fact]]] = [
    lambda match: lobby.join(match, player(3)),
    lambda match: lobby.leave(match, player(1)),
    lambda match: lobby.choose_rules(match, player(0), lambda _: TRINTA),
    lambda match: lobby.choose_pace(match, player(0), "none"),
]


@pytest.mark.parametrize("stir", STIRS, ids=["join", "leave", "rules", "pace"])
def test_every_stir_at_the_table_restarts_its_time(
    stir: Callable[[Match], Iterable[Fact]],
) -> None:
    opened = open_table(3)
    opened.wait(timedelta(minutes=59))

    opened.happen(stir(opened.match))

    assert opened.time_left == LIMITS[opened.match.pace].lobby


def test_what_changes_nothing_does_not_keep_a_table_open() -> None:
    opened = open_table(2)
    opened.wait(SECOND)

    opened.happen(lobby.choose_pace(opened.match, player(0), "fast"))

    assert opened.time_left == LIMITS[Pace.FAST].lobby - SECOND


def test_a_table_that_was_stirred_in_time_is_not_closed() -> None:
    opened = open_table(1)
    due = opened.deadline.until
    opened.wait(SECOND)
    opened.happen(lobby.join(opened.match, player(1)))

    with pytest.raises(Refused, match="not_now"):
        timing.time_out(opened.match, DeadlineKind.LOBBY, 0, due)


# When a deadline has passed, and when it has not


def test_before_the_deadline_nothing_is_timed_out() -> None:
    game = dealt()

    with pytest.raises(Refused, match="not_now"):
        timing.time_out(
            game.match, DeadlineKind.TURN, game.match.turn, game.deadline.until - SECOND
        )


def test_the_deadline_of_a_turn_that_was_played_changes_nothing_however_late() -> None:
    game = dealt()
    turn = game.match.turn
    game.play(Draw(), ThrowAt(1))

    late = game.deadline.until + timedelta(days=1)

    assert timing.time_out(game.match, DeadlineKind.TURN, turn, late) == ()


@pytest.mark.parametrize("kind", [kind for kind in DeadlineKind if kind is not DeadlineKind.TURN])
def test_a_deadline_of_another_kind_changes_nothing(kind: DeadlineKind) -> None:
    game = dealt()

    late = game.deadline.until + IDLE

    assert timing.time_out(game.match, kind, game.match.turn, late) == ()


def test_what_is_due_is_done_once() -> None:
    game = dealt()
    missed = game.deadline

    game.miss()

    assert timing.time_out(game.match, missed.kind, missed.number, game.hours.now) == ()


# The move that is made for an absent player


def test_at_the_deadline_a_card_is_drawn_and_thrown_and_the_cause_is_told() -> None:
    game = dealt(hands=(HIGH, MIDDLE, LOW))
    turn = game.match.turn

    game.miss()

    assert game.kinds == FORCED
    assert game.facts[:3] == (
        TurnTimedOut(turn=turn, seat=1, cause="deadline"),
        CardDrawn(seat=1, card=game.facts[2].card),  # type: ignore[attr-defined] # a discard
        CardDiscarded(seat=1, card=game.facts[2].card),  # type: ignore[attr-defined] # likewise
    )
    assert game.round.hand_of(1) == ("KD", "QD", "3S")


def test_a_card_that_was_drawn_in_time_is_thrown_back() -> None:
    game = dealt(hands=(HIGH, MIDDLE, LOW))
    game.play(Draw())

    game.miss()

    assert game.kinds == [TurnTimedOut, CardDiscarded, DeadlineSet]
    assert game.round.hand_of(1) == ("KD", "QD", "3S")


def test_of_a_hand_with_a_card_that_must_stay_the_one_goes_that_costs_least() -> None:
    game = table()
    game.deal(HIGH, MIDDLE, LOW, laid="JD")
    game.play(Take())

    game.miss()

    assert game.of(CardDiscarded) == [CardDiscarded(seat=1, card="3S")]  # type: ignore[arg-type]
    assert set(game.round.hand_of(1)) == {"KD", "QD", "JD"}


def test_where_a_taken_card_may_go_back_it_does() -> None:
    game = table(return_taken_discard=True)
    game.deal(HIGH, MIDDLE, LOW, laid="JD")
    game.play(Take())

    game.miss()

    assert set(game.round.hand_of(1)) == {"KD", "QD", "3S"}


def test_on_a_final_turn_the_hand_stands() -> None:
    game = dealt(first_turn_knock=True)
    game.play(Knock())

    game.miss()

    assert game.kinds == [TurnTimedOut, PlayerStood, DeadlineSet]


def test_where_nobody_may_stand_a_final_turn_is_a_draw() -> None:
    game = dealt(first_turn_knock=True, final_turn_stand=False)
    game.play(Knock())

    game.miss()

    assert game.kinds == FORCED


def test_in_schwimmen_the_dealer_keeps_and_the_others_pass() -> None:
    game = dealt(preset="schwimmen")

    game.miss()
    assert game.kinds == [TurnTimedOut, HandKept, DeadlineSet]
    game.miss()
    assert game.kinds == [TurnTimedOut, PlayerPassed, DeadlineSet]


def test_in_schwimmen_nobody_is_made_to_close() -> None:
    game = dealt(preset="schwimmen", close_timing="after")
    game.play(KeepHand())

    game.miss()
    assert game.kinds == [TurnTimedOut, PlayerPassed, TurnEnded, DeadlineSet]
    game.play(ExchangeAt((1,), (1,)))
    game.miss()
    assert game.kinds == [TurnTimedOut, TurnEnded, DeadlineSet]


def test_whoever_took_all_three_and_is_locked_passes() -> None:
    game = dealt(2, "schwimmen", swap_all_locks=True)
    game.play(KeepHand(), ExchangeAt((1, 2, 3), (1, 2, 3)))
    if game.match.phase is Phase.PLAYING:
        game.play(Pass())
        game.miss()

    assert game.kinds[:2] == [TurnTimedOut, PlayerPassed]


def test_with_an_empty_stock_an_absent_player_lets_the_round_end() -> None:
    game = table(2)
    game.deal(HIGH, MIDDLE, stock="5C")
    game.play(Draw(), ThrowAt(4))

    game.miss()

    assert game.kinds[:2] == [TurnTimedOut, PlayerPassed]
    (ended,) = game.of(RoundEnded)
    assert (ended.reason, ended.knocker) == ("stock_exhausted", None)


def test_a_new_stock_is_made_where_an_absent_player_throws_the_last_card() -> None:
    game = table(2, stock_empty="reshuffle")
    game.deal(HIGH, MIDDLE, stock="5C")

    game.miss()

    assert game.kinds == [*FORCED[:3], facts.StockReshuffled, DeadlineSet]
    assert game.match.in_play()[0].reshuffles == 1


def test_the_new_stock_has_the_order_that_anybody_can_check_whoever_threw() -> None:
    stocks = []
    for present in (True, False):
        game = table(2, stock_empty="reshuffle")
        game.deal(HIGH, MIDDLE)
        for _ in range(6):
            game.play(Draw(), ThrowAt(4))
        if present:
            game.play(Draw(), ThrowAt(4))
        else:
            game.miss()
        stocks.append(game.round.stock)

    assert stocks[0] == stocks[1]
    assert sorted(stocks[0]) == sorted(game.of(facts.StockReshuffled)[0].stock)
    assert stocks[0] != ("2C", "5C", "6C", "7C", "8C", "9C", "10C")


def test_a_round_that_ends_by_a_timeout_is_settled_like_any_other() -> None:
    game = dealt(2, hands=(HIGH, LOW), first_turn_knock=True)
    game.play(Knock())

    game.miss()

    (ended,) = game.of(RoundEnded)
    assert (ended.reason, ended.knocker) == ("knock", 1)
    assert ended.losses == (0, 2)
    assert game.deadline.kind is DeadlineKind.DEAL


def test_what_was_played_for_somebody_is_shown_as_automatic_and_nothing_else_is() -> None:
    game = dealt()

    game.miss()
    game.play(Draw(), ThrowAt(1))

    assert [(a.verb, a.automatic) for a in game.match.actions] == [
        ("drew", True),
        ("drew", False),
    ]


def test_a_turn_that_was_begun_in_time_and_ended_by_the_clock_is_shown_as_automatic() -> None:
    game = dealt()
    game.play(Draw())

    game.miss()

    assert [(a.seat, a.verb, a.automatic) for a in game.match.actions] == [(1, "drew", True)]
    assert game.match.actions[0].thrown


# A tap that comes too late


def test_a_late_tap_is_told_so_even_if_it_wants_what_was_done_anyway() -> None:
    game = dealt()
    turn = game.match.turn
    game.miss()

    for tap in (Draw(), ThrowAt(4), Knock()):
        assert late_tap(game, 1, turn, tap) == "stale"


def test_a_late_throw_of_a_card_that_was_drawn_in_time_is_told_so() -> None:
    game = dealt()
    turn = game.match.turn
    game.play(Draw())
    game.miss()

    assert late_tap(game, 1, turn, ThrowAt(4)) == "stale"


def test_a_tap_that_comes_after_the_round_is_told_so_too() -> None:
    game = dealt(2, first_turn_knock=True)
    game.play(Knock())
    turn, seat = game.match.turn, game.on_turn

    game.miss()

    assert game.match.phase is Phase.CUTTING
    assert late_tap(game, seat, turn, Draw()) == "stale"


def test_a_tap_that_comes_after_the_game_is_told_that_it_is_over() -> None:
    game = dealt(2)
    turn = game.match.turn
    game.leave(0)

    assert late_tap(game, 1, turn, Draw()) == "game_over"


# Away


def test_whoever_misses_two_turns_in_a_row_is_away() -> None:
    game = dealt(2)
    game.miss()
    assert not game.match.away
    game.play(Draw(), ThrowAt(1))

    game.miss()

    assert game.kinds[:2] == [TurnTimedOut, PlayerWentAway]
    assert game.of(PlayerWentAway) == [PlayerWentAway(seat=1)]
    assert game.match.away == {1}


def test_one_move_of_ones_own_in_between_is_enough_to_stay() -> None:
    game = dealt(2)
    game.miss()
    game.play(Draw(), ThrowAt(1), Draw(), ThrowAt(1), Draw(), ThrowAt(1))

    game.miss()

    assert game.match.timeouts == {1: 1}
    assert not game.match.away


def test_so_is_a_choice_for_the_next_shuffle_or_a_vote() -> None:
    game = dealt(4, first_turn_knock=True)
    game.play(Knock())
    game.miss(3)
    assert game.match.phase is Phase.CUTTING
    assert game.match.timeouts == {0: 1, 2: 1, 3: 1}

    game.happen(dealing.contribute(game.match, player(0), 2, 1))
    game.happen(dealing.contribute(game.match, player(2), 2, 2))
    game.happen(voting.call(game.match, player(3), voting.END, None, game.hours.now))

    assert game.match.timeouts == {}


def test_a_card_drawn_in_time_is_a_move_of_ones_own() -> None:
    game = dealt(2)
    for _ in range(3):
        game.play(Draw())
        game.miss()
        game.play(Draw(), ThrowAt(1))

    assert not game.match.away


@pytest.mark.parametrize("pace", HURRIED)
def test_the_turns_of_an_away_player_last_ten_seconds(pace: Pace) -> None:
    game = dealt(2, pace=pace)
    for _ in range(2):
        game.miss()
        game.play(Draw(), ThrowAt(1))

    assert game.on_turn == 1
    assert game.time_left == AWAY == timedelta(seconds=10)
    game.miss()
    assert game.of(TurnTimedOut)[0].cause == "away"
    assert not game.of(PlayerWentAway)
    assert game.time_left == LIMITS[pace].turn


def _one_away(players: int = 2) -> Table:
    """Return a game in which seat 1 is away, and on turn."""
    game = dealt(players)
    for _ in range(2):
        game.miss()
        for _ in range(players - 1):
            game.play(Draw(), ThrowAt(1))
    assert game.match.away == {1}
    assert game.on_turn == 1
    return game


def test_any_tap_brings_a_player_back_with_the_whole_time_on_the_own_turn() -> None:
    game = _one_away()
    turn = game.match.turn
    game.wait(9 * SECOND)

    game.come_back(1)

    assert game.kinds == [PlayerReturned, DeadlineSet]
    assert game.match.away == frozenset()
    assert game.match.timeouts == {}
    assert game.deadline.number == turn
    assert game.time_left == LIMITS[Pace.FAST].turn


def test_the_deadline_that_a_return_has_moved_does_not_strike() -> None:
    game = _one_away()
    due = game.deadline
    game.come_back(1)

    with pytest.raises(Refused, match="not_now"):
        timing.time_out(game.match, due.kind, due.number, due.until)


def test_a_move_brings_back_as_well_and_the_draw_has_the_whole_time() -> None:
    game = _one_away()
    game.wait(9 * SECOND)

    game.play(Draw())

    assert game.kinds == [PlayerReturned, CardDrawn, DeadlineSet]
    assert game.time_left == LIMITS[Pace.FAST].turn


def test_a_return_while_another_is_on_turn_moves_no_deadline() -> None:
    game = _one_away()
    game.miss()
    before = game.deadline
    game.wait(SECOND)

    game.come_back(1)

    assert game.kinds == [PlayerReturned]
    assert game.deadline == before


def test_two_more_turns_must_be_missed_after_a_return() -> None:
    game = _one_away()
    game.come_back(1)

    game.miss()

    assert not game.match.away
    game.play(Draw(), ThrowAt(1))
    game.miss()
    assert game.match.away == {1}


def test_who_is_not_away_does_not_return() -> None:
    game = _one_away()

    assert timing.come_back(game.match, player(0)) == ()
    assert timing.come_back(game.match, player(9)) == ()


def test_who_has_left_does_not_return() -> None:
    game = _one_away(3)
    game.leave(1)

    assert not game.match.away
    assert timing.come_back(game.match, player(1)) == ()


def test_whoever_was_away_when_out_and_buys_back_in_is_there() -> None:
    game = _buying_in_with_away_players(away_out=True)
    assert game.match.timeouts[2] > 1

    game.happen(playing.buy_in(game.match, player(2), 1))

    assert game.match.away == {1}
    assert game.match.phase is Phase.CUTTING


@pytest.mark.parametrize("preset", ["scat", "schwimmen"])
def test_where_nobody_is_hurried_nobody_is_away(preset: str) -> None:
    game = dealt(2, preset, Pace.NONE)

    assert game.deadline.kind is DeadlineKind.IDLE
    assert not game.match.timeouts


# Grace


def test_a_grace_moves_the_deadline_and_tells_why() -> None:
    game = dealt()
    later = game.deadline.until + timedelta(hours=1)

    game.give_grace(later, "chat")

    assert game.facts == (GraceGiven(kind="turn", number=1, until=later, cause="chat"),)
    assert (game.deadline.until, game.deadline.grace) == (later, "chat")


def test_the_deadline_before_a_grace_does_not_strike() -> None:
    game = dealt()
    due = game.deadline
    game.give_grace(due.until + SECOND)

    with pytest.raises(Refused, match="not_now"):
        timing.time_out(game.match, due.kind, due.number, due.until)


def test_a_grace_never_shortens_and_is_given_once() -> None:
    game = dealt()
    later = game.deadline.until + SECOND
    game.give_grace(later)

    for until in (later, later - SECOND):
        game.give_grace(until)
        assert game.facts == ()


def test_a_grace_for_a_turn_that_is_over_changes_nothing() -> None:
    game = dealt()
    late = Grace(DeadlineKind.TURN, game.match.turn, game.deadline.until + IDLE, "outage")
    game.play(Draw(), ThrowAt(1))

    assert timing.give_grace(game.match, late) == ()


def test_a_grace_lasts_no_longer_than_its_turn() -> None:
    game = dealt()
    game.give_grace(game.deadline.until + timedelta(hours=1))

    game.play(Draw(), ThrowAt(1))

    assert game.time_left == LIMITS[Pace.FAST].turn
    assert game.deadline.grace is None


def test_everything_that_has_a_deadline_can_have_a_grace() -> None:
    waiting = [open_table(), table(), dealt(), dealt(pace=Pace.NONE)]
    waiting.append(_buying_in_with_away_players())

    for game in waiting:
        later = game.deadline.until + SECOND
        game.give_grace(later)
        assert game.deadline.until == later


def test_a_grace_for_a_vote_leaves_the_turn_alone() -> None:
    game = dealt(4)
    game.happen(voting.call(game.match, player(0), voting.END, None, game.hours.now))
    assert game.match.vote
    before, later = game.deadline, game.match.vote.deadline.until + SECOND

    game.happen(timing.give_grace(game.match, Grace(DeadlineKind.VOTE, 1, later, "outage")))

    assert game.match.vote.deadline.until == later
    assert game.deadline == before


# Games that nobody attends to


def test_when_all_are_away_the_game_is_given_up_with_its_deck_revealed() -> None:
    game = dealt(3)

    game.miss(6)

    assert game.kinds[-2:] == [DeckRevealed, GameAbandoned]
    assert game.facts[-1] == GameAbandoned(cause="away", player_id=None)
    assert game.match.phase is Phase.ABANDONED
    assert game.match.deck
    assert game.match.deck.revealed
    assert not game.match.winners


def test_one_who_is_there_keeps_a_game_alive() -> None:
    game = dealt(3)
    for _ in range(5):
        game.miss(2)
        game.play(Draw(), ThrowAt(4))

    assert game.match.away == {1, 2}
    assert game.match.phase is Phase.PLAYING


def test_a_round_in_which_nobody_made_a_move_is_the_last() -> None:
    game = dealt(2, max_circuits=1)

    game.miss(2)

    assert game.of(RoundEnded)
    assert game.facts[-1] == GameAbandoned(cause="unattended", player_id=None)
    assert game.match.away == frozenset()


def test_nobody_wins_by_a_round_in_which_nobody_made_a_move() -> None:
    game = dealt(2, hands=(HIGH, LOW), max_circuits=1, lives=1, grace=False)

    game.miss(2)

    assert game.of(PlayerEliminated) == [PlayerEliminated(seat=1, place=2)]
    assert not game.of(GameEnded)
    assert game.match.abandoned == "unattended"
    assert not game.match.winners


def test_one_move_in_a_round_is_enough_to_go_on() -> None:
    game = dealt(2, max_circuits=1)
    game.play(Draw())

    game.miss(2)

    assert game.match.phase is Phase.CUTTING


def test_a_31_that_was_dealt_leaves_nobody_anything_to_attend_to() -> None:
    game = dealt(2, hands=("AH KH QH", LOW))

    assert game.match.phase is Phase.CUTTING
    assert game.match.round_number == 2


def test_a_round_that_is_void_before_anybody_moved_was_no_whole_round() -> None:
    game = dealt(3)
    game.miss()

    game.happen(playing.void_round(game.match, "arbiter"))

    assert game.match.phase is Phase.CUTTING


def test_the_last_one_left_has_won_away_or_not() -> None:
    game = _one_away()

    game.leave(0)

    assert game.kinds == [PlayerForfeited, PlayerEliminated, DeckRevealed, GameEnded]
    assert game.match.winners == (1,)


def test_when_the_last_of_several_who_was_there_leaves_the_game_is_given_up() -> None:
    game = dealt(3)
    for _ in range(2):
        game.miss(2)
        game.play(Draw(), ThrowAt(4))

    game.leave(0)

    assert game.match.abandoned == "away"


def _buying_in_with_away_players(*, away_out: bool = False) -> Table:
    """Return a game in which seat 2 may buy back in, and seat 1 is away.

    Seat 0 is away, too, unless seat 2 was itself away when it went out.
    """
    hands = (HIGH, MIDDLE, LOW)
    rules: dict[str, Any] = {
        "lives": 1,
        "grace": False,
        "buy_in": True,
        "first_turn_knock": True,
    }
    game = dealt(3, hands=hands, **rules)
    if away_out:
        game.miss(2)
        game.play(Draw(), ThrowAt(4))
        game.miss(2)
        game.play(Knock())
        game.miss(2)
        assert game.match.timeouts == {1: 3, 2: 3}
    else:
        game.miss()
        game.play(Draw(), ThrowAt(4))
        game.miss(2)
        game.play(Knock())
        game.miss(2)
    assert game.of(BuyInOffered)
    assert game.match.phase is Phase.BUYING_IN
    return game


def test_who_may_buy_back_in_is_waited_for_though_all_others_are_away() -> None:
    game = _buying_in_with_away_players()

    assert game.match.away == {0, 1} == set(game.match.still_in)
    assert game.time_left == LIMITS[Pace.FAST].offer


def test_without_them_the_game_is_given_up() -> None:
    game = _buying_in_with_away_players()

    game.miss()

    assert game.kinds == [facts.BuyInDeclined, GameAbandoned]
    assert game.match.abandoned == "away"


def test_an_offer_to_buy_in_lapses_and_the_game_goes_on() -> None:
    game = _buying_in_with_away_players(away_out=True)

    game.miss()

    assert facts.BuyInDeclined(seat=2, cause="deadline") in game.facts
    assert game.match.phase is Phase.CUTTING


def test_a_table_where_nobody_is_hurried_is_given_up_after_two_weeks_without_a_move() -> None:
    game = dealt(pace=Pace.NONE)
    assert game.time_left == IDLE == timedelta(days=14)
    game.wait(timedelta(days=13))
    game.play(Draw(), ThrowAt(1))
    assert game.time_left == IDLE

    game.miss()

    assert game.kinds == [DeckRevealed, GameAbandoned]
    assert game.match.abandoned == "idle"


def test_the_secret_of_a_deck_that_was_not_dealt_is_revealed_too() -> None:
    game = table()

    game.happen(playing.abandon(game.match, "administrator", player(7)))

    assert game.kinds == [DeckRevealed, GameAbandoned]


def test_a_game_that_is_over_cannot_be_given_up() -> None:
    game = dealt(2)
    game.leave(0)

    with pytest.raises(Refused, match="game_over"):
        playing.abandon(game.match, "administrator")
    with pytest.raises(Refused, match="not_now"):
        playing.abandon(open_table().match, "administrator")


# What happens at once


def test_a_round_is_settled_before_a_vote_takes_anybody_out_of_it() -> None:
    """Else somebody who is put out with the lowest hand would make another one pay."""
    game = dealt(5, hands=(MIDDLE, HIGH, "9H 9C 9D", LOW, "AS KH QC"), first_turn_knock=True)
    game.play(Knock())  # 1
    game.miss()  # 2
    game.play(Draw(), ThrowAt(4), Draw(), ThrowAt(4))  # 3, 4
    vote = voting.call(game.match, player(1), voting.KICK, 3, game.hours.now)
    game.happen(vote)
    game.happen(voting.cast(game.match, player(2), 1, aye=True))
    # Seats 0 and 4 have not voted: two of four is no majority, until one of them is away.
    game.match = evolve_all(game.match, [TurnTimedOut(turn=0, seat=0, cause="deadline")])
    assert game.on_turn == 0

    game.miss()

    happened = [
        kind
        for kind in game.kinds
        if kind in {PlayerWentAway, RoundEnded, VoteEnded, PlayerForfeited}
    ]
    assert happened == [PlayerWentAway, RoundEnded, VoteEnded, PlayerForfeited]
    (ended,) = game.of(RoundEnded)
    assert ended.hands[3]
    assert ended.losses == (0, 0, 0, 1, 0)


def test_a_deck_waits_for_cuts_whoever_is_away() -> None:
    game = _one_away()
    game.come_back(0)
    game.miss()
    game.play(Knock())
    game.miss()

    assert game.deadline.name == "deal:2"
    assert game.match.away == {1}
    game.miss()
    assert game.deadline.name == f"turn:{game.match.turn}"


def test_a_tie_break_deal_is_timed_like_any_other() -> None:
    hands = ("KH QC 2D", "KS QD 3C")
    game = dealt(2, hands=hands, lives=1, grace=False, max_circuits=1)
    game.play(Draw(), ThrowAt(4), Draw(), ThrowAt(4))
    assert game.of(facts.TieBreakCalled)

    game.miss()

    assert game.match.deck
    assert game.match.deck.tie_break
    assert game.deadline.kind is DeadlineKind.TURN
    game.miss(2)
    assert game.match.abandoned == "unattended"


# An old log


def _without_deadlines(match: Match) -> Match:
    """Return a match as it is folded from a log that knew no deadlines."""
    hours = Hours()
    game = obey(match, lobby.start(match, player(0)), hours)
    old = [fact for fact in game.facts if not isinstance(fact, DeadlineSet)]
    return evolve_all(match, old)


def test_a_game_from_before_there_were_deadlines_has_one_as_soon_as_anything_happens() -> None:
    game = Table(_without_deadlines(seated(2)), Hours())
    game.match = evolve_all(game.match, [dealing.deal_round(game.match)])
    assert game.match.deadline is None

    game.play(Draw())

    assert game.kinds == [CardDrawn, DeadlineSet]
    assert game.deadline.kind is DeadlineKind.IDLE


def test_its_lobby_likewise() -> None:
    opened = Table(seated(2), Hours())
    assert opened.match.deadline is None

    opened.happen(lobby.choose_rules(opened.match, player(0), lambda _: TRINTA))

    assert opened.time_left == LIMITS[Pace.NONE].lobby


def test_deadlines_follow_each_other_without_a_gap() -> None:
    game = dealt(3)
    ends = [game.deadline.until]
    for _ in range(4):
        game.miss()
        ends.append(game.deadline.until)

    assert {later - sooner for sooner, later in pairwise(ends)} <= {LIMITS[Pace.FAST].turn}
