"""The commands of a running match: turns, leaving, buying back in (RULES 5, 9.1, 11)."""

from uuid import UUID

from domain import lobby, rounds
from domain.circle import out_of_turn
from domain.computer.identity import substitute_id
from domain.dealing import reshuffling
from domain.errors import Refused
from domain.facts import (
    BuyInDeclined,
    DeckRevealed,
    Fact,
    GameAbandoned,
    PlayerBoughtIn,
    PlayerEliminated,
    PlayerForfeited,
    RoundVoided,
    Seat,
    SeatTakenOver,
)
from domain.match import Match, Phase
from domain.moves import Tap
from domain.seating import place


def play(match: Match, player_id: UUID, turn: int, tap: Tap) -> tuple[Fact, ...]:
    """Make a move. A tap that has had its effect already changes nothing.

    Args:
        match: The match.
        player_id: Who taps.
        turn: The turn the button belongs to.
        tap: What the button says.

    Raises:
        Refused: `not_seated`, `not_playing`, `game_over` or `stale`.
        RuleBroken: The move is not legal.
    """
    seat = match.seat_of(player_id)
    if match.last_tap == (seat, turn, tap):
        return ()
    if turn != match.turn and not match.phase.over:
        raise Refused("stale")
    deck, played = match.in_play()
    if seat not in played.present:
        raise Refused("not_playing")
    if seat != played.seat:
        raise out_of_turn(played, seat)
    move = rounds.move_of(played, tap)
    if rounds.has_happened(played, move):
        return ()
    return rounds.decide(played, seat, move, reshuffling(match, deck))


def forfeit(match: Match, player_id: UUID, cause: str) -> tuple[Fact, ...]:
    """Leave a running game for good (RULES 11.3).

    Whoever is away and has a computer player in their seat leaves it to that.

    Args:
        match: The match.
        player_id: Who leaves.
        cause: `left`, `left_group`, `kicked` or `voted_out`, for the log.

    Raises:
        Refused: `not_seated`, `not_playing` or `game_over`.
    """
    if match.phase.running and player_id in match.absent.values():
        return _left_behind(match, player_id, cause)
    seat = match.seat_of(player_id)
    if not match.phase.running:
        raise Refused("game_over" if match.phase.over else "not_playing")
    if seat in match.offers:
        return (BuyInDeclined(seat=seat, cause=cause), PlayerForfeited(seat=seat, cause=cause))
    if match.places[seat] is not None:
        raise Refused("not_playing")
    return put_out(match, seat, cause)


def _left_behind(match: Match, player_id: UUID, cause: str) -> tuple[Fact, ...]:
    """Let the computer player stay that has played for somebody who was away."""
    seat = next(seat for seat, absent in match.absent.items() if absent == player_id)
    if match.places[seat] is not None:
        raise Refused("not_playing")
    mind = match.player_ids[seat]
    return (SeatTakenOver(seat=seat, player_id=mind, level=match.levels[mind], cause=cause),)


def depart(match: Match, player_id: UUID, cause: str) -> tuple[Fact, ...]:
    """Leave a game in whatever phase it is: stand up before the start, forfeit after it.

    Args:
        match: The match.
        player_id: Who leaves.
        cause: As for `forfeit`.

    Raises:
        Refused: `not_seated`, `not_playing` or `game_over`.
    """
    if match.phase is Phase.LOBBY:
        return lobby.leave(match, player_id)
    return forfeit(match, player_id, cause)


def put_out(match: Match, seat: Seat, cause: str) -> tuple[Fact, ...]:
    """Take a player who is in out of the game (RULES 11.3), or let a computer player play on."""
    return taken_over(match, seat, cause) or (
        PlayerForfeited(seat=seat, cause=cause),
        PlayerEliminated(seat=seat, place=place(len(match.still_in) - 1)),
    )


def taken_over(match: Match, seat: Seat, cause: str) -> tuple[Fact, ...]:
    """Let a computer player play on for somebody, where the table chose that (TABLE 6).

    Nothing happens where no person would be there to play with it.

    Args:
        match: The match.
        seat: The seat, of a player who is in.
        cause: Why, as in `domain.facts.SeatTakenOver`.
    """
    if match.substitute is None or seat not in match.people:
        return ()
    if not match.people - match.away - {seat}:
        return ()
    player_id = substitute_id(match.id, seat)
    return (SeatTakenOver(seat=seat, player_id=player_id, level=match.substitute, cause=cause),)


def void_round(match: Match, cause: str) -> tuple[Fact, ...]:
    """Declare the round void: nobody pays, the same dealer deals again (RULES 11.1, 11.2).

    Raises:
        Refused: `not_playing` or `game_over`.
    """
    match.in_play()
    return RoundVoided(round=match.round_number, cause=cause), *revealed(match)


def buy_in(match: Match, player_id: UUID, round_number: int) -> tuple[Fact, ...]:
    """Accept the offer to re-enter that was made after a round, on the old seat (RULES 9.1).

    Raises:
        Refused: `not_seated`, `stale` or `not_offered`.
    """
    seat = _offered(match, player_id, round_number)
    rules = match.rules
    return (PlayerBoughtIn(seat=seat, lives=rules.lives, stake=rules.buy_in.stake),)


def decline_buy_in(match: Match, player_id: UUID, round_number: int) -> tuple[Fact, ...]:
    """Decline the offer to re-enter that was made after a round.

    Raises:
        Refused: `not_seated`, `stale` or `not_offered`.
    """
    return (BuyInDeclined(seat=_offered(match, player_id, round_number), cause="player"),)


def abandon(match: Match, cause: str, player_id: UUID | None = None) -> tuple[Fact, ...]:
    """End a running game without a winner; the secret of a deck in use becomes public.

    Args:
        match: The match.
        cause: Why, as in `domain.facts.GameAbandoned`.
        player_id: Whose decision it was, if one person's.

    Raises:
        Refused: `not_now` before the start, or `game_over`.
    """
    if not match.phase.running:
        raise Refused("game_over" if match.phase.over else "not_now")
    abandoned = GameAbandoned(cause=cause, player_id=player_id)
    return *revealed(match), abandoned


def revealed(match: Match) -> tuple[Fact, ...]:
    """Reveal the secret of the round's deck, unless that has been done."""
    if match.deck is None or match.deck.revealed:
        return ()
    return (DeckRevealed(round=match.round_number, seed=match.deck.seed.hex()),)


def _offered(match: Match, player_id: UUID, round_number: int) -> Seat:
    seat = match.seat_of(player_id)
    if round_number != match.round_number:
        raise Refused("stale")
    if seat not in match.offers:
        raise Refused("not_offered", "9.1")
    return seat
