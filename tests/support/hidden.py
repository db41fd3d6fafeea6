"""Which cards are hidden from whom, by the facts alone: no view and no screen is asked."""

import re
from typing import Final

from domain import facts
from domain.cards import Card
from domain.facts import Fact, Seat
from domain.rules import RuleSet, rule_set

SIGNS: Final = {"♣": "C", "♠": "S", "♥": "H", "♦": "D"}
LETTERS: Final = {"R": "K", "D": "Q", "V": "J", "B": "J"}
"""What Portuguese, French and German print on some cards."""

GLYPHS: Final = re.compile(r"(?<!\w)(10|[2-9AKQJRDVB])([♣♠♥♦])")
CODES: Final = re.compile(r"(?<![\w-])(?:10|[2-9AKQJ])[CSHD](?![\w-])")


def cards_named(text: str) -> set[Card]:
    """Return the cards that a text for people names, in whatever language."""
    return {Card(LETTERS.get(rank, rank) + SIGNS[sign]) for rank, sign in GLYPHS.findall(text)}


def cards_written(text: str) -> set[Card]:
    """Return the cards in a text for machines, by name or in the notation of the log."""
    return cards_named(text) | set(map(Card, CODES.findall(text)))


class Hidden:
    """The cards that somebody may not know of, folded from the facts of a game.

    A card taken from the table is known to all until it is drawn from the stock again.

    Attributes:
        held: Who alone knows a card: whoever holds it, or nobody.
        seed: The secret of the deck, while it is one; hexadecimal.
    """

    def __init__(self) -> None:
        """Begin before the game."""
        self.held: dict[Card, Seat | None] = {}
        self.seed: str | None = None
        self._dealer: Seat | None = None
        self._centre: tuple[Card, ...] = ()
        self._exchanging = False

    def from_seat(self, seat: Seat | None) -> frozenset[Card]:
        """Return what a seat may not know; what nobody else may, for none."""
        return frozenset(
            card for card, holder in self.held.items() if holder is None or holder != seat
        )

    def plays(self, rules: RuleSet) -> None:
        """Say by what rules the game is played."""
        self._exchanging = rules.mode == "exchange"

    def happen(self, fact: Fact) -> None:
        """Let something happen."""
        match fact:
            case facts.GameOpened() | facts.RulesChosen():
                self.plays(rule_set(fact.preset, fact.rules))
            case facts.DeckCommitted():
                self.seed, self._dealer = fact.seed, fact.dealer
            case facts.RoundDealt():
                self._deal(fact)
            case facts.CardDrawn():
                self.held[fact.card] = fact.seat
            case facts.CardDiscarded():
                self._show(fact.card)
            case facts.HandKept():
                self._turn_up_the_centre()
            case facts.PlayerForfeited() if fact.seat == self._dealer:
                self._turn_up_the_centre()  # which waited for the dealer (RULES 4.6)
            case facts.HandSwapped():
                self._centre = ()
                self.held |= dict.fromkeys(fact.taken, fact.seat)
                self._show(*fact.given)
            case facts.CardsExchanged():
                self._show(*fact.given)
            case facts.CentreRefreshed():
                self._show(*fact.cards)
            case facts.RoundEnded():
                self._show(*(card for hand in fact.hands for card in hand))
            case facts.DeckRevealed():
                self.held, self.seed = {}, None

    def _deal(self, fact: facts.RoundDealt) -> None:
        self.held = dict.fromkeys(fact.stock)
        for seat, hand in enumerate(fact.hands):
            self.held |= dict.fromkeys(hand, seat)
        self._centre = tuple(fact.laid) if self._exchanging else ()
        self.held |= dict.fromkeys(self._centre)

    def _turn_up_the_centre(self) -> None:
        self._show(*self._centre)
        self._centre = ()

    def _show(self, *cards: Card) -> None:
        for card in cards:
            self.held.pop(card, None)
