"""What nobody may see but those whose it is, looked for in every view of a match."""

from collections.abc import Iterable
from dataclasses import fields, is_dataclass

from domain.cards import DECKS
from domain.match import Match, Phase
from domain.views import seat_view, spectacle


def check_secrecy(match: Match) -> None:
    """See that no view holds a card that is hidden from it, or the secret of a running round."""
    public = public_cards(match)
    playing = match.round if match.phase is Phase.PLAYING else None

    assert set(cards_in(spectacle(match))) <= public
    for seat, player_id in enumerate(match.player_ids):
        own = set(playing.hand_of(seat)) if playing else set()
        assert set(cards_in(seat_view(match, player_id))) <= public | own
    if match.deck is not None and not match.deck.revealed:
        assert match.deck.seed.hex() not in repr(spectacle(match))


def public_cards(match: Match) -> set[str]:
    """Return the cards that everybody has seen: on the table, moved openly, shown, or cut."""
    seen: set[str] = set()
    if match.phase is Phase.PLAYING and match.round is not None and not match.round.choosing:
        seen |= set(match.round.laid)
    if match.showdown is not None:
        seen |= {card for hand in match.showdown.hands for card in hand}
    for action in match.actions:
        seen |= {*action.taken, *action.thrown}
    return seen | {card for cut in match.first_cuts for card in cut if card}


def cards_in(value: object) -> Iterable[str]:
    """Find every card anywhere in a view."""
    if isinstance(value, str):
        if value in DECKS["std52"]:
            yield value
    elif is_dataclass(value):
        for field in fields(value):
            yield from cards_in(getattr(value, field.name))
    elif isinstance(value, tuple | list | dict):
        for item in value.values() if isinstance(value, dict) else value:
            yield from cards_in(item)
