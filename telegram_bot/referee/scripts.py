"""Play a script: a deck from the top and what the players did with it (RULES 13)."""

from collections.abc import Sequence
from typing import Any

from domain.cards import show_cards
from domain.circle import Circle, Ending, ending
from domain.errors import RuleBroken
from domain.facts import Seat
from domain.moves import EndTurn, Move
from domain.rounds import deal, decide, evolve, legal_moves
from domain.rules import RuleSet
from domain.seating import playing_order
from domain.showdown import settle
from telegram_bot.referee.actions import read_action
from telegram_bot.referee.reading import (
    Fields,
    Unreadable,
    as_text,
    check_players,
    read_cards,
    read_lives,
)
from telegram_bot.referee.showdowns import explanation, outcome
from telegram_bot.referee.verdict import Reason, Verdict, number
from telegram_bot.screens import refusals
from telegram_bot.texts import texts


def play_script(rules: RuleSet, fields: Fields) -> Verdict:
    """Deal from the script's deck, play its actions, and settle the round if it ended."""
    names = fields.names("players")
    check_players(names, rules)
    lives = read_lives(fields, names)
    deck = read_cards(fields.text("deck_from_top"), rules)
    order = playing_order(len(names), range(len(names)), _dealer(fields, names))
    state = deal(rules, order, deck)
    for at, action in enumerate(fields.items("actions"), start=1):
        state = _play(state, names, at, as_text(action, f"action {at}").strip())
    state = _turn_over(state)
    ended = ending(state)
    if ended is None:
        return _running(state, names)
    return _settled(state, ended, names, {seat: lives[names[seat]] for seat in order})


def _dealer(fields: Fields, names: Sequence[str]) -> Seat:
    dealer = fields.text("dealer")
    if dealer not in names:
        raise Unreadable(f"the dealer {dealer!r} is not among the players")
    return names.index(dealer)


def _play(state: Circle, names: Sequence[str], at: int, action: str) -> Circle:
    if action != "close":
        state = _turn_over(state)
    ended = ending(state)
    if ended is not None:
        raise Unreadable(
            f"action {at} ({action}) comes after the end of the round, "
            f"which ended by {ended.reason!r} (RULES 7.1)"
        )
    try:
        moves = read_action(state, action)
    except ValueError as error:
        raise Unreadable(f"action {at} ({action}) cannot be read: {error}") from error
    try:
        return _moved(state, moves)
    except RuleBroken as broken:
        why = refusals.sentence(texts("en"), broken.code)
        raise Unreadable(
            f"action {at} ({action}) is not legal: {why} "
            f"It was the turn of {names[state.seat]}. (RULES {broken.clause})"
        ) from broken


def _turn_over(state: Circle) -> Circle:
    """End a turn whose player may still close and does not (RULES 5.10)."""
    return _moved(state, (EndTurn(),)) if EndTurn() in legal_moves(state) else state


def _moved(state: Circle, moves: Sequence[Move]) -> Circle:
    seat = state.seat
    for move in moves:
        for fact in decide(state, seat, move):
            state = evolve(state, fact)
    return state


def _running(state: Circle, names: Sequence[str]) -> Verdict:
    result: dict[str, Any] = {
        "reason": None,
        "next": names[state.seat],
        "hands": {names[seat]: show_cards(state.hand_of(seat)) for seat in sorted(state.order)},
        **_table(state),
        "stock": len(state.stock),
    }
    return Verdict(
        result,
        (
            Reason(
                lambda t: t.gettext(
                    "The round goes on: it is the turn of {player}.", player=result["next"]
                )
            ),
        ),
    )


def _table(state: Circle) -> dict[str, str]:
    if state.rules.mode == "exchange":
        return {"centre": show_cards(state.laid)}
    return {"top": show_cards(state.face_up)}


def _settled(
    state: Circle, ended: Ending, names: Sequence[str], lives: dict[Seat, int]
) -> Verdict:
    hands = {seat: state.hand_of(seat) for seat in state.order}
    settled = settle(state.rules, hands, lives, ended)
    result = {
        "reason": ended.reason,
        "values": {names[seat]: number(points) for seat, points in settled.values.items()},
        "turns": state.turn,
        **outcome(settled, names),
    }
    return Verdict(result, explanation(state.rules, settled, names))
