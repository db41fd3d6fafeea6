"""Turns, showdowns and what follows from them, up to the end of the match (RULES 5 to 11)."""

from collections.abc import Iterable
from datetime import datetime
from uuid import UUID

from domain import rounds, shuffle
from domain.cards import Card
from domain.circle import Circle, ending
from domain.dealing import Moment, commit_deck, deal_round, everybody_contributed
from domain.errors import Refused, RuleBroken
from domain.facts import (
    BuyInDeclined,
    BuyInOffered,
    DeckRevealed,
    Fact,
    GameEnded,
    PlayerBoughtIn,
    PlayerEliminated,
    PlayerForfeited,
    RoundEnded,
    RoundVoided,
    Seat,
    TieBreakCalled,
)
from domain.match import Deck, Match, Phase, evolve_all
from domain.moves import Tap
from domain.seating import place
from domain.showdown import Settlement, settle


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
    deck, played = match.in_play()
    if turn != match.turn:
        raise Refused("stale")
    if seat not in played.present:
        raise Refused("not_playing")
    if seat != played.seat:
        raise RuleBroken("not_your_turn", "5.1")
    move = rounds.move_of(played, tap)
    if rounds.has_happened(played, move):
        return ()
    return rounds.decide(played, seat, move, _reshuffle(match, deck))


def forfeit(match: Match, player_id: UUID, cause: str) -> tuple[Fact, ...]:
    """Leave a running game for good (RULES 11.3).

    Args:
        match: The match.
        player_id: Who leaves.
        cause: `left`, `kicked` and the like, for the log.

    Raises:
        Refused: `not_seated`, `not_playing` or `game_over`.
    """
    seat = match.seat_of(player_id)
    if match.phase in {Phase.LOBBY, Phase.ENDED, Phase.CLOSED}:
        raise Refused("game_over" if match.phase.over else "not_playing")
    if match.places[seat] is not None:
        raise Refused("not_playing")
    return (
        PlayerForfeited(seat=seat, cause=cause),
        PlayerEliminated(seat=seat, place=place(len(match.still_in) - 1)),
    )


def void_round(match: Match, cause: str) -> tuple[Fact, ...]:
    """Declare the round void: nobody pays, the same dealer deals again (RULES 11.1, 11.2).

    Raises:
        Refused: `not_playing` or `game_over`.
    """
    deck, _ = match.in_play()
    return (
        RoundVoided(round=match.round_number, cause=cause),
        DeckRevealed(round=match.round_number, seed=deck.seed.hex()),
    )


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


def end_buy_in(match: Match, round_number: int, now: datetime) -> tuple[Fact, ...]:
    """Let the open offers lapse once their time is over; later it changes nothing.

    Raises:
        Refused: `not_now`, when it is too early.
    """
    if match.phase is not Phase.BUYING_IN or match.round_number != round_number:
        return ()
    if match.offers_until is not None and now < match.offers_until:
        raise Refused("not_now")
    return tuple(BuyInDeclined(seat=seat, cause="deadline") for seat in match.offers)


def with_consequences(match: Match, decided: Iterable[Fact], moment: Moment) -> tuple[Fact, ...]:
    """Return facts together with all that follows by itself: showdown, next deck, end.

    Args:
        match: The match before the facts.
        decided: What a command has decided.
        moment: Time and chance for what follows.
    """
    happened = list(decided)
    match = evolve_all(match, happened)
    while following := _consequences(match, moment):
        happened.extend(following)
        match = evolve_all(match, following)
    return tuple(happened)


def may_buy_in(match: Match, seat: Seat) -> bool:
    """Tell whether an eliminated player is to be offered a way back (RULES 9.1)."""
    terms = match.rules.buy_in
    return (
        terms.enabled
        and match.places[seat] is not None
        and seat not in match.gone
        and match.buy_ins[seat] < terms.max
        and len(match.still_in) >= 2
    )


def _consequences(match: Match, moment: Moment) -> tuple[Fact, ...]:
    if match.phase in {Phase.LOBBY, Phase.ENDED, Phase.CLOSED}:
        return ()
    if len(match.still_in) == 1:
        return _last_one_left(match)
    match match.phase:
        case Phase.PLAYING:
            return _showdown(match) or _follow_up(match)
        case Phase.SETTLED:
            return _offers(match, moment) or commit_deck(match, moment)
        case Phase.CUTTING if everybody_contributed(match):
            return (deal_round(match),)
        case _:
            return ()


def _follow_up(match: Match) -> tuple[Fact, ...]:
    deck, played = match.in_play()
    return rounds.follow_up(played, _reshuffle(match, deck))


def _reshuffle(match: Match, deck: Deck) -> rounds.Reshuffle:
    """Return how this round's discards become its stock, provably (RULES 5.6)."""

    def reshuffle(discards: Iterable[Card]) -> tuple[Card, ...]:
        return shuffle.reshuffled_stock(
            deck.seed, str(match.id), match.round_number, deck.reshuffles + 1, tuple(discards)
        )

    return reshuffle


def _last_one_left(match: Match) -> tuple[Fact, ...]:
    """End the match when all others have left or are out (RULES 10.1, 11.3)."""
    ended = _game_ended(match, match.still_in)
    if match.deck is None or match.deck.revealed:
        return (ended,)
    return DeckRevealed(round=match.round_number, seed=match.deck.seed.hex()), ended


def _showdown(match: Match) -> tuple[Fact, ...]:
    deck, played = match.in_play()
    ended = ending(played)
    if ended is None:
        return ()
    hands = {seat: played.hand_of(seat) for seat in played.present}
    lives = {seat: match.lives[seat] for seat in played.present}
    settled = settle(match.rules, hands, lives, ended)
    following: list[Fact] = [
        _round_ended(match, played, settled, ended.reason, ended.knocker),
        DeckRevealed(round=match.round_number, seed=deck.seed.hex()),
    ]
    taken = place(len(match.still_in) - len(settled.eliminated))
    following += [PlayerEliminated(seat=seat, place=taken) for seat in settled.eliminated]
    if settled.tie_break:
        following.append(TieBreakCalled(seats=settled.tie_break))
    if settled.winners:
        following.append(_game_ended(evolve_all(match, following), settled.winners))
    return tuple(following)


def _round_ended(
    match: Match, played: Circle, settled: Settlement, reason: str, knocker: Seat | None
) -> RoundEnded:
    seats = range(len(match.places))
    return RoundEnded(
        round=match.round_number,
        reason=reason,
        knocker=knocker,
        hands=[played.hand_of(seat) for seat in seats],
        values=[settled.values.get(seat) for seat in seats],
        losses=[settled.losses.get(seat, 0) for seat in seats],
        lives=[settled.lives.get(seat, match.lives[seat]) for seat in seats],
        rulings=[
            {"code": ruling.code, "clause": ruling.clause, "seats": list(ruling.seats)}
            for ruling in settled.rulings
        ],
        eliminated=settled.eliminated,
        tie_break=settled.tie_break,
        redeal=settled.replayed or reason == "void",
    )


def _game_ended(match: Match, winners: tuple[Seat, ...]) -> GameEnded:
    """Give every seat its place: winners first, whoever is left behind them shares the next."""
    behind = place(len(winners))
    places = [
        1 if seat in winners else (behind if held is None else held)
        for seat, held in enumerate(match.places)
    ]
    return GameEnded(winners=winners, places=places)


def _offers(match: Match, moment: Moment) -> tuple[Fact, ...]:
    if match.offered or match.showdown is None:
        return ()
    order = (*match.deck.seats,) if match.deck else ()
    offered = tuple(seat for seat in order if may_buy_in(match, seat))
    if not offered:
        return ()
    until = moment.now + moment.buy_in_window
    return (BuyInOffered(seats=offered, stake=match.rules.buy_in.stake, until=until),)


def _offered(match: Match, player_id: UUID, round_number: int) -> Seat:
    seat = match.seat_of(player_id)
    if round_number != match.round_number:
        raise Refused("stale")
    if seat not in match.offers:
        raise Refused("not_offered", "9.1")
    return seat
