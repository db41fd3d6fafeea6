"""The stored form of every fact: its topic, and where and when it happened.

Topics are for ever. A fact whose fields change gets `class_version` and an `upcast_v1_v2`, which
the library applies on reading, and a frozen log of the old form in the tests.
"""

from dataclasses import dataclass, make_dataclass
from datetime import datetime
from typing import ClassVar, Final
from uuid import UUID

from eventsourcing.utils import register_topic

from domain import facts
from domain.facts import Fact


@dataclass(frozen=True, kw_only=True)
class Stored:
    """What every stored event carries besides its fact."""

    TOPIC: ClassVar[str]

    originator_id: UUID
    originator_version: int
    timestamp: datetime


TOPICS: Final[dict[str, type[Fact]]] = {
    "group.registered": facts.GroupRegistered,
    "group.table_taken": facts.TableTaken,
    "group.table_freed": facts.TableFreed,
    "group.defaults_chosen": facts.DefaultsChosen,
    "group.customs_chosen": facts.CustomsChosen,
    "game.opened": facts.GameOpened,
    "game.player_joined": facts.PlayerJoined,
    "game.player_left": facts.PlayerLeft,
    "game.computer_seated": facts.ComputerSeated,
    "game.substitute_chosen": facts.SubstituteChosen,
    "game.rules_chosen": facts.RulesChosen,
    "game.pace_chosen": facts.PaceChosen,
    "game.table_closed": facts.TableClosed,
    "game.started": facts.GameStarted,
    "game.first_dealer_chosen": facts.FirstDealerChosen,
    "game.deck_committed": facts.DeckCommitted,
    "game.deck_cut": facts.DeckCut,
    "game.deck_mixed": facts.DeckMixed,
    "game.round_dealt": facts.RoundDealt,
    "game.card_drawn": facts.CardDrawn,
    "game.discard_taken": facts.DiscardTaken,
    "game.card_discarded": facts.CardDiscarded,
    "game.player_knocked": facts.PlayerKnocked,
    "game.player_stood": facts.PlayerStood,
    "game.player_passed": facts.PlayerPassed,
    "game.stock_reshuffled": facts.StockReshuffled,
    "game.hand_kept": facts.HandKept,
    "game.hand_swapped": facts.HandSwapped,
    "game.cards_exchanged": facts.CardsExchanged,
    "game.turn_ended": facts.TurnEnded,
    "game.centre_refreshed": facts.CentreRefreshed,
    "game.deadline_set": facts.DeadlineSet,
    "game.grace_given": facts.GraceGiven,
    "game.turn_timed_out": facts.TurnTimedOut,
    "game.player_went_away": facts.PlayerWentAway,
    "game.player_returned": facts.PlayerReturned,
    "game.vote_called": facts.VoteCalled,
    "game.vote_cast": facts.VoteCast,
    "game.vote_ended": facts.VoteEnded,
    "game.player_forfeited": facts.PlayerForfeited,
    "game.seat_taken_over": facts.SeatTakenOver,
    "game.seat_taken_back": facts.SeatTakenBack,
    "game.round_ended": facts.RoundEnded,
    "game.deck_revealed": facts.DeckRevealed,
    "game.round_voided": facts.RoundVoided,
    "game.player_eliminated": facts.PlayerEliminated,
    "game.tie_break_called": facts.TieBreakCalled,
    "game.buy_in_offered": facts.BuyInOffered,
    "game.player_bought_in": facts.PlayerBoughtIn,
    "game.buy_in_declined": facts.BuyInDeclined,
    "game.ended": facts.GameEnded,
    "game.abandoned": facts.GameAbandoned,
}
"""What each stored topic means."""


def _stored_form(topic: str, fact: type[Fact]) -> type[Stored]:
    """Make the class of stored events for a fact; it is the fact, with an address and a time."""
    event: type[Stored] = make_dataclass(
        fact.__name__,
        [],
        bases=(Stored, fact),
        namespace={"TOPIC": topic, "__doc__": fact.__doc__, "__module__": __name__},
        frozen=True,
        kw_only=True,
    )
    register_topic(topic, event)
    return event


STORED: Final[dict[type[Fact], type[Stored]]] = {
    fact: _stored_form(topic, fact) for topic, fact in TOPICS.items()
}
"""The stored form of each fact."""

ENDINGS: Final = frozenset(
    STORED[fact].TOPIC for fact in (facts.GameEnded, facts.GameAbandoned, facts.TableClosed)
)
"""The topics of events after which nothing happens in a game."""
