"""The rules that decided a showdown, one sentence each: for the table and for the referee."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from babel.lists import format_list
from babel.numbers import format_decimal

from domain.facts import Seat
from domain.rules import RuleSet
from domain.showdown import Ruling
from telegram_bot.screens.terms import closes
from telegram_bot.texts import Texts


@dataclass(frozen=True)
class _Case:
    """A ruling to be put into words: the language, the rules, and whom it concerned."""

    texts: Texts
    rules: RuleSet
    names: tuple[str, ...]

    def gettext(self, message: str) -> str:
        return self.texts.gettext(message, **self._values())

    def ngettext(self, one: str, many: str, *, less: int = 0) -> str:
        """Choose the plural form for the number of names, less those that do not count."""
        return self.texts.ngettext(one, many, len(self.names) - less, **self._values())

    def _values(self) -> dict[str, object]:
        return {
            "players": self._listed(self.names),
            "knocker": self.names[0] if self.names else "",
            "others": self._listed(self.names[1:]),
            "total": self.rules.instant_total,
            "trio": format_decimal(self.rules.trio_value or 0, locale=self.texts.locale),
        }

    def _listed(self, names: tuple[str, ...]) -> str:
        return format_list(list(names), locale=self.texts.locale)


SENTENCES: Final[dict[str, Callable[[_Case], str]]] = {
    # How the round ended.
    "stock_exhausted": lambda c: c.gettext(
        "The stock ran out and nobody had knocked: the hands are shown without a knocker."
    ),
    "centre_exhausted": lambda c: c.gettext(
        "All passed and there are too few cards for a new centre: the hands are shown."
    ),
    "turn_limit": lambda c: c.gettext(
        "The round took too many turns: the hands are shown without a knocker."
    ),
    "void": lambda c: c.gettext(
        "The stock ran out before anybody knocked: the round does not count."
    ),
    "instant": lambda c: c.ngettext(
        "{players} shows {total}: the round ends at once.",
        "{players} show {total}: the round ends at once.",
    ),
    "instant_deal": lambda c: c.ngettext(
        "{players} was dealt {total}: the round ends before anybody plays.",
        "{players} were dealt {total}: the round ends before anybody plays.",
    ),
    "instant_final_turn": lambda c: c.gettext(
        "{players} made {total} after the knock: at this table that ends the round at once."
    ),
    "fire": lambda c: c.ngettext(
        "{players} shows three aces, Fire: the round ends at once.",
        "{players} show three aces, Fire: the round ends at once.",
    ),
    # What a hand was worth, and how equal hands were told apart.
    "trio": lambda c: c.ngettext(
        "{players} holds three of a kind, worth {trio}.",
        "{players} hold three of a kind, worth {trio} each.",
    ),
    "instant_counts_as_hand": lambda c: c.ngettext(
        "{players} reached {total} after the knock: "
        "at this table that ends nothing, it is a hand like any other.",
        "{players} reached {total} after the knock: "
        "at this table that ends nothing, these are hands like any other.",
    ),
    "tie_by_rank": lambda c: c.gettext("{players} hold equal points: the higher rank is better."),
    "tie_by_trio": lambda c: c.gettext(
        "{players} hold equal points: three of a kind is better than a suit."
    ),
    "tie_by_suit": lambda c: c.gettext("{players} hold equal points: the better suit decides."),
    # Who loses lives.
    "others_lose": lambda c: c.gettext("Everybody but {players} loses a life."),
    "only_lowest_pays": lambda c: c.gettext(
        "At this table {total} costs only the lowest hand a life."
    ),
    "several_instants": lambda c: c.gettext("{players} end the round together: they are safe."),
    "instant_knocker_two": lambda c: c.gettext(
        "{knocker} had knocked before that and loses two lives instead of one."
    ),
    "lowest": lambda c: c.gettext("{players} holds the lowest hand and loses a life."),
    "tied_lowest": lambda c: c.gettext("{players} tie for the lowest hand: each loses a life."),
    "all_tied_nobody": lambda c: c.gettext("All hands are equal: nobody loses a life."),
    "tied_in_suit": lambda c: c.gettext(
        "{players} hold the same points in the same suit, the lowest: each loses a life."
    ),
    "knocker_pays_one": lambda c: c.gettext(
        "{knocker} knocked and holds the lowest hand: one life, as for anybody else."
    ),
    "knocker_lowest": lambda c: c.gettext(
        "{knocker} knocked and holds the lowest hand: two lives instead of one."
    ),
    "knocker_tie_safe": lambda c: c.ngettext(
        "{knocker} knocked and ties for lowest: the knocker is safe, {others} loses a life.",
        "{knocker} knocked and ties for lowest: the knocker is safe, {others} lose a life each.",
        less=1,
    ),
    "knocker_tie_one": lambda c: c.gettext(
        "{knocker} knocked and ties for lowest with {others}: each of them loses a life."
    ),
    "knocker_tie_two": lambda c: c.gettext(
        "{knocker} knocked and ties for lowest with {others}: "
        "the knocker loses two lives, every other hand in the tie costs one."
    ),
    "knocker_tie_knocker_only": lambda c: c.gettext(
        "{knocker} knocked and ties for lowest with {others}: only the knocker loses a life."
    ),
    # What follows from the lives.
    "overflow_cap": lambda c: c.gettext(
        "{players} had one life left and loses that one only: there is one more chance."
    ),
    "overflow_eliminate": lambda c: c.gettext(
        "{players} had one life left and two to lose: that is elimination."
    ),
    "last_with_life": lambda c: c.gettext(
        "{players} is the last with a life, which wins at this table."
    ),
    "shared_place": lambda c: c.gettext("{players} go out together and share a place."),
    "all_out_tiebreak": lambda c: c.gettext(
        "Nobody would be left: {players} play a tie-break deal."
    ),
    "all_out_shared": lambda c: c.gettext("Nobody would be left: {players} share the win."),
    "all_out_replay": lambda c: c.gettext(
        "Nobody would be left: nobody pays, and the round is dealt again."
    ),
}
"""One sentence for every code of `domain.showdown.Ruling`."""


CLOSING: Final[dict[str, Callable[[_Case], str]]] = {
    "turn_limit": lambda c: c.gettext("The round took too many turns: the hands are shown."),
    "instant_deal": lambda c: c.ngettext(
        "{players} holds {total} before the first turn: the round ends at once.",
        "{players} hold {total} before the first turn: the round ends at once.",
    ),
    "instant_final_turn": lambda c: c.gettext(
        "{players} made {total} after the round was closed: "
        "at this table that ends the round at once."
    ),
    "instant_counts_as_hand": lambda c: c.ngettext(
        "{players} reached {total} after the round was closed: "
        "at this table that ends nothing, it is a hand like any other.",
        "{players} reached {total} after the round was closed: "
        "at this table that ends nothing, these are hands like any other.",
    ),
    "instant_knocker_two": lambda c: c.gettext(
        "{knocker} had closed before that and loses two lives instead of one."
    ),
    "knocker_pays_one": lambda c: c.gettext(
        "{knocker} closed and holds the lowest hand: one life, as for anybody else."
    ),
    "knocker_lowest": lambda c: c.gettext(
        "{knocker} closed and holds the lowest hand: two lives instead of one."
    ),
    "knocker_tie_safe": lambda c: c.ngettext(
        "{knocker} closed and ties for lowest: that is safe, {others} loses a life.",
        "{knocker} closed and ties for lowest: that is safe, {others} lose a life each.",
        less=1,
    ),
    "knocker_tie_one": lambda c: c.gettext(
        "{knocker} closed and ties for lowest with {others}: each of them loses a life."
    ),
    "knocker_tie_two": lambda c: c.gettext(
        "{knocker} closed and ties for lowest with {others}: "
        "that costs {knocker} two lives, every other hand in the tie costs one."
    ),
    "knocker_tie_knocker_only": lambda c: c.gettext(
        "{knocker} closed and ties for lowest with {others}: only {knocker} loses a life."
    ),
}
"""What is said differently where a round is closed."""


def sentence(texts: Texts, ruling: Ruling, names: Callable[[Seat], str], rules: RuleSet) -> str:
    """Say in one sentence which rule decided, and for whom.

    Args:
        texts: The reader's language.
        ruling: What `domain.showdown.settle` reports.
        names: Gives the name of a seat; it is inserted as it is, so escape it for HTML before.
        rules: The rules of the table.

    Raises:
        KeyError: The ruling is of a code unknown here.
    """
    case = _Case(texts, rules, tuple(names(seat) for seat in ruling.seats))
    if closes(rules) and ruling.code in CLOSING:
        return CLOSING[ruling.code](case)
    return SENTENCES[ruling.code](case)
