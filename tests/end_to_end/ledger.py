"""What the log says of a game, compared with what people have seen and with the rules."""

import hashlib
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from domain import facts
from domain.aggregate import projector
from domain.card_room import CardRoom
from domain.cards import DECKS, Card
from domain.events import Stored
from domain.game import Game
from domain.match import Deck, Match, Phase, evolve, opened
from domain.shuffle import Contributions, commitment, shuffled_deck
from domain.views import seat_view, spectacle
from telegram_bot.screens.cards import card_text
from telegram_bot.screens.table import table_screen
from telegram_bot.texts import texts
from tests.end_to_end.play import Table
from tests.end_to_end.secrecy import Hidden, Told, hand_in, hidden_cards

MARK: Final = re.compile(r"deal <code>([0-9a-f ]+)</code>")
SEED: Final = re.compile(r"\b[0-9a-f]{64}\b")

ONCE_A_TURN: Final = (
    (facts.CardDrawn, facts.DiscardTaken),
    (facts.CardDiscarded, facts.PlayerKnocked, facts.PlayerStood),
    (facts.HandKept, facts.HandSwapped),
    (facts.CardsExchanged, facts.PlayerPassed),
    (facts.PlayerKnocked, facts.TurnEnded),
)
"""What happens once in a turn, this or that."""

ONCE_A_ROUND: Final = (
    facts.DeckCommitted,
    facts.DeckCut,
    facts.RoundDealt,
    facts.RoundEnded,
    facts.DeckRevealed,
)


@dataclass(frozen=True)
class Entry:
    """An event of a game, with the match before and after it."""

    event: Stored
    before: Match | None
    after: Match


class Ledger:
    """The log of one game, read as another process would."""

    def __init__(self, room: CardRoom, game_id: UUID) -> None:
        """Read the log of a game."""
        self.game_id = game_id
        self._room = room
        self.entries = tuple(self._read())

    @property
    def match(self) -> Match:
        """The match as the log leaves it."""
        return self.entries[-1].after

    @property
    def seeds(self) -> list[str]:
        """The secrets of all decks, revealed or not."""
        events = (entry.event for entry in self.entries)
        return [event.seed for event in events if isinstance(event, facts.DeckCommitted)]

    @property
    def revealed(self) -> list[str]:
        """The secrets that are public."""
        events = (entry.event for entry in self.entries)
        return [event.seed for event in events if isinstance(event, facts.DeckRevealed)]

    def hidden(self, table: Table) -> list[Hidden]:
        """Return which cards were hidden from whom."""
        return hidden_cards([entry.event for entry in self.entries], table)

    def check(self) -> None:
        """Check all that holds for every log."""
        self.replays_to_the_same_state()
        self.conserves_the_cards()
        self.deals_what_the_seed_says()
        self.says_nothing_twice()

    def replays_to_the_same_state(self) -> None:
        """Fold the stored events anew, at once and one by one."""
        replayed = projector(Game)(None, [entry.event for entry in self.entries])

        assert replayed is not None
        assert replayed.state == self.match == self._room.match(self.game_id)

    def conserves_the_cards(self) -> None:
        """Count the pack after each event of each round."""
        for entry in self.entries:
            match = entry.after
            if match.phase is Phase.PLAYING and match.round is not None:
                assert Counter(match.round.cards) == Counter(DECKS[match.rules.deck])

    def deals_what_the_seed_says(self) -> None:
        """Derive each deck from its seed and the contributions, and deal it by hand (RULES 4)."""
        for entry in self.entries:
            fact, before = entry.event, entry.before
            if isinstance(fact, facts.RoundDealt):
                assert before is not None
                deck = before.being_cut()
                cards = self._deck(before, deck)
                size, seats = before.rules.hand_size, deck.seats
                dealt = {seat: tuple(fact.hands[seat]) for seat in seats}

                assert commitment(deck.seed) == deck.commitment
                assert dealt == {
                    seat: cards[place : size * len(seats) : len(seats)]
                    for place, seat in enumerate(seats)
                }
                assert (*fact.laid, *fact.stock) == cards[size * len(seats) :]

    def says_nothing_twice(self) -> None:
        """See that no turn is taken and no round is dealt or ended twice."""
        done: Counter[tuple[object, ...]] = Counter()
        for entry in self.entries:
            assert entry.before is not None or isinstance(entry.event, facts.GameOpened)
            turn = entry.before.turn if entry.before else 0
            for kinds in ONCE_A_TURN:
                if isinstance(entry.event, kinds):
                    done["turn", turn, kinds] += 1
            for kind in ONCE_A_ROUND:
                if isinstance(entry.event, kind):
                    done["round", kind, entry.after.round_number] += 1
            if isinstance(entry.event, facts.DeckMixed):
                done["mix", entry.after.round_number, entry.event.seat] += 1
            if isinstance(entry.event, facts.PlayerJoined):
                done["join", entry.event.player_id] += 1

        assert [what for what, times in done.items() if times > 1] == []

    def was_committed_before_it_was_revealed(self, told: Iterable[Told]) -> None:
        """Check as a reader of the chat would: the mark came first, the seed fits it."""
        marked: list[str] = []
        shown: list[str] = []
        for said in told:
            marks = [mark.replace(" ", "") for mark in MARK.findall(said.text)]
            for seed in SEED.findall(said.text):
                fingerprint = hashlib.sha256(bytes.fromhex(seed)).hexdigest()
                assert any(fingerprint.startswith(mark) for mark in marks)
                assert any(fingerprint.startswith(mark) for mark in marked)
                shown.append(seed)
            marked += marks

        assert shown == self.revealed

    def agrees_with(self, table: Table) -> None:
        """See that the table offers and the alerts show what the log says, once it is drawn."""
        view = spectacle(self.match)
        names = ["?"] * len(view.seats)
        screen = table_screen(view, names, texts("en"))
        keyboard = [button.press.encode() for row in screen.keyboard for button in row]
        seen = table.see(lambda now: now.keyboard == keyboard)
        if self.match.phase is not Phase.PLAYING:
            return
        for name, answer in table.look_at_hands(seen).items():
            seat = next(n for n, person in enumerate(table.seated) if person.name == name)
            hand = seat_view(self.match, self.match.player_ids[seat]).hand
            assert hand_in(answer.text) == [card_text(card, texts("en")) for card in hand]

    def _read(self) -> Iterator[Entry]:
        match: Match | None = None
        for event in self._room.events.get(self.game_id):
            assert isinstance(event, Stored)
            assert isinstance(event, facts.Fact)
            before = match
            if match is None:
                assert isinstance(event, facts.GameOpened)
                match = opened(self.game_id, event)
            else:
                match = evolve(match, event)
            yield Entry(event, before, match)

    def _deck(self, match: Match, deck: Deck) -> tuple[Card, ...]:
        players = Contributions(deck.mixes, deck.lift)
        pack = DECKS[match.rules.deck]
        return shuffled_deck(deck.seed, str(match.id), match.round_number, players, pack)
