"""What Hypothesis draws from: rule sets over every option, hands, endings and whole rounds."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any, Generic, TypeVar

from hypothesis import assume
from hypothesis import strategies as st

from domain import rounds as protocol
from domain.cards import DECKS, Card, Hand
from domain.choosing import OFFERED
from domain.circle import Circle, Ending
from domain.draw_round import DrawRound
from domain.errors import InvalidRuleSet
from domain.exchange_round import ExchangeRound
from domain.facts import Fact, PlayerForfeited, Seat
from domain.hands import is_instant
from domain.moves import Knock, Move, Pass, Throw
from domain.rules import ALIASES, CHOICES, PRESETS, RuleSet, rule_set

C = TypeVar("C", bound=Circle)

SEEDS = st.integers(0, 2**32 - 1)
"""Seeds of `random.Random`; a failing test prints the one that it drew."""

OPTIONS: dict[str, st.SearchStrategy[Any]] = {
    **{option: st.sampled_from(values) for option, values in CHOICES.items()},
    "players": st.sampled_from([(2, 2), (2, 4), (2, 7), (3, 5), (2, 9)]),
    "lives": st.integers(1, 5),
    "trio_value": st.sampled_from([None, 30, 30.5, 40.5]),
    "exchange_sizes": st.sets(st.integers(1, 3), min_size=1).map(sorted),
    "max_circuits": st.integers(1, 60),
    "buy_in": st.fixed_dictionaries({"enabled": st.booleans(), "max": st.integers(1, 3)}),
}
"""Every option with the values that tests draw for it."""


def presets(mode: str | None = None) -> list[str]:
    """Return the presets and aliases of one kind of round, or of both."""
    return [name for name in (*PRESETS, *ALIASES) if mode in {None, rule_set(name).mode}]


@st.composite
def rule_sets(draw: st.DrawFn, mode: str | None = None) -> RuleSet:
    """Draw a preset or an alias with any of its options changed, except perhaps the mode."""
    base = draw(st.sampled_from(presets(mode)))
    options = draw(st.fixed_dictionaries({}, optional=OPTIONS))
    if mode is not None:
        options["mode"] = mode
    try:
        return rule_set(base, options)
    except InvalidRuleSet:
        assume(False)  # noqa: FBT003 - Hypothesis takes it by position only
        raise


def shuffled(rules: RuleSet, random: Random) -> list[Card]:
    """Return the pack of a rule set in a random order."""
    return random.sample(DECKS[rules.deck], len(DECKS[rules.deck]))


@st.composite
def decks(draw: st.DrawFn, rules: RuleSet) -> list[Card]:
    """Draw a shuffled pack."""
    return shuffled(rules, Random(draw(SEEDS)))


@st.composite
def hands_by_seat(draw: st.DrawFn, rules: RuleSet) -> dict[Seat, Hand]:
    """Draw the hands of a showdown from one pack. Strong and equal hands are frequent."""
    random = Random(draw(SEEDS))
    players = draw(st.integers(2, rules.players[1]))
    pack = shuffled(rules, random)
    if draw(st.booleans()):
        pack.sort(key=lambda card: card[0] not in "AKQJ1")
        strong = pack[: players * rules.hand_size]
        random.shuffle(strong)
        pack[: len(strong)] = strong
    dealt: dict[Seat, Hand] = {}
    for seat in range(players):
        dealt[seat] = _hand(draw, pack, rules.hand_size)
    return dealt


def _hand(draw: st.DrawFn, pack: list[Card], size: int) -> Hand:
    """Take a hand from the pack: any one, one of a suit, or one of a rank."""
    first = pack[0]
    alike = draw(st.sampled_from(["any", "suit", "rank"]))
    same = {"any": pack[0], "suit": first[-1], "rank": first[:-1]}[alike]
    chosen = sorted(pack, key=lambda card: same not in {card, card[-1], card[:-1]})[:size]
    for card in chosen:
        pack.remove(card)
    return tuple(chosen)


KNOCKED = {"draw": "knock", "exchange": "close"}
"""The reason of a round that has come round to its knocker."""


@st.composite
def endings(draw: st.DrawFn, rules: RuleSet, hands: dict[Seat, Hand]) -> Ending:
    """Draw a way for a round to end with these hands shown."""
    knocker = draw(st.none() | st.sampled_from(sorted(hands)))
    if any(is_instant(hand, rules) for hand in hands.values()) and draw(st.booleans()):
        if knocker is None:
            return Ending(draw(st.sampled_from(["instant", "instant_deal"])), None)
        return Ending("instant_final_turn", knocker)
    ended = KNOCKED[rules.mode]
    if knocker is None:
        return Ending(draw(st.sampled_from(["stock_exhausted", "turn_limit", ended])), None)
    return Ending(ended, knocker)


@dataclass(frozen=True)
class Step(Generic[C]):
    """One move of a round, or one player who left: what was, what was done, what followed."""

    before: C
    seat: Seat
    move: Move | None
    facts: tuple[Fact, ...]
    after: C


@dataclass(frozen=True)
class Round(Generic[C]):
    """A round played to its end.

    Attributes:
        deck: The deck it was dealt from.
        start: The round as dealt.
        steps: All that happened.
    """

    deck: Sequence[Card]
    start: C
    steps: tuple[Step[C], ...]

    @property
    def states(self) -> list[C]:
        """The round as dealt, and after each step."""
        return [self.start, *(step.after for step in self.steps)]

    @property
    def end(self) -> C:
        """The round after its last step."""
        return self.steps[-1].after if self.steps else self.start

    @property
    def facts(self) -> list[Fact]:
        """Everything that happened, in order."""
        return [fact for step in self.steps for fact in step.facts]


@st.composite
def changed_in_pairs(draw: st.DrawFn) -> tuple[str, RuleSet]:
    """Draw a preset, and its rules with two of the choices on offer changed."""
    preset = draw(st.sampled_from(presets()))
    rules = rule_set(preset)
    for name in draw(st.lists(st.sampled_from(sorted(OFFERED)), min_size=2, max_size=2)):
        value = draw(st.sampled_from(OFFERED[name].values))
        try:
            rules = RuleSet.from_dict({**rules.to_dict(), **OFFERED[name].write(rules, value)})
        except InvalidRuleSet:
            continue
    return preset, rules


@st.composite
def rounds(
    draw: st.DrawFn,
    mode: str | None = None,
    *,
    leavers: bool = False,
    under: st.SearchStrategy[RuleSet] | None = None,
) -> Round[Circle]:
    """Draw a round of random legal moves under random rules.

    Args:
        draw: Given by Hypothesis.
        mode: The kind of round; either, when none is given.
        leavers: Whether players may leave in the middle.
        under: Where its rules are drawn from, if not from all of a mode.
    """
    rules = draw(rule_sets(mode) if under is None else under)
    players = draw(st.integers(rules.players[0], rules.players[1]))
    random = Random(draw(SEEDS))
    deck = shuffled(rules, random)
    stock = draw(st.integers(0, rules.undealt(players)))
    deck = deck[: players * rules.hand_size + rules.laid_out + stock]
    eagerness = draw(st.sampled_from([0.0, 0.03, 0.5]))
    passing = draw(st.sampled_from([0.0, 0.3, 0.9]))
    leaving = draw(st.sampled_from([0.0, 0.05, 0.2])) if leavers else 0.0
    start = protocol.deal(rules, (*range(1, players), 0), deck)
    return Round(deck, start, tuple(_played(start, random, (eagerness, passing), leaving)))


def draw_rounds(*, leavers: bool = False) -> st.SearchStrategy[Round[DrawRound]]:
    """Draw rounds of the draw games."""
    return rounds("draw", leavers=leavers)  # type: ignore[return-value] # what the mode says


def exchange_rounds(*, leavers: bool = False) -> st.SearchStrategy[Round[ExchangeRound]]:
    """Draw rounds of the exchange games."""
    return rounds("exchange", leavers=leavers)  # type: ignore[return-value] # what the mode says


def _played(
    state: Circle, random: Random, moods: tuple[float, float], leaving: float
) -> list[Step[Circle]]:
    steps: list[Step[Circle]] = []
    while state.over is None:
        step = (
            _left(state, random)
            if random.random() < leaving
            else _moved(state, _choose(state, random, moods), random)
        )
        steps.append(step)
        state = step.after
        assert len(steps) < 2 * state.rules.max_circuits * len(state.order) + 2 * 9 + 9, "endless"
    return steps


def _choose(state: Circle, random: Random, moods: tuple[float, float]) -> Move:
    """Choose a legal move: how often a player knocks or closes, and how often one passes."""
    moves = protocol.legal_moves(state)
    for kind, mood in zip((Knock, Pass), moods, strict=True):
        chosen = [move for move in moves if isinstance(move, kind)]
        if chosen and random.random() < mood:
            return chosen[0]
    quiet = [move for move in moves if not isinstance(move, Knock | Pass)]
    return random.choice(quiet or moves)


def _moved(state: Circle, move: Move, random: Random) -> Step[Circle]:
    facts = protocol.decide(state, state.seat, move, _reshuffle(random))
    return Step(state, state.seat, move, facts, _after(state, facts))


def _left(state: Circle, random: Random) -> Step[Circle]:
    seat = random.choice(state.present)
    left: Fact = PlayerForfeited(seat=seat, cause="left")
    due = protocol.follow_up(protocol.evolve(state, left), _reshuffle(random))
    return Step(state, seat, None, (left, *due), _after(state, (left, *due)))


def _reshuffle(random: Random) -> protocol.Reshuffle:
    return lambda discards: random.sample(discards, len(discards))


def _after(state: Circle, facts: Sequence[Fact]) -> Circle:
    for fact in facts:
        state = protocol.evolve(state, fact)
    return state


CONCEIVABLE_THROWS = tuple(Throw(card) for card in DECKS["std52"])
