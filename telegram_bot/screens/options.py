"""Every claim of the rules as one plain sentence, for the rules and for what a table changes."""

from collections.abc import Callable, Mapping
from typing import Any, Final

from domain import rules as rule_sets
from domain.rules import RuleSet
from telegram_bot.screens.cards import points_text
from telegram_bot.screens.claims import Claim, claim
from telegram_bot.texts import Texts

Sentence = Callable[[Texts, Mapping[str, Any]], str]


def sentence(option: str, rules: RuleSet, texts: Texts) -> str:
    """Say what an option is set to, if that matters under the other options."""
    said = claim(option, rules)
    return tell(said, texts) if said else ""


def tell(said: Claim, texts: Texts) -> str:
    """Put a claim into words.

    Raises:
        KeyError: It is a claim unknown here.
    """
    closing = CLOSING.get(said.option, {}) if said.closing else {}
    words = closing.get(said.says) or SENTENCES[said.option][said.says]
    return words(texts, said.numbers)


def differences(rules: RuleSet, preset: str, texts: Texts) -> list[str]:
    """Say in what a rule set differs from the preset or alias that it was made from."""
    changed = rule_sets.differences(rules, preset)
    return list(filter(None, (sentence(option, rules, texts) for option in changed)))


def _points(t: Texts, n: Mapping[str, Any]) -> str:
    return points_text(n["points"], t)


def _buy_in(t: Texts, n: Mapping[str, Any]) -> str:
    stake = t.ngettext("{n} point", "{n} points", n["stake"])
    return t.ngettext(
        "A player who is out may buy back in once, with all lives, for {stake}. "
        "Points, never money.",
        "A player who is out may buy back in up to {n} times, with all lives, for {stake}. "
        "Points, never money.",
        n["n"],
        stake=stake,
    )


SENTENCES: Final[dict[str, dict[str, Sentence]]] = {
    "mode": {
        "draw": lambda t, _: t.gettext(
            "Cards are drawn from a stock or a discard pile, and thrown."
        ),
        "exchange": lambda t, _: t.gettext(
            "Cards are swapped with three cards in the centre of the table."
        ),
    },
    "players": {
        "between": lambda t, n: t.gettext(
            "For {least} to {most} players, each for themselves.", **n
        ),
        "exactly": lambda t, n: t.gettext("For exactly {most} players, each for themselves.", **n),
    },
    "deck": {
        "std52": lambda t, _: t.gettext("52 cards, no jokers."),
        "piquet32": lambda t, _: t.gettext("32 cards, from seven to ace."),
    },
    "hand_size": {"dealt": lambda t, n: t.gettext("Everybody is dealt {cards} cards.", **n)},
    "lives": {
        "lives": lambda t, n: t.ngettext(
            "Everybody has one life.", "Everybody has {n} lives.", n["n"]
        )
    },
    "grace": {
        "yes": lambda t, _: t.gettext(
            "Whoever loses the last life is on the bus: still in, and out with the next loss."
        ),
        "no": lambda t, _: t.gettext("Whoever loses the last life is out at once."),
    },
    "overflow": {
        "cap": lambda t, _: t.gettext(
            "Two lives to pay and only one left: only that one is paid."
        ),
        "eliminate": lambda t, _: t.gettext("Two lives to pay and only one left: out at once."),
    },
    "trio_value": {
        "nothing": lambda t, _: t.gettext("Three of a kind is worth nothing special."),
        "worth": lambda t, n: t.gettext(
            "Three of a kind is worth {points}, whatever the suits.", points=_points(t, n)
        ),
        "at_least": lambda t, n: t.gettext(
            "Three of a kind is worth {points}, or its best suit where that is more.",
            points=_points(t, n),
        ),
    },
    "instant_total": {
        "ends": lambda t, n: t.gettext(
            "A whole hand of one suit that makes {total} ends the round at once.", **n
        )
    },
    "instant_penalty": {
        "all_others": lambda t, n: t.gettext("{total} costs everybody else a life.", **n),
        "lowest": lambda t, n: t.gettext("{total} costs only the lowest hand a life.", **n),
    },
    "instant_after_knock": {
        "showdown": lambda t, n: t.gettext(
            "Made after a knock, {total} ends nothing: it is a hand like any other.", **n
        ),
        "instant": lambda t, n: t.gettext("{total} ends the round after a knock too.", **n),
        "instant_knocker_two": lambda t, n: t.gettext(
            "{total} ends the round after a knock too, and costs the knocker two lives.", **n
        ),
        "instant_lowest_knocker_two": lambda t, n: t.gettext(
            "{total} ends the round after a knock too, and costs two lives if the lowest hand is "
            "the knocker's.",
            **n,
        ),
    },
    "fire": {
        "yes": lambda t, _: t.gettext(
            "Fire: three aces end the round at once, after a knock too, "
            "and cost everybody else a life."
        ),
        "no": lambda t, _: t.gettext("Three aces do not end the round."),
    },
    "first_turn_knock": {
        "yes": lambda t, _: t.gettext("Knocking is allowed from the first turn."),
        "no": lambda t, _: t.gettext("Nobody may knock on their own first turn of a round."),
    },
    "knocker_lowest_penalty": {
        "1": lambda t, _: t.gettext(
            "A knocker who alone is lowest loses one life like anybody else."
        ),
        "2": lambda t, _: t.gettext(
            "A knocker who alone is lowest loses two lives instead of one."
        ),
    },
    "knocker_tie": {
        "safe": lambda t, _: t.gettext(
            "A knocker who ties for lowest is safe, the others in the tie lose."
        ),
        "one": lambda t, _: t.gettext(
            "A knocker who ties for lowest loses one life like the others."
        ),
        "two": lambda t, _: t.gettext(
            "A knocker who ties for lowest loses two lives, the others one."
        ),
        "knocker_only": lambda t, _: t.gettext(
            "When a knocker ties for lowest, only the knocker loses a life."
        ),
    },
    "all_tied": {
        "apply": lambda t, _: t.gettext("When all hands are equal, all of them are lowest."),
        "nobody": lambda t, _: t.gettext("When all hands are equal, nobody loses a life."),
    },
    "tie_break": {
        "none": lambda t, _: t.gettext("Equal points are equal: rank and suit decide nothing."),
        "rank_suit": lambda t, _: t.gettext(
            "Equal points: the better suit wins (clubs, spades, hearts, diamonds); "
            "of trios, the higher rank."
        ),
        "trio_rank_suit": lambda t, _: t.gettext(
            "Equal points: the better suit wins (clubs, spades, hearts, diamonds); "
            "a trio beats a suit, and of trios the higher rank wins."
        ),
    },
    "stock_empty": {
        "pass_or_knock": lambda t, _: t.gettext(
            "Stock empty before a knock: take the discard, knock, or pass. "
            "A pass shows the hands without a knocker, and so does one turn each."
        ),
        "showdown": lambda t, _: t.gettext(
            "Stock empty before a knock: the hands are shown without a knocker."
        ),
        "reshuffle": lambda t, _: t.gettext(
            "Stock empty: the discards are shuffled to make a new one."
        ),
        "void": lambda t, _: t.gettext("Stock empty before a knock: the round does not count."),
    },
    "return_taken_discard": {
        "yes": lambda t, _: t.gettext("A card taken from the discard pile may go straight back."),
        "no": lambda t, _: t.gettext(
            "A card taken from the discard pile may not go straight back."
        ),
    },
    "final_turn_stand": {
        "yes": lambda t, _: t.gettext("On the final turn you may stand: keep the hand as it is."),
        "no": lambda t, _: t.gettext(
            "The final turn must be played: nobody may just keep the hand."
        ),
    },
    "exchange_sizes": {
        "1": lambda t, _: t.gettext("One card is swapped at a time."),
        "2": lambda t, _: t.gettext("Two cards are swapped at a time."),
        "3": lambda t, _: t.gettext("All three cards are swapped, or none."),
        "1+2": lambda t, _: t.gettext("One card or two are swapped, never all three."),
        "1+3": lambda t, _: t.gettext("One card or all three are swapped, never two."),
        "2+3": lambda t, _: t.gettext("Two cards or all three are swapped, never one."),
        "1+2+3": lambda t, _: t.gettext("One card, two or all three are swapped."),
    },
    "swap_all_locks": {
        "yes": lambda t, _: t.gettext("Whoever has swapped all three can only pass from then on."),
        "no": lambda t, _: t.gettext(
            "Whoever has swapped all three may swap again on the next turn."
        ),
    },
    "close_timing": {
        "instead": lambda t, _: t.gettext("You close instead of swapping or passing."),
        "after": lambda t, _: t.gettext(
            "You close at the end of your turn, after swapping or passing."
        ),
    },
    "all_pass": {
        "refresh": lambda t, _: t.gettext(
            "When all pass in a row, three new cards replace the centre; "
            "if there are not enough, the hands are shown."
        )
    },
    "all_out": {
        "tiebreak": lambda t, _: t.gettext(
            "If nobody would be left, those who went out play a tie-break deal."
        ),
        "shared": lambda t, _: t.gettext(
            "If nobody would be left, those who went out share the win."
        ),
        "replay": lambda t, _: t.gettext(
            "If nobody would be left, nobody pays and it is dealt again."
        ),
    },
    "match_end": {
        "last_standing": lambda t, _: t.gettext("The last player left wins."),
        "last_with_life": lambda t, _: t.gettext(
            "The last player with a life wins, even against others on the bus."
        ),
    },
    "offer_cut": {
        "yes": lambda t, _: t.gettext("The player on the dealer's right cuts the deck."),
        "no": lambda t, _: t.gettext("The deck is not cut."),
    },
    "first_dealer": {
        "cut": lambda t, _: t.gettext("The highest card cut deals first."),
        "random": lambda t, _: t.gettext("The first dealer is drawn by lot."),
        "seat": lambda t, _: t.gettext("Whoever sat down first deals first."),
    },
    "max_circuits": {
        "limit": lambda t, n: t.ngettext(
            "If nobody has knocked after one turn each, the hands are shown.",
            "If nobody has knocked after {n} turns each, the hands are shown.",
            n["n"],
        )
    },
    "buy_in": {
        "yes": _buy_in,
        "no": lambda t, _: t.gettext("Nobody may buy back in."),
    },
}
"""A sentence for every claim, by option and by what is said of it."""

CLOSING: Final[dict[str, dict[str, Sentence]]] = {
    "grace": {
        "yes": lambda t, _: t.gettext(
            "Whoever loses the last life swims: still in, and drowned with the next loss."
        ),
    },
    "instant_after_knock": {
        "showdown": lambda t, n: t.gettext(
            "Made after a close, {total} ends nothing: it is a hand like any other.", **n
        ),
        "instant": lambda t, n: t.gettext("{total} ends the round after a close too.", **n),
        "instant_knocker_two": lambda t, n: t.gettext(
            "{total} ends the round after a close too, and costs whoever closed two lives.", **n
        ),
        "instant_lowest_knocker_two": lambda t, n: t.gettext(
            "{total} ends the round after a close too, and costs two lives if the lowest hand is "
            "that of whoever closed.",
            **n,
        ),
    },
    "fire": {
        "yes": lambda t, _: t.gettext(
            "Fire: three aces end the round at once, after a close too, "
            "and cost everybody else a life."
        ),
    },
    "first_turn_knock": {
        "yes": lambda t, _: t.gettext("Closing is allowed from the first turn."),
        "no": lambda t, _: t.gettext("Nobody may close on their own first turn of a round."),
    },
    "knocker_lowest_penalty": {
        "1": lambda t, _: t.gettext(
            "Whoever closed and alone is lowest loses one life like anybody else."
        ),
        "2": lambda t, _: t.gettext(
            "Whoever closed and alone is lowest loses two lives instead of one."
        ),
    },
    "knocker_tie": {
        "safe": lambda t, _: t.gettext(
            "Whoever closed and ties for lowest is safe, the others lose."
        ),
        "one": lambda t, _: t.gettext(
            "Whoever closed and ties for lowest loses one life like the others."
        ),
        "two": lambda t, _: t.gettext(
            "Whoever closed and ties for lowest loses two lives, the others one."
        ),
        "knocker_only": lambda t, _: t.gettext(
            "When whoever closed ties for lowest, nobody else loses a life."
        ),
    },
    "match_end": {
        "last_with_life": lambda t, _: t.gettext(
            "The last player with a life wins, even against others who swim."
        ),
    },
    "max_circuits": {
        "limit": lambda t, n: t.ngettext(
            "If nobody has closed after one turn each, the hands are shown.",
            "If nobody has closed after {n} turns each, the hands are shown.",
            n["n"],
        )
    },
}
"""What is said differently where a round is closed."""
