"""What may be seen: by everybody, by one seat, and afterwards. Beside `shares` the only door.

`Spectacle` has no field that could hold a hidden card. `SeatView` shows a hand, and is made for
the seat's own player; `OpenView` shows every card, and is made of matches that are over.
"""

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from domain import rounds
from domain.cards import Card, Hand
from domain.choosing import Chosen
from domain.circle import Circle
from domain.errors import Refused
from domain.facts import Seat
from domain.hands import value
from domain.match import Action, Deadline, Deck, Match, Phase, Showdown
from domain.moves import Tap
from domain.pace import Pace
from domain.rules import RuleSet
from domain.shuffle import deck_context
from domain.voting import needed, voters


@dataclass(frozen=True)
class SeatSeen:
    """A seat as everybody sees it.

    Attributes:
        seat: Its number.
        player_id: Who sits there.
        lives: Lives left.
        on_bus: Still in without a life.
        place: Final place once out, or at the end.
        playing: Whether it plays this round.
        contributed: Whether it has cut or mixed.
        buy_ins: How often it has bought back in.
        away: Whether its player has missed deadlines in a row and not come back.
        computer: How well it plays, if it is a computer player
            (`domain.computer.identity.Level`).
        helped: Whether a computer player has played for a person who is back.
    """

    seat: Seat
    player_id: UUID
    lives: int
    on_bus: bool
    place: int | None
    playing: bool
    contributed: bool
    buy_ins: int
    away: bool
    computer: str | None = None
    helped: bool = False


@dataclass(frozen=True)
class VoteSeen:
    """A vote as everybody sees it.

    Attributes:
        number: Which one of the game.
        about: `kick` or `end`.
        seat: Who asked.
        target: Who is to leave, if that is the question.
        until: Until when votes count.
        ayes: Votes for it.
        needed: Votes that carry it.
    """

    number: int
    about: str
    seat: Seat
    target: Seat | None
    until: datetime
    ayes: int
    needed: int


@dataclass(frozen=True)
class Spectacle:
    """A match as everybody sees it: public facts and nothing else.

    Attributes:
        game_id: The game.
        group_id: The group it is played in.
        preset: Name of its preset.
        rules: Its rules.
        phase: Where it stands.
        seats: The seats, clockwise.
        round_number: Rounds so far.
        turn: The turn in play, for buttons to name.
        dealer: Who deals.
        cutter: Who may cut this deck.
        awaited: Whose turn it is.
        knocker: Who has knocked.
        holding: Whether the awaited player has drawn and must throw.
        choosing: Whether the awaited player is the dealer with the blind choice.
        face_up: The cards on the table: the top discard, or the centre once it is turned up.
        stock: Cards left in the stock.
        taps: What the awaited player may do now.
        commitment: Fingerprint of this round's deck, hexadecimal.
        seed: Its secret, once revealed, hexadecimal.
        context: What the shuffle was named, with everybody's choices, once the seed is revealed.
        lift: Cards that the cutter lifted, likewise.
        tie_break: Whether this is a tie-break deal.
        first_cuts: The cards cut for the first deal.
        actions: The last public actions.
        offers: Seats that may buy in.
        showdown: The last showdown, until the next deal.
        winners: Who has won.
        pace: How long the table waits for people.
        deadline: Until when it waits for what comes next.
        vote: What the table decides now.
        abandoned: Why the match was given up, if so (`domain.facts.GameAbandoned`).
        substitute: The level of computer players that take over from people who leave or are
            away, if any do.
    """

    game_id: UUID
    group_id: UUID
    opener_id: UUID
    preset: str
    rules: RuleSet
    phase: Phase
    seats: tuple[SeatSeen, ...]
    round_number: int
    turn: int
    dealer: Seat | None
    cutter: Seat | None
    awaited: Seat | None
    knocker: Seat | None
    holding: bool
    choosing: bool
    face_up: tuple[Card, ...]
    stock: int
    taps: tuple[Tap, ...]
    commitment: str | None
    seed: str | None
    context: str | None
    lift: int | None
    tie_break: bool
    first_cuts: tuple[tuple[str, ...], ...]
    actions: tuple[Action, ...]
    offers: tuple[Seat, ...]
    showdown: Showdown | None
    winners: tuple[Seat, ...]
    pace: Pace
    deadline: Deadline | None
    vote: VoteSeen | None
    abandoned: str | None
    substitute: str | None = None

    @property
    def player_ids(self) -> tuple[UUID, ...]:
        """The players by seat."""
        return tuple(seat.player_id for seat in self.seats)

    @property
    def top(self) -> Card | None:
        """The card that may be taken next from a discard pile."""
        return self.face_up[-1] if self.face_up else None

    @property
    def chosen(self) -> Chosen:
        """Its rules with the name of their preset."""
        return Chosen(self.preset, self.rules)

    def seat_of(self, player_id: UUID) -> Seat | None:
        """Return a player's seat, if they have one."""
        return next((s.seat for s in self.seats if s.player_id == player_id), None)


@dataclass(frozen=True)
class SeatView:
    """A match as one seat sees it.

    Attributes:
        seat: Whose view it is.
        public: What everybody sees.
        hand: The seat's own cards, in the order in which they came.
        drawn: The card that came this turn; one must be thrown.
        value: Points of the hand at rest; none while a card must be thrown or nothing is held.
        taps: What this seat may do now.
    """

    seat: Seat
    public: Spectacle
    hand: Hand
    drawn: Card | None
    value: float | None
    taps: tuple[Tap, ...]

    @property
    def player_id(self) -> UUID:
        """Whose view it is, and who alone may see it."""
        return self.public.seats[self.seat].player_id


@dataclass(frozen=True)
class OpenView:
    """A match as it once stood, with every card. Tuples "by seat" have one entry per seat.

    Attributes:
        public: What everybody saw.
        hands: Cards by seat, in the order in which they came; empty for seats without any.
        values: Points by seat; none for seats without cards, or that must still throw one.
        drawn: The card that had come this turn, while one had to be thrown.
        stock: The cards nobody had seen, the next one first.
        laid: The discard pile, its top card last; or the centre, turned up or not.
    """

    public: Spectacle
    hands: tuple[Hand, ...]
    values: tuple[float | None, ...]
    drawn: Card | None
    stock: tuple[Card, ...]
    laid: tuple[Card, ...]


def spectacle(match: Match) -> Spectacle:
    """Return what everybody may see of a match."""
    played = _played(match)
    deck = match.deck
    return Spectacle(
        game_id=match.id,
        group_id=match.group_id,
        opener_id=match.opener_id,
        preset=match.preset,
        rules=match.rules,
        phase=match.phase,
        seats=tuple(_seat_seen(match, seat) for seat in range(len(match.player_ids))),
        round_number=match.round_number,
        turn=match.turn,
        dealer=match.dealer,
        cutter=deck.cutter if deck else None,
        awaited=played.seat if played else None,
        knocker=_knocker(played),
        holding=played is not None and played.arrived is not None,
        choosing=played is not None and played.choosing,
        face_up=played.face_up if played else (),
        stock=len(played.stock) if played else 0,
        taps=_taps(played) if played else (),
        commitment=deck.commitment if deck else None,
        seed=deck.seed.hex() if deck and deck.revealed else None,
        context=_context(match),
        lift=deck.lift if deck and deck.revealed else None,
        tie_break=deck is not None and deck.tie_break,
        first_cuts=match.first_cuts,
        actions=match.actions,
        offers=match.offers,
        showdown=match.showdown,
        winners=match.winners,
        pace=match.pace,
        deadline=match.deadline,
        vote=_vote_seen(match),
        abandoned=match.abandoned,
        substitute=match.substitute,
    )


def seat_view(match: Match, player_id: UUID) -> SeatView:
    """Return what a player may see.

    Raises:
        Refused: `not_seated`.
    """
    seat = match.seat_of(player_id)
    public = spectacle(match)
    played = _played(match)
    hand = played.hand_of(seat) if played else ()
    on_turn = played is not None and played.seat == seat
    drawn = played.arrived if played and on_turn else None
    return SeatView(
        seat=seat,
        public=public,
        hand=hand,
        drawn=drawn,
        value=value(hand, match.rules) if hand and drawn is None else None,
        taps=public.taps if on_turn else (),
    )


def open_view(match: Match, end: Match) -> OpenView:
    """Return a match as it stood at some time, with every card, once it is over.

    Args:
        match: How it stood.
        end: How it stands now.

    Raises:
        Refused: `not_now` while it lasts.
    """
    if match.id != end.id or not end.phase.over:
        raise Refused("not_now")
    played = _played(match)
    seats = range(len(match.player_ids))
    hands = tuple(played.hand_of(seat) if played else () for seat in seats)
    holding = played.seat if played and played.arrived is not None else None
    return OpenView(
        public=spectacle(match),
        hands=hands,
        values=tuple(
            value(hand, match.rules) if hand and seat != holding else None
            for seat, hand in enumerate(hands)
        ),
        drawn=played.arrived if played else None,
        stock=played.stock if played else (),
        laid=played.laid if played else (),
    )


def _played(match: Match) -> Circle | None:
    return match.round if match.phase is Phase.PLAYING else None


def _seat_seen(match: Match, seat: Seat) -> SeatSeen:
    started = bool(match.places)
    lives = match.lives[seat] if started else match.rules.lives
    place = match.places[seat] if started else None
    return SeatSeen(
        seat=seat,
        player_id=match.player_ids[seat],
        lives=lives,
        on_bus=started and place is None and lives == 0,
        place=place,
        playing=_plays(match.deck, seat) and place is None,
        contributed=match.deck is not None and seat in match.deck.contributed,
        buy_ins=match.buy_ins[seat] if started else 0,
        away=seat in match.away,
        computer=match.levels.get(match.player_ids[seat]),
        helped=seat in match.helped,
    )


def _vote_seen(match: Match) -> VoteSeen | None:
    vote = match.vote
    if vote is None:
        return None
    return VoteSeen(
        number=vote.number,
        about=vote.about,
        seat=vote.seat,
        target=vote.target,
        until=vote.deadline.until,
        ayes=len(vote.ayes & voters(match, vote)),
        needed=needed(match, vote),
    )


def _plays(deck: Deck | None, seat: Seat) -> bool:
    return deck is not None and seat in deck.seats


def _context(match: Match) -> str | None:
    if match.deck is None or not match.deck.revealed:
        return None
    return deck_context(str(match.id), match.round_number, match.deck.mixes)


def _knocker(played: Circle | None) -> Seat | None:
    if played is None or played.knocker is None:
        return None
    return played.order[played.knocker]


def _taps(played: Circle) -> tuple[Tap, ...]:
    return tuple(rounds.tap_of(played, move) for move in rounds.legal_moves(played))
