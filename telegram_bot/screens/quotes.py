"""What the rules say, quoted to whoever asks why a showdown was decided so."""

from collections.abc import Callable
from typing import Final

from domain.match import Showdown
from domain.rules import RuleSet
from telegram_bot.screens.cards import points_text
from telegram_bot.screens.claims import says
from telegram_bot.screens.terms import closes
from telegram_bot.texts import Texts

Quote = Callable[[Texts, RuleSet], str]


def _stock_exhausted(t: Texts, r: RuleSet) -> str:
    if says("stock_empty", r) == "pass_or_knock":
        return t.gettext(
            "When the stock is empty and nobody has knocked, a pass ends the round, and so does a "
            "turn for each player: the hands are shown without a knocker."
        )
    return t.gettext(
        "When the stock is empty and nobody has knocked, the round ends without a knocker: "
        "all hands are shown and the lowest loses a life."
    )


def _trio(t: Texts, r: RuleSet) -> str:
    points = points_text(r.trio_value or 0, t)
    worth = (
        t.gettext(
            "Three cards of one rank are worth {points}, or their best suit where that is more.",
            points=points,
        )
        if says("trio_value", r) == "at_least"
        else t.gettext(
            "Three cards of one rank are worth {points}, whatever their suits.", points=points
        )
    )
    ends = (
        t.gettext("Only three aces end a round.")
        if says("fire", r) == "yes"
        else t.gettext("They never end a round.")
    )
    return f"{worth} {ends}"


def _instant_knocker_two(t: Texts, r: RuleSet) -> str:
    if says("instant_after_knock", r) == "instant_lowest_knocker_two":
        return t.gettext(
            "When somebody shows {total} after a knock and the lowest hand is the knocker's, it "
            "costs the knocker two lives.",
            total=r.instant_total,
        )
    return t.gettext(
        "When somebody shows {total} after a knock, the knocker loses two lives, "
        "everybody else one.",
        total=r.instant_total,
    )


def _instant_closer_two(t: Texts, r: RuleSet) -> str:
    if says("instant_after_knock", r) == "instant_lowest_knocker_two":
        return t.gettext(
            "When somebody shows {total} after the round was closed and the lowest hand is that "
            "of whoever closed it, it costs them two lives.",
            total=r.instant_total,
        )
    return t.gettext(
        "When somebody shows {total} after the round was closed, whoever closed it loses "
        "two lives, everybody else one.",
        total=r.instant_total,
    )


def _tied_in_suit(t: Texts, r: RuleSet) -> str:
    if says("knocker_tie", r) == "one":
        return t.gettext(
            "Equal points in the same suit are a tie. All who tie for the lowest hand lose one "
            "life each, whoever of them ended the round."
        )
    return t.gettext(
        "Equal points in the same suit are a tie. All who tie for the lowest hand lose one life "
        "each."
    )


QUOTES: Final[dict[str, Quote]] = {
    # How a round ends.
    "stock_exhausted": _stock_exhausted,
    "centre_exhausted": lambda t, _: t.gettext(
        "When all have passed and fewer than three cards are left, there is no new centre: "
        "all hands are shown."
    ),
    "turn_limit": lambda t, r: t.ngettext(
        "If nobody has knocked after one turn for each player, the hands are shown, "
        "so that no round goes on for ever.",
        "If nobody has knocked after {n} turns for each player, the hands are shown, "
        "so that no round goes on for ever.",
        r.max_circuits,
    ),
    "void": lambda t, _: t.gettext(
        "When the stock is empty before anybody has knocked, the round does not count: "
        "no lives are lost and the same dealer deals again."
    ),
    "instant": lambda t, r: t.gettext(
        "A whole hand of one suit worth {total} is shown at once. It ends the round, "
        "whoever's turn it is.",
        total=r.instant_total,
    ),
    "instant_deal": lambda t, r: t.gettext(
        "Whoever is dealt {total} shows it before anybody plays, and the round is over.",
        total=r.instant_total,
    ),
    "instant_final_turn": lambda t, r: t.gettext(
        "At this table {total} ends the round even after a knock: "
        "those who have not had their final turn do not get it.",
        total=r.instant_total,
    ),
    "fire": lambda t, _: t.gettext(
        "Fire: three aces are shown at once. They end the round and beat every other hand."
    ),
    # What hands are worth, and how equal hands are told apart.
    "trio": _trio,
    "instant_counts_as_hand": lambda t, r: t.gettext(
        "Once somebody has knocked, {total} does not end the round at this table. "
        "It is compared with the other hands like any hand.",
        total=r.instant_total,
    ),
    "tie_by_rank": lambda t, _: t.gettext(
        "Of two hands with three of a kind the higher rank is better: ace, king, queen, jack, "
        "ten and so on down."
    ),
    "tie_by_trio": lambda t, r: t.gettext(
        "Three of a kind is worth {points} here, as a suit may be. Of the two, three of a kind is "
        "the better hand.",
        points=points_text(r.trio_value or 0, t),
    ),
    "tie_by_suit": lambda t, _: t.gettext(
        "Of hands with equal points the better suit wins: clubs, spades, hearts, diamonds. "
        "Only the same points in the same suit are equal."
    ),
    # Who loses lives.
    "others_lose": lambda t, _: t.gettext(
        "Whoever ends the round so loses nothing. Every other player loses one life."
    ),
    "only_lowest_pays": lambda t, r: t.gettext(
        "When somebody shows {total}, the hands are compared, and only the lowest loses a life.",
        total=r.instant_total,
    ),
    "several_instants": lambda t, _: t.gettext(
        "When several players show a hand that ends the round, all of them are safe."
    ),
    "instant_knocker_two": _instant_knocker_two,
    "lowest": lambda t, _: t.gettext(
        "The hands are compared, and the lowest alone loses one life. "
        "It does not matter who is highest."
    ),
    "tied_lowest": lambda t, _: t.gettext("All who tie for the lowest hand lose one life each."),
    "all_tied_nobody": lambda t, _: t.gettext(
        "When all hands are equal there is no lowest one, and nobody loses a life."
    ),
    "tied_in_suit": _tied_in_suit,
    "knocker_pays_one": lambda t, _: t.gettext(
        "At this table a knocker who alone holds the lowest hand loses one life like anybody else."
    ),
    "knocker_lowest": lambda t, _: t.gettext(
        "A knocker takes a risk: alone with the lowest hand, the knocker loses two lives "
        "instead of one."
    ),
    "knocker_tie_safe": lambda t, _: t.gettext(
        "Only a knocker who is strictly lowest pays. In a tie for lowest the knocker is safe, "
        "and the others in the tie lose one life each."
    ),
    "knocker_tie_one": lambda t, _: t.gettext(
        "In a tie for lowest the knocker is treated like the others: everybody in the tie "
        "loses one life."
    ),
    "knocker_tie_two": lambda t, _: t.gettext(
        "In a tie for lowest the knocker loses two lives, the others in the tie one each."
    ),
    "knocker_tie_knocker_only": lambda t, _: t.gettext(
        "In a tie for lowest the knocker alone pays one life; the others in the tie are safe."
    ),
    # What follows from the lives.
    "overflow_cap": lambda t, _: t.gettext(
        "Whoever has two lives to pay and only one left pays that one and goes on the bus: "
        "still in until the next loss."
    ),
    "overflow_eliminate": lambda t, _: t.gettext(
        "Whoever has two lives to pay and only one left is out at once, without a ride on the bus."
    ),
    "last_with_life": lambda t, _: t.gettext(
        "At this table the last player who has a life wins, even if others are on the bus."
    ),
    "shared_place": lambda t, _: t.gettext(
        "Players who go out in the same round share a place: that after all who are still in."
    ),
    "all_out_tiebreak": lambda t, _: t.gettext(
        "If nobody would be left, those who went out together play a tie-break deal, "
        "each with their life at stake."
    ),
    "all_out_shared": lambda t, _: t.gettext(
        "If nobody would be left, those who went out together share the win."
    ),
    "all_out_replay": lambda t, _: t.gettext(
        "If nobody would be left, nobody pays for the round, and the same dealer deals again."
    ),
}
"""The rule behind every code of `domain.showdown.Ruling`, in at most 190 characters."""

CLOSING: Final[dict[str, Quote]] = {
    "turn_limit": lambda t, r: t.ngettext(
        "If nobody has closed after one turn for each player, the hands are shown, "
        "so that no round goes on for ever.",
        "If nobody has closed after {n} turns for each player, the hands are shown, "
        "so that no round goes on for ever.",
        r.max_circuits,
    ),
    "instant_final_turn": lambda t, r: t.gettext(
        "At this table {total} ends the round even after it was closed: "
        "those who have not had their last turn do not get it.",
        total=r.instant_total,
    ),
    "instant_counts_as_hand": lambda t, r: t.gettext(
        "Once somebody has closed, {total} does not end the round at this table. "
        "It is compared with the other hands like any hand.",
        total=r.instant_total,
    ),
    "instant_knocker_two": _instant_closer_two,
    "knocker_pays_one": lambda t, _: t.gettext(
        "At this table whoever closed and alone holds the lowest hand loses one life "
        "like anybody else."
    ),
    "knocker_lowest": lambda t, _: t.gettext(
        "Closing is a risk at this table: whoever closed and alone holds the lowest hand loses "
        "two lives instead of one."
    ),
    "knocker_tie_safe": lambda t, _: t.gettext(
        "Whoever closed pays only when strictly lowest. In a tie for lowest they are safe, "
        "and the others in the tie lose one life each."
    ),
    "knocker_tie_one": lambda t, _: t.gettext(
        "In a tie for lowest it does not matter who closed: everybody in the tie loses one life."
    ),
    "knocker_tie_two": lambda t, _: t.gettext(
        "In a tie for lowest whoever closed loses two lives, the others in the tie one each."
    ),
    "knocker_tie_knocker_only": lambda t, _: t.gettext(
        "In a tie for lowest only whoever closed pays one life; the others in the tie are safe."
    ),
    "overflow_cap": lambda t, _: t.gettext(
        "Whoever has two lives to pay and only one left pays that one and swims: "
        "still in until the next loss."
    ),
    "overflow_eliminate": lambda t, _: t.gettext(
        "Whoever has two lives to pay and only one left is out at once, without swimming."
    ),
    "last_with_life": lambda t, _: t.gettext(
        "At this table the last player who has a life wins, even if others swim."
    ),
}
"""What is quoted differently where a round is closed."""


def quote(showdown: Showdown, place: int, rules: RuleSet, texts: Texts) -> str | None:
    """Quote the rule behind one ruling of a showdown, in at most 200 characters.

    Args:
        showdown: The showdown.
        place: Which of its rulings, counted from 1.
        rules: The rules of the table.
        texts: The language of whoever asks.

    Returns:
        The rule and its clause, or nothing if there was no such ruling.
    """
    if not 1 <= place <= len(showdown.rulings):
        return None
    ruling = showdown.rulings[place - 1]
    known = {**QUOTES, **CLOSING} if closes(rules) else QUOTES
    return f"{known[ruling.code](texts, rules)} ({ruling.clause})"
