"""Plays a game through the card room, as another process of the bot would, to get on quickly."""

from collections.abc import Callable
from random import Random
from uuid import UUID

from domain.card_room import CardRoom
from domain.dealing import MIX_CHOICES
from domain.match import Match, Phase
from domain.moves import Knock
from domain.views import spectacle

CACHE = {"AGGREGATE_CACHE_MAXSIZE": "1", "AGGREGATE_CACHE_FASTFORWARD": "y"}
"""As the bot has it: the game is not folded anew for each command."""


def play_on(room: CardRoom, game_id: UUID, seed: int, until: Callable[[Match], bool]) -> Match:
    """Play a running game by chance, with quick knocks, until the match fits."""
    random = Random(seed)
    with CardRoom({**room.env, **CACHE}) as quick:
        match = quick.match(game_id)
        while not until(match):
            match = _step(quick, match, random)
    return match


def _step(room: CardRoom, match: Match, random: Random) -> Match:
    if match.phase is Phase.CUTTING:
        deck = match.being_cut()
        seat = random.choice([seat for seat in deck.seats if seat not in deck.contributed])
        choice = random.randint(1, MIX_CHOICES)
        return room.contribute(match.id, match.player_ids[seat], match.round_number, choice).match
    if match.phase is Phase.BUYING_IN:
        player_id = match.player_ids[match.offers[0]]
        return room.decline_buy_in(match.id, player_id, match.round_number).match
    view = spectacle(match)
    assert view.awaited is not None
    tap = Knock() if Knock() in view.taps else random.choice(view.taps)
    return room.play(match.id, match.player_ids[view.awaited], match.turn, tap).match
