"""Computer players at a table: how they sit down and go, move, and what they keep alive."""

from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest

from domain import facts, timing
from domain.choosing import Chosen
from domain.computer.identity import Level, computer_id, is_computer
from domain.errors import Refused
from domain.match import Deadline, DeadlineKind, Match, Phase
from domain.moves import Draw, Knock
from domain.pace import QUICKEST_MOVE, SLOWEST_MOVE, Pace
from domain.rules import rule_set
from domain.shares import shares_of
from domain.views import spectacle
from tests.application.bustle import Bustle


def evening(seed: int = 1) -> Bustle:
    return Bustle(seed)


def with_computers(
    evening: Bustle, people: int, computers: int, preset: str = "scat", pace: Pace = Pace.FAST
) -> UUID:
    return evening.start(rule_set(preset), people + computers, pace, computers)


def deal(evening: Bustle, game_id: UUID) -> Match:
    match = evening.room.match(game_id)
    evening.clock.now = max(evening.clock.now, match.being_cut().deal_at)
    return evening.room.time_out(game_id, DeadlineKind.DEAL, match.round_number).match


def turn_of(evening: Bustle, game_id: UUID, *, computer: bool) -> Match:
    """Play on until it is the turn of a person, or of a computer player."""
    match = evening.room.match(game_id)
    while match.phase is not Phase.PLAYING or _computer_is_on_turn(match) is not computer:
        assert not match.phase.over
        match = evening.step(game_id)
    return match


def _computer_is_on_turn(match: Match) -> bool:
    return awaited(match) in match.computers


def awaited(match: Match) -> int:
    seat = spectacle(match).awaited
    assert seat is not None
    return seat


def due(match: Match) -> Deadline:
    assert match.deadline is not None
    return match.deadline


def while_people_sleep(night: Bustle, match: Match) -> Match:
    """Let pass what the table waits for, with nobody there but computer players."""
    deadline = due(match)
    night.clock.now = max(night.clock.now, deadline.until)
    if deadline.kind is DeadlineKind.COMPUTER:
        return night.room.computer_moves(match.id, deadline.number)
    return night.room.time_out(match.id, deadline.kind, deadline.number).match


def test_an_id_of_a_computer_player_is_random_and_says_what_it_is() -> None:
    ids = {computer_id(bytes([number] * 16)) for number in range(256)}

    assert len(ids) > 200
    assert all(is_computer(one) for one in ids)
    assert not any(is_computer(evening(seed).new_id()) for seed in range(200))


def test_whoever_chooses_for_the_table_gives_a_computer_player_a_seat_and_sends_it_away() -> None:
    night = evening()
    ana, bruno = night.new_id(), night.new_id()
    game_id = night.room.open_game(night.group_id, ana, "scat", rule_set("scat")).match.id
    night.room.join(game_id, bruno)

    match = night.room.seat_computer(game_id, ana, Level.HARD, 2).match

    assert match.levels == {match.player_ids[2]: Level.HARD}
    assert due(match).kind is DeadlineKind.LOBBY
    with pytest.raises(Refused, match="only_opener"):
        night.room.seat_computer(game_id, bruno, Level.HARD, 3)
    with pytest.raises(Refused, match="stale"):
        night.room.seat_computer(game_id, ana, Level.HARD, 2)
    with pytest.raises(Refused, match="forged"):
        night.room.seat_computer(game_id, ana, "perfect", 3)
    with pytest.raises(Refused, match="forged"):
        night.room.dismiss_computer(game_id, ana, bruno)

    gone = night.room.dismiss_computer(game_id, ana, match.player_ids[2]).match

    assert gone.player_ids == (ana, bruno)
    assert not night.room.dismiss_computer(game_id, ana, match.player_ids[2]).changed


def test_a_full_table_seats_no_computer_player() -> None:
    night = evening()
    ana = night.new_id()
    rules = rule_set("scat", {"players": [2, 3]})
    game_id = night.room.open_game(night.group_id, ana, "scat", rules).match.id
    for seated in (1, 2):
        night.room.seat_computer(game_id, ana, Level.EASY, seated)

    with pytest.raises(Refused, match="table_full"):
        night.room.seat_computer(game_id, ana, Level.EASY, 3)


def test_a_table_at_which_only_computer_players_sit_is_closed() -> None:
    night = evening()
    ana = night.new_id()
    game_id = night.room.open_game(night.group_id, ana, "scat", rule_set("scat")).match.id
    night.room.seat_computer(game_id, ana, Level.EASY, 1)

    assert night.room.leave(game_id, ana).match.phase is Phase.CLOSED


def test_rules_are_to_be_learnt_once_a_computer_player_is_to_play_by_them() -> None:
    night = evening()
    ana, rules = night.new_id(), rule_set("trinta")
    game_id = night.room.open_game(night.group_id, ana, "trinta", rules).match.id
    before = [*night.to_learn]

    night.room.seat_computer(game_id, ana, Level.HARD, 1)

    assert not before
    assert night.to_learn == [rules]


def test_computer_players_cut_and_mix_at_once_and_people_are_waited_for() -> None:
    night = evening()
    game_id = with_computers(night, 2, 2)
    match = night.room.match(game_id)

    assert match.being_cut().contributed == match.computers
    assert match.phase is Phase.CUTTING


def test_a_computer_player_moves_one_to_three_seconds_after_its_turn_began() -> None:
    night = evening()
    game_id = with_computers(night, 2, 2)
    waits = set()
    for _ in range(20):
        match = turn_of(night, game_id, computer=True)
        deadline = due(match)
        assert (deadline.kind, deadline.number) == (DeadlineKind.COMPUTER, match.turn)
        if not match.computers.issuperset(match.in_play()[1].to_play):
            waits.add(deadline.until - night.clock.now)
        early = night.room.computer_moves(game_id, match.turn)
        assert early.turn == match.turn or deadline.until <= night.clock.now
        night.step(game_id)

    assert len(waits) > 3
    assert all(QUICKEST_MOVE <= wait <= SLOWEST_MOVE for wait in waits)


def test_a_turn_of_a_computer_player_is_played_to_its_end_and_once() -> None:
    night = evening()
    game_id = with_computers(night, 1, 1)
    match = turn_of(night, game_id, computer=True)
    night.clock.now = due(match).until

    after = night.room.computer_moves(game_id, match.turn)

    assert after.turn > match.turn
    assert night.room.computer_moves(game_id, match.turn) == after


def test_when_a_person_has_knocked_all_computer_players_move_at_once() -> None:
    night = evening()
    game_id = with_computers(night, 1, 3)
    match = turn_of(night, game_id, computer=False)
    while Knock() not in spectacle(match).taps:
        night.step(game_id)
        match = turn_of(night, game_id, computer=False)
    person = match.player_ids[awaited(match)]
    knocked = night.room.play(game_id, person, match.turn, Knock()).match

    assert due(knocked).until == night.clock.now
    after = night.room.computer_moves(game_id, knocked.turn)

    assert after.phase is not Phase.PLAYING
    assert after.showdown is not None
    assert after.showdown.knocker == awaited(match)


def test_nobody_is_hurried_at_a_solo_table_but_its_computer_players_move() -> None:
    night = evening()
    ana = night.new_id()
    chosen = Chosen("trinta", rule_set("trinta"))
    match = night.room.open_solo(night.group_id, ana, chosen, [Level.EASY, Level.HARD]).match

    assert match.phase is Phase.CUTTING
    assert match.pace is Pace.NONE
    assert sorted(match.levels.values()) == ["easy", "hard"]
    assert due(turn_of(night, match.id, computer=True)).kind is DeadlineKind.COMPUTER
    assert due(turn_of(night, match.id, computer=False)).kind is DeadlineKind.IDLE


def test_a_rematch_seats_as_many_computer_players_of_the_same_levels() -> None:
    night = evening()
    game_id = with_computers(night, 1, 2)
    before = night.room.match(game_id)
    night.room.end_game(game_id, before.player_ids[0])

    again = night.room.rematch(game_id, before.player_ids[0]).match

    assert [*again.levels.values()] == [*before.levels.values()]
    assert again.player_ids[0] == before.player_ids[0]
    assert not set(again.levels) & set(before.levels)


def test_a_game_that_no_person_is_in_any_more_is_given_up() -> None:
    night = evening()
    game_id = with_computers(night, 1, 3)
    ana = night.room.match(game_id).player_ids[0]

    match = night.room.forfeit(game_id, ana, "left").match

    assert match.phase is Phase.ABANDONED
    assert match.abandoned == "computers"


def test_the_last_computer_player_left_wins_a_game_that_all_others_have_left() -> None:
    night = evening()
    game_id = with_computers(night, 1, 1)
    ana = night.room.match(game_id).player_ids[0]

    match = night.room.forfeit(game_id, ana, "left").match

    assert match.phase is Phase.ENDED
    assert match.winners == (1,)


def test_a_round_in_which_only_computer_players_acted_ends_the_game() -> None:
    night = evening()
    game_id = with_computers(night, 1, 2)
    deal(night, game_id)
    match = night.room.match(game_id)
    while match.phase is Phase.PLAYING:
        match = while_people_sleep(night, match)

    assert match.abandoned in {"unattended", "away"}


def test_a_game_in_which_all_people_are_away_is_given_up_whoever_else_plays() -> None:
    night = evening()
    game_id = with_computers(night, 1, 2, pace=Pace.FAST)
    match = deal(night, game_id)
    while not match.phase.over:
        match = while_people_sleep(night, match)

    assert match.phase is Phase.ABANDONED


def test_votes_are_those_of_people() -> None:
    night = evening()
    game_id = with_computers(night, 1, 3)
    ana = night.room.match(game_id).player_ids[0]

    assert night.room.call_vote(game_id, ana, "end", None).match.abandoned == "vote"


def test_a_computer_player_buys_back_in_whenever_that_is_offered() -> None:
    bought = declined = 0
    for seed in range(2, 8):
        night = Bustle(seed)
        game_id = night.start(rule_set("scat_buy_in", {"lives": 1}), 4, Pace.FAST, 3)
        match = night.room.match(game_id)
        for _ in range(400):
            if match.phase.over:
                break
            assert not match.computers & {*match.offers}
            match = night.step(game_id)
        happened = [*night.room.events.get(game_id)]
        for fact in happened:
            seat = getattr(fact, "seat", None)
            bought += isinstance(fact, facts.PlayerBoughtIn) and seat in match.computers
            declined += isinstance(fact, facts.BuyInDeclined) and seat in match.computers

    assert bought > 0
    assert declined == 0


def test_a_move_of_a_computer_player_is_an_ordinary_move() -> None:
    night = evening()
    game_id = with_computers(night, 2, 2)
    night.play_out(game_id)

    kinds = {type(event).__mro__[2] for event in night.room.events.get(game_id)}
    assert facts.TurnTimedOut not in kinds
    assert night.room.audit(game_id).good


def taken_over(night: Bustle, game_id: UUID) -> list[facts.SeatTakenOver]:
    happened: list[Any] = [*night.room.events.get(game_id)]
    return [fact for fact in happened if isinstance(fact, facts.SeatTakenOver)]


def with_substitutes(night: Bustle, people: int, pace: Pace = Pace.FAST) -> UUID:
    return night.start(rule_set("scat"), people, pace, substitute=Level.MEDIUM)


@pytest.mark.parametrize("cause", ["left", "left_group", "kicked"])
def test_where_the_table_chose_it_a_computer_player_plays_on_for_whoever_leaves(
    cause: str,
) -> None:
    night = evening()
    game_id = with_substitutes(night, 3)
    before = turn_of(night, game_id, computer=False)
    seat = awaited(before)

    match = night.room.depart(game_id, before.player_ids[seat], cause).match

    assert match.levels == {match.player_ids[seat]: Level.MEDIUM}
    assert match.in_play()[1].hand_of(seat) == before.in_play()[1].hand_of(seat)
    assert match.places[seat] is None
    assert due(match).kind is DeadlineKind.COMPUTER
    assert [fact.cause for fact in taken_over(night, game_id)] == [cause]
    with pytest.raises(Refused, match="not_seated"):
        night.room.play(game_id, before.player_ids[seat], match.turn, Knock())
    with pytest.raises(Refused, match="not_seated"):
        night.room.depart(game_id, before.player_ids[seat], cause)


def test_where_nobody_chose_it_whoever_leaves_is_out() -> None:
    night = evening()
    game_id = with_computers(night, 3, 0)
    ana = night.room.match(game_id).player_ids[0]

    match = night.room.forfeit(game_id, ana, "left").match

    assert match.places[0] == 3
    assert not match.levels


def asleep_until_taken_over(night: Bustle) -> tuple[UUID, UUID]:
    """Let the first player of a game miss turns until a computer player has the seat."""
    game_id = with_substitutes(night, 3)
    deal(night, game_id)
    sleeper = night.room.match(game_id).player_ids[0]
    while not taken_over(night, game_id):
        match = night.room.match(game_id)
        deadline = due(match)
        asleep = match.phase is Phase.PLAYING and match.player_ids[awaited(match)] == sleeper
        if asleep:
            night.clock.now = max(night.clock.now, deadline.until)
            night.room.time_out(game_id, deadline.kind, deadline.number)
        elif match.phase is Phase.CUTTING:
            deal(night, game_id)  # a cut of the sleeper's would be a sign of life
        else:
            night.step(game_id)
    return game_id, sleeper


def test_a_computer_player_takes_over_once_a_player_is_away() -> None:
    night = evening()

    game_id, _ = asleep_until_taken_over(night)

    match = night.room.match(game_id)
    (taken,) = taken_over(night, game_id)
    assert (taken.seat, taken.cause) == (0, "away")
    assert match.computers == {0}
    assert not match.away


def test_whoever_was_away_has_the_seat_back_by_any_tap_with_hand_and_lives_as_they_are() -> None:
    night = evening()
    game_id, sleeper = asleep_until_taken_over(night)
    before = turn_of(night, game_id, computer=True)

    match = night.room.come_back(game_id, sleeper).match

    assert match.player_ids[0] == sleeper
    assert not match.levels
    assert match.lives == before.lives
    assert match.in_play()[1].hand_of(0) == before.in_play()[1].hand_of(0)
    assert due(match).kind is DeadlineKind.TURN
    assert not night.room.computer_moves(game_id, match.turn).levels
    assert not night.room.come_back(game_id, sleeper).changed
    night.play_out(game_id)
    assert night.room.audit(game_id).good


@pytest.mark.parametrize("cause", ["left", "left_group"])
def test_whoever_leaves_while_away_leaves_the_seat_to_the_computer_player(cause: str) -> None:
    night = evening()
    game_id, sleeper = asleep_until_taken_over(night)
    before = night.room.match(game_id)

    match = night.room.depart(game_id, sleeper, cause).match

    assert (match.player_ids, match.levels) == (before.player_ids, before.levels)
    assert not match.absent
    assert [fact.cause for fact in taken_over(night, game_id)] == ["away", cause]
    assert not night.room.come_back(game_id, sleeper).changed
    with pytest.raises(Refused, match="not_seated"):
        night.room.depart(game_id, sleeper, cause)
    night.play_out(game_id)
    assert night.room.audit(game_id).good


def test_in_a_rematch_those_have_room_for_whom_computer_players_have_played() -> None:
    night = evening()
    game_id = with_substitutes(night, 3)
    ana, bruno, carla = night.room.match(game_id).player_ids
    night.room.forfeit(game_id, ana, "left")
    night.play_out(game_id)

    again = night.room.rematch(game_id, bruno).match

    assert again.player_ids == (bruno,)
    assert again.substitute is Level.MEDIUM
    assert night.room.rematch(game_id, carla).match.player_ids == (bruno, carla)
    assert night.room.rematch(game_id, ana).match.player_ids == (bruno, carla, ana)


def test_the_tap_that_takes_a_seat_back_may_be_a_move() -> None:
    night = evening()
    game_id, sleeper = asleep_until_taken_over(night)
    before = turn_of(night, game_id, computer=True)

    match = night.room.play(game_id, sleeper, before.turn, Draw()).match

    assert match.player_ids[0] == sleeper
    assert match.in_play()[1].arrived is not None
    night.play_out(game_id)
    assert night.room.audit(game_id).good


def test_whoever_has_left_or_lost_the_match_meanwhile_has_no_seat_to_take_back() -> None:
    night = evening()
    game_id = with_substitutes(night, 3)
    ana = night.room.match(game_id).player_ids[0]
    night.room.forfeit(game_id, ana, "left")
    assert not night.room.come_back(game_id, ana).changed

    night = evening()
    game_id, sleeper = asleep_until_taken_over(night)
    match = night.room.match(game_id)
    assert timing.come_back(match, sleeper)
    assert not timing.come_back(replace(match, places=(3, None, None)), sleeper)


def test_nobody_takes_over_from_the_last_person_who_is_there() -> None:
    night = evening()
    game_id = with_substitutes(night, 3)
    ana, bruno, carla = night.room.match(game_id).player_ids

    for one in (ana, bruno):
        night.room.forfeit(game_id, one, "left")
    match = night.room.forfeit(game_id, carla, "left").match

    assert len(taken_over(night, game_id)) == 2
    assert match.abandoned == "computers"
    assert night.room.audit(game_id).good


def test_what_takes_over_is_chosen_by_whoever_chooses_for_the_table() -> None:
    night = evening()
    ana, bruno = night.new_id(), night.new_id()
    game_id = night.room.open_game(night.group_id, ana, "scat", rule_set("scat")).match.id
    night.room.join(game_id, bruno)

    assert night.room.choose_substitute(game_id, ana, Level.EASY).match.substitute == "easy"
    assert not night.room.choose_substitute(game_id, ana, Level.EASY).changed
    with pytest.raises(Refused, match="only_opener"):
        night.room.choose_substitute(game_id, bruno, None)
    with pytest.raises(Refused, match="forged"):
        night.room.choose_substitute(game_id, ana, "perfect")
    assert night.room.choose_substitute(game_id, ana, None).match.substitute is None


def test_whoever_has_left_is_told_nothing_of_what_happens_in_their_seat() -> None:
    night = evening()
    game_id = with_substitutes(night, 3)
    before = turn_of(night, game_id, computer=False)
    leaver = before.player_ids[awaited(before)]
    night.room.forfeit(game_id, leaver, "left")
    night.play_out(game_id)

    happened: list[Any] = [*night.room.events.get(game_id)]
    told = [fact for fact, _ in shares_of(happened, leaver)]

    assert isinstance(told[-1], facts.SeatTakenOver)


@pytest.mark.parametrize("preset", ["scat", "schwimmen"])
def test_a_hint_is_the_same_each_time_and_whoever_follows_it_is_taught_no_other(
    preset: str,
) -> None:
    night = evening(5)
    game_id = with_computers(night, 1, 2, preset)
    player_id = night.room.match(game_id).player_ids[0]
    followed = rounds = 0
    while not night.room.match(game_id).phase.over and rounds < 3:
        match = night.room.match(game_id)
        version = night.room.game(game_id).version
        if match.showdown is not None and match.phase is Phase.CUTTING:
            last = [*night.room.events.get(game_id, desc=True)]
            ended = next(one for one in last if isinstance(one, facts.RoundEnded))
            assert night.room.lesson(game_id, player_id, ended.originator_version) is None
            rounds += 1
        if match.phase is Phase.PLAYING and awaited(match) == 0:
            _, reason = night.room.advice(game_id, player_id)
            assert night.room.advice(game_id, player_id) == (match, reason)
            night.room.play(game_id, player_id, match.turn, reason.tap)
            followed += 1
        else:
            night.step(game_id)
        assert night.room.game(game_id).version > version

    assert rounds > 1
    assert followed > 5
