"""Every row of the golden cases, against the rules themselves."""

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from math import comb
from typing import Any, Final

import pytest

from domain import playing
from domain.cards import DECKS, Hand, parse_card, parse_cards, show_cards
from domain.circle import Circle, Ending, ending
from domain.hands import is_instant, strength, suit_totals, trio_rank, value
from domain.match import Match, Phase
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
    Tap,
    Throw,
    ThrowAt,
)
from domain.rounds import deal, legal_moves
from domain.rules import RuleSet, rule_set
from domain.seating import cut, cutter, highest_cut, next_dealer, place, playing_order
from domain.showdown import Settlement, settle
from tests.golden.matches import dealt, person, started, then
from tests.golden.rows import ALL, Case, parameters
from tests.golden.situations import (
    ACTORS,
    SITUATIONS,
    allowed,
    draw_and_throw,
    moves_of,
    play,
    start,
)

Outcome = dict[str, Any]


@pytest.mark.parametrize("case", parameters())
def test_the_rules_agree_with_the_row(case: Case) -> None:
    outcome = CHECKS[case.kind](case)

    assert case.expect == {key: outcome[key] for key in case.expect}


def test_every_kind_of_row_has_a_check() -> None:
    assert {case.kind for case in ALL} == set(CHECKS)


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


def count(case: Case) -> Outcome:
    deck, cards = DECKS[case.input["deck"]], case.input["cards"]
    rules = rule_set("scat", {"hand_size": cards})
    holds = PROPERTIES[case.input["property"]]
    counted = sum(1 for hand in combinations(deck, cards) if holds(hand, rules))
    return {"count": counted, "total": comb(len(deck), cards)}


PROPERTIES: Final[dict[str, Callable[[Hand, RuleSet], bool]]] = {
    "instant_total": is_instant,
    "one_suit": lambda hand, _: len(suit_totals(hand)) == 1,
    "value==10": lambda hand, rules: value(hand, rules) == 10,
    "value>=28": lambda hand, rules: value(hand, rules) >= 28,
    "value==31": lambda hand, rules: value(hand, rules) == 31,
    "trio": lambda hand, _: trio_rank(hand) is not None,
}


def legality(case: Case) -> Outcome:
    state = SITUATIONS[case.input["situation"]](rules_of(case))
    meant = moves_of(case.input["action"], state)
    actor = ACTORS.get(case.input["situation"])
    return {"legal": any(allowed(state, moves, actor) for moves in meant)}


def void_round(case: Case) -> Outcome:
    """An engine rejects such moves, which corrects them; an arbiter may still void (11.1)."""
    if case.input["event"].endswith("before the next player acts"):
        drawn = play(start(rules_of(case)), Draw())
        corrected = not allowed(drawn, [Draw()])
        thrown = play(drawn, Throw(drawn.hand[0]))
        return {"corrected": corrected, "round_continues": ending(thrown) is None}
    match = dealt(started(rules_of(case), 3), ["KH 9H 4C", "KS 9S 2D", "QD 9D 2S"])
    before, dealer = match.lives, match.dealer
    match = then(match, playing.void_round(match, "missing discard"))
    lost = {seat: n for seat, n in enumerate(before) if match.lives[seat] != n}
    return {
        "losses": lost,
        "redeal": match.phase is Phase.CUTTING,
        "dealer": "same" if match.dealer == dealer else "other",
    }


def forfeit(case: Case) -> Outcome:
    names, when = case.input["players"], case.input["when"]
    leaver = names.index(case.input["leaver"])
    match = dealt(started(quick(case), len(names)), STRONG_HANDS[: len(names)])
    if when == "B had knocked, C to play":
        match = tap(match, Knock())
    elif when == "mid-round, not on turn":
        match = tap(match, Draw(), ThrowAt(4))
    left = then(match, playing.forfeit(match, person(leaver), "left"))
    follows = after_the_end if left.phase is Phase.ENDED else while_it_lasts
    gone = [name for name, place in zip(names, left.places, strict=True) if place and place > 1]
    return {"eliminated": gone, **follows(left, names)}


def after_the_end(match: Match, names: list[str]) -> Outcome:
    return {"winner": names[match.winners[0]], "round_aborted": match.showdown is None}


def while_it_lasts(match: Match, names: list[str]) -> Outcome:
    _, played = match.in_play()
    knock_stands = played.knocker is not None and Knock() not in legal_moves(played)
    ended = tap(match, *([Stand(), Stand()] if knock_stands else [Knock(), Stand()]))
    assert ended.showdown is not None
    return {
        "round_continues": True,
        "showdown": [name for name, hand in zip(names, ended.showdown.hands, strict=True) if hand],
        "knock_stands": knock_stands,
        "knocker_in_showdown": ended.showdown.knocker,
    }


def buy_in(case: Case) -> Outcome:
    names = "ABCDEFG"
    others = eliminated = case.input["players_in"]
    assert names[eliminated] == case.input["eliminated"]
    match = started(quick(case), others + 1)
    match = replace(
        match,
        lives=(3,) * others + (0,),
        buy_ins=(0,) * others + (case.input["buy_ins_used"],),
    )
    match = dealt(match, [*STRONG_HANDS[:others], "2H 3D 5S"])
    match = tap(match, Knock(), *[Stand()] * others)
    if match.phase is Phase.ENDED:
        return {"may_reenter": False, "winner": names[match.winners[0]]}
    if match.phase is not Phase.BUYING_IN:
        return {"may_reenter": False}
    match = then(match, playing.buy_in(match, person(eliminated), match.round_number))
    return {"may_reenter": True, "lives": match.lives[eliminated]}


def quick(case: Case) -> RuleSet:
    """The rules of the row, with seat 0 dealing first and knocks from the first turn on."""
    return replace(rules_of(case), first_dealer="seat", first_turn_knock=True)


def tap(match: Match, *taps: Tap) -> Match:
    """Make moves, each by the player on turn."""
    for one in taps:
        seat = match.in_play()[1].seat
        match = then(match, playing.play(match, person(seat), match.turn, one))
    return match


def stock_option(case: Case) -> Outcome:
    last_card = start(rules_of(case), stock=1)
    ended = ending(draw_and_throw(last_card, 1))
    assert ended is not None
    settled = settle(rules_of(case), hands_of(last_card), dict.fromkeys(range(3), 3), ended)
    return {
        "reason": ended.reason,
        "losses": settled.losses,
        "showdown": ended.knocker is None and bool(settled.losses),
    }


def hands_of(state: Circle) -> dict[int, Hand]:
    return {seat: state.hand_of(seat) for seat in state.order}


STRONG_HANDS: Final = ["KH QH JH", "KS QS JS", "KC QC JC", "KD QD JD"]


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
    "count": count,
    "legality": legality,
    "void_round": void_round,
    "forfeit": forfeit,
    "buy_in": buy_in,
    "stock_option": stock_option,
}
