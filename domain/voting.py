"""Votes of the table: to make a player leave, or to end the game (TABLE 4)."""

from datetime import datetime
from uuid import UUID

from domain.errors import Refused
from domain.facts import Fact, Seat, VoteCalled, VoteCast, VoteEnded
from domain.match import Match, Vote, evolve
from domain.pace import LIMITS
from domain.playing import abandon, put_out

KICK = "kick"
END = "end"


def call(
    match: Match, player_id: UUID, about: str, target: Seat | None, now: datetime
) -> tuple[Fact, ...]:
    """Ask the table a question; whoever asks votes for it. The same question again is a vote.

    Args:
        match: The match.
        player_id: Who asks.
        about: `kick` or `end`.
        target: Who is to leave; none to end the game.
        now: The time.

    Raises:
        Refused: `not_now` before the start, `game_over`, `not_seated`, `not_playing`,
            `not_your_vote` about oneself, `gone_already` for somebody who is out, `vote_open`
            while the table decides something else, `too_few_voters` where nobody else could
            agree, or `forged`.
    """
    _running(match)
    seat = _voter(match, player_id)
    if (about, target is None) not in {(KICK, False), (END, True)}:
        raise Refused("forged")
    if target == seat:
        raise Refused("not_your_vote")
    if target is not None and target not in match.still_in:
        raise Refused("gone_already")
    if match.vote is not None:
        if (match.vote.about, match.vote.target) != (about, target):
            raise Refused("vote_open")
        return cast(match, player_id, match.vote.number, aye=True)
    number = match.votes + 1
    called = VoteCalled(
        number=number,
        about=about,
        seat=seat,
        target=target,
        until=now + LIMITS[match.pace].vote,
    )
    vote = evolve(match, called).vote
    if vote is not None and len(voters(match, vote)) < needed(match, vote):
        raise Refused("too_few_voters")
    return called, VoteCast(number=number, seat=seat, aye=True)


def cast(match: Match, player_id: UUID, number: int, *, aye: bool) -> tuple[Fact, ...]:
    """Vote. The same vote again changes nothing.

    Raises:
        Refused: `not_now` before the start, `game_over`, `stale` when the vote is over,
            `not_seated`, `not_playing`, `voted_already` the other way, or `not_your_vote` for the
            player whom it is about.
    """
    _running(match)
    vote = match.vote
    if vote is None or vote.number != number:
        raise Refused("stale")
    seat = _voter(match, player_id)
    if seat == vote.target:
        raise Refused("not_your_vote")
    if seat in (vote.ayes if aye else vote.noes):
        return ()
    if seat in vote.ayes | vote.noes:
        raise Refused("voted_already")
    return (VoteCast(number=number, seat=seat, aye=aye),)


def voters(match: Match, vote: Vote) -> frozenset[Seat]:
    """Return who decides: the people who are in and not away, but not whom it is about."""
    return match.people - match.away - {vote.target}


def needed(match: Match, vote: Vote) -> int:
    """Return how many votes carry it: more than half.

    Nobody makes somebody who is there leave alone, so that two who play cannot throw each other
    out.
    """
    majority = len(voters(match, vote)) // 2 + 1
    alone = vote.about == KICK and vote.target not in match.away
    return max(majority, 2) if alone else majority


def outcome(match: Match) -> tuple[Fact, ...]:
    """Say how the open vote ends, as soon as that is clear."""
    vote = match.vote
    if vote is None:
        return ()
    if vote.target is not None and vote.target not in match.still_in:
        return (VoteEnded(number=vote.number, carried=False, cause="moot"),)
    asked, need = voters(match, vote), needed(match, vote)
    if len(vote.ayes & asked) >= need:
        ended = VoteEnded(number=vote.number, carried=True, cause="decided")
        return ended, *_carried(match, vote)
    if len(asked - vote.noes) < need:
        return (VoteEnded(number=vote.number, carried=False, cause="decided"),)
    return ()


def _carried(match: Match, vote: Vote) -> tuple[Fact, ...]:
    if vote.target is None:
        return abandon(match, "vote")
    return put_out(match, vote.target, "voted_out")


def _voter(match: Match, player_id: UUID) -> Seat:
    seat = match.seat_of(player_id)
    if seat not in match.still_in:
        raise Refused("not_playing")
    return seat


def _running(match: Match) -> None:
    if not match.phase.running:
        raise Refused("game_over" if match.phase.over else "not_now")
