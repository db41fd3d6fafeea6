"""How fast the pure rules are: `uv run python -m benchmarks.rules`.

The yardstick, measured in the same run, is the JSON round trip of one event: what storing a move
and reading it back costs at the very least. A ratio of 1 means that the rules cost as much.
"""

import json
from collections.abc import Callable
from dataclasses import asdict
from random import Random
from time import perf_counter

from domain.cards import DECKS, Card, Hand
from domain.circle import Circle, Ending
from domain.facts import CardDiscarded
from domain.hands import value
from domain.moves import Knock, Move
from domain.rounds import deal, decide, evolve, legal_moves
from domain.rules import RuleSet, rule_set
from domain.showdown import settle

SEED = 31
ROUNDS = 60
PLAYERS = 4
KNOCK_RATE = 0.05
REPEATS = 3

Played = list[tuple[Circle, Move]]


def main() -> None:
    """Measure and print a small table for each kind of round."""
    for preset in ("scat", "schwimmen"):
        measure(preset)


def measure(preset: str) -> None:
    """Measure one kind of round."""
    rules = rule_set(preset)
    random = Random(SEED)
    moves = [move for _ in range(ROUNDS) for move in random_round(rules, random)]
    hands = [state.hands for state, _ in moves if state.arrived is None]
    baseline = per_second(json_round_trips, len(moves))
    print(f"{preset}, seed {SEED}: {len(moves)} moves of {ROUNDS} rounds of {PLAYERS} players")
    print(f"{'':34}{'per second':>12}{'cost / yardstick':>18}")
    for name, rate in (
        ("JSON round trip of an event", baseline),
        ("move: decide and evolve", per_second(lambda _: decide_all(moves), len(moves))),
        ("legal moves of a state", per_second(lambda _: legal_all(moves), len(moves))),
        ("value of a hand", per_second(lambda _: value_all(rules, hands), PLAYERS * len(hands))),
        ("showdown", per_second(lambda _: settle_all(rules, hands), len(hands))),
    ):
        print(f"{name:34}{rate:12,.0f}{baseline / rate:18.2f}")


def random_round(rules: RuleSet, random: Random) -> Played:
    """Play a round of random legal moves, and return each with the state before it."""
    deck = random.sample(DECKS[rules.deck], len(DECKS[rules.deck]))
    state = deal(rules, range(PLAYERS), deck)
    played: Played = []
    while moves := legal_moves(state):
        quiet = [move for move in moves if not isinstance(move, Knock)]
        move = random.choice(moves if random.random() < KNOCK_RATE else quiet)
        played.append((state, move))
        state = after(state, move)
    return played


def after(state: Circle, move: Move) -> Circle:
    """Decide a move and apply what follows."""
    for fact in decide(state, state.seat, move):
        state = evolve(state, fact)
    return state


def per_second(work: Callable[[int], None], count: int) -> float:
    """Run a piece of work a few times and return its best rate."""
    best = float("inf")
    for _ in range(REPEATS):
        started = perf_counter()
        work(count)
        best = min(best, perf_counter() - started)
    return count / best


def json_round_trips(count: int) -> None:
    """Write and read back one event so many times."""
    event = {"topic": "CardDiscarded", "version": 1, **asdict(CardDiscarded(2, Card("10C")))}
    for _ in range(count):
        json.loads(json.dumps(event))


def decide_all(moves: Played) -> None:
    """Decide and apply every move."""
    for state, move in moves:
        after(state, move)


def legal_all(moves: Played) -> None:
    """List the legal moves of every state."""
    for state, _ in moves:
        legal_moves(state)


def value_all(rules: RuleSet, shown: list[tuple[Hand, ...]]) -> None:
    """Value every hand."""
    for hands in shown:
        for hand in hands:
            value(hand, rules)


def settle_all(rules: RuleSet, shown: list[tuple[Hand, ...]]) -> None:
    """Settle every set of hands as a showdown."""
    lives, ended = dict.fromkeys(range(PLAYERS), 3), Ending("knock", 0)
    for hands in shown:
        settle(rules, dict(enumerate(hands)), lives, ended)


if __name__ == "__main__":
    main()
