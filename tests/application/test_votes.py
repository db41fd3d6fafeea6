"""Whoever asks the table something, or votes, is at the table again."""

from domain.card_room import CardRoom
from domain.match import DeadlineKind, Match, Phase
from domain.pace import Pace
from domain.rules import rule_set
from tests.application.rooms import Evening


def with_somebody_away() -> tuple[CardRoom, Match]:
    """Return a game of three of whom one is away."""
    evening = Evening(31, {"AGGREGATE_CACHE_MAXSIZE": "100"})
    room, people = evening.room, [evening.new_id() for _ in range(3)]
    rules = rule_set("scat")
    match = room.open_game(evening.group_id, people[0], "scat", rules, Pace.FAST).match
    for player_id in people[1:]:
        room.join(match.id, player_id)
    room.start(match.id, people[0])
    match = evening.deal(match.id)
    while not match.away:
        evening.clock.advance(61)
        seat = match.in_play()[1].seat
        if seat == 0:
            match = room.time_out(match.id, DeadlineKind.TURN, match.turn).match
        else:
            match = evening.step(match.id)
        if match.phase is Phase.CUTTING:
            match = evening.deal(match.id)
    return room, match


def test_a_player_who_was_away_counts_when_asking() -> None:
    room, match = with_somebody_away()
    assert match.away == {0}

    asked = room.call_vote(match.id, match.player_ids[0], "kick", 2).match

    assert asked.away == frozenset()
    assert asked.vote is not None
    assert asked.vote.ayes == {0}


def test_a_player_who_was_away_counts_when_voting() -> None:
    room, match = with_somebody_away()
    asked = room.call_vote(match.id, match.player_ids[1], "end", None).match
    assert asked.vote is not None

    ended = room.vote(match.id, match.player_ids[0], asked.vote.number, aye=True).match

    assert ended.abandoned == "vote"
