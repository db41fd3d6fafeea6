"""A match from the opening of the table to the winner: its whole state, folded from its facts.

What may happen next is decided in `lobby`, `dealing` and `playing`; nothing here says no.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from functools import cache, singledispatch
from typing import Any, Final, TypeVar
from uuid import UUID

from domain import facts, rounds
from domain.cards import Card, Hand
from domain.circle import Circle
from domain.computer.identity import Level
from domain.errors import Refused
from domain.facts import Fact, Seat
from domain.moves import (
    EndTurn,
    Exchange,
    KeepHand,
    Knock,
    Move,
    Pass,
    Stand,
    SwapHand,
    Tap,
    Throw,
)
from domain.pace import TIMEOUTS_UNTIL_AWAY, Pace
from domain.rules import RuleSet
from domain.showdown import Ruling
from domain.values import replace

T = TypeVar("T")


class Phase(StrEnum):
    """Where a match stands."""

    LOBBY = "lobby"
    CUTTING = "cutting"
    """The deck is committed; players may cut and mix before it is dealt."""
    PLAYING = "playing"
    SETTLED = "settled"
    """A round has ended and what comes next is not decided: never seen from outside."""
    BUYING_IN = "buying_in"
    ENDED = "ended"
    ABANDONED = "abandoned"
    """Given up: there is no winner."""
    CLOSED = "closed"

    @property
    def over(self) -> bool:
        """Whether nothing can happen any more."""
        return self is Phase.ENDED or self is Phase.ABANDONED or self is Phase.CLOSED

    @property
    def running(self) -> bool:
        """Whether a game is being played."""
        return self is not Phase.LOBBY and not self.over


class DeadlineKind(StrEnum):
    """What a table can wait for."""

    LOBBY = "lobby"
    """Anybody to come, go or change something before the start."""
    DEAL = "deal"
    """Cuts and mixes."""
    TURN = "turn"
    IDLE = "idle"
    """A turn, where nobody is hurried."""
    COMPUTER = "computer"
    """The turn of a computer player, which moves then."""
    BUY_IN = "buy_in"
    VOTE = "vote"


@dataclass(frozen=True)
class Deadline:
    """Until when the table waits for something.

    Attributes:
        kind: For what.
        number: Which one: the turn, the round (`deal`, `buy_in`), the vote; 0 in the lobby.
        until: When it is due.
        since: From when on the table waits, where that is told.
        grace: Why it was made longer, if so (`domain.facts.GraceGiven`).
    """

    kind: DeadlineKind
    number: int
    until: datetime
    since: datetime | None = None
    grace: str | None = None

    @property
    def name(self) -> str:
        """Its kind and number, as `turn:17`."""
        return f"{self.kind}:{self.number}"


@dataclass(frozen=True)
class Vote:
    """A question that the table decides.

    Attributes:
        about: `kick` or `end`.
        seat: Who asks.
        target: Who is to leave, if that is the question.
        deadline: Until when votes count.
        ayes: Seats that want it.
        noes: Seats that do not.
    """

    about: str
    seat: Seat
    target: Seat | None
    deadline: Deadline
    ayes: frozenset[Seat] = frozenset()
    noes: frozenset[Seat] = frozenset()

    @property
    def number(self) -> int:
        """Which vote of the game it is."""
        return self.deadline.number


@dataclass(frozen=True)
class Deck:
    """The committed deck of a round, before and after the deal.

    Attributes:
        seed: The secret, until it is revealed; 32 bytes.
        commitment: Its public fingerprint, hexadecimal.
        seats: Who plays the round, in playing order.
        cutter: Who may cut, if the table offers the cut.
        deal_at: When it is dealt at the latest.
        lift: Cards lifted by the cutter.
        mixes: What other players mixed in, by seat.
        reshuffles: How often the discards have become the stock.
        revealed: Whether the seed is public.
        tie_break: Whether the round is a tie-break deal (RULES 10.2).
    """

    seed: bytes
    commitment: str
    seats: tuple[Seat, ...]
    cutter: Seat | None
    deal_at: datetime
    tie_break: bool
    lift: int | None = None
    mixes: dict[Seat, int] = field(default_factory=dict)
    reshuffles: int = 0
    revealed: bool = False

    @property
    def contributed(self) -> frozenset[Seat]:
        """Seats that have cut or mixed."""
        cut = {self.cutter} if self.lift is not None and self.cutter is not None else set()
        return frozenset(self.mixes) | cut


@dataclass(frozen=True)
class Action:
    """The public side of one turn, as the table tells it.

    Attributes:
        seat: Who acted.
        verb: `drew`, `took`, `knocked`, `stood`, `passed`, `cut`, `mixed`, `bought_in`, `kept`,
            `swapped`, `exchanged`, `refreshed`, how a player left, by the cause of
            `domain.facts.PlayerForfeited`, or what a vote that failed was about:
            `not_voted_out`, with the seat of whom it would have put out, or `not_ended`, with
            the seat of whoever asked; `took_over` of a computer player, or `stands_in` while
            the player is away; `took_back` once they are not.
        taken: Cards taken from the table that all have seen.
        thrown: Cards given to the table; none while the turn lasts.
        automatic: Whether the move was made for the player, whose time was over.
    """

    seat: Seat
    verb: str
    taken: tuple[Card, ...] = ()
    thrown: tuple[Card, ...] = ()
    automatic: bool = False


@dataclass(frozen=True)
class Showdown:
    """How a round ended and what it cost. Tuples "by seat" have one entry per seat.

    Attributes:
        round: Which round.
        reason: Why it ended, as in `domain.circle.Ending`.
        knocker: Whose knock stood.
        hands: Cards by seat; empty for seats that were not in it.
        values: Points by seat; none for seats that were not in it.
        losses: Lives charged by seat.
        lives: Lives left by seat.
        rulings: The rules that decided.
        eliminated: Who is out now.
        tie_break: Who plays for the life at stake next (RULES 10.2).
        redeal: Whether nobody pays and the same dealer deals again.
    """

    round: int
    reason: str
    knocker: Seat | None
    hands: tuple[Hand, ...]
    values: tuple[float | None, ...]
    losses: tuple[int, ...]
    lives: tuple[int, ...]
    rulings: tuple[Ruling, ...]
    eliminated: tuple[Seat, ...]
    tie_break: tuple[Seat, ...]
    redeal: bool


@dataclass(frozen=True)
class Match:
    """The whole truth about a match, hidden cards included. Tuples "by seat" have one per seat.

    Attributes:
        id: The game's id.
        group_id: The group it is played in.
        opener_id: Who opened the table.
        preset: Name of the preset or alias the rules were made from.
        rules: The rules of this game.
        phase: Where the match stands.
        player_ids: Players by seat.
        levels: How well each of the computer players among them plays.
        substitute: The level of computer players that take over from people who leave or are
            away; none where nobody does.
        absent: Players who are away and in whose seats computer players play, by seat.
        helped: Seats in which computer players have played for people who are back.
        lives: Lives by seat.
        places: Final place by seat, none while a player is in.
        buy_ins: How often each seat has bought in.
        gone: Seats whose players have forfeited.
        dealer: The dealer of the current or last round.
        first_cuts: The cards cut for the first deal, by seat, for each time it was cut.
        round_number: Rounds committed so far.
        turn: Names the turn in play; grows with every deal and every finished turn.
        deck: The committed deck of the current or last round.
        round: The round in play, or the last one.
        redeal: Whether the same dealer deals again.
        tie_break: Whether the next deal is a tie-break deal.
        offers: Seats that may still buy in.
        offered: Whether the offers after the last round have been made.
        last_tap: The tap that ended the last turn: seat, turn, tap.
        actions: The last public actions, newest last.
        showdown: The last showdown.
        winners: Who has won.
        pace: How long the table waits for people.
        deadline: Until when it waits for what comes next; a vote has its own.
        timed_out: The seat whose turn is being played for it.
        timeouts: Deadlines missed in a row, by seat; none for seats that have missed none.
        attended: Whether any person has made a move in this round; none while nobody had to.
        vote: The question that the table decides now.
        votes: Votes called so far.
        abandoned: Why the match was given up, if so (`domain.facts.GameAbandoned`).
    """

    id: UUID
    group_id: UUID
    opener_id: UUID
    preset: str
    rules: RuleSet
    previous_id: UUID | None = None
    phase: Phase = Phase.LOBBY
    player_ids: tuple[UUID, ...] = ()
    levels: Mapping[UUID, Level] = field(default_factory=dict)
    substitute: Level | None = None
    absent: Mapping[Seat, UUID] = field(default_factory=dict)
    helped: frozenset[Seat] = frozenset()
    lives: tuple[int, ...] = ()
    places: tuple[int | None, ...] = ()
    buy_ins: tuple[int, ...] = ()
    gone: frozenset[Seat] = frozenset()
    dealer: Seat | None = None
    first_cuts: tuple[tuple[str, ...], ...] = ()
    round_number: int = 0
    turn: int = 0
    deck: Deck | None = None
    round: Circle | None = None
    redeal: bool = False
    tie_break: bool = False
    offers: tuple[Seat, ...] = ()
    offered: bool = False
    last_tap: tuple[Seat, int, Tap] | None = None
    actions: tuple[Action, ...] = ()
    showdown: Showdown | None = None
    winners: tuple[Seat, ...] = ()
    pace: Pace = Pace.NONE
    deadline: Deadline | None = None
    timed_out: Seat | None = None
    timeouts: Mapping[Seat, int] = field(default_factory=dict)
    attended: bool | None = None
    vote: Vote | None = None
    votes: int = 0
    abandoned: str | None = None

    @property
    def away(self) -> frozenset[Seat]:
        """Seats whose players have missed so many deadlines in a row that they are away."""
        return frozenset(
            seat
            for seat, missed in self.timeouts.items()
            if missed >= TIMEOUTS_UNTIL_AWAY and self.places[seat] is None
        )

    @property
    def still_in(self) -> tuple[Seat, ...]:
        """Seats that are not out, in seat order."""
        return tuple([seat for seat, place in enumerate(self.places) if place is None])

    @property
    def people(self) -> frozenset[Seat]:
        """Seats of people that are not out."""
        return frozenset(self.still_in) - self.computers

    @property
    def computers(self) -> frozenset[Seat]:
        """Seats of computer players."""
        return frozenset(
            seat for seat, player in enumerate(self.player_ids) if player in self.levels
        )

    def seat_of(self, player_id: UUID) -> Seat:
        """Return a player's seat.

        Raises:
            Refused: `not_seated`.
        """
        if player_id not in self.player_ids:
            raise Refused("not_seated")
        return self.player_ids.index(player_id)

    def in_play(self) -> tuple[Deck, Circle]:
        """Return the deck and the round being played.

        Raises:
            Refused: `not_playing`.
        """
        if self.phase is not Phase.PLAYING or self.deck is None or self.round is None:
            raise Refused("game_over" if self.phase.over else "not_playing")
        return self.deck, self.round

    def being_cut(self) -> Deck:
        """Return the deck that waits for cuts.

        Raises:
            Refused: `not_now`.
        """
        if self.phase is not Phase.CUTTING or self.deck is None:
            raise Refused("not_now")
        return self.deck


def opened(game_id: UUID, fact: facts.GameOpened) -> Match:
    """Return the match that begins with the opening of a table."""
    return Match(
        id=game_id,
        group_id=fact.group_id,
        opener_id=fact.opener_id,
        preset=fact.preset,
        rules=RuleSet.from_dict(fact.rules),
        previous_id=fact.previous_id,
        pace=Pace(fact.pace),
    )


def evolve_all(match: Match, happened: Iterable[Fact]) -> Match:
    """Return the match after several facts."""
    for fact in happened:
        match = evolve(match, fact)
    return match


def evolve(match: Match, fact: Fact) -> Match:
    """Return the match after a fact; facts of other subjects leave it as it is."""
    return _of_kind(type(fact))(fact, match)


@singledispatch
def _after(fact: Fact, match: Match) -> Match:  # noqa: ARG001 - the default of a dispatch
    return match


_of_kind: Final[Callable[[type[Fact]], Callable[[Fact, Match], Match]]] = cache(  # type: ignore[assignment] # classes are hashable
    _after.dispatch
)
"""What `_after` does with a kind of fact; it is looked up once only."""


@_after.register
def _(fact: facts.PlayerJoined, match: Match) -> Match:
    return replace(match, player_ids=(*match.player_ids, fact.player_id), deadline=None)


@_after.register
def _(fact: facts.PlayerLeft, match: Match) -> Match:
    left = tuple(player for player in match.player_ids if player != fact.player_id)
    levels = {player: level for player, level in match.levels.items() if player in left}
    return replace(match, player_ids=left, levels=levels, deadline=None)


@_after.register
def _(fact: facts.ComputerSeated, match: Match) -> Match:
    return replace(
        match,
        player_ids=(*match.player_ids, fact.player_id),
        levels={**match.levels, fact.player_id: Level(fact.level)},
        deadline=None,
    )


@_after.register
def _(fact: facts.SubstituteChosen, match: Match) -> Match:
    substitute = None if fact.level is None else Level(fact.level)
    return replace(match, substitute=substitute, deadline=None)


@_after.register
def _(fact: facts.RulesChosen, match: Match) -> Match:
    rules = RuleSet.from_dict(fact.rules)
    return replace(match, preset=fact.preset, rules=rules, deadline=None)


@_after.register
def _(fact: facts.PaceChosen, match: Match) -> Match:
    return replace(match, pace=Pace(fact.pace), deadline=None)


@_after.register
def _(fact: facts.TableClosed, match: Match) -> Match:  # noqa: ARG001 - the fact is enough
    return replace(match, phase=Phase.CLOSED, deadline=None)


@_after.register
def _(fact: facts.GameStarted, match: Match) -> Match:
    seats = len(fact.player_ids)
    return replace(
        match,
        phase=Phase.SETTLED,
        deadline=None,
        player_ids=tuple(fact.player_ids),
        lives=(match.rules.lives,) * seats,
        places=(None,) * seats,
        buy_ins=(0,) * seats,
    )


@_after.register
def _(fact: facts.FirstDealerChosen, match: Match) -> Match:
    cuts = tuple(tuple(cut) for cut in fact.cuts)
    return replace(match, dealer=fact.dealer, first_cuts=cuts)


@_after.register
def _(fact: facts.DeckCommitted, match: Match) -> Match:
    deck = Deck(
        seed=bytes.fromhex(fact.seed),
        commitment=fact.commitment,
        seats=tuple(fact.seats),
        cutter=fact.cutter,
        deal_at=fact.deal_at,
        tie_break=fact.tie_break,
    )
    return replace(
        match,
        phase=Phase.CUTTING,
        dealer=fact.dealer,
        round_number=fact.round,
        deck=deck,
        redeal=False,
        tie_break=False,
        offers=(),
        actions=(),
        deadline=Deadline(DeadlineKind.DEAL, fact.round, fact.deal_at),
    )


@_after.register
def _(fact: facts.DeckCut, match: Match) -> Match:
    return _with_deck(match, Action(fact.seat, "cut"), lift=fact.lift)


@_after.register
def _(fact: facts.DeckMixed, match: Match) -> Match:
    mixes = {**match.being_cut().mixes, fact.seat: fact.choice}
    return _with_deck(match, Action(fact.seat, "mixed"), mixes=mixes)


@_after.register
def _(fact: facts.RoundDealt, match: Match) -> Match:
    order = tuple(seat for seat in match.being_cut().seats if match.places[seat] is None)
    hands = [fact.hands[seat] for seat in order]
    dealt = rounds.begin(match.rules, order, hands, fact.laid, fact.stock)
    return replace(
        match,
        phase=Phase.PLAYING,
        round=dealt,
        turn=match.turn + 1,
        showdown=None,
        last_tap=None,
        actions=(),
        deadline=None,
        attended=None,
    )


_DRAWN = frozenset({"drew", "took"})


@_after.register
def _(fact: facts.CardDrawn, match: Match) -> Match:
    return _play(match, fact, Action(fact.seat, "drew"))


@_after.register
def _(fact: facts.DiscardTaken, match: Match) -> Match:
    return _play(match, fact, Action(fact.seat, "took", taken=(fact.card,)))


@_after.register
def _(fact: facts.CardDiscarded, match: Match) -> Match:
    begun = next(
        (done for done in match.actions if done.seat == fact.seat and done.verb in _DRAWN),
        Action(fact.seat, "drew"),
    )
    others = tuple(done for done in match.actions if done is not begun)
    finished = replace(begun, thrown=(fact.card,))
    return _act(replace(match, actions=others), fact, Throw(fact.card), finished)


@_after.register
def _(fact: facts.PlayerKnocked, match: Match) -> Match:
    return _act(match, fact, Knock(), Action(fact.seat, "knocked"))


@_after.register
def _(fact: facts.PlayerStood, match: Match) -> Match:
    return _act(match, fact, Stand(), Action(fact.seat, "stood"))


@_after.register
def _(fact: facts.PlayerPassed, match: Match) -> Match:
    return _act(match, fact, Pass(), Action(fact.seat, "passed"))


@_after.register
def _(fact: facts.HandKept, match: Match) -> Match:
    return _act(match, fact, KeepHand(), Action(fact.seat, "kept"))


@_after.register
def _(fact: facts.HandSwapped, match: Match) -> Match:
    return _act(match, fact, SwapHand(), Action(fact.seat, "swapped", thrown=tuple(fact.given)))


@_after.register
def _(fact: facts.CardsExchanged, match: Match) -> Match:
    given, taken = tuple(fact.given), tuple(fact.taken)
    action = Action(fact.seat, "exchanged", taken=taken, thrown=given)
    return _act(match, fact, Exchange(given, taken), action)


@_after.register
def _(fact: facts.TurnEnded, match: Match) -> Match:
    return _act(match, fact, EndTurn())


@_after.register
def _(fact: facts.CentreRefreshed, match: Match) -> Match:
    _, played = match.in_play()
    actions = _recent(match, Action(played.seat, "refreshed"))
    return replace(match, round=rounds.evolve(played, fact), actions=actions)


@_after.register
def _(fact: facts.StockReshuffled, match: Match) -> Match:
    deck, played = match.in_play()
    return replace(
        match,
        deck=replace(deck, reshuffles=deck.reshuffles + 1),
        round=rounds.evolve(played, fact),
    )


@_after.register
def _(fact: facts.PlayerForfeited, match: Match) -> Match:
    actions = _recent(match, Action(fact.seat, fact.cause))
    match = replace(match, actions=actions, gone=match.gone | {fact.seat})
    if match.phase is not Phase.PLAYING or match.round is None:
        return match
    on_turn = match.round.seat == fact.seat
    return replace(
        match,
        round=rounds.evolve(match.round, fact),
        turn=match.turn + 1 if on_turn else match.turn,
        deadline=None if on_turn else match.deadline,
    )


@_after.register
def _(fact: facts.SeatTakenOver, match: Match) -> Match:
    away = fact.cause == "away"
    whose = {fact.seat: match.player_ids[fact.seat]} if away else {}
    seated = _seated_anew(match, fact.seat, fact.player_id, "stands_in" if away else "took_over")
    return replace(
        seated,
        levels={**match.levels, fact.player_id: Level(fact.level)},
        absent={**seated.absent, **whose},
    )


@_after.register
def _(fact: facts.SeatTakenBack, match: Match) -> Match:
    stood_in = match.player_ids[fact.seat]
    return replace(
        _seated_anew(match, fact.seat, fact.player_id, "took_back"),
        levels={player: level for player, level in match.levels.items() if player != stood_in},
        helped=match.helped | {fact.seat},
    )


def _seated_anew(match: Match, seat: Seat, player_id: UUID, verb: str) -> Match:
    """Give a seat to another player, whose turn begins anew if it is one."""
    on_turn = match.phase is Phase.PLAYING and match.round and match.round.seat == seat
    return replace(
        _present(match, seat),
        player_ids=_put(match.player_ids, seat, player_id),
        absent={other: player for other, player in match.absent.items() if other != seat},
        actions=_recent(match, Action(seat, verb)),
        deadline=None if on_turn else match.deadline,
    )


@_after.register
def _(fact: facts.RoundEnded, match: Match) -> Match:
    return replace(
        match,
        phase=Phase.SETTLED,
        deadline=None,
        lives=tuple(fact.lives),
        redeal=fact.redeal,
        showdown=_showdown(fact),
        offered=False,
    )


@_after.register
def _(fact: facts.DeckRevealed, match: Match) -> Match:  # noqa: ARG001 - the fact is enough
    deck = match.deck and replace(match.deck, revealed=True)
    return replace(match, deck=deck)


@_after.register
def _(fact: facts.RoundVoided, match: Match) -> Match:  # noqa: ARG001 - the fact is enough
    return replace(
        match, phase=Phase.SETTLED, redeal=True, offered=True, deadline=None, attended=None
    )


@_after.register
def _(fact: facts.PlayerEliminated, match: Match) -> Match:
    return replace(match, places=_put(match.places, fact.seat, fact.place))


@_after.register
def _(fact: facts.TieBreakCalled, match: Match) -> Match:  # noqa: ARG001 - the fact is enough
    return replace(match, tie_break=True)


@_after.register
def _(fact: facts.BuyInOffered, match: Match) -> Match:
    return replace(
        match,
        phase=Phase.BUYING_IN,
        offers=tuple(fact.seats),
        offered=True,
        deadline=Deadline(DeadlineKind.BUY_IN, match.round_number, fact.until),
    )


@_after.register
def _(fact: facts.PlayerBoughtIn, match: Match) -> Match:
    back = replace(
        _present(match, fact.seat),
        lives=_put(match.lives, fact.seat, fact.lives),
        places=_put(match.places, fact.seat, None),
        buy_ins=_put(match.buy_ins, fact.seat, match.buy_ins[fact.seat] + 1),
        actions=_recent(match, Action(fact.seat, "bought_in")),
    )
    return _answered(back, fact.seat)


@_after.register
def _(fact: facts.BuyInDeclined, match: Match) -> Match:
    return _answered(match, fact.seat)


@_after.register
def _(fact: facts.GameEnded, match: Match) -> Match:
    return replace(
        match,
        phase=Phase.ENDED,
        winners=tuple(fact.winners),
        places=tuple(fact.places),
        offers=(),
        deadline=None,
        vote=None,
    )


@_after.register
def _(fact: facts.GameAbandoned, match: Match) -> Match:
    return replace(
        match,
        phase=Phase.ABANDONED,
        abandoned=fact.cause,
        offers=(),
        deadline=None,
        vote=None,
    )


@_after.register
def _(fact: facts.DeadlineSet, match: Match) -> Match:
    kind = DeadlineKind(fact.kind)
    return replace(match, deadline=Deadline(kind, fact.number, fact.until, fact.since))


@_after.register
def _(fact: facts.GraceGiven, match: Match) -> Match:
    def moved(deadline: Deadline | None) -> Deadline | None:
        if deadline is None or (deadline.kind, deadline.number) != (fact.kind, fact.number):
            return deadline
        return replace(deadline, until=fact.until, grace=fact.cause)

    vote = match.vote
    late = vote and moved(vote.deadline)
    return replace(
        match,
        deadline=moved(match.deadline),
        vote=replace(vote, deadline=late) if vote and late else vote,
    )


@_after.register
def _(fact: facts.TurnTimedOut, match: Match) -> Match:
    missed = match.timeouts.get(fact.seat, 0) + 1
    timeouts = {**match.timeouts, fact.seat: missed}
    return replace(match, timed_out=fact.seat, timeouts=timeouts, attended=match.attended or False)


@_after.register
def _(fact: facts.PlayerReturned, match: Match) -> Match:
    on_turn = match.phase is Phase.PLAYING and match.round and match.round.seat == fact.seat
    return replace(_present(match, fact.seat), deadline=None if on_turn else match.deadline)


@_after.register
def _(fact: facts.VoteCalled, match: Match) -> Match:
    deadline = Deadline(DeadlineKind.VOTE, fact.number, fact.until)
    vote = Vote(fact.about, fact.seat, fact.target, deadline)
    return replace(match, vote=vote, votes=fact.number)


@_after.register
def _(fact: facts.VoteCast, match: Match) -> Match:
    vote = match.vote
    if vote is None:
        return match
    cast = (
        replace(vote, ayes=vote.ayes | {fact.seat})
        if fact.aye
        else replace(vote, noes=vote.noes | {fact.seat})
    )
    return replace(_present(match, fact.seat), vote=cast)


@_after.register
def _(fact: facts.VoteEnded, match: Match) -> Match:
    vote = match.vote
    failed = not fact.carried and fact.cause != "moot"
    told = _failure(vote) if vote and failed else None
    return replace(match, vote=None, actions=_recent(match, told))


def _failure(vote: Vote) -> Action:
    if vote.target is None:
        return Action(vote.seat, "not_ended")
    return Action(vote.target, "not_voted_out")


def _showdown(fact: facts.RoundEnded) -> Showdown:
    return Showdown(
        round=fact.round,
        reason=fact.reason,
        knocker=fact.knocker,
        hands=tuple(tuple(hand) for hand in fact.hands),
        values=tuple(fact.values),
        losses=tuple(fact.losses),
        lives=tuple(fact.lives),
        rulings=tuple(
            Ruling(ruling["code"], ruling["clause"], tuple(ruling["seats"]))
            for ruling in fact.rulings
        ),
        eliminated=tuple(fact.eliminated),
        tie_break=tuple(fact.tie_break),
        redeal=fact.redeal,
    )


def _answered(match: Match, seat: Seat) -> Match:
    offers = tuple(offered for offered in match.offers if offered != seat)
    return replace(match, offers=offers, phase=match.phase if offers else Phase.SETTLED)


def _with_deck(
    match: Match,
    action: Action,
    *,
    lift: int | None = None,
    mixes: dict[Seat, int] | None = None,
) -> Match:
    deck = match.being_cut()
    deck = replace(
        deck,
        lift=deck.lift if lift is None else lift,
        mixes=deck.mixes if mixes is None else mixes,
    )
    return replace(_present(match, action.seat), deck=deck, actions=_recent(match, action))


def _play(match: Match, fact: Fact, action: Action) -> Match:
    """Carry out a part of a turn."""
    _, played = match.in_play()
    return replace(match, **_played(match, rounds.evolve(played, fact), action))


def _act(match: Match, fact: Fact, move: Move, action: Action | None = None) -> Match:
    """Carry out a move; once it ends the turn, buttons must name the next one.

    A move made for a player is no tap of theirs, so a tap that comes later is too late.
    """
    _, before = match.in_play()
    after = rounds.evolve(before, fact)
    changes = _played(match, after, action)
    by_hand = match.timed_out is None
    tap = (before.seat, match.turn, rounds.tap_of(before, move)) if by_hand else None
    if before.choosing or before.turn != after.turn:
        changes.update(turn=match.turn + 1, timed_out=None, deadline=None)
    return replace(match, **changes, last_tap=tap)


def _played(match: Match, after: Circle, action: Action | None) -> dict[str, Any]:
    """Return what changes by anything that is played, by whom it may concern or for them.

    That a computer player moves is no sign of life.
    """
    if match.timed_out is not None:
        told = action and replace(action, automatic=True)
        return {"round": after, "actions": _recent(match, told)}
    _, before = match.in_play()
    changes = {"round": after, "actions": _recent(match, action)}
    if before.seat in match.computers:
        return changes
    return changes | {"timeouts": _without(match.timeouts, before.seat), "attended": True}


def _present(match: Match, seat: Seat) -> Match:
    """Note that a player has acted, who so has missed no deadline in a row."""
    return replace(match, timeouts=_without(match.timeouts, seat))


def _without(timeouts: Mapping[Seat, int], seat: Seat) -> Mapping[Seat, int]:
    if seat not in timeouts:
        return timeouts
    return {other: count for other, count in timeouts.items() if other != seat}


def _recent(match: Match, action: Action | None) -> tuple[Action, ...]:
    return match.actions if action is None else (*match.actions[-1:], action)


def _put(items: tuple[T, ...], place: int, item: T) -> tuple[T, ...]:
    return (*items[:place], item, *items[place + 1 :])
