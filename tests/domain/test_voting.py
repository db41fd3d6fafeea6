"""Votes of the table: who is asked, what carries them, and that they always end (TABLE 4)."""

from collections.abc import Callable, Iterable
from datetime import datetime
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import playing, timing, voting
from domain.consequences import with_consequences
from domain.dealing import Moment
from domain.errors import Refused
from domain.facts import (
    DeckRevealed,
    Fact,
    GameAbandoned,
    PlayerForfeited,
    PlayerReturned,
    PlayerWentAway,
    Seat,
    TurnTimedOut,
    VoteCalled,
    VoteCast,
    VoteEnded,
)
from domain.match import Action, Deadline, DeadlineKind, Match, Phase, evolve_all
from domain.moves import Knock
from domain.pace import LIMITS, Pace
from domain.views import spectacle
from domain.voting import END, KICK
from tests.support.games import (
    BEGINNING,
    Chance,
    Step,
    deal,
    obey,
    play,
    play_on,
    player,
    seated,
    start,
)


def running(players: int, pace: Pace = Pace.FAST, preset: str = "scat") -> Match:
    """Return a game on its first turn."""
    chance = Chance()
    return deal(start(seated(players, preset, pace=pace), chance).after, chance).after


def after(match: Match, *decided: Fact) -> Match:
    """Return a match after facts, with all that follows."""
    return evolve_all(match, with_consequences(match, decided, Moment(BEGINNING, b"\0" * 32)))


def call(match: Match, seat: Seat, about: str, target: Seat | None = None) -> tuple[Fact, ...]:
    """Let a seat ask the table."""
    return voting.call(match, player(seat), about, target, BEGINNING)


def asked(match: Match, seat: Seat, about: str, target: Seat | None = None) -> Match:
    """Return a match in which a seat has asked the table."""
    return after(match, *call(match, seat, about, target))


def voted(match: Match, seat: Seat, *, aye: bool) -> Match:
    """Return a match in which a seat has voted on the open question."""
    assert match.vote is not None
    return after(match, *voting.cast(match, player(seat), match.vote.number, aye=aye))


def away(match: Match, *seats: Seat) -> Match:
    """Return a match in which some have missed two turns in a row."""
    missed = [TurnTimedOut(turn=0, seat=seat, cause="deadline") for seat in seats]
    gone = evolve_all(match, [*missed, *missed, *map(PlayerWentAway, seats)])
    assert gone.away >= set(seats)
    return after(gone)


def refusal(command: Callable[[], object]) -> str:
    """Return the code with which a command is refused."""
    with pytest.raises(Refused) as caught:
        command()
    return caught.value.code


# Asking


def test_whoever_asks_has_voted_for_it() -> None:
    match = asked(running(4), 1, KICK, 3)

    assert match.vote is not None
    assert (match.vote.about, match.vote.seat, match.vote.target) == (KICK, 1, 3)
    assert match.vote.ayes == {1}
    assert not match.vote.noes


@pytest.mark.parametrize("pace", Pace)
def test_a_vote_is_open_as_long_as_the_pace_says(pace: Pace) -> None:
    match = asked(running(4, pace), 0, END)

    assert match.vote is not None
    assert match.vote.deadline.until - BEGINNING == LIMITS[pace].vote
    assert match.vote.deadline.name == "vote:1"


def test_the_same_question_asked_by_another_is_a_vote_for_it() -> None:
    match = asked(running(5), 0, KICK, 4)

    assert call(match, 1, KICK, 4) == (VoteCast(number=1, seat=1, aye=True),)
    assert call(match, 0, KICK, 4) == ()


def test_while_a_question_is_open_no_other_is_asked() -> None:
    match = asked(running(5), 0, KICK, 4)

    assert refusal(lambda: call(match, 1, KICK, 3)) == "vote_open"
    assert refusal(lambda: call(match, 1, END)) == "vote_open"


def test_whoever_is_to_leave_cannot_ask_for_something_else_meanwhile_nor_vote() -> None:
    match = asked(running(4), 0, KICK, 3)

    assert refusal(lambda: call(match, 3, END)) == "vote_open"
    assert refusal(lambda: voting.cast(match, player(3), 1, aye=False)) == "not_your_vote"
    assert refusal(lambda: call(match, 3, KICK, 3)) == "not_your_vote"


def test_who_does_not_play_neither_asks_nor_votes() -> None:
    match = after(running(4), *playing.forfeit(running(4), player(2), "left"))
    open_vote = asked(match, 0, END)

    assert refusal(lambda: call(match, 2, END)) == "not_playing"
    assert refusal(lambda: call(match, 7, END)) == "not_seated"
    assert refusal(lambda: voting.cast(open_vote, player(2), 1, aye=True)) == "not_playing"
    assert refusal(lambda: voting.cast(open_vote, player(7), 1, aye=True)) == "not_seated"


def test_nobody_is_put_out_twice() -> None:
    match = after(running(4), *playing.forfeit(running(4), player(2), "left"))

    assert refusal(lambda: call(match, 0, KICK, 2)) == "gone_already"
    assert refusal(lambda: call(match, 0, KICK, 9)) == "gone_already"


@pytest.mark.parametrize(("about", "target"), [(KICK, None), (END, 1), ("pardon", 1)])
def test_a_question_that_makes_no_sense_is_refused(about: str, target: Seat | None) -> None:
    assert refusal(lambda: call(running(3), 0, about, target)) == "forged"


def test_nothing_is_voted_on_before_the_start_nor_after_the_end() -> None:
    lobby = seated(3)
    over = after(running(3), *playing.abandon(running(3), "administrator"))

    assert refusal(lambda: call(lobby, 0, END)) == "not_now"
    assert refusal(lambda: call(over, 0, END)) == "game_over"
    assert refusal(lambda: voting.cast(over, player(0), 1, aye=True)) == "game_over"


# Voting


def test_a_vote_that_is_over_takes_no_more_votes() -> None:
    match = voted(voted(asked(running(4), 0, KICK, 3), 1, aye=False), 2, aye=False)

    assert match.vote is None
    assert refusal(lambda: voting.cast(match, player(1), 1, aye=True)) == "stale"


def test_the_same_vote_again_changes_nothing_and_another_is_refused() -> None:
    match = voted(asked(running(6), 0, KICK, 5), 1, aye=False)

    assert voting.cast(match, player(1), 1, aye=False) == ()
    assert refusal(lambda: voting.cast(match, player(1), 1, aye=True)) == "voted_already"
    assert refusal(lambda: call(match, 1, KICK, 5)) == "voted_already"


@pytest.mark.parametrize(("players", "needed"), [(3, 2), (4, 2), (5, 3), (6, 3), (7, 4)])
def test_more_than_half_of_the_others_make_somebody_leave(players: int, needed: int) -> None:
    match = asked(running(players), 0, KICK, players - 1)
    for seat in range(1, needed):
        assert match.vote is not None
        assert spectacle(match).vote is not None
        match = voted(match, seat, aye=True)

    assert match.vote is None
    assert match.places[players - 1] == players
    assert match.actions[-1].verb == "voted_out"


@pytest.mark.parametrize(("players", "needed"), [(2, 2), (3, 2), (4, 3), (5, 3), (7, 4)])
def test_more_than_half_of_all_end_the_game(players: int, needed: int) -> None:
    match = asked(running(players), 0, END)
    for seat in range(1, needed):
        assert match.phase is Phase.PLAYING
        match = voted(match, seat, aye=True)

    assert (match.phase, match.abandoned) == (Phase.ABANDONED, "vote")
    assert match.winners == ()


def test_a_vote_ends_as_soon_as_it_cannot_be_carried_any_more() -> None:
    match = asked(running(5), 0, KICK, 4)
    match = voted(match, 1, aye=False)
    assert match.vote is not None

    match = voted(match, 2, aye=False)

    assert match.vote is None
    assert match.places == (None,) * 5
    assert match.actions[-1] == Action(4, "not_voted_out")


def test_whoever_is_voted_out_on_turn_is_waited_for_no_longer() -> None:
    match = running(3)
    awaited = spectacle(match).awaited
    assert awaited is not None
    first, second = (seat for seat in range(3) if seat != awaited)

    out = voted(asked(match, first, KICK, awaited), second, aye=True)

    assert spectacle(out).awaited in {first, second}
    assert out.turn == match.turn + 1
    assert out.deadline is not None
    assert out.deadline.name == f"turn:{out.turn}"


def test_the_last_one_left_by_a_vote_has_won() -> None:
    match = away(running(2), 1)

    out = asked(match, 0, KICK, 1)

    assert (out.phase, out.winners, out.vote) == (Phase.ENDED, (0,), None)


# Two who play


def test_of_two_nobody_can_throw_the_other_out() -> None:
    assert refusal(lambda: call(running(2), 0, KICK, 1)) == "too_few_voters"


def test_of_two_one_cannot_end_the_game_against_the_other() -> None:
    match = asked(running(2), 0, END)
    assert match.phase is Phase.PLAYING

    match = voted(match, 1, aye=False)

    assert (match.phase, match.vote) == (Phase.PLAYING, None)


# Who is away


def test_who_is_away_is_not_waited_for() -> None:
    match = away(running(5), 2, 3)

    assert asked(match, 0, KICK, 4).vote is not None
    assert voted(asked(match, 0, KICK, 4), 1, aye=True).places[4] == 5


def test_one_player_decides_about_those_who_are_away_but_about_nobody_who_is_there() -> None:
    one_away, two_away = away(running(3), 1), away(running(3), 1, 2)

    assert asked(two_away, 0, KICK, 1).places == (None, 3, None)
    assert refusal(lambda: call(one_away, 0, KICK, 2)) == "too_few_voters"


def test_a_vote_ends_when_too_few_are_left_who_could_carry_it() -> None:
    match = asked(running(3), 0, KICK, 2)
    assert match.vote is not None

    assert away(match, 1).vote is None
    assert away(match, 1).places == (None, None, None)


def test_a_vote_is_carried_when_those_who_stay_are_of_one_mind() -> None:
    match = asked(running(4), 0, END)
    assert match.vote is not None

    assert away(match, 1, 2, 3).abandoned == "vote"


def test_votes_of_those_who_went_away_do_not_count_until_they_are_back() -> None:
    match = away(voted(asked(running(7), 0, KICK, 6), 1, aye=True), 1)
    seen = spectacle(match).vote
    assert seen is not None
    assert (seen.ayes, seen.needed) == (1, 3)

    back = after(match, PlayerReturned(1))

    seen = spectacle(back).vote
    assert seen is not None
    assert (seen.ayes, seen.needed) == (2, 4)


def test_a_target_who_comes_back_cannot_be_put_out_by_one() -> None:
    match = away(running(4), 3)
    open_vote = asked(match, 0, KICK, 3)
    assert open_vote.vote is not None

    back = after(open_vote, PlayerReturned(3))

    assert back.vote is not None
    assert voting.needed(back, back.vote) == 2


# Those who leave, and rounds that end


def test_a_vote_about_somebody_who_leaves_is_over() -> None:
    match = asked(running(5), 0, KICK, 4)

    facts = with_consequences(
        match, playing.forfeit(match, player(4), "left"), Moment(BEGINNING, b"\0" * 32)
    )

    assert VoteEnded(number=1, carried=False, cause="moot") in facts
    assert "not_voted_out" not in {done.verb for done in evolve_all(match, facts).actions}
    assert evolve_all(match, facts).vote is None


def test_whoever_asked_and_left_does_not_count() -> None:
    match = asked(running(6), 0, KICK, 5)

    match = after(match, *playing.forfeit(match, player(0), "left"))

    seen = spectacle(match).vote
    assert seen is not None
    assert (seen.ayes, seen.needed) == (0, 3)


def test_a_vote_stays_open_over_the_end_of_a_round() -> None:
    chance = Chance()
    match = asked(running(4), 0, END)
    first_round = match.round_number
    while match.round_number == first_round:
        tap = Knock() if Knock() in spectacle(match).taps else spectacle(match).taps[0]
        match = play(match, tap, chance).after

    assert match.vote is not None
    assert match.vote.ayes == {0}


def test_who_is_out_and_may_buy_back_in_is_not_asked_before() -> None:
    chance = Chance(knocking=0.9)
    game = seated(5, "scat_buy_in", {"lives": 1, "grace": False}, Pace.FAST)
    offered = next(
        step.after for step in play_on(game, chance) if step.after.phase is Phase.BUYING_IN
    )
    outside = offered.offers[0]
    inside = [seat for seat in offered.still_in if seat != outside]

    assert refusal(lambda: call(offered, outside, END)) == "not_playing"
    assert refusal(lambda: call(offered, inside[0], KICK, outside)) == "gone_already"
    match = asked(offered, inside[0], END)
    back = after(match, *playing.buy_in(match, player(outside), match.round_number))
    assert back.vote is not None
    assert outside in voting.voters(back, back.vote)


# The deadline


def test_a_vote_that_nobody_answers_ends_at_its_deadline_and_changes_nothing_else() -> None:
    match = asked(running(4), 0, KICK, 3)
    assert match.vote is not None
    until = match.vote.deadline.until

    decided = timing.time_out(match, DeadlineKind.VOTE, 1, until)

    assert decided == (VoteEnded(number=1, carried=False, cause="deadline"),)
    assert after(match, *decided).places == (None,) * 4
    assert after(match, *decided).actions[-1] == Action(3, "not_voted_out")
    assert timing.time_out(after(match, *decided), DeadlineKind.VOTE, 1, until) == ()


def test_it_is_told_that_the_table_did_not_want_the_game_to_end() -> None:
    match = asked(running(3), 1, END)

    match = voted(voted(match, 0, aye=False), 2, aye=False)

    assert match.vote is None
    assert match.actions[-1] == Action(1, "not_ended")


# Whatever happens


ACTS = (*("play", "miss") * 3, "call", *("vote",) * 4, "return", "leave", "vote is due")


@st.composite
def stories(draw: st.DrawFn) -> list[Step]:
    """Draw a game in which people play, miss their turns, ask, vote, leave and come back."""
    seed = draw(st.integers(0, 2**32))
    chance = Chance(seed, knocking=draw(st.sampled_from([0.05, 0.5])))
    preset = draw(st.sampled_from(["scat", "schwimmen", "scat_buy_in"]))
    options = {"lives": draw(st.integers(1, 3))}
    steps = [start(seated(draw(st.integers(2, 6)), preset, options, Pace.FAST), chance)]
    random = Random(seed)
    for _ in range(draw(st.integers(1, 120))):
        match = steps[-1].after
        if match.phase.over:
            break
        steps.append(obey(match, act(match, random, chance), chance))
    return steps


def act(match: Match, random: Random, chance: Chance) -> Iterable[Fact]:
    """Return what somebody does, nothing if they may not."""
    who, whom = (player(random.randrange(len(match.places))) for _ in range(2))
    target = match.seat_of(whom)
    try:
        match random.choice(ACTS):
            case "call":
                about = random.choice([(KICK, target), (KICK, target), (END, None)])
                return voting.call(match, who, *about, BEGINNING)
            case "vote":
                return voting.cast(match, who, match.votes, aye=random.random() < 0.6)
            case "miss":
                return timing.time_out(match, *due(match.deadline))
            case "vote is due" if random.random() < 0.3:
                return timing.time_out(match, *due(match.vote.deadline if match.vote else None))
            case "return":
                return timing.come_back(match, who)
            case "leave" if random.random() < 0.2:
                return playing.forfeit(match, who, "left")
            case "play" if match.phase is Phase.BUYING_IN:
                return playing.buy_in(match, player(match.offers[0]), match.round_number)
            case _:
                return next(play_on(match, chance)).facts
    except Refused:
        return ()


def due(deadline: Deadline | None) -> tuple[DeadlineKind, int, datetime]:
    """Return what passes when a deadline does."""
    if deadline is None:
        raise Refused("not_now")
    return deadline.kind, deadline.number, deadline.until


@settings(max_examples=60)
@given(stories())
def test_no_vote_is_carried_by_less_than_a_majority_of_those_who_are_there(
    story: list[Step],
) -> None:
    for step in story:
        before = step.before
        for fact, match in step.states:
            if isinstance(fact, VoteEnded) and fact.carried:
                vote = before.vote
                assert vote is not None
                there = set(before.still_in) - before.away - {vote.target}
                for_it = vote.ayes & there
                assert 2 * len(for_it) > len(there)
                assert len(for_it) >= 2 or vote.about == END or vote.target in before.away
            before = match


@settings(max_examples=60)
@given(stories())
def test_every_vote_ends_once_and_none_survives_the_game(story: list[Step]) -> None:
    facts = [fact for step in story for fact in step.facts]
    called = [fact.number for fact in facts if isinstance(fact, VoteCalled)]
    ended = [fact.number for fact in facts if isinstance(fact, VoteEnded)]
    last = story[-1].after

    assert called == list(range(1, len(called) + 1))
    if last.phase.over:
        assert last.vote is None
        assert ended in (called, called[:-1])
    else:
        assert ended == called[: len(called) - (last.vote is not None)]


@settings(max_examples=60)
@given(stories())
def test_an_open_vote_is_undecided_and_has_a_deadline_that_ends_it(story: list[Step]) -> None:
    for match in (step.after for step in story):
        if match.vote is None:
            continue
        ayes, there = match.vote.ayes, voting.voters(match, match.vote)
        need = voting.needed(match, match.vote)
        assert len(ayes & there) < need <= len(there - match.vote.noes)
        assert ayes.isdisjoint(match.vote.noes)
        ended = after(match, *timing.time_out(match, *due(match.vote.deadline)))
        assert ended.vote is None


@settings(max_examples=60)
@given(stories())
def test_what_is_carried_happens_at_once_and_nothing_else_puts_anybody_out_by_vote(
    story: list[Step],
) -> None:
    for step in story:
        for fact, follows in pairwise((*step.facts, None)):
            carried = isinstance(fact, VoteEnded) and fact.carried
            voted_out = isinstance(follows, PlayerForfeited) and follows.cause == "voted_out"
            ended = isinstance(follows, DeckRevealed | GameAbandoned)
            assert not carried or voted_out or ended
            assert carried or not voted_out
            if isinstance(follows, GameAbandoned) and follows.cause == "vote":
                assert carried or isinstance(fact, DeckRevealed)
