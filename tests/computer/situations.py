"""Situations for computer players: whole games that they play, and rounds set up by hand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from functools import cached_property
from random import Random
from typing import Any

from hypothesis import strategies as st

from domain.cards import DECKS, Card, parse_cards
from domain.computer.levels import LEVELS
from domain.computer.memory import Memory
from domain.computer.observation import Observation
from domain.computer.player import ComputerPlayer
from domain.facts import Fact, RoundDealt
from domain.match import Match, Phase, evolve, evolve_all
from domain.moves import Tap
from domain.observing import observe
from domain.playing import decline_buy_in
from domain.playing import play as decide
from domain.rules import RuleSet
from tests.support.games import Chance, Step, deal, obey, play, player, seated, start


@dataclass(frozen=True)
class Situation:
    """A player on turn, and all that has happened since the deal.

    Attributes:
        cut: The match just before the deal.
        facts: What has happened since, the deal first.
    """

    cut: Match
    facts: tuple[Fact, ...]

    @cached_property
    def match(self) -> Match:
        """The match now."""
        return evolve_all(self.cut, self.facts)

    @property
    def rules(self) -> RuleSet:
        """The rules of the table."""
        return self.cut.rules

    @property
    def seat(self) -> int:
        """Who is on turn."""
        return self.match.in_play()[1].seat

    @cached_property
    def observation(self) -> Observation:
        """What the player on turn knows."""
        return self.seen_by(self.seat)

    def seen_by(self, seat: int) -> Observation:
        """Return what a seat knows."""
        return observe(self.match, player(seat), self.facts)

    def after(self, *taps: Tap) -> "Situation":
        """Return the situation after moves of whoever is on turn."""
        match, facts = self.match, self.facts
        for tap in taps:
            on_turn = match.player_ids[match.in_play()[1].seat]
            happened = decide(match, on_turn, match.turn, tap)
            match, facts = evolve_all(match, happened), (*facts, *happened)
        return replace(self, facts=facts)

    def with_hidden_cards_changed(self, random: Random) -> "Situation | None":
        """Return a situation that looks the same to the player on turn, and is another one.

        There is none if another hand is a 31 then, which would have ended the round.
        """
        hidden = Memory.of(self.observation).unseen
        others = dict(zip(hidden, random.sample(hidden, len(hidden)), strict=True))
        other = replace(self, facts=tuple(_with_cards(fact, others) for fact in self.facts))
        return None if other._has_ended() else other

    def _has_ended(self) -> bool:
        """Tell whether the round was over at any time, whatever else is said to have happened."""
        match = self.cut
        for fact in self.facts:
            match = evolve(match, fact)
            if match.round is not None and match.round.over is not None:
                return True
        return False


def _with_cards(fact: Fact, others: Mapping[Card, Card]) -> Fact:
    """Return a fact in which every card is another one."""

    def changed(value: Any) -> Any:
        if isinstance(value, tuple | list):
            return tuple(changed(item) for item in value)
        return others.get(Card(value), value) if isinstance(value, str) else value

    return type(fact)(**{f.name: changed(getattr(fact, f.name)) for f in fields(fact)})


def dealt(
    hands: Sequence[str],
    laid: str,
    stock: str = "",
    preset: str = "scat",
    *,
    options: Mapping[str, Any] | None = None,
    lives: Sequence[int] | None = None,
) -> Situation:
    """Deal given cards; the first seat plays first, the last one is the dealer.

    Args:
        hands: The hand of each seat.
        laid: The upcard, or the centre.
        stock: The stock's first cards; the rest of the pack follows in its order.
        preset: The rules.
        options: Options of one's own.
        lives: Lives by seat, if not all.
    """
    match = start(seated(len(hands), preset, options), Chance()).after
    assert match.deck is not None
    order = (*range(len(hands)),)
    match = replace(match, dealer=order[-1], deck=replace(match.deck, seats=order))
    match = match if lives is None else replace(match, lives=tuple(lives))
    held = [parse_cards(hand) for hand in hands]
    known = {*parse_cards(laid), *parse_cards(stock), *(card for hand in held for card in hand)}
    rest = [card for card in DECKS[match.rules.deck] if card not in known]
    stocked = (*parse_cards(stock), *rest)
    fact = RoundDealt(match.round_number, hands=held, laid=parse_cards(laid), stock=stocked)
    return Situation(match, (fact,))


def situations(
    match: Match, players: Sequence[ComputerPlayer], seed: int
) -> Iterator[tuple[Situation, Tap]]:
    """Let computer players play a match out: each situation, and what was done in it."""
    chance, luck = Chance(seed), Random(seed)
    step = start(match, chance)
    now = _since_the_deal(Situation(match, ()), step)
    while not step.after.phase.over:
        match = step.after
        if match.phase is Phase.PLAYING:
            tap = players[now.seat].choose(now.observation, luck)
            yield now, tap
            step = play(match, tap, chance)
        elif match.phase is Phase.BUYING_IN:
            offered = match.player_ids[match.offers[0]]
            step = obey(match, decline_buy_in(match, offered, match.round_number), chance)
        else:
            step = deal(match, chance)
        now = _since_the_deal(now, step)


def _since_the_deal(now: Situation, step: Step) -> Situation:
    """Go on with what has happened; a deal begins it anew."""
    cut, facts, before = now.cut, now.facts, step.before
    for fact in step.facts:
        cut, facts = (before, (fact,)) if isinstance(fact, RoundDealt) else (cut, (*facts, fact))
        before = evolve(before, fact)
    return Situation(cut, facts)


@st.composite
def played(
    draw: st.DrawFn, presets: Sequence[str], options: Mapping[str, Any] | None = None
) -> tuple[Situation, Tap]:
    """Draw a situation of a game between simple players, and what was done in it."""
    preset, count = draw(st.sampled_from(presets)), draw(st.integers(2, 4))
    levels = draw(st.lists(st.sampled_from(["easy", "medium"]), min_size=count, max_size=count))
    seed, depth = draw(st.integers(0, 2**32)), draw(st.integers(0, 25))
    game = situations(seated(count, preset, options), [LEVELS[name] for name in levels], seed)
    last = next(game)
    for _ in range(depth):
        last = next(game, last)
    return last
