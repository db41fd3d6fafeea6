"""What can happen in a game, in the field's words: plain frozen values, without ids or times.

`domain.events` gives each of these its stored form. Sequences may arrive as tuples or, read back
from the log, as lists. Lists "by seat" have one entry for every seat of the table.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar
from uuid import UUID

from domain.cards import Card

Seat = int
"""A place at the table, counted clockwise from 0 in the order in which players joined."""


@dataclass(frozen=True)
class Fact:
    """Something that has happened in a game."""


# The group.


@dataclass(frozen=True)
class GroupRegistered(Fact):
    """A chat, or a topic of a forum, was seen for the first time."""


@dataclass(frozen=True)
class TableTaken(Fact):
    """A game was opened in the group, which has one at a time."""

    game_id: UUID


@dataclass(frozen=True)
class TableFreed(Fact):
    """The group's game is over or closed."""

    game_id: UUID


@dataclass(frozen=True)
class DefaultsChosen(Fact):
    """Somebody chose the rules of the group's next games, complete."""

    player_id: UUID
    preset: str
    rules: dict[str, Any]


@dataclass(frozen=True)
class CustomsChosen(Fact):
    """Somebody chose the customs of the group, complete: time, reminders and the like."""

    player_id: UUID
    customs: dict[str, Any]


# The table, before the first deal.


@dataclass(frozen=True)
class GameOpened(Fact):
    """A table was opened in a group. Rules and pace may be chosen anew until the start."""

    class_version: ClassVar[int] = 2

    group_id: UUID
    opener_id: UUID
    preset: str
    rules: dict[str, Any]
    previous_id: UUID | None
    pace: str

    @staticmethod
    def upcast_v1_v2(state: dict[str, Any]) -> None:
        """Version 1 knew no deadlines."""
        state["pace"] = "none"


@dataclass(frozen=True)
class PlayerJoined(Fact):
    """A player sat down before the start."""

    player_id: UUID


@dataclass(frozen=True)
class PlayerLeft(Fact):
    """A player stood up before the start, or a computer player was sent away."""

    player_id: UUID


@dataclass(frozen=True)
class ComputerSeated(Fact):
    """A computer player was given a seat before the start, by a player who chooses for the table.

    `player_id` is its own; `level` is one of `domain.computer.identity.Level`.
    """

    player_id: UUID
    level: str
    by_id: UUID


@dataclass(frozen=True)
class SubstituteChosen(Fact):
    """A player chose before the start what takes over from players who leave or are away.

    `level` is that of a computer player; null for nobody.
    """

    player_id: UUID
    level: str | None


@dataclass(frozen=True)
class RulesChosen(Fact):
    """A player chose the rules of the table before the start, complete."""

    player_id: UUID
    preset: str
    rules: dict[str, Any]


@dataclass(frozen=True)
class PaceChosen(Fact):
    """A player chose the pace of the table before the start."""

    player_id: UUID
    pace: str


@dataclass(frozen=True)
class TableClosed(Fact):
    """The table was closed before the start.

    `cause` is `player`, `administrator`, or `idle` when it was left alone for too long, which
    nobody has done (`player_id` is null).
    """

    class_version: ClassVar[int] = 2

    player_id: UUID | None
    cause: str

    @staticmethod
    def upcast_v1_v2(state: dict[str, Any]) -> None:
        """In version 1 only players closed tables."""
        state["cause"] = "player"


@dataclass(frozen=True)
class GameStarted(Fact):
    """Play began; the players, by seat."""

    player_ids: Sequence[UUID]


@dataclass(frozen=True)
class FirstDealerChosen(Fact):
    """The first dealer was found (RULES 3.1).

    `cuts` holds one list by seat for every time the tied players cut; an empty string for a
    seat that did not cut.
    """

    method: str
    cuts: Sequence[Sequence[str]]
    dealer: Seat


# The deal.


@dataclass(frozen=True)
class DeckCommitted(Fact):
    """The secret of a round's deck was fixed, and its fingerprint made public.

    `seed` is hexadecimal and secret until `DeckRevealed`; `seats` play this round, in playing
    order; `cutter` is on the dealer's right, if the table offers the cut (RULES 4.2). The cards
    are dealt at `deal_at`, or sooner when every one of `seats` has contributed.
    """

    round: int
    dealer: Seat
    seats: Sequence[Seat]
    cutter: Seat | None
    shuffle: str
    seed: str
    commitment: str
    deal_at: datetime
    tie_break: bool


@dataclass(frozen=True)
class DeckCut(Fact):
    """The cutter chose how many cards to lift (RULES 4.2)."""

    round: int
    seat: Seat
    lift: int


@dataclass(frozen=True)
class DeckMixed(Fact):
    """A player mixed a choice of their own into the shuffle."""

    round: int
    seat: Seat
    choice: int


@dataclass(frozen=True)
class RoundDealt(Fact):
    """Hands by seat, the cards laid out, and the stock with its next card first (RULES 4).

    `laid` is the upcard of a draw game, or the centre of an exchange game.
    """

    class_version: ClassVar[int] = 2

    round: int
    hands: Sequence[Sequence[Card]]
    laid: Sequence[Card]
    stock: Sequence[Card]

    @staticmethod
    def upcast_v1_v2(state: dict[str, Any]) -> None:
        """Version 1 knew draw games only, with their upcard."""
        state["laid"] = [state.pop("upcard")]


# Play.


@dataclass(frozen=True)
class CardDrawn(Fact):
    """The top card of the stock was taken. `card` is hidden from all others."""

    seat: Seat
    card: Card


@dataclass(frozen=True)
class DiscardTaken(Fact):
    """The top card of the discard pile was taken."""

    seat: Seat
    card: Card


@dataclass(frozen=True)
class CardDiscarded(Fact):
    """A card was thrown, which ends a turn."""

    seat: Seat
    card: Card


@dataclass(frozen=True)
class PlayerKnocked(Fact):
    """A player knocked: every other player has one final turn (RULES 5.4, 5.5)."""

    seat: Seat


@dataclass(frozen=True)
class PlayerStood(Fact):
    """A player kept the hand on the final turn (RULES 5.8)."""

    seat: Seat


@dataclass(frozen=True)
class PlayerPassed(Fact):
    """A player ended the round once the stock was empty (RULES 5.6)."""

    seat: Seat


@dataclass(frozen=True)
class StockReshuffled(Fact):
    """The discards under the top card became the stock (RULES 5.6)."""

    stock: Sequence[Card]


@dataclass(frozen=True)
class PlayerForfeited(Fact):
    """A player left a running game and is out of it (RULES 11.3).

    `cause` is `left` for one who wanted to, `left_group`, `kicked` by an administrator, or
    `voted_out` by the table.
    """

    seat: Seat
    cause: str


@dataclass(frozen=True)
class SeatTakenOver(Fact):
    """A computer player plays on in the seat of a player who is away or has left (TABLE 6).

    `player_id` is its own; `cause` is `away`, or as for `PlayerForfeited`.
    """

    seat: Seat
    player_id: UUID
    level: str
    cause: str


@dataclass(frozen=True)
class SeatTakenBack(Fact):
    """A player has tapped something in whose seat a computer player played while they were away.

    `player_id` is theirs. They play on with the hand and the lives that there are.
    """

    seat: Seat
    player_id: UUID


@dataclass(frozen=True)
class HandKept(Fact):
    """The dealer of an exchange game kept the hand; the centre is turned up (RULES 4.6)."""

    seat: Seat


@dataclass(frozen=True)
class HandSwapped(Fact):
    """The dealer swapped the hand for the unseen centre. `taken` is hidden (RULES 4.6)."""

    seat: Seat
    given: Sequence[Card]
    taken: Sequence[Card]


@dataclass(frozen=True)
class CardsExchanged(Fact):
    """Cards were given to the centre, and as many taken from it (RULES 5.9)."""

    seat: Seat
    given: Sequence[Card]
    taken: Sequence[Card]


@dataclass(frozen=True)
class TurnEnded(Fact):
    """A player did not close after an exchange or a pass (RULES 5.10)."""

    seat: Seat


@dataclass(frozen=True)
class CentreRefreshed(Fact):
    """All had passed: the centre left play, and these cards were turned up (RULES 5.12)."""

    cards: Sequence[Card]


# Time.


@dataclass(frozen=True)
class DeadlineSet(Fact):
    """What the table waits for from `since` on is due at `until`.

    `kind` and `number` name it: `turn` and the number of the turn, `idle` likewise where nobody
    is hurried, `computer` likewise where a computer player moves then, or `lobby` and 0.
    (`DeckCommitted`, `BuyInOffered` and `VoteCalled` bring deadlines of their own.)
    """

    kind: str
    number: int
    since: datetime
    until: datetime


@dataclass(frozen=True)
class GraceGiven(Fact):
    """A deadline was moved, since nobody could have met it for a while.

    `kind` and `number` name it, as for `DeadlineSet`. `cause` is `outage` when the bot was not in
    service, `chat` when it could not write to the chat, or `unseen` when word of it arrived late.
    """

    kind: str
    number: int
    until: datetime
    cause: str


@dataclass(frozen=True)
class TurnTimedOut(Fact):
    """Nobody played in time: the moves that follow on this turn are made for the player.

    `cause` is `deadline`, or `away` for a player who is away.
    """

    turn: int
    seat: Seat
    cause: str


@dataclass(frozen=True)
class PlayerWentAway(Fact):
    """A player has missed deadlines in a row: turns of theirs are short from now on."""

    seat: Seat


@dataclass(frozen=True)
class PlayerReturned(Fact):
    """A player who was away has tapped something."""

    seat: Seat


# Votes.


@dataclass(frozen=True)
class VoteCalled(Fact):
    """A player asks the table to decide `about` something, until `until`.

    `about` is `kick`, to make `target` leave, or `end`, to end the game (then `target` is null).
    """

    number: int
    about: str
    seat: Seat
    target: Seat | None
    until: datetime


@dataclass(frozen=True)
class VoteCast(Fact):
    """A player has voted."""

    number: int
    seat: Seat
    aye: bool


@dataclass(frozen=True)
class VoteEnded(Fact):
    """A vote is over. `cause` is `decided`, `deadline`, or `moot` when its target has left."""

    number: int
    carried: bool
    cause: str


# The showdown and after.


@dataclass(frozen=True)
class RoundEnded(Fact):
    """The showdown: everything that decided, and what it cost. Lists are by seat.

    `values` is null and `hands` is empty for seats that were not in it. `rulings` are the
    rules that decided, each `{"code", "clause", "seats"}`. With `redeal` nobody pays and the same
    dealer deals again; seats in `tie_break` play for their lives next (RULES 10.2).
    """

    round: int
    reason: str
    knocker: Seat | None
    hands: Sequence[Sequence[Card]]
    values: Sequence[float | None]
    losses: Sequence[int]
    lives: Sequence[int]
    rulings: Sequence[dict[str, Any]]
    eliminated: Sequence[Seat]
    tie_break: Sequence[Seat]
    redeal: bool


@dataclass(frozen=True)
class DeckRevealed(Fact):
    """The secret of the round's deck, for anyone to check the deal with."""

    round: int
    seed: str


@dataclass(frozen=True)
class RoundVoided(Fact):
    """The round does not count; the same dealer deals again (RULES 11.1, 11.2)."""

    round: int
    cause: str


@dataclass(frozen=True)
class PlayerEliminated(Fact):
    """A player is out, with a place in the final order (RULES 7.9, 10.5)."""

    seat: Seat
    place: int


@dataclass(frozen=True)
class TieBreakCalled(Fact):
    """Nobody would be left: these seats play on, each with the life at stake (RULES 10.2)."""

    seats: Sequence[Seat]


@dataclass(frozen=True)
class BuyInOffered(Fact):
    """Eliminated players may re-enter, until `until` (RULES 9.1). Stake in points."""

    seats: Sequence[Seat]
    stake: int
    until: datetime


@dataclass(frozen=True)
class PlayerBoughtIn(Fact):
    """A player re-entered on the old seat with new lives, for a stake in points."""

    seat: Seat
    lives: int
    stake: int


@dataclass(frozen=True)
class BuyInDeclined(Fact):
    """A player will not re-enter. `cause` is `player`, `deadline`, or how they left the game."""

    seat: Seat
    cause: str


@dataclass(frozen=True)
class GameEnded(Fact):
    """The match is over: winners, and the place of every seat (RULES 10)."""

    winners: Sequence[Seat]
    places: Sequence[int]


@dataclass(frozen=True)
class GameAbandoned(Fact):
    """The match ends without a winner, and is not rated.

    `cause` is `away` when all people were, `unattended` when none of them acted in a whole round,
    `computers` when none of them was in it any more, `idle` when the table was left alone, `vote`,
    or `administrator` (whom `player_id` names).
    """

    cause: str
    player_id: UUID | None
