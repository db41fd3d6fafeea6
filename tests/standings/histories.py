"""Histories of several groups: made up around the borders of the calendar, or really played."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from random import Random
from typing import Any, Final
from uuid import UUID
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from domain import facts, lobby
from domain.choosing import Chosen
from domain.customs import Customs
from domain.events import STORED, Stored
from domain.facts import Fact
from domain.pace import Pace
from domain.rules import rule_set
from tests.strategies import SEEDS
from tests.support import games as support

ZONES = (
    None,
    "Europe/Lisbon",
    "America/Sao_Paulo",
    "America/New_York",
    "Asia/Kathmandu",
    "Pacific/Kiritimati",
    "Pacific/Pago_Pago",
)
"""Universal time, clocks that change and that do not, and both ends of the day."""

BORDERS = (
    "2025-12-29",  # a week
    "2026-01-01",  # a year, within a week
    "2026-02-01",  # a month
    "2026-03-08",  # clocks go forward in New York
    "2026-03-29",  # and in Lisbon
    "2026-04-01",  # a season
    "2026-10-25",  # clocks go back in Lisbon
    "2026-11-01",  # and in New York
)
"""Midnights around which games end."""

GROUPS = tuple(UUID(int=900 + number) for number in range(3))
PLAYERS = tuple(UUID(int=number + 1) for number in range(9))
"""The same few, so that they meet again and again, in several groups at once."""

NEAR = st.sampled_from([-7200, -3600, -1, 0, 1, 3599, 3600, 9000]).map(
    lambda seconds: timedelta(seconds=seconds)
)


@st.composite
def moments(draw: st.DrawFn) -> datetime:
    """Draw a moment near a border, by the clock of one zone or another."""
    midnight = datetime.fromisoformat(draw(st.sampled_from(BORDERS)))
    zone = draw(st.sampled_from(ZONES))
    local = midnight.replace(tzinfo=ZoneInfo(zone) if zone else UTC)
    return local.astimezone(UTC) + draw(NEAR)


@dataclass(frozen=True)
class Thread:
    """What happens to one group or game, in its order, and when it comes to its end.

    Attributes:
        owner: The group or game.
        happened: The facts.
        until: When the last of them happens; the others do a second apart before it.
    """

    owner: UUID
    happened: Sequence[Fact]
    until: datetime

    def stored(self) -> list[Stored]:
        """Return the facts as they are stored."""
        last = len(self.happened)
        return [
            STORED[type(fact)](
                originator_id=self.owner,
                originator_version=version,
                timestamp=self.until - timedelta(seconds=last - version),
                **vars(fact),
            )
            for version, fact in enumerate(self.happened, 1)
        ]


def woven(threads: Iterable[Thread], random: Random) -> list[Stored]:
    """Let everything happen at once, each thread in its own order."""
    left = [iter(thread.stored()) for thread in threads]
    log: list[Stored] = []
    while left:
        thread = random.choice(left)
        for _ in range(random.randint(1, 12)):
            event = next(thread, None)
            if event is None:
                left.remove(thread)
                break
            log.append(event)
    return log


def customs(draw: st.DrawFn, group: UUID) -> Thread:
    """Let a group choose and change its time zone, at any moment."""
    zones = draw(st.lists(st.sampled_from(ZONES), max_size=4))
    chosen = [
        facts.CustomsChosen(
            player_id=PLAYERS[0],
            customs=Customs(time_zone=zone, weekly=draw(st.booleans())).to_dict(),
        )
        for zone in zones
    ]
    return Thread(group, [facts.GroupRegistered(), *chosen], draw(moments()))


def made_up(draw: st.DrawFn, number: int, known: Sequence[UUID]) -> Thread:
    """Tell a game that may end in any way; its facts need not follow any rules."""
    seats = st.lists(st.sampled_from(known), min_size=2, max_size=5, unique=True)
    players = tuple(draw(seats))
    group = draw(st.sampled_from(GROUPS))
    preset = draw(st.sampled_from(["scat", "scat_no_trio", "schwimmen"]))
    rules = rule_set(preset).to_dict()
    told: list[Fact] = [
        facts.GameOpened(
            group_id=group,
            opener_id=players[0],
            preset="scat",
            rules=rule_set("scat").to_dict(),
            previous_id=draw(st.none() | st.just(UUID(int=31_000 + number - 1))),
            pace="none",
        ),
        *(facts.PlayerJoined(player_id=player) for player in PLAYERS[:3]),
        facts.PlayerLeft(player_id=PLAYERS[2]),
        facts.RulesChosen(player_id=players[0], preset=preset, rules=rules),
    ]
    ending = draw(st.sampled_from(["won", "won", "won", "abandoned", "running", "closed", "open"]))
    if ending == "closed":
        told.append(facts.TableClosed(player_id=None, cause="idle"))
    if ending not in {"closed", "open"}:
        told.append(facts.GameStarted(player_ids=players))
        lives = [3] * len(players)
        told += [_something(draw, lives) for _ in range(draw(st.integers(0, 6)))]
    if ending == "won":
        told.append(_won(draw, len(players)))
    if ending == "abandoned":
        told.append(facts.GameAbandoned(cause="idle", player_id=None))
    return Thread(UUID(int=31_000 + number), told, draw(moments()))


def _won(draw: st.DrawFn, seats: int) -> facts.GameEnded:
    drawn = [draw(st.integers(1, 3)) for _ in range(seats)]
    places = [1 + sum(other < own for other in drawn) for own in drawn]
    winners = [seat for seat, place in enumerate(places) if place == 1]
    return facts.GameEnded(winners=winners, places=places)


def _something(draw: st.DrawFn, lives: list[int]) -> Fact:
    """Tell of something; lives, by seat, go and come back with it."""
    seat = draw(st.integers(0, len(lives) - 1))
    match draw(st.sampled_from(SOMETHING)):
        case "timeout":
            return facts.TurnTimedOut(turn=1, seat=seat, cause=draw(st.sampled_from(CAUSES)))
        case "forfeit":
            return facts.PlayerForfeited(seat=seat, cause="left")
        case "void":
            return facts.RoundVoided(round=1, cause="arbiter")
        case "tie":
            return facts.TieBreakCalled(seats=(0, 1))
        case "bought_in" if lives[seat] == 0:
            lives[seat] = draw(st.integers(1, 3))
            return facts.PlayerBoughtIn(seat=seat, lives=lives[seat], stake=1)
        case _:
            return _round(draw, lives)


SOMETHING = ("timeout", "forfeit", "void", "tie", "bought_in", "round", "round")
CAUSES = ("deadline", "away")
HANDS = (["AS", "KS", "QS"], ["7C", "7D", "7H"], ["AC", "AD", "AH"], ["2C", "3C", "9D"])


def _round(draw: st.DrawFn, lives: list[int]) -> facts.RoundEnded:
    present = [draw(st.integers(0, 3)) > 0 for _ in lives]
    losses = [draw(st.integers(0, 2)) if there else 0 for there in present]
    redeal = draw(st.booleans())
    if redeal:
        losses = [0 for _ in present]
    lives[:] = [max(0, held - lost) for held, lost in zip(lives, losses, strict=True)]
    return facts.RoundEnded(
        round=1,
        reason="knock",
        knocker=draw(st.none() | st.integers(0, len(lives) - 1)),
        hands=[draw(st.sampled_from(HANDS)) if there else [] for there in present],
        values=[draw(st.sampled_from([5, 30.5, 31, 32])) if there else None for there in present],
        losses=losses,
        lives=list(lives),
        rulings=[],
        eliminated=[],
        tie_break=[],
        redeal=redeal,
    )


@st.composite
def histories(draw: st.DrawFn) -> list[Stored]:
    """Draw a log of three groups and of games that were made up, some of them by regulars."""
    threads = [customs(draw, group) for group in GROUPS]
    known = draw(st.sampled_from([PLAYERS, PLAYERS[:2]]))
    threads += [made_up(draw, number, known) for number in range(draw(st.integers(1, 20)))]
    return woven(threads, Random(draw(SEEDS)))


SUDDEN: Final = {"lives": 1, "grace": False}
"""One lost round is the end, so that many a game comes to a tie-break."""

RULES: Final[tuple[tuple[str, dict[str, Any]], ...]] = (
    ("scat", {}),
    ("schwimmen", {}),
    ("trinta", {}),
    ("trinta", SUDDEN),
    ("trinta", SUDDEN | {"all_out": "shared"}),
)


@dataclass(frozen=True)
class Played:
    """A game to be really played.

    Attributes:
        rules: Its preset, and what is chosen beside it.
        players: How many play.
        seed: Everything in it follows from this.
        moved: How far along the list of people they sit.
        group: Where they play.
        ended_at: When it ends.
        rematch: Whether they play again.
    """

    rules: tuple[str, dict[str, Any]]
    players: int
    seed: int
    moved: int
    group: UUID
    ended_at: datetime
    rematch: bool

    def threads(self, number: int) -> Iterator[Thread]:
        """Play it, and the rematch an hour later."""
        first, second = UUID(int=31_000 + number), UUID(int=41_000 + number)
        yield Thread(first, self._told(self.seed, None), self.ended_at)
        if self.rematch:
            again = self._told(self.seed + 1, first)
            yield Thread(second, again, self.ended_at + timedelta(hours=1))

    def _told(self, seed: int, previous_id: UUID | None) -> list[Fact]:
        chance = support.Chance(seed, leaving=0.01, missing=0.05, voting=0.02)
        preset, options = self.rules
        told = real_game(preset, self.players, chance, options, previous_id)
        return [in_place(fact, self.group, self.moved) for fact in told]


@dataclass(frozen=True)
class Evenings:
    """Games to be really played, and what groups choose beside them."""

    customs: list[Thread]
    games: list[Played]
    seed: int

    def log(self) -> list[Stored]:
        """Play them, and tell the whole log."""
        games = [thread for at, game in enumerate(self.games) for thread in game.threads(at)]
        return woven([*self.customs, *games], Random(self.seed))


@st.composite
def played(draw: st.DrawFn) -> Evenings:
    """Draw what is to be played, of both kinds, in three groups."""
    games = st.builds(
        Played,
        st.sampled_from(RULES),
        players=st.integers(2, 4),
        seed=SEEDS,
        moved=st.integers(0, 4),
        group=st.sampled_from(GROUPS),
        ended_at=moments(),
        rematch=st.booleans(),
    )
    return Evenings(
        [customs(draw, group) for group in GROUPS],
        draw(st.lists(games, min_size=1, max_size=3)),
        draw(SEEDS),
    )


def real_game(
    preset: str,
    players: int,
    chance: support.Chance,
    options: Mapping[str, Any] | None = None,
    previous_id: UUID | None = None,
) -> Iterator[Fact]:
    """Play a game by the rules, and tell all that happened."""
    chosen = Chosen(preset, rule_set(preset, options))
    yield from lobby.open_table(support.GROUP, support.player(0), chosen, Pace.FAST, previous_id)
    match = support.seated(players, preset, options, Pace.FAST)
    for player in match.player_ids[1:]:
        yield facts.PlayerJoined(player_id=player)
    for step in support.play_on(match, chance):
        yield from step.facts


def in_place(fact: Fact, group: UUID, moved: int) -> Fact:
    """Let a game be played in another group, by people further along in the list."""

    def person(player: UUID) -> UUID:
        return UUID(int=player.int + moved)

    changes: dict[str, Any] = {}
    for name, value in vars(fact).items():
        if name == "group_id":
            changes[name] = group
        if name in {"opener_id", "player_id"} and value is not None:
            changes[name] = person(value)
        if name == "player_ids":
            changes[name] = tuple(map(person, value))
    return replace(fact, **changes)
