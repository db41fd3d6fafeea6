"""Rules are learnt ahead of play, once, whoever asks at the same time; and when others knock."""

import threading
from concurrent.futures import ThreadPoolExecutor
from queue import SimpleQueue

import pytest

from domain.computer.habits import knocks
from domain.computer.hand_table import hand_table
from domain.rules import RuleSet, rule_set
from telegram_bot.studying import Studying


def test_what_several_ask_for_at_once_is_learnt_once() -> None:
    rules = rule_set("schwimmen", {"lives": 5})
    together = threading.Barrier(3)

    def ask() -> object:
        together.wait()
        return knocks(rules, 3)

    with ThreadPoolExecutor(3) as others:
        first, *rest = [asked.result() for asked in [others.submit(ask) for _ in range(3)]]

    assert all(found is first for found in rest)


def test_rules_are_learnt_beside_everything_else_and_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    learnt: SimpleQueue[tuple[str, RuleSet]] = SimpleQueue()
    monkeypatch.setattr(
        "telegram_bot.studying.prepare",
        lambda rules: learnt.put((threading.current_thread().name, rules)),
    )
    studying = Studying()

    for preset in ("scat", "scat", "trinta"):
        studying.learn(rule_set(preset))

    assert [learnt.get(), learnt.get()] == [
        ("study_0", rule_set("scat")),
        ("study_0", rule_set("trinta")),
    ]
    studying.close()


@pytest.mark.parametrize(("preset", "points"), [("scat", 22), ("scat_four", 29)])
def test_seven_are_thought_to_wait_as_long_as_a_knock_gains_nothing(
    preset: str, points: int
) -> None:
    rules = rule_set(preset)
    likely = knocks(rules, 7)[hand_table(rules).values.searchsorted([points - 1, points])]

    assert likely[0] < 0.5 < likely[1]
