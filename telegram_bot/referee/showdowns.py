"""Settle a showdown: who loses what, who is out, who has won (RULES 6, 7, 10)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from babel.lists import format_list
from babel.numbers import format_decimal

from domain.cards import Hand
from domain.circle import Ending, ends_round
from domain.facts import Seat
from domain.hands import is_instant
from domain.rules import RuleSet
from domain.showdown import INSTANT_REASONS, Ruling, Settlement, settle
from telegram_bot.referee.reading import (
    Fields,
    Unreadable,
    as_text,
    check_one_pack,
    check_players,
    read_hand,
    read_lives,
)
from telegram_bot.referee.verdict import Reason, Verdict, number
from telegram_bot.screens import rulings
from telegram_bot.texts import Texts

_WITHOUT_KNOCKER: Final = {
    "draw": ("stock_exhausted", "turn_limit", "void", "instant_deal"),
    "exchange": ("stock_exhausted", "turn_limit", "instant_deal"),
}
_KNOCKED: Final = {"draw": ("knock",), "exchange": ("close", "knock")}
"""What the trigger of a round that came round to its knocker may be called, by mode."""


_GAMES: Final = {"draw": "a draw game", "exchange": "an exchange game"}


def settle_showdown(rules: RuleSet, fields: Fields) -> Verdict:
    """Settle hands that have been shown, given how the round ended."""
    shown = fields.fields("hands")
    names = tuple(shown.values)
    check_players(names, rules)
    hands = {seat: read_hand(shown.text(name), rules) for seat, name in enumerate(names)}
    check_one_pack(hands.values())
    lives = by_seat(names, read_lives(fields, names))
    settled = settle(rules, hands, lives, _ending(rules, fields, names, hands))
    return Verdict(outcome(settled, names), explanation(rules, settled, names))


def by_seat(names: Sequence[str], values: Mapping[str, int]) -> dict[Seat, int]:
    """Return values by seat, given them by name."""
    return {seat: values[name] for seat, name in enumerate(names)}


def outcome(settled: Settlement, names: Sequence[str]) -> dict[str, Any]:
    """Return what a showdown led to, by name, in the order in which it is settled."""
    lives = {names[seat]: left for seat, left in settled.lives.items()}
    out = [names[seat] for seat in settled.eliminated]
    tied = [names[seat] for seat in settled.tie_break]
    winners = [names[seat] for seat in settled.winners]
    return {
        "losses": {names[seat]: lost for seat, lost in settled.losses.items()},
        "lives_after": lives,
        "on_bus": [
            name for name, left in lives.items() if left == 0 and name not in (*out, *tied)
        ],
        "eliminated": out,
        "winner": winners[0] if len(winners) == 1 else winners or None,
        "tiebreak_deal": tied,
    }


def explanation(rules: RuleSet, settled: Settlement, names: Sequence[str]) -> tuple[Reason, ...]:
    """Tell a showdown: the values, what decided, the lives."""
    return (
        Reason(lambda t: t.gettext("Points: {points}.", points=_points(t, settled, names))),
        *(_ruling(rules, ruling, names.__getitem__) for ruling in settled.rulings),
        Reason(lambda t: t.gettext("Lives: {lives}.", lives=_lives(t, settled, names))),
        *_endings(settled, names),
    )


def _ending(
    rules: RuleSet, fields: Fields, names: Sequence[str], hands: Mapping[Seat, Hand]
) -> Ending:
    """Say how the round ended: a hand that ends it has done so, whatever is told (RULES 6.5)."""
    trigger, knocker = fields.text("trigger"), _knocker(fields, names)
    knocked, quiet = _KNOCKED[rules.mode], _WITHOUT_KNOCKER[rules.mode]
    if trigger in quiet and knocker is not None:
        raise Unreadable(f"a round that ends by {trigger!r} has no knocker (RULES 5.6, 6.2)")
    if trigger not in {*knocked, *quiet, *INSTANT_REASONS}:
        known = ", ".join(dict.fromkeys((*knocked, *quiet, *sorted(INSTANT_REASONS))))
        raise Unreadable(
            f"there is no trigger {trigger!r} in {_GAMES[rules.mode]}; choose from {known}"
        )
    instants = [hand for hand in hands.values() if is_instant(hand, rules)]
    if trigger in INSTANT_REASONS and not instants:
        raise Unreadable(f"trigger {trigger!r}, but no hand ends a round at once (RULES 6.1)")
    if any(ends_round(hand, rules, knocked=knocker is not None) for hand in instants):
        return Ending(_instant_reason(trigger, knocker), knocker)
    return Ending(knocked[0] if knocker is not None or trigger in knocked else trigger, knocker)


def _instant_reason(trigger: str, knocker: Seat | None) -> str:
    if knocker is not None:
        return "instant_final_turn"
    return trigger if trigger in INSTANT_REASONS else "instant"


def _knocker(fields: Fields, names: Sequence[str]) -> Seat | None:
    value = fields.any("knocker")
    if value is None:
        return None
    name = as_text(value, "input.knocker")
    if name not in names:
        raise Unreadable(f"the knocker {name!r} has no hand in the showdown")
    return names.index(name)


def _ruling(rules: RuleSet, ruling: Ruling, names: Callable[[Seat], str]) -> Reason:
    return Reason(lambda t: rulings.sentence(t, ruling, names, rules), ruling.clause)


def _points(texts: Texts, settled: Settlement, names: Sequence[str]) -> str:
    return _listed(
        texts,
        (
            f"{names[seat]} {format_decimal(number(points), locale=texts.locale)}"
            for seat, points in settled.values.items()
        ),
    )


def _lives(texts: Texts, settled: Settlement, names: Sequence[str]) -> str:
    return _listed(texts, (f"{names[seat]} {left}" for seat, left in settled.lives.items()))


def _endings(settled: Settlement, names: Sequence[str]) -> tuple[Reason, ...]:
    """Tell who is out and who has won."""
    reasons = []
    if settled.eliminated:
        out = [names[seat] for seat in settled.eliminated]
        reasons.append(
            Reason(lambda t: t.gettext("Out: {players}.", players=_listed(t, out)), "7.9")
        )
    if settled.winners:
        won = [names[seat] for seat in settled.winners]
        reasons.append(
            Reason(lambda t: t.gettext("Winner: {players}.", players=_listed(t, won)), "10.1")
        )
    return tuple(reasons)


def _listed(texts: Texts, items: Iterable[str]) -> str:
    return format_list(list(items), locale=texts.locale)
