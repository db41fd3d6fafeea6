"""Every option of a rule set in one plain sentence, for the rules and for what a table changes."""

from collections.abc import Callable
from typing import Final

from domain import rules as rule_sets
from domain.rules import RuleSet
from telegram_bot.screens.cards import points_text
from telegram_bot.screens.terms import closes
from telegram_bot.texts import Texts

Sentence = Callable[[Texts, RuleSet], str]


def sentence(option: str, rules: RuleSet, texts: Texts) -> str:
    """Say what an option is set to, if that matters under the other options."""
    said = SENTENCES[option]
    return said(texts, rules)


def differences(rules: RuleSet, preset: str, texts: Texts) -> list[str]:
    """Say in what a rule set differs from the preset or alias that it was made from."""
    changed = rule_sets.differences(rules, preset)
    sentences = (sentence(option, rules, texts) for option in changed if option in SENTENCES)
    return list(dict.fromkeys(filter(None, sentences)))


def _mode(t: Texts, r: RuleSet) -> str:
    if closes(r):
        return t.gettext("Cards are swapped with three cards in the centre of the table.")
    return t.gettext("Cards are drawn from a stock or a discard pile, and thrown.")


def _players(t: Texts, r: RuleSet) -> str:
    least, most = r.players
    return t.gettext("For {least} to {most} players, each for themselves.", least=least, most=most)


def _deck(t: Texts, r: RuleSet) -> str:
    if r.deck == "piquet32":
        return t.gettext("32 cards, from seven to ace.")
    return t.gettext("52 cards, no jokers.")


def _hand_size(t: Texts, r: RuleSet) -> str:
    return t.gettext("Everybody is dealt {cards} cards.", cards=r.hand_size)


def _lives(t: Texts, r: RuleSet) -> str:
    return t.ngettext("Everybody has one life.", "Everybody has {n} lives.", r.lives)


def _grace(t: Texts, r: RuleSet) -> str:
    if not r.grace:
        return t.gettext("Whoever loses the last life is out at once.")
    if closes(r):
        return t.gettext(
            "Whoever loses the last life swims: still in, and drowned with the next loss."
        )
    return t.gettext(
        "Whoever loses the last life is on the bus: still in, and out with the next loss."
    )


def _overflow(t: Texts, r: RuleSet) -> str:
    if not r.grace or not _charges_two(r):
        return ""
    if r.overflow == "cap":
        return t.gettext("Two lives to pay and only one left: only that one is paid.")
    return t.gettext("Two lives to pay and only one left: out at once.")


def _charges_two(r: RuleSet) -> bool:
    """Tell whether there is any way to lose two lives at once."""
    return (
        r.knocker_lowest_penalty == 2
        or r.knocker_tie == "two"
        or r.instant_after_knock == "instant_knocker_two"
    )


def _trio_value(t: Texts, r: RuleSet) -> str:
    if r.trio_value is None:
        return t.gettext("Three of a kind is worth nothing special.")
    points = points_text(r.trio_value, t)
    return t.gettext("Three of a kind is worth {points}, whatever the suits.", points=points)


def _instant_total(t: Texts, r: RuleSet) -> str:
    return t.gettext(
        "A whole hand of one suit that makes {total} ends the round at once.",
        total=r.instant_total,
    )


def _instant_penalty(t: Texts, r: RuleSet) -> str:
    if r.instant_penalty == "all_others":
        return t.gettext("Then everybody else loses a life.")
    return t.gettext("Then only the lowest hand loses a life.")


def _instant_after_knock(t: Texts, r: RuleSet) -> str:
    said = _after_close if closes(r) else _after_knock
    return said(t, r)


def _after_knock(t: Texts, r: RuleSet) -> str:
    match r.instant_after_knock:
        case "showdown":
            return t.gettext(
                "Made after a knock, {total} does not end the round: it is only the best hand.",
                total=r.instant_total,
            )
        case "instant":
            return t.gettext("{total} ends the round after a knock too.", total=r.instant_total)
        case _:
            return t.gettext(
                "{total} ends the round after a knock too, and costs the knocker two lives.",
                total=r.instant_total,
            )


def _after_close(t: Texts, r: RuleSet) -> str:
    match r.instant_after_knock:
        case "showdown":
            return t.gettext(
                "Made after a close, {total} does not end the round: it is only the best hand.",
                total=r.instant_total,
            )
        case "instant":
            return t.gettext("{total} ends the round after a close too.", total=r.instant_total)
        case _:
            return t.gettext(
                "{total} ends the round after a close too, and costs whoever closed two lives.",
                total=r.instant_total,
            )


def _fire(t: Texts, r: RuleSet) -> str:
    if r.fire:
        return t.gettext(
            "Fire: three aces end the round at once, and everybody else loses a life."
        )
    return t.gettext("Three aces do not end the round.")


def _first_turn_knock(t: Texts, r: RuleSet) -> str:
    if closes(r):
        if r.first_turn_knock:
            return t.gettext("Closing is allowed from the first turn.")
        return t.gettext("Nobody may close on their own first turn of a round.")
    if r.first_turn_knock:
        return t.gettext("Knocking is allowed from the first turn.")
    return t.gettext("Nobody may knock on their own first turn of a round.")


def _knocker_lowest_penalty(t: Texts, r: RuleSet) -> str:
    if closes(r):
        if r.knocker_lowest_penalty == 2:
            return t.gettext("Whoever closed and alone is lowest loses two lives instead of one.")
        return t.gettext("Whoever closed and is lowest loses one life like anybody else.")
    if r.knocker_lowest_penalty == 2:
        return t.gettext("A knocker who alone is lowest loses two lives instead of one.")
    return t.gettext("A knocker who is lowest loses one life like anybody else.")


def _knocker_tie(t: Texts, r: RuleSet) -> str:
    said = _closer_tie if closes(r) else _tie_of_a_knocker
    return said(t, r)


def _tie_of_a_knocker(t: Texts, r: RuleSet) -> str:
    match r.knocker_tie:
        case "safe":
            return t.gettext("A knocker who ties for lowest is safe, the others in the tie lose.")
        case "one":
            return t.gettext("A knocker who ties for lowest loses one life like the others.")
        case "two":
            return t.gettext("A knocker who ties for lowest loses two lives, the others one.")
        case _:
            return t.gettext("When a knocker ties for lowest, only the knocker loses a life.")


def _closer_tie(t: Texts, r: RuleSet) -> str:
    match r.knocker_tie:
        case "safe":
            return t.gettext("Whoever closed and ties for lowest is safe, the others lose.")
        case "one":
            return t.gettext("Whoever closed and ties for lowest loses one life like the others.")
        case "two":
            return t.gettext("Whoever closed and ties for lowest loses two lives, the others one.")
        case _:
            return t.gettext("When whoever closed ties for lowest, nobody else loses a life.")


def _all_tied(t: Texts, r: RuleSet) -> str:
    if r.all_tied == "nobody":
        return t.gettext("When all hands are equal, nobody loses a life.")
    return t.gettext("When all hands are equal, all of them are lowest.")


def _tie_break(t: Texts, r: RuleSet) -> str:
    if r.tie_break == "none":
        return t.gettext("Equal points are equal: rank and suit decide nothing.")
    return t.gettext(
        "Equal points: the better suit wins (clubs, spades, hearts, diamonds); "
        "of trios, the higher rank."
    )


def _stock_empty(t: Texts, r: RuleSet) -> str:
    if closes(r):
        return ""
    match r.stock_empty:
        case "pass_or_knock":
            return t.gettext(
                "Stock empty: take the discard, knock, or pass, "
                "which shows the hands without a knocker."
            )
        case "showdown":
            return t.gettext("Stock empty: the hands are shown without a knocker.")
        case "reshuffle":
            return t.gettext("Stock empty: the discards are shuffled to make a new one.")
        case _:
            return t.gettext("Stock empty before a knock: the round does not count.")


def _return_taken_discard(t: Texts, r: RuleSet) -> str:
    if closes(r):
        return ""
    if r.return_taken_discard:
        return t.gettext("A card taken from the discard pile may go straight back.")
    return t.gettext("A card taken from the discard pile may not go straight back.")


def _final_turn_stand(t: Texts, r: RuleSet) -> str:
    if closes(r):
        return ""
    if r.final_turn_stand:
        return t.gettext("On the final turn you may stand: keep the hand as it is.")
    return t.gettext("The final turn must be played: nobody may just keep the hand.")


def _exchange_sizes(t: Texts, r: RuleSet) -> str:
    if not closes(r):
        return ""
    sizes: dict[tuple[int, ...], Callable[[], str]] = {
        (1,): lambda: t.gettext("One card is swapped at a time."),
        (2,): lambda: t.gettext("Two cards are swapped at a time."),
        (3,): lambda: t.gettext("All three cards are swapped, or none."),
        (1, 2): lambda: t.gettext("One card or two are swapped, never all three."),
        (1, 3): lambda: t.gettext("One card or all three are swapped, never two."),
        (2, 3): lambda: t.gettext("Two cards or all three are swapped, never one."),
        (1, 2, 3): lambda: t.gettext("One card, two or all three are swapped."),
    }
    return sizes[r.exchange_sizes]()


def _swap_all_locks(t: Texts, r: RuleSet) -> str:
    if not closes(r) or 3 not in r.exchange_sizes:
        return ""
    if r.swap_all_locks:
        return t.gettext("Whoever has swapped all three swaps no more in this round.")
    return t.gettext("Whoever has swapped all three may swap again on the next turn.")


def _close_timing(t: Texts, r: RuleSet) -> str:
    if not closes(r):
        return ""
    if r.close_timing == "instead":
        return t.gettext("You close instead of swapping or passing.")
    return t.gettext("You close at the end of your turn, after swapping or passing.")


def _all_pass(t: Texts, r: RuleSet) -> str:
    if not closes(r):
        return ""
    return t.gettext(
        "When all pass in a row, three new cards replace the centre; "
        "if there are not enough, the hands are shown."
    )


def _all_out(t: Texts, r: RuleSet) -> str:
    match r.all_out:
        case "tiebreak":
            return t.gettext("If nobody would be left, those who went out play a tie-break deal.")
        case "shared":
            return t.gettext("If nobody would be left, those who went out share the win.")
        case _:
            return t.gettext("If nobody would be left, nobody pays and it is dealt again.")


def _match_end(t: Texts, r: RuleSet) -> str:
    if r.match_end == "last_standing":
        return t.gettext("The last player left wins.")
    return t.gettext("The last player with a life wins, even against others on the bus.")


def _offer_cut(t: Texts, r: RuleSet) -> str:
    if r.offer_cut:
        return t.gettext("The player on the dealer's right cuts the deck.")
    return t.gettext("The deck is not cut.")


def _first_dealer(t: Texts, r: RuleSet) -> str:
    match r.first_dealer:
        case "cut":
            return t.gettext("The highest card cut deals first.")
        case "random":
            return t.gettext("The first dealer is drawn by lot.")
        case _:
            return t.gettext("Whoever sat down first deals first.")


def _max_circuits(t: Texts, r: RuleSet) -> str:
    return t.ngettext(
        "After one turn each the hands are shown at the latest.",
        "After {n} turns each the hands are shown at the latest.",
        r.max_circuits,
    )


def _buy_in(t: Texts, r: RuleSet) -> str:
    if not r.buy_in.enabled:
        return t.gettext("Nobody may buy back in.")
    stake = t.ngettext("{n} point", "{n} points", r.buy_in.stake)
    return t.ngettext(
        "A player who is out may buy back in once, with all lives, for {stake}. "
        "Points, never money.",
        "A player who is out may buy back in up to {n} times, with all lives, for {stake}. "
        "Points, never money.",
        r.buy_in.max,
        stake=stake,
    )


SENTENCES: Final[dict[str, Sentence]] = {
    "mode": _mode,
    "players": _players,
    "deck": _deck,
    "hand_size": _hand_size,
    "lives": _lives,
    "grace": _grace,
    "overflow": _overflow,
    "trio_value": _trio_value,
    "instant_total": _instant_total,
    "instant_penalty": _instant_penalty,
    "instant_after_knock": _instant_after_knock,
    "fire": _fire,
    "first_turn_knock": _first_turn_knock,
    "knocker_lowest_penalty": _knocker_lowest_penalty,
    "knocker_tie": _knocker_tie,
    "all_tied": _all_tied,
    "tie_break": _tie_break,
    "stock_empty": _stock_empty,
    "return_taken_discard": _return_taken_discard,
    "final_turn_stand": _final_turn_stand,
    "exchange_sizes": _exchange_sizes,
    "swap_all_locks": _swap_all_locks,
    "close_timing": _close_timing,
    "all_pass": _all_pass,
    "all_out": _all_out,
    "match_end": _match_end,
    "offer_cut": _offer_cut,
    "first_dealer": _first_dealer,
    "max_circuits": _max_circuits,
    "buy_in": _buy_in,
}
"""One sentence for every option of `RuleSet`; none where it matters nothing."""
