"""What can be chosen, in the few words that fit a button: what it is, and its value now."""

from collections.abc import Callable
from typing import Any, Final

from domain.choosing import OFFERED
from domain.rules import RuleSet
from telegram_bot.screens.cards import points_text
from telegram_bot.screens.terms import closes
from telegram_bot.texts import Texts

Named = Callable[[Texts], str]

TITLES: Final[dict[str, Named]] = {
    "players": lambda t: t.gettext("Seats"),
    "players.least": lambda t: t.gettext("Players at least"),
    "deck": lambda t: t.gettext("Pack"),
    "hand_size": lambda t: t.gettext("Cards each"),
    "lives": lambda t: t.gettext("Lives"),
    "grace": lambda t: t.gettext("Bus"),
    "overflow": lambda t: t.gettext("Two to pay, one left"),
    "trio_value": lambda t: t.gettext("Three of a kind"),
    "tie_break": lambda t: t.gettext("Equal points"),
    "first_turn_knock": lambda t: t.gettext("Knock on the first turn"),
    "final_turn_stand": lambda t: t.gettext("Stand on the final turn"),
    "knocker_lowest_penalty": lambda t: t.gettext("Knocker is lowest"),
    "knocker_tie": lambda t: t.gettext("Knocker ties for lowest"),
    "all_tied": lambda t: t.gettext("All hands equal"),
    "instant_total": lambda t: t.gettext("Ends the round"),
    "instant_penalty": lambda t: t.gettext("Who pays"),
    "instant_after_knock": lambda t: t.gettext("After a knock"),
    "fire": lambda t: t.gettext("Fire, three aces"),
    "stock_empty": lambda t: t.gettext("Stock empty"),
    "return_taken_discard": lambda t: t.gettext("Give the discard back"),
    "exchange_sizes": lambda t: t.gettext("Cards to swap"),
    "swap_all_locks": lambda t: t.gettext("Swap all, then only pass"),
    "close_timing": lambda t: t.gettext("Closing"),
    "max_circuits": lambda t: t.gettext("Longest round"),
    "first_dealer": lambda t: t.gettext("First dealer"),
    "offer_cut": lambda t: t.gettext("Cut"),
    "all_out": lambda t: t.gettext("Nobody would be left"),
    "match_end": lambda t: t.gettext("Winner"),
    "buy_in.enabled": lambda t: t.gettext("Buying back in"),
    "buy_in.max": lambda t: t.gettext("How often"),
    "buy_in.stake": lambda t: t.gettext("Stake"),
}
"""A title for everything in `domain.choosing.OFFERED`."""

CLOSING: Final[dict[str, Named]] = {
    "grace": lambda t: t.gettext("Swimming"),
    "first_turn_knock": lambda t: t.gettext("Close on the first turn"),
    "knocker_lowest_penalty": lambda t: t.gettext("Lowest after closing"),
    "knocker_tie": lambda t: t.gettext("Tie for lowest after closing"),
    "instant_after_knock": lambda t: t.gettext("After a close"),
}
"""Titles where a round is closed."""

VALUES: Final[dict[str, dict[object, Named]]] = {
    "overflow": {
        "cap": lambda t: t.gettext("stays in"),
        "eliminate": lambda t: t.gettext("out"),
    },
    "trio_value": {None: lambda t: t.gettext("nothing")},
    "tie_break": {
        "none": lambda t: t.gettext("are equal"),
        "rank_suit": lambda t: t.gettext("suit decides"),
    },
    "knocker_lowest_penalty": {
        1: lambda t: t.pgettext("penalty", "one life"),
        2: lambda t: t.pgettext("penalty", "two lives"),
    },
    "knocker_tie": {
        "safe": lambda t: t.gettext("safe"),
        "one": lambda t: t.gettext("loses one"),
        "two": lambda t: t.gettext("loses two"),
        "knocker_only": lambda t: t.gettext("loses alone"),
    },
    "all_tied": {
        "apply": lambda t: t.gettext("all lose"),
        "nobody": lambda t: t.gettext("nobody loses"),
    },
    "instant_penalty": {
        "all_others": lambda t: t.gettext("all others"),
        "lowest": lambda t: t.gettext("the lowest"),
    },
    "instant_after_knock": {
        "showdown": lambda t: t.gettext("only a hand"),
        "instant": lambda t: t.gettext("ends the round"),
        "instant_knocker_two": lambda t: t.gettext("costs two lives"),
    },
    "stock_empty": {
        "pass_or_knock": lambda t: t.gettext("pass or knock"),
        "showdown": lambda t: t.gettext("showdown"),
        "reshuffle": lambda t: t.gettext("reshuffle"),
        "void": lambda t: t.gettext("does not count"),
    },
    "close_timing": {
        "instead": lambda t: t.gettext("instead of a swap"),
        "after": lambda t: t.gettext("after a swap"),
    },
    "all_out": {
        "tiebreak": lambda t: t.gettext("tie-break deal"),
        "shared": lambda t: t.gettext("shared win"),
        "replay": lambda t: t.gettext("deal again"),
    },
    "match_end": {
        "last_standing": lambda t: t.gettext("last one left"),
        "last_with_life": lambda t: t.gettext("last with a life"),
    },
    "first_dealer": {
        "cut": lambda t: t.gettext("highest card"),
        "random": lambda t: t.gettext("by lot"),
        "seat": lambda t: t.gettext("first seated"),
    },
}
"""Words for values that are not told by numbers alone, nor by yes and no."""


def label(name: str, rules: RuleSet, texts: Texts) -> str:
    """Say what a choice is about and how it stands."""
    titles = {**TITLES, **CLOSING} if closes(rules) else TITLES
    value = _value(name, OFFERED[name].read(rules), texts)
    return texts.pgettext("option", "{title}: {value}", title=titles[name](texts), value=value)


def _value(name: str, value: Any, texts: Texts) -> str:
    known = VALUES.get(name, {}).get(value)
    if known is not None:
        return known(texts)
    match value:
        case bool():
            return texts.gettext("yes") if value else texts.gettext("no")
        case int() | float():
            return points_text(value, texts)
        case tuple():
            return texts.pgettext("numbers", ", ").join(map(str, value))
        case _:
            return str(value).removeprefix("std").removeprefix("piquet")
