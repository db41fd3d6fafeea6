"""Matches for rows about whole matches: opened, dealt and played by the game itself."""

from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import UTC, datetime
from uuid import UUID

from domain import lobby, playing
from domain.circle import Circle
from domain.consequences import with_consequences
from domain.dealing import Moment
from domain.errors import Refused
from domain.facts import Fact, GameOpened, PlayerJoined, RoundDealt
from domain.match import Match, Phase, Showdown, evolve_all, opened
from domain.moves import Knock, Move
from domain.pace import Pace
from domain.rounds import deal, legal_moves, tap_of, weak_move
from domain.rules import RuleSet
from telegram_bot.referee.positions import quiet_deck
from telegram_bot.referee.reading import Unreadable

MOMENT = Moment(now=datetime(2026, 1, 1, tzinfo=UTC), seed=bytes(32))


def person(seat: int) -> UUID:
    """Return the id of the player on a seat."""
    return UUID(int=seat + 1)


def dealt(rules: RuleSet, players: int) -> Match:
    """Open a table, seat the players, start, and deal hands of which none ends the round.

    How a situation came about is not asked, so in this round anybody may knock at any time, and
    it goes on as long as it must: what follows from the situation depends on none of that.

    Raises:
        Unreadable: So many cannot play.
    """
    most = rules.players[1]
    if not 2 <= players <= most:
        raise Unreadable(f"{players} players cannot play: 2 to {most} can (RULES 2)")
    free = replace(
        rules,
        players=(2, most),
        first_dealer="seat",
        first_turn_knock=True,
        close_timing="instead",
        stock_empty="reshuffle",
        max_circuits=50,
    )
    opening = GameOpened(
        group_id=UUID(int=90),
        opener_id=person(0),
        preset="",
        rules=free.to_dict(),
        previous_id=None,
        pace=Pace.NONE,
    )
    joined = [PlayerJoined(player_id=person(seat)) for seat in range(players)]
    match = evolve_all(opened(UUID(int=99), opening), joined)
    match = then(match, lobby.start(match, person(0)))
    state = deal(free, match.being_cut().seats, quiet_deck(free))
    hands = [state.hand_of(seat) for seat in range(players)]
    fact = RoundDealt(round=match.round_number, hands=hands, laid=state.laid, stock=state.stock)
    return then(match, [fact])


def then(match: Match, decided: Iterable[Fact]) -> Match:
    """Return the match after facts and all that follows from them."""
    return evolve_all(match, with_consequences(match, decided, MOMENT))


def make(match: Match, move: Move) -> Match:
    """Make a move for the player on turn."""
    played = in_play(match)
    tap = tap_of(played, move)
    return then(match, playing.play(match, person(played.seat), match.turn, tap))


def idle(match: Match, until: Callable[[Circle], bool]) -> Match:
    """Let players keep their hands until something is so of the round.

    Raises:
        Unreadable: The round ends before.
    """
    while not until(in_play(match)):
        match = make(match, weak_move(in_play(match)))
    return match


def in_play(match: Match) -> Circle:
    """Return the round that is being played.

    Raises:
        Unreadable: It has ended.
    """
    try:
        return match.in_play()[1]
    except Refused as over:
        raise Unreadable("under these rules the round ends before that") from over


def play_out(match: Match) -> Showdown:
    """Let the round end soon: whoever may knock or close does, everybody else keeps the hand.

    Raises:
        Unreadable: It ends without a showdown.
    """
    while match.phase is Phase.PLAYING:
        played = in_play(match)
        match = make(match, Knock() if Knock() in legal_moves(played) else weak_move(played))
    if match.showdown is None:
        raise Unreadable("under these rules the round ends without a showdown")
    return match.showdown
