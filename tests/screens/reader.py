"""A reader who has never seen the game and believes every word of the rules in prose.

It knows the claims that the prose is made of, and nothing of the rule set behind them: what it
expects of a round is what the sentences say, each taken for what it means.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from domain.rules import RuleSet
from telegram_bot.screens.claims import claims
from telegram_bot.screens.rules import USUAL
from tests.domain.recount import points, rank, suit, three_aces

Hand = tuple[str, ...]
Order = tuple[float, int, int]

SUITS = "DHSC"
RANKS = ("7", "8", "9", "10", "J", "Q", "K", "A")
LOW_RANKS = ("2", "3", "4", "5", "6")


@dataclass(frozen=True)
class Outcome:
    """What the reader expects of a showdown."""

    losses: dict[int, int]
    out: frozenset[int] = frozenset()
    tie_break: frozenset[int] = frozenset()
    winners: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Reader:
    """What somebody has understood.

    Attributes:
        said: What is said of each option; what goes without saying is as usual.
        numbers: All numbers that stand there, by option and name.
    """

    said: Mapping[str, str]
    numbers: Mapping[tuple[str, str], float] = field(default_factory=dict)

    @classmethod
    def of(cls, rules: RuleSet) -> "Reader":
        """Read the rules of a table."""
        read = claims(rules)
        told = {name: made for name, made in read.items() if USUAL.get(name) != made.says}
        return cls(
            {**USUAL, **{name: made.says for name, made in told.items()}},
            {(name, key): n for name, made in told.items() for key, n in made.numbers.items()},
        )

    def worth(self, hand: Hand) -> float:
        """Aces count 11, court cards 10; a hand is worth its best suit, or as a trio."""
        best = max(sum(points(card) for card in hand if suit(card) == s) for s in SUITS)
        if self.said["trio_value"] == "nothing" or not self.trio(hand):
            return best
        worth = self.numbers["trio_value", "points"]
        return worth if self.said["trio_value"] == "worth" else max(best, worth)

    def trio(self, hand: Hand) -> str | None:
        """Three of a kind: three cards of one rank."""
        ranks = [rank(card) for card in hand]
        return next((each for each in ranks if ranks.count(each) >= 3), None)

    def fire(self, hand: Hand) -> bool:
        """Fire: three aces."""
        return self.said["fire"] == "yes" and three_aces(hand)

    def total(self, hand: Hand) -> bool:
        """A whole hand of one suit that makes so many."""
        one_suit = len({suit(card) for card in hand}) == 1
        return one_suit and sum(map(points, hand)) == self.numbers["instant_total", "total"]

    def ends(self, hand: Hand, *, knocked: bool) -> bool:
        """Whether a hand ends the round, before or after somebody has knocked."""
        if self.fire(hand):
            return True
        return self.total(hand) and not (
            knocked and self.said["instant_after_knock"] == "showdown"
        )

    def order(self, hand: Hand) -> Order:
        """What hands are compared by."""
        if self.fire(hand):
            return 1000, 0, 0
        worth, trio = self.worth(hand), self.trio(hand)
        if self.said["tie_break"] == "none":
            return worth, 0, 0
        best = {s: sum(points(card) for card in hand if suit(card) == s) for s in SUITS}
        if trio and worth > max(best.values()):
            return worth, 1 + (*LOW_RANKS, *RANKS).index(trio), 0
        return worth, 0, max(SUITS.index(s) for s in SUITS if best[s] == worth)

    def lowest(self, hands: Mapping[int, Hand]) -> set[int]:
        """All who tie for lowest; nobody where all hands are equal and that costs nothing."""
        worst = min(map(self.order, hands.values()))
        lowest = {seat for seat, hand in hands.items() if self.order(hand) == worst}
        return set() if lowest == set(hands) and self.said["all_tied"] == "nobody" else lowest

    def losses(self, hands: Mapping[int, Hand], knocker: int | None) -> dict[int, int]:
        """Who pays how many lives when these hands are shown."""
        ending = {
            seat for seat, hand in hands.items() if self.ends(hand, knocked=knocker is not None)
        }
        fires = {seat for seat in ending if self.fire(hands[seat])}
        if fires:
            return dict.fromkeys(set(hands) - fires, 1)
        if ending:
            return self._losses_by_total(hands, ending, knocker)
        return self._losses_by_showdown(self.lowest(hands), knocker)

    def _losses_by_total(
        self, hands: Mapping[int, Hand], ending: set[int], knocker: int | None
    ) -> dict[int, int]:
        match self.said["instant_penalty"]:
            case "all_others":
                paying = set(hands) - ending
            case "lowest":
                paying = self.lowest(hands)
        match self.said["instant_after_knock"]:
            case "instant_knocker_two":
                return {seat: 2 if seat == knocker else 1 for seat in paying}
            case "instant_lowest_knocker_two":
                lowest = self.lowest(hands)
                return {seat: 2 if seat == knocker and seat in lowest else 1 for seat in paying}
            case _:
                return dict.fromkeys(paying, 1)

    def _losses_by_showdown(self, lowest: set[int], knocker: int | None) -> dict[int, int]:
        if knocker not in lowest:
            return dict.fromkeys(lowest, 1)
        if lowest == {knocker}:
            return {knocker: int(self.said["knocker_lowest_penalty"])}
        match self.said["knocker_tie"]:
            case "safe":
                return dict.fromkeys(lowest - {knocker}, 1)
            case "one":
                return dict.fromkeys(lowest, 1)
            case "two":
                return {seat: 2 if seat == knocker else 1 for seat in lowest}
            case _:
                return {knocker: 1}

    def outcome(
        self, hands: Mapping[int, Hand], lives: Mapping[int, int], knocker: int | None
    ) -> Outcome:
        """What a showdown leads to."""
        losses = self.losses(hands, knocker)
        out = frozenset(seat for seat, lost in losses.items() if self._goes_out(lives[seat], lost))
        left = {seat: max(0, n - losses.get(seat, 0)) for seat, n in lives.items()}
        still_in = {seat: n for seat, n in left.items() if seat not in out}
        if still_in:
            return Outcome(losses, out, winners=self._winners(still_in))
        match self.said["all_out"]:
            case "tiebreak":
                return Outcome(losses, tie_break=out)
            case "shared":
                return Outcome(losses, out, winners=out)
            case _:
                return Outcome({})

    def _goes_out(self, held: int, lost: int) -> bool:
        if self.said["grace"] == "no":
            return lost >= held
        return held == 0 or (lost > held and self.said.get("overflow") == "eliminate")

    def _winners(self, still_in: Mapping[int, int]) -> frozenset[int]:
        living = frozenset(seat for seat, n in still_in.items() if n)
        if self.said["match_end"] == "last_with_life" and len(living) == 1:
            return living
        return frozenset(still_in) if len(still_in) == 1 else frozenset()
