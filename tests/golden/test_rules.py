"""The rows of the golden cases that a rule alone answers, without the referee between."""

from collections.abc import Callable
from typing import Any, Final

import pytest

from domain.cards import parse_card, parse_cards, show_cards
from domain.circle import Circle, Ending, ending
from domain.hands import is_instant, strength, value
from domain.moves import (
    Draw,
    Exchange,
    KeepHand,
    Knock,
    Move,
    Pass,
    Stand,
    SwapHand,
    Take,
    Throw,
)
from domain.rounds import deal
from domain.rules import RuleSet, rule_set
from domain.seating import cut, cutter, highest_cut, next_dealer, place, playing_order
from domain.showdown import Settlement, settle
from telegram_bot.referee.positions import play
from tests.golden.rows import Case, parameters

Outcome = dict[str, Any]


def rules_of(case: Case) -> RuleSet:
    return rule_set(case.preset, case.options)


def hand_value(case: Case) -> Outcome:
    hand, rules = parse_cards(case.input["hand"]), rules_of(case)
    return {"value": value(hand, rules), "instant": is_instant(hand, rules)}


def compare(case: Case) -> Outcome:
    a, b = (strength(parse_cards(case.input[key]), rules_of(case)) for key in "ab")
    return {"better": "a" if a > b else "b" if b > a else "tie"}


def showdown(case: Case) -> Outcome:
    names, rules = list(case.input["hands"]), rules_of(case)
    hands = {names.index(name): parse_cards(hand) for name, hand in case.input["hands"].items()}
    lives = {names.index(name): left for name, left in case.input["lives"].items()}
    knocker = case.input["knocker"]
    reason = case.input["trigger"]
    if reason == "instant" and knocker is not None:
        reason = "instant_final_turn"
    ended = Ending(reason, None if knocker is None else names.index(knocker))
    return by_name(names, settle(rules, hands, lives, ended))


def by_name(names: list[str], settled: Settlement) -> Outcome:
    return {
        "losses": {names[seat]: lost for seat, lost in settled.losses.items()},
        "values": {names[seat]: points for seat, points in settled.values.items()},
        "lives_after": {names[seat]: left for seat, left in settled.lives.items()},
        "on_bus": [names[seat] for seat in settled.on_bus],
        "eliminated": [names[seat] for seat in settled.eliminated],
        "winner": names[settled.winners[0]] if settled.winners else None,
        "tiebreak_deal": [names[seat] for seat in settled.tie_break],
    }


def script(case: Case) -> Outcome:
    names = case.input["players"]
    order = playing_order(len(names), range(len(names)), names.index(case.input["dealer"]))
    state = deal(rules_of(case), order, parse_cards(case.input["deck_from_top"]))
    for action in case.input["actions"]:
        state = play(state, *script_moves(state, action))
    ended = ending(state)
    if ended is None:
        return still_running(names, state)
    lives = {names.index(name): left for name, left in case.input["lives"].items()}
    hands = {seat: state.hand_of(seat) for seat in order}
    settled = settle(state.rules, hands, lives, ended)
    return {**by_name(names, settled), "reason": ended.reason, "turns": state.turn}


PLAIN: Final[dict[str, Move]] = {
    "knock": Knock(),
    "stand": Stand(),
    "pass": Pass(),
    "keep": KeepHand(),
    "swap": SwapHand(),
    "close": Knock(),
}


def script_moves(state: Circle, action: str) -> tuple[Move, ...]:
    if action in PLAIN:
        return (PLAIN[action],)
    if action == "all":
        return (Exchange(state.hand, state.face_up),)
    source, cards = action.split(":")
    if source == "x":
        given, taken = map(parse_cards, cards.split(">"))
        return (Exchange(given, taken),)
    return (Draw() if source == "stock" else Take(), Throw(parse_card(cards)))


def still_running(names: list[str], state: Circle) -> Outcome:
    return {
        "reason": None,
        "next": names[state.seat],
        "hands": {names[seat]: show_cards(state.hand_of(seat)) for seat in state.order},
        "centre": show_cards(state.face_up),
        "stock": len(state.stock),
    }


def setup(case: Case) -> Outcome:
    rules, players = rules_of(case), case.input["players"]
    ok = rules.seats(players)
    return {"ok": ok, "undealt": rules.undealt(players) if ok else None}


def rotation(case: Case) -> Outcome:
    seats, active = case.input["seats"], case.input["active_after_round"]
    dealer = next_dealer(seats, active, case.input["dealer"])
    return {"next_dealer": dealer, "first_player": playing_order(seats, active, dealer)[0]}


def first_dealer(case: Case) -> Outcome:
    highest = highest_cut({name: parse_card(card) for name, card in case.input["cuts"].items()})
    return {"dealer": highest[0]} if len(highest) == 1 else {"recut": list(highest)}


def cutting(case: Case) -> Outcome:
    if "lift" in case.input:
        deck = parse_cards(case.input["deck_from_top"])
        return {"deck_from_top": show_cards(cut(deck, case.input["lift"]))}
    names = case.input["players"]
    order = playing_order(len(names), range(len(names)), names.index(case.input["dealer"]))
    return {"cutter": names[cutter(order)]}


def placement(case: Case) -> Outcome:
    rank = place(case.input["still_in"])
    return {"rank": dict.fromkeys(case.input["eliminated_together"], rank)}


CHECKS: Final[dict[str, Callable[[Case], Outcome]]] = {
    "hand_value": hand_value,
    "compare": compare,
    "showdown": showdown,
    "instant": showdown,
    "tiebreak_deal": showdown,
    "script": script,
    "setup": setup,
    "rotation": rotation,
    "first_dealer": first_dealer,
    "cut": cutting,
    "placement": placement,
}


@pytest.mark.parametrize("case", parameters(*CHECKS))
def test_the_rules_agree_with_the_row(case: Case) -> None:
    outcome = CHECKS[case.kind](case)

    assert case.expect == {key: outcome[key] for key in case.expect}
