"""Say what becomes of a round in which somebody broke the rules (RULES 11.1, 11.2)."""

import re
from typing import Final

from domain import playing
from domain.circle import Circle, ending
from domain.errors import RuleBroken
from domain.match import Match, Phase
from domain.moves import Draw, Move, Stand, Take, Throw
from domain.rules import RuleSet
from telegram_bot.referee.matches import dealt, then
from telegram_bot.referee.positions import PLAYERS, play, start
from telegram_bot.referee.reading import Fields, Unreadable
from telegram_bot.referee.verdict import Reason, Verdict

IRREGULARITIES: Final[dict[str, tuple[Move, ...]]] = {
    "missing discard": (Draw(), Stand()),
    "two cards drawn": (Draw(), Take()),
}
"""What people do against the rules of a draw game, as moves that the game refuses."""

BEFORE, AFTER = "before the next player acts", "after the next player acted"


def settle_irregularity(rules: RuleSet, fields: Fields) -> Verdict:
    """Say whether an irregularity is corrected, or the round is void."""
    event = " ".join(fields.text("event").split())
    told = re.fullmatch(rf"(.+) noticed ({BEFORE}|{AFTER})", event)
    if told is None or told[1] not in IRREGULARITIES:
        known = " or ".join(IRREGULARITIES)
        raise Unreadable(
            f"input.event: {event!r} is not known; it is {known}, then noticed {BEFORE} "
            f"or noticed {AFTER}"
        )
    if rules.mode != "draw":
        raise Unreadable("in an exchange game nobody draws or throws a card (RULES 5.9)")
    return _corrected(rules, told[1]) if told[2] == BEFORE else _void(rules)


def _corrected(rules: RuleSet, irregularity: str) -> Verdict:
    """Refuse the irregular move, and let the turn be ended as it should be."""
    first, second = IRREGULARITIES[irregularity]
    drawn = play(start(rules), first)
    thrown = play(drawn, Throw(drawn.hand[0]))
    return Verdict(
        {"corrected": _is_refused(drawn, second), "round_continues": ending(thrown) is None},
        (Reason(lambda t: t.gettext("It is corrected, and the round goes on."), "11.1"),),
    )


def _is_refused(state: Circle, move: Move) -> bool:
    try:
        play(state, move)
    except RuleBroken:
        return True
    return False


def _void(rules: RuleSet) -> Verdict:
    """Declare a round void, as an arbiter may."""
    match = dealt(rules, min(PLAYERS, rules.players[1]))
    voided = then(match, playing.void_round(match, "irregular"))
    return Verdict(
        {
            "losses": _losses(match, voided),
            "redeal": voided.phase is Phase.CUTTING,
            "dealer": "same" if voided.dealer == match.dealer else "other",
        },
        (
            Reason(
                lambda t: t.gettext(
                    "The round is void: nobody loses a life, and the same dealer deals again."
                ),
                "11.2",
            ),
        ),
    )


def _losses(before: Match, after: Match) -> dict[str, int]:
    """Return the lives that somebody has lost, by seat."""
    lost = enumerate(b - a for b, a in zip(before.lives, after.lives, strict=True))
    return {str(seat): lives for seat, lives in lost if lives}
