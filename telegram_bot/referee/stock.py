"""Say what follows when the last card of the stock has been played (RULES 5.6)."""

from typing import Final

from domain.circle import Circle, Ending, ending
from domain.errors import RuleBroken
from domain.moves import Draw, Knock, Move, Pass, Take
from domain.rounds import legal_moves
from domain.rules import RuleSet
from telegram_bot.referee.positions import PLAYERS, idle, start
from telegram_bot.referee.reading import Fields, Unreadable
from telegram_bot.referee.verdict import Reason, Verdict
from telegram_bot.screens.options import sentence

EVENTS: Final = (
    "last stock card drawn, nobody knocked",
    "last stock card drawn and discard made, nobody knocked",
)
ACTIONS: Final[dict[Move, str]] = {
    Draw(): "stock",
    Take(): "take",
    Knock(): "knock",
    Pass(): "pass",
}
"""What may be done next, in the words of a script."""


def settle_stock(rules: RuleSet, fields: Fields) -> Verdict:
    """Say whether the round ends, and how, or what the next player may do."""
    left, event = fields.whole("stock"), " ".join(fields.text("event").split())
    if event not in EVENTS:
        raise Unreadable(f"input.event: {event!r} is not known; choose from {'; '.join(EVENTS)}")
    if rules.mode != "draw":
        raise Unreadable("in an exchange game nobody draws from the stock (RULES 5.9)")
    if left:
        raise Unreadable(f"input.stock: with {left} cards left it was not the last one")
    state = _after_last_card(rules)
    ended = ending(state)
    rule = Reason(lambda t: sentence("stock_empty", rules, t), "5.6")
    return _going_on(state, rule) if ended is None else _ended(ended, rule)


def _after_last_card(rules: RuleSet) -> Circle:
    """Let everybody play a turn, and the first one play the last card."""
    try:
        return idle(start(rules, stock=PLAYERS + 1), PLAYERS + 1)
    except RuleBroken as broken:
        raise Unreadable("under these rules the round ends before that") from broken


def _ended(ended: Ending, rule: Reason) -> Verdict:
    """Tell the end of the round; who pays at a showdown, the hands decide."""
    void = ended.reason == "void"
    return Verdict(
        {"reason": ended.reason, "losses": {} if void else None, "showdown": not void}, (rule,)
    )


def _going_on(state: Circle, rule: Reason) -> Verdict:
    return Verdict(
        {
            "reason": None,
            "losses": {},
            "showdown": False,
            "stock": len(state.stock),
            "actions": [ACTIONS[move] for move in legal_moves(state)],
        },
        (rule,),
    )
