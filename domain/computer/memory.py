"""What an attentive player remembers of a round: which cards were seen, and where they are."""

from collections.abc import Iterable
from dataclasses import dataclass

from domain.cards import DECKS, Card, Hand
from domain.computer.observation import Deed, Observation, PublicDeed
from domain.facts import Seat
from domain.seating import playing_order

_ENDS_A_TURN = {Deed.THREW, Deed.KNOCKED, Deed.STOOD, Deed.PASSED, Deed.EXCHANGED}


@dataclass(frozen=True)
class Opponent:
    """What is known of another player in this round.

    Attributes:
        seat: Whose it is.
        known: Cards that were seen to go into the hand and have not come out again.
        turns: Turns finished since the deal.
        thrown: The last card thrown, in a draw game.
        has_knocked: Whether the player has knocked or closed.
    """

    seat: Seat
    known: frozenset[Card]
    turns: int
    thrown: Card | None
    has_knocked: bool


@dataclass(frozen=True)
class Memory:
    """A round as one player remembers it.

    Attributes:
        opponents: The others who still play, in the order of their next turns.
        unseen: Cards that may be in the stock or unknown in a hand, in the order of the pack.
        turns: Turns that the player has finished.
    """

    opponents: tuple[Opponent, ...]
    unseen: Hand
    turns: int

    @classmethod
    def of(cls, observation: Observation) -> "Memory":
        """Recollect a round."""
        view, public = observation.view, observation.view.public
        recalled = _Recollection()
        for deed in observation.history:
            recalled.take_in(deed)
        playing = [seat.seat for seat in public.seats if seat.playing]
        order = playing_order(len(public.seats), [*playing, view.seat], view.seat)[:-1]
        opponents = tuple(
            Opponent(
                seat=seat,
                known=frozenset(recalled.known.get(seat, ())),
                turns=recalled.turns.get(seat, 0),
                thrown=recalled.thrown.get(seat),
                has_knocked=seat == public.knocker,
            )
            for seat in order
        )
        placed = {*view.hand, *public.face_up, *recalled.open, *recalled.gone}
        placed.update(*(opponent.known for opponent in opponents))
        unseen = tuple(card for card in DECKS[public.rules.deck] if card not in placed)
        return cls(opponents, unseen, recalled.turns.get(view.seat, 0))


class _Recollection:
    """Where the open cards of a round have gone, as its deeds are taken in."""

    def __init__(self) -> None:
        self.open: list[Card] = []
        self.gone: set[Card] = set()
        self.known: dict[Seat, set[Card]] = {}
        self.turns: dict[Seat, int] = {}
        self.thrown: dict[Seat, Card] = {}

    def take_in(self, seen: PublicDeed) -> None:
        """Follow one deed."""
        if seen.deed is Deed.TURNED_UP:
            self._clear_away(seen.thrown)
        elif seen.deed is Deed.RESHUFFLED:
            self.open = self.open[-1:]
        elif seen.deed is Deed.SWAPPED or seen.seat is None:
            return
        else:
            self._move(seen.seat, seen.taken, seen.thrown)
            if seen.deed is Deed.THREW:
                self.thrown[seen.seat] = seen.thrown[-1]
            if seen.deed in _ENDS_A_TURN:
                self.turns[seen.seat] = self.turns.get(seen.seat, 0) + 1

    def _clear_away(self, laid: Iterable[Card]) -> None:
        """A centre leaves play when another is turned up (RULES 5.12)."""
        self.gone.update(self.open)
        self.open = list(laid)

    def _move(self, seat: Seat, taken: Hand, thrown: Hand) -> None:
        held = self.known.setdefault(seat, set())
        held.update(taken)
        held.difference_update(thrown)
        self.open = [card for card in self.open if card not in taken]
        self.open.extend(thrown)
