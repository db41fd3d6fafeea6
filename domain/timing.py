"""Deadlines: which one comes next, and what happens when it has passed (TABLE 5)."""

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from domain import lobby, pace, rounds
from domain.circle import Circle
from domain.dealing import deal_round, reshuffling
from domain.errors import Refused
from domain.facts import (
    BuyInDeclined,
    DeadlineSet,
    Fact,
    GraceGiven,
    PlayerReturned,
    PlayerWentAway,
    SeatTakenBack,
    TurnTimedOut,
    VoteEnded,
)
from domain.match import Deadline, DeadlineKind, Match, Phase, evolve_all
from domain.playing import abandon, taken_over


@dataclass(frozen=True)
class Grace:
    """A deadline to be moved, since nobody could have met it for a while.

    Attributes:
        kind: What the table waits for.
        number: Which one.
        until: The new deadline.
        cause: Why, as in `domain.facts.GraceGiven`.
    """

    kind: DeadlineKind
    number: int
    until: datetime
    cause: str


def next_deadline(match: Match, now: datetime) -> tuple[Fact, ...]:
    """Say until when the table waits, where it does not wait for anything yet."""
    if match.deadline is not None or match.phase not in {Phase.LOBBY, Phase.PLAYING}:
        return ()
    kind, number, wait = _awaited(match)
    return (DeadlineSet(kind=kind, number=number, since=now, until=now + wait),)


def _awaited(match: Match) -> tuple[DeadlineKind, int, timedelta]:
    limits = pace.LIMITS[match.pace]
    if match.phase is Phase.LOBBY:
        return DeadlineKind.LOBBY, 0, limits.lobby
    _, played = match.in_play()
    if played.seat in match.computers:
        return DeadlineKind.COMPUTER, match.turn, _thinking_time(match, played)
    if limits.turn is None:
        return DeadlineKind.IDLE, match.turn, pace.IDLE
    turn = pace.AWAY if played.seat in match.away else limits.turn
    return DeadlineKind.TURN, match.turn, turn


def _thinking_time(match: Match, played: Circle) -> timedelta:
    """Return how long a computer player takes: nobody waits for those who play by themselves."""
    among_people = not match.computers.issuperset(played.to_play)
    return pace.thinking_time(match.id, match.turn) if among_people else pace.AT_ONCE


def time_out(match: Match, kind: DeadlineKind, number: int, now: datetime) -> tuple[Fact, ...]:
    """Do what is due at a deadline. One that has been met, or moved, changes nothing.

    Args:
        match: The match.
        kind: What the table waited for.
        number: Which one.
        now: The time.

    Raises:
        Refused: `not_now`, when it is too early or a computer player is on turn.
    """
    deadline = _waits_for(match, kind, number)
    if deadline is None:
        return ()
    if now < deadline.until:
        raise Refused("not_now")
    match kind:
        case DeadlineKind.LOBBY:
            return lobby.close_idle(match)
        case DeadlineKind.DEAL:
            return (deal_round(match),)
        case DeadlineKind.TURN:
            return _play_for(match)
        case DeadlineKind.IDLE:
            return abandon(match, "idle")
        case DeadlineKind.COMPUTER:
            raise Refused("not_now")  # it misses no deadline, it moves: `domain.thinking`
        case DeadlineKind.BUY_IN:
            return tuple(BuyInDeclined(seat=seat, cause="deadline") for seat in match.offers)
        case DeadlineKind.VOTE:
            return (VoteEnded(number=number, carried=False, cause="deadline"),)


def give_grace(match: Match, grace: Grace) -> tuple[Fact, ...]:
    """Move a deadline. One that has been met, or is that late already, is left as it is."""
    deadline = _waits_for(match, grace.kind, grace.number)
    if deadline is None or grace.until <= deadline.until:
        return ()
    return (
        GraceGiven(kind=grace.kind, number=grace.number, until=grace.until, cause=grace.cause),
    )


def come_back(match: Match, player_id: UUID) -> tuple[Fact, ...]:
    """Return to the table, by whatever tap; it changes nothing for those who are not away.

    A seat in which a computer player plays meanwhile is had back as it is, if it is still in.
    """
    if not match.phase.running:
        return ()
    if player_id in match.player_ids:
        seat = match.seat_of(player_id)
        return (PlayerReturned(seat=seat),) if seat in match.away else ()
    return tuple(
        SeatTakenBack(seat=seat, player_id=player_id)
        for seat, absent in match.absent.items()
        if absent == player_id and seat in match.still_in
    )


def _waits_for(match: Match, kind: DeadlineKind, number: int) -> Deadline | None:
    deadlines = (match.deadline, match.vote and match.vote.deadline)
    return next(
        (held for held in deadlines if held and (held.kind, held.number) == (kind, number)), None
    )


def _play_for(match: Match) -> tuple[Fact, ...]:
    """Play a turn to its end for somebody who has not: legal, and as if little had happened."""
    _, played = match.in_play()
    seat, turn = played.seat, match.turn
    cause = "away" if seat in match.away else "deadline"
    happened: list[Fact] = [TurnTimedOut(turn=turn, seat=seat, cause=cause)]
    after = evolve_all(match, happened)
    if seat in after.away - match.away:
        happened.append(PlayerWentAway(seat=seat))
    while after.turn == turn:
        deck, played = after.in_play()
        move = rounds.weak_move(played)
        made = rounds.decide(played, seat, move, reshuffling(after, deck))
        happened.extend(made)
        after = evolve_all(after, made)
    if seat in after.away - match.away:
        happened.extend(taken_over(after, seat, "away"))
    return tuple(happened)
