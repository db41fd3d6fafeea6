"""What the referee can settle, by the kind of the row (RULES 13)."""

from collections.abc import Callable
from typing import Final

from domain.cards import Hand, show_cards
from domain.hands import is_fire, is_instant, strength, trio_rank, value
from domain.rules import RuleSet
from domain.seating import cut, cutter, highest_cut, next_dealer, place, playing_order
from telegram_bot.referee.buying_in import settle_buy_in
from telegram_bot.referee.counting import count_hands
from telegram_bot.referee.irregular import settle_irregularity
from telegram_bot.referee.leaving import settle_leaving
from telegram_bot.referee.legality import settle_legality
from telegram_bot.referee.reading import (
    Fields,
    Row,
    Unreadable,
    as_whole,
    check_one_pack,
    check_players,
    read_cards,
    read_hand,
)
from telegram_bot.referee.scripts import play_script
from telegram_bot.referee.showdowns import settle_showdown
from telegram_bot.referee.stock import settle_stock
from telegram_bot.referee.verdict import Reason, Verdict, number

MOST_SEATS: Final = 52


def settle_row(row: Row) -> Verdict:
    """Settle a row.

    Raises:
        ValueError: The row cannot be settled; the text says why.
    """
    if row.kind not in KINDS:
        known = ", ".join(KINDS)
        raise Unreadable(f"rows of kind {row.kind!r} are not settled; choose from {known}")
    return KINDS[row.kind](row.rules, row.input)


def hand_value(rules: RuleSet, fields: Fields) -> Verdict:
    """Say what a hand is worth, and whether it ends a round at once (RULES 8, 6.1)."""
    hand = read_hand(fields.text("hand"), rules)
    points, instant = number(value(hand, rules)), is_instant(hand, rules)
    reasons = [
        Reason(
            lambda t: t.gettext("{cards} counts {points}.", cards=show_cards(hand), points=points),
            _value_clause(hand, rules),
        )
    ]
    if instant:
        reasons.append(
            Reason(lambda t: t.gettext("It ends the round at once."), _instant_clause(hand, rules))
        )
    return Verdict({"value": points, "instant": instant}, tuple(reasons))


def compare(rules: RuleSet, fields: Fields) -> Verdict:
    """Say which of two hands is better at the showdown (RULES 8.5 to 8.8, 8.10, 6.7)."""
    hands = {key: read_hand(fields.text(key), rules) for key in ("a", "b")}
    check_one_pack(hands.values())
    a, b = (strength(hand, rules) for hand in hands.values())
    better = "tie" if a == b else max(("a", a), ("b", b), key=lambda held: held[1])[0]
    return Verdict({"better": better}, (_comparison(rules, hands, better),))


def setup(rules: RuleSet, fields: Fields) -> Verdict:
    """Say whether so many may sit down, and how many cards stay undealt (RULES 2)."""
    players = as_whole(fields.any("players"), "input.players", least=0)
    if not rules.seats(players):
        low, high = rules.players
        return Verdict(
            {"ok": False, "undealt": None},
            (
                Reason(
                    lambda t: t.gettext("{low} to {high} players can play.", low=low, high=high),
                    "2",
                ),
            ),
        )
    undealt = rules.undealt(players)
    return Verdict(
        {"ok": True, "undealt": undealt},
        (
            Reason(
                lambda t: t.ngettext(
                    "{n} card stays undealt.", "{n} cards stay undealt.", undealt
                ),
                "2.6",
            ),
        ),
    )


def rotation(_rules: RuleSet, fields: Fields) -> Verdict:
    """Say who deals the next round and who plays first (RULES 3.2 to 3.5)."""
    seats = fields.whole("seats", least=2)
    if seats > MOST_SEATS:
        raise Unreadable(f"input.seats: {seats} seats are more than one pack can serve (RULES 2)")
    active = {
        _seat(item, "input.active_after_round", seats)
        for item in fields.items("active_after_round")
    }
    if len(active) < 2:
        raise Unreadable("a next round needs two seats still in")
    dealer = next_dealer(seats, active, _seat(fields.any("dealer"), "input.dealer", seats))
    first = playing_order(seats, active, dealer)[0]
    return Verdict(
        {"next_dealer": dealer, "first_player": first},
        (
            Reason(lambda t: t.gettext("Seat {seat} deals.", seat=dealer), "3.2, 3.4"),
            Reason(lambda t: t.gettext("Seat {seat} plays first.", seat=first), "3.3, 3.4"),
        ),
    )


def first_dealer(rules: RuleSet, fields: Fields) -> Verdict:
    """Say who deals first, or who must cut again (RULES 3.1)."""
    shown = fields.fields("cuts")
    if not shown.values:
        raise Unreadable("nobody has cut")
    hands = {name: read_cards(shown.text(name), rules) for name in shown.values}
    for name, hand in hands.items():
        if len(hand) != 1:
            raise Unreadable(f"{name!r} should cut one card, not {len(hand)} (RULES 3.1)")
    check_one_pack(hands.values())
    highest = highest_cut({name: hand[0] for name, hand in hands.items()})
    if len(highest) > 1:
        again = ", ".join(highest)
        return Verdict(
            {"recut": list(highest)},
            (Reason(lambda t: t.gettext("Cutting again: {players}.", players=again), "3.1"),),
        )
    return Verdict(
        {"dealer": highest[0]},
        (Reason(lambda t: t.gettext("{player} deals.", player=highest[0]), "3.1"),),
    )


def cut_deck(rules: RuleSet, fields: Fields) -> Verdict:
    """Say who cuts, or what the deck is after the cut (RULES 4.2)."""
    return _deck_after_cut(rules, fields) if "lift" in fields else _who_cuts(rules, fields)


def placement(_rules: RuleSet, fields: Fields) -> Verdict:
    """Say what place those share who go out together (RULES 10.5)."""
    players, left = fields.whole("players", least=2), fields.whole("still_in")
    out = fields.names("eliminated_together")
    if len(out) + left > players:
        raise Unreadable(f"{len(out)} out and {left} still in are more than {players} players")
    rank = place(left)
    return Verdict(
        {"rank": dict.fromkeys(out, rank)},
        (
            Reason(
                lambda t: t.gettext("Place {n} for {players}.", n=rank, players=", ".join(out)),
                "10.5",
            ),
        ),
    )


KINDS: Final[dict[str, Callable[[RuleSet, Fields], Verdict]]] = {
    "hand_value": hand_value,
    "compare": compare,
    "showdown": settle_showdown,
    "instant": settle_showdown,
    "tiebreak_deal": settle_showdown,
    "script": play_script,
    "setup": setup,
    "rotation": rotation,
    "first_dealer": first_dealer,
    "cut": cut_deck,
    "placement": placement,
    "legality": settle_legality,
    "stock_option": settle_stock,
    "void_round": settle_irregularity,
    "forfeit": settle_leaving,
    "buy_in": settle_buy_in,
    "count": count_hands,
}
"""Every kind of row that can be settled."""


def _value_clause(hand: Hand, rules: RuleSet) -> str:
    trio = trio_rank(hand) and value(hand, rules) == rules.trio_value
    return "8.2" if trio else "8.1"


def _instant_clause(hand: Hand, rules: RuleSet) -> str:
    if is_fire(hand, rules):
        return "6.7"
    if rules.mode == "exchange":
        return "6.6"
    return "9.4" if rules.hand_size == 4 else "6.1"


def _comparison(rules: RuleSet, hands: dict[str, Hand], better: str) -> Reason:
    clause = _comparison_clause(rules, hands, better)
    if better == "tie":
        return Reason(lambda t: t.gettext("The hands tie."), clause)
    cards = show_cards(hands[better])
    return Reason(lambda t: t.gettext("{cards} is the better hand.", cards=cards), clause)


def _comparison_clause(rules: RuleSet, hands: dict[str, Hand], better: str) -> str:
    if any(is_fire(hand, rules) for hand in hands.values()):
        return "6.7"
    (points_a, rank_a, _), (points_b, rank_b, _) = (strength(h, rules) for h in hands.values())
    if points_a != points_b:
        return "8.1"
    if rules.tie_break == "none":
        return "8.10"
    if better == "tie":
        return "8.8"
    return "8.5" if rank_a or rank_b else "8.6"


def _seat(value: object, name: str, seats: int) -> int:
    seat = as_whole(value, name)
    if seat >= seats:
        raise Unreadable(f"{name}: seats are 0 to {seats - 1}, not {seat}")
    return seat


def _deck_after_cut(rules: RuleSet, fields: Fields) -> Verdict:
    deck = read_cards(fields.text("deck_from_top"), rules)
    try:
        after = show_cards(cut(deck, fields.whole("lift")))
    except ValueError as error:
        raise Unreadable(f"{error} (RULES 4.2)") from error
    return Verdict(
        {"deck_from_top": after},
        (Reason(lambda t: t.gettext("From the top: {cards}.", cards=after), "4.2"),),
    )


def _who_cuts(rules: RuleSet, fields: Fields) -> Verdict:
    names, dealer = fields.names("players"), fields.text("dealer")
    check_players(names, rules)
    if dealer not in names:
        raise Unreadable(f"the dealer {dealer!r} is not among the players")
    if not rules.offer_cut:
        return Verdict(
            {"cutter": None},
            (Reason(lambda t: t.gettext("At this table the cut is not offered."), "4.2"),),
        )
    seats = range(len(names))
    who = names[cutter(playing_order(len(names), seats, names.index(dealer)))]
    return Verdict(
        {"cutter": who}, (Reason(lambda t: t.gettext("{player} cuts.", player=who), "4.2"),)
    )
