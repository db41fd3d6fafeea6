"""What a person does and what the clock does at one instant, through the database: one counts."""

import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from datetime import timedelta
from random import Random
from typing import Any
from uuid import UUID

import pytest

from domain import facts
from domain.card_room import CardRoom, Done
from domain.errors import Refused
from domain.facts import Fact
from domain.match import DeadlineKind, Match, Phase
from domain.moves import Draw, ExchangeAt, KeepHand, Knock, Stand, Take, Tap, ThrowAt
from domain.pace import Pace
from domain.rules import rule_set
from domain.timing import Grace
from domain.views import spectacle
from domain.voting import END
from tests.support.chance import chance_of_this_test
from tests.time.house import House

RACES = 200
FEWER = 50
"""Of what takes more to arrange."""
SPIN = 30_000
"""Up to so many turns of an empty loop lie between two who begin at one instant, at first."""

MOST_BUY_INS = 20

ANY = timedelta(hours=1)

Command = Callable[[CardRoom], Done]

TURN_ENDS = (
    *(facts.CardDiscarded, facts.PlayerKnocked, facts.PlayerStood, facts.PlayerPassed),
    *(facts.HandKept, facts.HandSwapped, facts.CardsExchanged),
)


@dataclass(frozen=True)
class Outcome:
    """What became of a command: whether it changed anything, and why it was refused, if so."""

    changed: bool
    refused: str | None = None


@dataclass(frozen=True)
class Rivals:
    """What a person and the clock do at one instant.

    Attributes:
        game_id: In which game.
        person: What the person does.
        clock: What the clock does.
        once: What there must be in the log once, whoever comes first.
        forced: Whether something there is the clock's doing.
        late: What the person is told who comes second, in a game that goes on; none where there
            is nothing to be told.
    """

    game_id: UUID
    person: Command
    clock: Command
    once: tuple[type[Fact], ...]
    forced: Callable[[object], bool]
    late: str | None = "stale"


def outcome(room: CardRoom, command: Command) -> Outcome:
    """Carry out a command."""
    try:
        return Outcome(command(room).changed)
    except Refused as refusal:
        return Outcome(changed=False, refused=refusal.code)


def check(house: House, rivals: Rivals, version: int, person: Outcome, clock: Outcome) -> None:
    """See that exactly one has counted, and that the other was told so or changed nothing."""
    assert person.changed != clock.changed, (person, clock)
    over = house.room.match(rivals.game_id).phase.over
    late = "game_over" if rivals.late and over else rivals.late
    assert person.refused == (None if person.changed else late)
    assert clock.refused in {None, "not_now"}
    log = list(house.room.events.get(rivals.game_id, gt=version))
    assert len([event for event in log if isinstance(event, rivals.once)]) == 1
    assert any(map(rivals.forced, log)) == clock.changed


# What they do


def _is_a(kind: type[Fact]) -> Callable[[object], bool]:
    return lambda event: isinstance(event, kind)


def due(house: House, match: Match) -> Command:
    """Let the deadline come, to the instant, and return what the clock does then."""
    assert match.deadline is not None
    house.time.now = max(house.time.now, match.deadline.until)
    kind, number = match.deadline.kind, match.deadline.number
    return lambda room: room.time_out(match.id, kind, number)


def tap(match: Match, said: Tap) -> Command:
    """Return a tap of the player on turn."""
    player_id = match.player_ids[match.in_play()[1].seat]
    return lambda room: room.play(match.id, player_id, match.turn, said)


def turn(house: House, match: Match, said: Tap) -> Rivals:
    """Return a tap that ends a turn at its deadline."""
    person, clock = tap(match, said), due(house, match)
    return Rivals(match.id, person, clock, TURN_ENDS, _is_a(facts.TurnTimedOut))


def throw(house: House) -> Rivals:
    match = tap(house.deal(house.begin()), Draw())(house.room).match
    return turn(house, match, ThrowAt(4))


def knock(house: House) -> Rivals:
    return turn(house, house.deal(house.begin(first_turn_knock=True)), Knock())


def stand(house: House) -> Rivals:
    match = house.deal(house.begin(3, first_turn_knock=True))
    return turn(house, tap(match, Knock())(house.room).match, Stand())


def stand_on_the_last_turn_of_a_round(house: House) -> Rivals:
    match = house.deal(house.begin(first_turn_knock=True))
    return turn(house, tap(match, Knock())(house.room).match, Stand())


def keep(house: House) -> Rivals:
    return turn(house, house.deal(house.begin(preset="schwimmen")), KeepHand())


def exchange(house: House) -> Rivals:
    match = house.deal(house.begin(preset="schwimmen"))
    return turn(house, tap(match, KeepHand())(house.room).match, ExchangeAt((1,), (2,)))


def vote(house: House, game_id: UUID | None = None) -> Rivals:
    """Return the vote after which a question cannot be carried any more."""
    if game_id is None:
        game_id = house.deal(house.begin(4, pace=Pace.SLOW)).id
    ana, bea, cam, _ = house.room.match(game_id).player_ids
    asked = house.room.call_vote(game_id, ana, END, None).match.vote
    assert asked is not None
    house.room.vote(game_id, bea, asked.number, aye=False)
    house.time.now = asked.deadline.until
    return Rivals(
        game_id,
        person=lambda room: room.vote(game_id, cam, asked.number, aye=False),
        clock=lambda room: room.time_out(game_id, DeadlineKind.VOTE, asked.number),
        once=(facts.VoteEnded,),
        forced=lambda event: isinstance(event, facts.VoteEnded) and event.cause == "deadline",
    )


def buy_in(house: House, game_id: UUID | None = None) -> Rivals:
    """Return the acceptance of an offer to buy back in."""
    if game_id is None:
        terms = {"enabled": True, "max": MOST_BUY_INS}
        game_id = house.begin(3, lives=1, grace=False, buy_in=terms, first_turn_knock=True)
    match = house.arrange(game_id, "KS QS 2D", "KD QD 3S", "2H 3C 4D")
    for said in (Knock(), Stand(), Stand()):
        match = tap(match, said)(house.room).match
    assert match.offers == (2,)
    number = match.round_number
    return Rivals(
        game_id,
        person=lambda room: room.buy_in(game_id, match.player_ids[2], number),
        clock=due(house, match),
        once=(facts.PlayerBoughtIn, facts.BuyInDeclined),
        forced=_is_a(facts.BuyInDeclined),
    )


def join(house: House) -> Rivals:
    """Return an arrival at a table that is about to be closed."""
    ana, bea = house.evening.new_id(), house.evening.new_id()
    match = house.room.open_game(house.group(), ana, "scat", rule_set("scat"), Pace.FAST).match
    return Rivals(
        match.id,
        person=lambda room: room.join(match.id, bea),
        clock=due(house, match),
        once=(facts.PlayerJoined, facts.TableClosed),
        forced=_is_a(facts.TableClosed),
    )


def grace(house: House) -> Rivals:
    """Return a clock that knows of an outage, beside one that does not."""
    match = house.deal(house.begin())
    clock = due(house, match)
    longer = Grace(DeadlineKind.TURN, match.turn, house.time.now + ANY, "outage")
    return Rivals(
        match.id,
        person=lambda room: room.give_grace(match.id, longer),
        clock=clock,
        once=(facts.GraceGiven, facts.TurnTimedOut),
        forced=_is_a(facts.TurnTimedOut),
        late=None,
    )


RIVALS: dict[str, Callable[[House], Rivals]] = {
    kind.__name__: kind
    for kind in (
        *(throw, knock, stand, stand_on_the_last_turn_of_a_round, keep, exchange),
        *(vote, buy_in, join, grace),
    )
}


# One after the other, and one in the middle of the other


@pytest.mark.parametrize("kind", RIVALS)
@pytest.mark.parametrize("first", ["person", "clock"])
def test_whoever_comes_second_is_too_late(kind: str, first: str, house: House) -> None:
    rivals = RIVALS[kind](house)
    version = house.room.game(rivals.game_id).version
    another = house.another_room()

    if first == "person":
        person = outcome(house.room, rivals.person)
        clock = outcome(another, rivals.clock)
    else:
        clock = outcome(another, rivals.clock)
        person = outcome(house.room, rivals.person)

    assert person.changed == (first == "person")
    check(house, rivals, version, person, clock)


class Hesitant(CardRoom):
    """A room in which something else happens between the first decision and its commit."""

    name = CardRoom.name
    meanwhile: Callable[[], object] | None = None

    def save(self, *objs: Any, **kwargs: Any) -> Any:
        """Save what was decided, after what happens meanwhile."""
        happens, self.meanwhile = self.meanwhile, None
        if happens is not None:
            happens()
        return super().save(*objs, **kwargs)


@pytest.fixture
def side_by_side() -> Iterator[None]:
    """Let threads take turns so often that none decides and saves before another begins."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    yield
    sys.setswitchinterval(before)


@pytest.fixture
def hesitant(house: House) -> Iterator[Hesitant]:
    random_bytes = house.evening.random.randbytes
    with Hesitant(house.environment, house.time, lambda: random_bytes(32)) as room:
        yield room


@pytest.mark.parametrize("kind", RIVALS)
@pytest.mark.parametrize("first", ["person", "clock"])
def test_whoever_has_decided_and_then_finds_the_other_saved_is_too_late(
    kind: str, first: str, house: House, hesitant: Hesitant
) -> None:
    rivals = RIVALS[kind](house)
    version = house.room.game(rivals.game_id).version
    done: list[Outcome] = []
    winner, loser = rivals.person, rivals.clock
    if first == "clock":
        winner, loser = loser, winner
    hesitant.meanwhile = lambda: done.append(outcome(house.room, winner))

    second = outcome(hesitant, loser)

    assert done == [Outcome(changed=True)]
    person, clock = (done[0], second) if first == "person" else (second, done[0])
    check(house, rivals, version, person, clock)


# At one instant, many times


def races(
    house: House, next_rivals: Callable[[Random], Rivals], number: int = RACES
) -> Counter[str]:
    """Let a person and the clock begin at one instant again and again; return who was first.

    Whoever was begins later the next time, so that both are, however fast either is.
    """
    chance = chance_of_this_test()
    rooms = house.room, house.another_room()
    start = threading.Barrier(2)
    first: Counter[str] = Counter()
    handicap = 0

    def run(room: CardRoom, rivals: Rivals, command: Command, turns: int) -> Outcome:
        room.match(rivals.game_id)  # both know the game as it is
        start.wait()
        for _ in range(turns):
            pass
        return outcome(room, command)

    with ThreadPoolExecutor(2) as threads:
        for _ in range(number):
            rivals = next_rivals(chance)
            version = house.room.game(rivals.game_id).version
            later = handicap + chance.randrange(-SPIN, SPIN)
            delays = max(later, 0), max(-later, 0)
            running = [
                threads.submit(run, room, rivals, command, turns)
                for room, command, turns in zip(
                    rooms, (rivals.person, rivals.clock), delays, strict=True
                )
            ]
            person, clock = (done.result() for done in running)
            check(house, rivals, version, person, clock)
            first["person" if person.changed else "clock"] += 1
            handicap += SPIN // 4 if person.changed else -SPIN // 4
    print(first)
    return first


@pytest.mark.usefixtures("side_by_side")
def test_of_a_move_and_the_end_of_its_time_exactly_one_counts(house: House) -> None:
    game_id: UUID | None = None

    def next_turn(chance: Random) -> Rivals:
        nonlocal game_id
        if game_id is None or house.room.match(game_id).phase.over:
            preset = chance.choice(["scat", "trinta", "schwimmen"])
            game_id = house.begin(chance.randint(2, 4), preset, lives=9)
        match = house.room.match(game_id)
        if match.phase is Phase.CUTTING:
            match = house.deal(game_id)
        said = chance.choice(spectacle(match).taps)
        done = match
        while said in {Draw(), Take()}:
            done = tap(done, said)(house.room).match
            said = chance.choice(spectacle(done).taps)
        return turn(house, done, said)

    first = races(house, next_turn)

    assert set(first) == {"person", "clock"}


@pytest.mark.usefixtures("side_by_side")
def test_of_a_vote_and_the_end_of_its_time_exactly_one_counts(house: House) -> None:
    game_id = vote(house).game_id
    house.room.time_out(game_id, DeadlineKind.VOTE, 1)

    first = races(house, lambda _: vote(house, game_id), FEWER)

    assert set(first) == {"person", "clock"}


@pytest.mark.usefixtures("side_by_side")
def test_of_an_answer_to_an_offer_and_its_lapse_exactly_one_counts(house: House) -> None:
    game_id: UUID | None = None

    def next_offer(_: Random) -> Rivals:
        nonlocal game_id
        if game_id is not None:
            match = house.room.match(game_id)
            if 2 not in match.still_in or match.buy_ins[2] == MOST_BUY_INS:
                game_id = None
        rivals = buy_in(house, game_id)
        game_id = rivals.game_id
        return rivals

    first = races(house, next_offer, FEWER)

    assert set(first) == {"person", "clock"}


# What may both count


@pytest.mark.parametrize("first", ["person", "clock"])
def test_a_draw_at_the_last_instant_counts_and_its_card_is_thrown_or_it_is_late(
    first: str, house: House, hesitant: Hesitant
) -> None:
    match = house.deal(house.begin())
    draw, clock = tap(match, Draw()), due(house, match)
    winner, loser = (draw, clock) if first == "person" else (clock, draw)
    hesitant.meanwhile = lambda: winner(house.room)

    second = outcome(hesitant, loser)

    log = house.happened(match.id, facts.CardDrawn, facts.CardDiscarded, facts.TurnTimedOut)
    kinds = [type(event).__name__ for event in log]
    if first == "person":
        assert second.changed
        assert kinds == ["CardDrawn", "TurnTimedOut", "CardDiscarded"]
    else:
        assert second.refused == "stale"
        assert kinds == ["TurnTimedOut", "CardDrawn", "CardDiscarded"]
    assert house.room.match(match.id).turn == match.turn + 1


@pytest.mark.parametrize("first", ["person", "clock"])
def test_a_return_at_the_last_instant_saves_the_turn_or_comes_after_it(
    first: str, house: House, hesitant: Hesitant
) -> None:
    match = house.deal(house.begin())
    for _ in range(2):
        match = house.miss(match.id)
        for said in (Draw(), ThrowAt(4)):
            match = tap(match, said)(house.room).match
    assert match.away == {1}
    clock, returning = due(house, match), match.player_ids[1]
    back: Command = lambda room: room.come_back(match.id, returning)  # noqa: E731 - a value
    winner, loser = (back, clock) if first == "person" else (clock, back)
    hesitant.meanwhile = lambda: winner(house.room)

    second = outcome(hesitant, loser)

    after = house.room.match(match.id)
    assert after.away == frozenset()
    assert second.refused == ("not_now" if first == "person" else None)
    assert after.turn == match.turn + (first == "clock")


def test_two_clocks_at_one_instant_time_a_turn_out_once(house: House) -> None:
    match = house.deal(house.begin())
    clock = due(house, match)
    rooms = [house.room, *(house.another_room() for _ in range(3))]
    start = threading.Barrier(len(rooms))

    def run(room: CardRoom) -> Outcome:
        start.wait()
        return outcome(room, clock)

    with ThreadPoolExecutor(len(rooms)) as threads:
        done = list(threads.map(run, rooms))

    assert Counter(done) == {Outcome(changed=True): 1, Outcome(changed=False): 3}
    assert len(house.happened(match.id, facts.TurnTimedOut)) == 1
