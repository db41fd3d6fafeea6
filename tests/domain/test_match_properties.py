"""What holds in whole matches under every rule set, whoever plays and whoever leaves."""

import json
from collections import Counter
from collections.abc import Sequence
from dataclasses import fields
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from domain import lobby, playing
from domain.cards import DECKS
from domain.choosing import Chosen
from domain.draw_round import DrawRound
from domain.errors import Refused
from domain.facts import Fact, GameOpened, RoundEnded
from domain.match import Match, Phase, evolve, evolve_all, opened
from domain.moves import (
    Draw,
    EndTurn,
    ExchangeAt,
    KeepHand,
    Knock,
    Pass,
    Stand,
    SwapHand,
    Take,
    Tap,
    ThrowAt,
)
from domain.rules import RuleSet
from domain.views import spectacle
from tests.domain.recount import recount
from tests.domain.secrecy import check_secrecy
from tests.strategies import rule_sets
from tests.support.games import GAME, GROUP, Chance, Step, play_on, player

LONGEST = 20_000

EXCHANGES = [
    ExchangeAt(given, taken)
    for size in range(4)
    for given, taken in product(combinations(range(5), size), repeat=2)
]
EVERY_TAP: Sequence[Tap] = (
    *(Draw(), Take(), Knock(), Stand(), Pass()),
    *(KeepHand(), SwapHand(), EndTurn()),
    *(ThrowAt(place) for place in range(-1, 7)),
    *(*EXCHANGES, ExchangeAt((1,), (1, 2)), ExchangeAt((1, 1), (1, 2))),
)


@st.composite
def tables(draw: st.DrawFn) -> tuple[Match, Chance]:
    """Draw a full table before its start, under any rules, and the chance it will be played by."""
    rules: RuleSet = draw(rule_sets())
    players = draw(st.integers(rules.players[0], min(rules.players[1], 5)))
    opening, *others = lobby.open_table(GROUP, player(0), Chosen("scat", rules))
    assert isinstance(opening, GameOpened)
    match = evolve_all(opened(GAME, opening), others)
    for seat in range(1, players):
        match = evolve_all(match, lobby.join(match, player(seat)))
    chance = Chance(
        seed=draw(st.integers(0, 2**32)),
        knocking=draw(st.sampled_from([0.1, 0.3, 0.9])),
        leaving=draw(st.sampled_from([0.0, 0.0, 0.002, 0.05])),
    )
    return match, chance


def game(match: Match, chance: Chance) -> list[Step]:
    """Play a table out, if it ends within reason."""
    steps = []
    for step in play_on(match, chance):
        steps.append(step)
        assert len(steps) < LONGEST
    return steps


@settings(max_examples=30)
@given(tables())
def test_every_match_ends_with_a_winner_and_a_place_for_everybody(
    table: tuple[Match, Chance],
) -> None:
    last = game(*table)[-1].after

    assert last.phase is Phase.ENDED
    assert last.winners
    assert all(last.places[seat] == 1 for seat in last.winners)
    assert all(place is not None for place in last.places)


@settings(max_examples=30)
@given(tables())
def test_cards_and_lives_are_conserved_after_every_fact(table: tuple[Match, Chance]) -> None:
    pack = Counter(DECKS[table[0].rules.deck])

    for step in game(*table):
        for _, match in step.states:
            if match.phase is Phase.PLAYING and match.round is not None:
                assert Counter(match.round.cards) == pack
            assert all(0 <= lives <= match.rules.lives for lives in match.lives)


@settings(max_examples=30)
@given(tables())
def test_lives_change_by_showdowns_and_buy_ins_only(table: tuple[Match, Chance]) -> None:
    for step in game(*table):
        before = step.before
        for fact, after in step.states:
            if before.lives and before.lives != after.lives:
                assert type(fact).__name__ in {"RoundEnded", "PlayerBoughtIn"}
            before = after


@settings(max_examples=30)
@given(tables())
def test_a_second_opinion_agrees_on_every_showdown(table: tuple[Match, Chance]) -> None:
    for step in game(*table):
        before = step.before
        for fact, after in step.states:
            if isinstance(fact, RoundEnded) and fact.reason != "void":
                hands = {seat: tuple(hand) for seat, hand in enumerate(fact.hands) if hand}
                lives = {seat: before.lives[seat] for seat in hands}
                second = recount(before.rules, hands, lives, fact.reason, fact.knocker)

                assert {s: n for s, n in enumerate(fact.losses) if n} == second.losses
                assert {seat: fact.lives[seat] for seat in hands} == second.lives
                assert set(fact.eliminated) == second.eliminated
                assert set(fact.tie_break) == second.tie_break
            before = after


@settings(max_examples=30)
@given(tables())
def test_the_replay_of_what_was_read_back_from_json_equals_the_live_match(
    table: tuple[Match, Chance],
) -> None:
    match, chance = table
    steps = game(match, chance)

    replayed = match
    for step in steps:
        for fact in step.facts:
            replayed = evolve(replayed, _as_read_back(fact))

    assert steps[-1].after == replayed


@settings(max_examples=30)
@given(tables(), st.data())
def test_taps_that_are_not_offered_are_refused_and_change_nothing(
    table: tuple[Match, Chance], data: st.DataObject
) -> None:
    steps = [step for step in game(*table) if step.after.phase is Phase.PLAYING]
    if not steps:
        return
    match = data.draw(st.sampled_from(steps)).after
    view = spectacle(match)
    for seat, player_id in enumerate(match.player_ids):
        offered = view.taps if seat == view.awaited else ()
        for tap in EVERY_TAP:
            for turn in (match.turn - 1, match.turn, match.turn + 1):
                if tap in offered and turn == match.turn:
                    assert playing.play(match, player_id, turn, tap)
                    continue
                if _was_done(match, seat, turn, tap):
                    assert playing.play(match, player_id, turn, tap) == ()
                    continue
                with pytest.raises(Refused):
                    playing.play(match, player_id, turn, tap)


@settings(max_examples=30)
@given(tables(), st.data())
def test_no_view_holds_a_card_that_is_hidden_from_it(
    table: tuple[Match, Chance], data: st.DataObject
) -> None:
    check_secrecy(data.draw(st.sampled_from(game(*table))).after)


def _was_done(match: Match, seat: int, turn: int, tap: Tap) -> bool:
    if match.last_tap == (seat, turn, tap):
        return True
    played = match.round
    if not isinstance(played, DrawRound) or played.drawn is None:
        return False
    holding = played.seat == seat and turn == match.turn
    return holding and tap == (Take() if played.taken else Draw())


def _as_read_back(fact: Fact) -> Fact:
    """Return a fact with its sequences as JSON gives them back: lists."""
    return type(fact)(**{f.name: _listed(getattr(fact, f.name)) for f in fields(fact)})


def _listed(value: Any) -> Any:
    if isinstance(value, tuple | list):
        return [_listed(item) for item in value]
    if isinstance(value, dict):
        return json.loads(json.dumps(value))
    return value
