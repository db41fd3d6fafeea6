"""What follows from facts by itself: deck, deal, deadline, showdown, the end (RULES 6 to 11)."""

from collections.abc import Iterable

from domain import rounds, timing, voting
from domain.circle import Circle, ending
from domain.computer.player import buys_in, contribution
from domain.dealing import (
    MIX_CHOICES,
    Moment,
    commit_deck,
    contribute,
    deal_round,
    everybody_contributed,
    reshuffling,
)
from domain.facts import (
    BuyInOffered,
    DeadlineSet,
    Fact,
    GameEnded,
    PlayerEliminated,
    RoundEnded,
    Seat,
    TieBreakCalled,
)
from domain.match import Match, Phase, evolve_all
from domain.pace import LIMITS
from domain.playing import abandon, buy_in, decline_buy_in, revealed
from domain.seating import place
from domain.showdown import Settlement, settle
from domain.views import seat_view


def with_consequences(match: Match, decided: Iterable[Fact], moment: Moment) -> tuple[Fact, ...]:
    """Return facts together with all that follows by itself: showdown, next deck, end.

    Args:
        match: The match before the facts.
        decided: What a command has decided.
        moment: Time and chance for what follows.
    """
    return carried_out(match, decided, moment)[0]


def carried_out(
    match: Match, decided: Iterable[Fact], moment: Moment
) -> tuple[tuple[Fact, ...], Match]:
    """Return facts together with all that follows by itself, and the match after them.

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
        if isinstance(following[-1], DeadlineSet):
            break  # it is the last thing that follows
    return tuple(happened), match


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
    """Say what follows next; the order decides where several things do.

    A round that is over is settled before anything is decided about its players, so that nobody
    pays for somebody who leaves it too late.
    """
    if not match.phase.running:
        return timing.next_deadline(match, moment.now)
    return (
        _unattended(match)
        or _last_one_left(match)
        or _showdown(match)
        or _offers(match, moment)
        or _computers_answer(match)
        or _all_away(match)
        or voting.outcome(match)
        or _next_step(match, moment)
        or timing.next_deadline(match, moment.now)
    )


def _unattended(match: Match) -> tuple[Fact, ...]:
    """Give up a game after a round in which nobody made a move (TABLE 5)."""
    if match.phase is Phase.SETTLED and match.attended is False:
        return abandon(match, "unattended")
    return ()


def _all_away(match: Match) -> tuple[Fact, ...]:
    """Give up a game that no person attends to, once none can buy back in any more (TABLE 5)."""
    if match.offers or match.people - match.away:
        return ()
    return abandon(match, "away" if match.people else "computers")


def _next_step(match: Match, moment: Moment) -> tuple[Fact, ...]:
    match match.phase:
        case Phase.PLAYING:
            return _follow_up(match)
        case Phase.SETTLED:
            return commit_deck(match, moment)
        case Phase.CUTTING if everybody_contributed(match):
            return (deal_round(match),)
        case Phase.CUTTING:
            return _computers_contribute(match)
        case _:
            return ()


def _computers_contribute(match: Match) -> tuple[Fact, ...]:
    """Let computer players cut and mix at once; a choice follows from what everybody sees."""
    deck = match.being_cut()
    waited_for = (match.computers & {*deck.seats} & {*match.still_in}) - deck.contributed
    happened: list[Fact] = []
    for seat in sorted(waited_for):
        choice = contribution(deck.commitment, seat, MIX_CHOICES)
        happened += contribute(match, match.player_ids[seat], match.round_number, choice)
    return tuple(happened)


def _computers_answer(match: Match) -> tuple[Fact, ...]:
    """Let computer players answer offers to buy back in at once."""
    for seat in sorted(match.computers & {*match.offers}):
        player_id = match.player_ids[seat]
        answer = buy_in if buys_in(seat_view(match, player_id)) else decline_buy_in
        return answer(match, player_id, match.round_number)
    return ()


def _follow_up(match: Match) -> tuple[Fact, ...]:
    deck, played = match.in_play()
    return rounds.follow_up(played, reshuffling(match, deck))


def _last_one_left(match: Match) -> tuple[Fact, ...]:
    """End the match when all others have left or are out (RULES 10.1, 11.3)."""
    if len(match.still_in) != 1:
        return ()
    return *revealed(match), _game_ended(match, match.still_in)


def _showdown(match: Match) -> tuple[Fact, ...]:
    if match.phase is not Phase.PLAYING:
        return ()
    _, played = match.in_play()
    ended = ending(played)
    if ended is None:
        return ()
    hands = {seat: played.hand_of(seat) for seat in played.present}
    lives = {seat: match.lives[seat] for seat in played.present}
    settled = settle(match.rules, hands, lives, ended)
    following: list[Fact] = [
        _round_ended(match, played, settled, ended.reason, ended.knocker),
        *revealed(match),
    ]
    taken = place(len(match.still_in) - len(settled.eliminated))
    following += [PlayerEliminated(seat=seat, place=taken) for seat in settled.eliminated]
    if settled.tie_break:
        following.append(TieBreakCalled(seats=settled.tie_break))
    if settled.winners and match.attended is not False:
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
        hands=tuple(played.hand_of(seat) for seat in seats),
        values=tuple(settled.values.get(seat) for seat in seats),
        losses=tuple(settled.losses.get(seat, 0) for seat in seats),
        lives=tuple(settled.lives.get(seat, match.lives[seat]) for seat in seats),
        rulings=tuple(
            {"code": ruling.code, "clause": ruling.clause, "seats": list(ruling.seats)}
            for ruling in settled.rulings
        ),
        eliminated=settled.eliminated,
        tie_break=settled.tie_break,
        redeal=settled.replayed or reason == "void",
    )


def _game_ended(match: Match, winners: tuple[Seat, ...]) -> GameEnded:
    """Give every seat its place: winners first, whoever is left behind them shares the next."""
    behind = place(len(winners))
    places = tuple(
        1 if seat in winners else (behind if held is None else held)
        for seat, held in enumerate(match.places)
    )
    return GameEnded(winners=winners, places=places)


def _offers(match: Match, moment: Moment) -> tuple[Fact, ...]:
    if match.phase is not Phase.SETTLED or match.offered or match.showdown is None:
        return ()
    order = (*match.deck.seats,) if match.deck else ()
    offered = tuple(seat for seat in order if may_buy_in(match, seat))
    if not offered:
        return ()
    until = moment.now + LIMITS[match.pace].offer
    return (BuyInOffered(seats=offered, stake=match.rules.buy_in.stake, until=until),)
