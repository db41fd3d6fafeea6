"""Who loses what when a round ends, and who is left (RULES 6.3 to 7.10, 10)."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from domain.cards import Hand
from domain.circle import Ending, ends_round
from domain.facts import Seat
from domain.hands import Strength, is_fire, is_instant, strength, trio_rank, value
from domain.rules import RuleSet

INSTANT_REASONS = frozenset({"instant", "instant_deal", "instant_final_turn"})


@dataclass(frozen=True)
class Ruling:
    """A rule that decided something at the showdown.

    Attributes:
        code: A stable key for the sentence that a person reads.
        clause: The clause of RULES.
        seats: Whom it concerned.
    """

    code: str
    clause: str
    seats: tuple[Seat, ...] = ()


@dataclass(frozen=True)
class Settlement:
    """What a showdown costs and who remains.

    Attributes:
        values: Points of each hand shown.
        losses: Lives charged; a player with fewer pays what there is (RULES 7.8).
        lives: Lives of everybody afterwards.
        on_bus: Seats still in without a life (RULES 7.9).
        eliminated: Seats that are out.
        tie_break: Seats that must play a tie-break deal, since nobody would be left.
        winners: Seats that win the match now; several only when it is shared.
        replayed: Whether nobody pays and the round is dealt again (RULES 10.2, `replay`).
        rulings: What decided, in the order in which it was applied.
    """

    values: dict[Seat, float]
    losses: dict[Seat, int]
    lives: dict[Seat, int]
    on_bus: tuple[Seat, ...] = ()
    eliminated: tuple[Seat, ...] = ()
    tie_break: tuple[Seat, ...] = ()
    winners: tuple[Seat, ...] = ()
    replayed: bool = False
    rulings: tuple[Ruling, ...] = ()


def settle(
    rules: RuleSet,
    hands: Mapping[Seat, Hand],
    lives: Mapping[Seat, int],
    ending: Ending,
) -> Settlement:
    """Apply a round's end to the lives of those who played it.

    Args:
        rules: The rules of the table.
        hands: Hands of those in the showdown, in reporting order (RULES 10.6).
        lives: Lives of everybody still in the match.
        ending: Why the round ended, and whose knock stands.
    """
    values = {seat: value(hand, rules) for seat, hand in hands.items()}
    if ending.reason == "void":
        unchanged = Settlement(values, {}, dict(lives), rulings=(Ruling("void", "5.6"),))
        return replace(unchanged, on_bus=_riders(rules, unchanged.lives))
    losses, rulings = _losses(rules, hands, ending)
    return _consequences(rules, _Charge(values, dict(lives), losses, rulings))


def survivors(rules: RuleSet, lives: Mapping[Seat, int]) -> tuple[Seat, ...]:
    """Return who wins once these seats are left, or nobody while the match goes on.

    Args:
        rules: The rules of the table.
        lives: Lives of everybody still in.
    """
    if len(lives) == 1:
        return tuple(lives)
    alive = tuple(seat for seat, left in lives.items() if left > 0)
    if rules.match_end == "last_with_life" and len(alive) == 1:
        return alive
    return ()


def _losses(
    rules: RuleSet, hands: Mapping[Seat, Hand], ending: Ending
) -> tuple[dict[Seat, int], tuple[Ruling, ...]]:
    if ending.reason in INSTANT_REASONS:
        return _instant_losses(rules, hands, ending)
    losses, rulings = _showdown_losses(rules, hands, ending)
    return losses, (*_circumstances(rules, hands, ending), *rulings)


def _instant_losses(
    rules: RuleSet, hands: Mapping[Seat, Hand], ending: Ending
) -> tuple[dict[Seat, int], tuple[Ruling, ...]]:
    """Charge for a 31 or for Fire (RULES 6.1, 6.3, 6.6, 6.7).

    Fire always costs all others one life, whoever of them has knocked (6.7). Who pays for a 31
    is a matter of `instant_penalty` (6.6), how much a knocker pays who is among them of
    `instant_after_knock` (6.3): where the lowest alone pays, a knocker who is not lowest pays
    nothing.
    """
    fires = tuple(seat for seat, hand in hands.items() if is_fire(hand, rules))
    if fires:
        losses, who_pays = _others_pay(hands, fires, "6.7")
        return losses, (Ruling("fire", "6.7", fires), *who_pays)
    holders = tuple(seat for seat, hand in hands.items() if is_instant(hand, rules))
    if rules.instant_penalty == "all_others":
        losses, who_pays = _others_pay(hands, holders, "6.1")
    else:
        losses, who_pays = _lowest_pays(rules, hands, holders)
    rulings = [_instant_ruling(rules, ending, holders), *who_pays]
    doubled = rules.instant_after_knock == "instant_knocker_two"
    if doubled and ending.knocker in losses:
        losses[ending.knocker] = 2
        rulings.append(Ruling("instant_knocker_two", "6.3", (ending.knocker,)))
    return losses, tuple(rulings)


def _others_pay(
    hands: Mapping[Seat, Hand], holders: tuple[Seat, ...], clause: str
) -> tuple[dict[Seat, int], list[Ruling]]:
    rulings = [Ruling("several_instants", "6.4", holders)] if len(holders) > 1 else []
    losses = {seat: 1 for seat in hands if seat not in holders}
    if losses:
        rulings.append(Ruling("others_lose", clause, holders))
    return losses, rulings


def _lowest_pays(
    rules: RuleSet, hands: Mapping[Seat, Hand], holders: tuple[Seat, ...]
) -> tuple[dict[Seat, int], list[Ruling]]:
    """Charge one life to the lowest, knocker or not (RULES 6.6)."""
    losses, rulings = _showdown_losses(rules, hands, Ending("instant", None))
    only = Ruling("only_lowest_pays", "6.6", holders)
    return losses, [only, *_trios(rules, hands), *rulings]


_INSTANT_CLAUSES = {
    "draw": {"instant_deal": "6.2", "instant_final_turn": "6.3", "instant": "6.1"},
    "exchange": {"instant_deal": "6.8", "instant_final_turn": "6.6", "instant": "6.6"},
}


def _instant_ruling(rules: RuleSet, ending: Ending, holders: tuple[Seat, ...]) -> Ruling:
    return Ruling(ending.reason, _INSTANT_CLAUSES[rules.mode][ending.reason], holders)


def _circumstances(
    rules: RuleSet, hands: Mapping[Seat, Hand], ending: Ending
) -> tuple[Ruling, ...]:
    """Name what shaped the showdown before anything was compared."""
    rulings = []
    if ending.reason == "stock_exhausted":
        rulings.append(_out_of_cards(rules))
    if ending.reason == "turn_limit":
        rulings.append(Ruling("turn_limit", "11.4"))
    rulings += _trios(rules, hands)
    if ending.reason in {"knock", "close"}:
        rulings += _late(rules, hands)
    return tuple(rulings)


def _trios(rules: RuleSet, hands: Mapping[Seat, Hand]) -> list[Ruling]:
    """Name the hands that count as three of a kind; Fire is more than that (RULES 6.7, 8.2)."""
    trios = tuple(
        seat
        for seat, hand in hands.items()
        if trio_rank(hand) and value(hand, rules) == rules.trio_value and not is_fire(hand, rules)
    )
    return [Ruling("trio", "8.2", trios)] if trios else []


def _late(rules: RuleSet, hands: Mapping[Seat, Hand]) -> list[Ruling]:
    """Name the 31s that came after a knock and ended nothing (RULES 6.3)."""
    late = tuple(
        seat
        for seat, hand in hands.items()
        if is_instant(hand, rules) and not ends_round(hand, rules, knocked=True)
    )
    return [Ruling("instant_counts_as_hand", "6.3", late)] if late else []


def _out_of_cards(rules: RuleSet) -> Ruling:
    if rules.mode == "exchange":
        return Ruling("centre_exhausted", "5.13")
    return Ruling("stock_exhausted", "5.6")


def _showdown_losses(
    rules: RuleSet, hands: Mapping[Seat, Hand], ending: Ending
) -> tuple[dict[Seat, int], tuple[Ruling, ...]]:
    strengths = {seat: strength(hand, rules) for seat, hand in hands.items()}
    worst = min(strengths.values())
    lowest = tuple(seat for seat, held in strengths.items() if held == worst)
    tied = _tied_by_points(rules, strengths, lowest)
    if len(lowest) == len(hands) and len(hands) > 1 and rules.all_tied == "nobody":
        return {}, (Ruling("all_tied_nobody", "7.7", lowest),)
    if len(lowest) > 1 and rules.tie_break != "none" and _all_pay(rules, ending, lowest):
        return dict.fromkeys(lowest, 1), (*tied, Ruling("tied_in_suit", "8.8", lowest))
    if ending.knocker not in lowest:
        code = "lowest" if len(lowest) == 1 else "tied_lowest"
        return dict.fromkeys(lowest, 1), (*tied, Ruling(code, "7.2", lowest))
    if len(lowest) == 1:
        penalty = rules.knocker_lowest_penalty
        code, clause = ("knocker_lowest", "7.3") if penalty > 1 else ("knocker_pays_one", "7.10")
        return {lowest[0]: penalty}, (*tied, Ruling(code, clause, lowest))
    losses, rulings = _knocker_tied(rules, ending.knocker, lowest)
    return losses, (*tied, *rulings)


def _all_pay(rules: RuleSet, ending: Ending, lowest: tuple[Seat, ...]) -> bool:
    """Tell whether those who tie for lowest pay alike, whoever of them knocked."""
    return ending.knocker not in lowest or rules.knocker_tie == "one"


def _knocker_tied(
    rules: RuleSet, knocker: Seat, lowest: tuple[Seat, ...]
) -> tuple[dict[Seat, int], tuple[Ruling, ...]]:
    others = tuple(seat for seat in lowest if seat != knocker)
    match rules.knocker_tie:
        case "safe":
            losses = dict.fromkeys(others, 1)
        case "one":
            losses = dict.fromkeys(lowest, 1)
        case "two":
            losses = {seat: 2 if seat == knocker else 1 for seat in lowest}
        case _:
            losses = {knocker: 1}
    clause = "7.5" if rules.knocker_tie == "safe" else "7.6"
    return losses, (Ruling(f"knocker_tie_{rules.knocker_tie}", clause, (knocker, *others)),)


def _tied_by_points(
    rules: RuleSet, strengths: Mapping[Seat, Strength], lowest: tuple[Seat, ...]
) -> tuple[Ruling, ...]:
    """Name the tie-breaks when equal points were told apart by rank or suit (RULES 8.5, 8.6)."""
    if rules.tie_break == "none":
        return ()
    points, rank, _ = strengths[lowest[0]]
    equal = tuple(seat for seat, held in strengths.items() if held[0] == points)
    if rank:
        return (Ruling("tie_by_rank", "8.5", equal),) if len(equal) > len(lowest) else ()
    suited = tuple(seat for seat in equal if not strengths[seat][1])
    by_trio = (Ruling("tie_by_trio", "8.5", equal),) if len(equal) > len(suited) else ()
    by_suit = (Ruling("tie_by_suit", "8.6", suited),) if len(suited) > len(lowest) else ()
    return by_trio + by_suit


@dataclass(frozen=True)
class _Charge:
    """Lives charged, before it is known what follows from them."""

    values: dict[Seat, float]
    before: dict[Seat, int]
    losses: dict[Seat, int]
    rulings: tuple[Ruling, ...]

    @property
    def lives(self) -> dict[Seat, int]:
        return {seat: max(0, n - self.losses.get(seat, 0)) for seat, n in self.before.items()}


def _consequences(rules: RuleSet, charge: _Charge) -> Settlement:
    out = tuple(
        seat
        for seat, held in charge.before.items()
        if _is_out(rules, held, charge.losses.get(seat, 0))
    )
    left = {seat: held for seat, held in charge.lives.items() if seat not in out}
    if not left:
        return _nobody_left(rules, charge, out)
    winners = survivors(rules, left)
    return Settlement(
        values=charge.values,
        losses=charge.losses,
        lives=charge.lives,
        on_bus=_riders(rules, left),
        eliminated=out,
        winners=winners,
        rulings=(*charge.rulings, *_life_rulings(rules, charge, out, winners, len(left))),
    )


def _life_rulings(
    rules: RuleSet,
    charge: _Charge,
    out: tuple[Seat, ...],
    winners: tuple[Seat, ...],
    left: int,
) -> list[Ruling]:
    """Name the rules about lives and places that decided something (RULES 7.8, 10.1, 10.5)."""
    excess = tuple(seat for seat, lost in charge.losses.items() if lost > charge.before[seat] > 0)
    rulings = []
    if excess and rules.grace:
        rulings.append(Ruling(f"overflow_{rules.overflow}", "7.8", excess))
    if winners and left > 1:
        rulings.append(Ruling("last_with_life", "10.1", winners))
    if len(out) > 1:
        rulings.append(Ruling("shared_place", "10.5", out))
    return rulings


def _is_out(rules: RuleSet, before: int, lost: int) -> bool:
    if not lost:
        return False
    if before == 0 or (lost > before and rules.overflow == "eliminate"):
        return True
    return lost >= before and not rules.grace


def _nobody_left(rules: RuleSet, charge: _Charge, out: tuple[Seat, ...]) -> Settlement:
    """Decide a round after which nobody would be left (RULES 10.2)."""
    ruling = Ruling(f"all_out_{rules.all_out}", "10.2", out)
    rulings = (*charge.rulings, ruling)
    settled = Settlement(charge.values, charge.losses, charge.lives, rulings=rulings)
    match rules.all_out:
        case "tiebreak":
            return replace(settled, tie_break=out)
        case "shared":
            return replace(settled, eliminated=out, winners=out)
        case _:
            riders = _riders(rules, charge.before)
            undone = replace(settled, losses={}, lives=charge.before, rulings=(ruling,))
            return replace(undone, on_bus=riders, replayed=True)


def _riders(rules: RuleSet, lives: Mapping[Seat, int]) -> tuple[Seat, ...]:
    return tuple(seat for seat, left in lives.items() if left == 0) if rules.grace else ()
