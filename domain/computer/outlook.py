"""The hands that taps lead to, as far as can be seen: what simple players choose among."""

from domain.cards import POINTS, Card, Hand
from domain.computer.observation import Observation
from domain.hands import suit_totals, value
from domain.moves import ExchangeAt, Tap, ThrowAt
from domain.views import SeatView


def hand_after(view: SeatView, tap: Tap) -> Hand:
    """Return the hand that a throw or an exchange leaves; other taps leave it as it is."""
    match tap:
        case ThrowAt(place=place):
            return (*view.hand[: place - 1], *view.hand[place:])
        case ExchangeAt(given=given, taken=taken):
            kept = (card for place, card in enumerate(view.hand, 1) if place not in given)
            return (*kept, *(view.public.face_up[place - 1] for place in taken))
        case _:
            return view.hand


def hands_with(view: SeatView, card: Card) -> tuple[Hand, ...]:
    """Return the hands that a card can make when another one is thrown for it."""
    return tuple(
        (*view.hand[:place], *view.hand[place + 1 :], card) for place in range(len(view.hand))
    )


def best_suit(hand: Hand) -> str:
    """Return the suit with the most points."""
    totals = suit_totals(hand)
    return max(totals, key=lambda suit: totals[suit])


def loose_points(hand: Hand, observation: Observation) -> tuple[float, int]:
    """Return what a hand is worth now, then what its best two suits hold: hope for later."""
    totals = sorted(suit_totals(hand).values())[-2:]
    return value(hand, observation.view.public.rules), sum(totals)


def lowest_outside(hand: Hand, suit: str) -> Card:
    """Return the lowest card that is not of a suit; of the suit, if all are."""
    others = [card for card in hand if card[-1] != suit] or list(hand)
    return min(others, key=lambda card: POINTS[card])
