"""What the second verifier (`web/static/verify.js`) compares, told to whoever reads a finding."""

from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from telegram_bot.texts import Texts


class Subject(NamedTuple):
    """What a finding is about.

    Attributes:
        clause: The clause that it goes against; empty where the promise alone is broken.
        told: What was compared with what should be there or, where nothing was, what is wrong.
    """

    clause: str
    told: Callable[[Texts], str]


def _on_turn(t: Texts) -> str:
    return t.gettext("whose turn it is")


def _round(t: Texts) -> str:
    return t.gettext("the number of the round")


def _cards(t: Texts) -> str:
    return t.gettext("the cards that come")


def _unsettled(t: Texts) -> str:
    return t.gettext("what was before is not settled yet")


SUBJECTS: Final[Mapping[str, Subject]] = {
    "form header": Subject("", lambda t: t.gettext("the first line")),
    "form whole": Subject("", lambda t: t.gettext("it does not go from an opening to an end")),
    "form known": Subject("", lambda t: t.gettext("there is no such event")),
    "form possible": Subject("", lambda t: t.gettext("it cannot follow what was before")),
    "digest footer": Subject("", lambda t: t.gettext("the last line")),
    "commitment shuffle": Subject("", lambda t: t.gettext("the version of the shuffle")),
    "commitment commitment": Subject("", lambda t: t.gettext("the mark of the secret")),
    "commitment seed": Subject("", lambda t: t.gettext("the secret that is shown")),
    "commitment round": Subject("", _round),
    "commitment revealed": Subject(
        "", lambda t: t.gettext("the secret of the deck before was not shown")
    ),
    "deck cuts": Subject("RULES 3.1", lambda t: t.gettext("the cards that were cut")),
    "deck dealer": Subject("RULES 3.1", lambda t: t.gettext("who deals first")),
    "deck seat": Subject("RULES 4.2", lambda t: t.gettext("who cuts")),
    "deck mixed": Subject("", lambda t: t.gettext("somebody mixed who does not play")),
    "deck hands": Subject("RULES 4.3", lambda t: t.gettext("the hands that are dealt")),
    "deck laid": Subject("RULES 4.4", lambda t: t.gettext("the cards laid out")),
    "deck stock": Subject("RULES 4.4", lambda t: t.gettext("the stock")),
    "draws card": Subject("RULES 5.1", lambda t: t.gettext("the card that comes")),
    "draws given": Subject("RULES 4.6", lambda t: t.gettext("the hand that is given")),
    "draws taken": Subject("RULES 4.6", _cards),
    "draws cards": Subject("RULES 5.12", _cards),
    "draws stock": Subject("RULES 5.6", lambda t: t.gettext("the new stock")),
    "moves player_ids": Subject("RULES 2", lambda t: t.gettext("who sits at the table")),
    "moves round": Subject("", _round),
    "moves dealer": Subject("RULES 3.2", lambda t: t.gettext("who deals")),
    "moves seats": Subject("RULES 3.3", lambda t: t.gettext("who plays, and in which order")),
    "moves cutter": Subject("RULES 4.2", lambda t: t.gettext("who may cut")),
    "moves seat": Subject("RULES 5", _on_turn),
    "moves in_play": Subject("RULES 5", lambda t: t.gettext("nobody is on turn")),
    "moves one_card": Subject(
        "RULES 5.1", lambda t: t.gettext("one card is taken on a turn, and then one is thrown")
    ),
    "moves thrown": Subject("RULES 5.3", lambda t: t.gettext("this card cannot be thrown")),
    "moves knocked": Subject("RULES 5.4", lambda t: t.gettext("this player cannot knock now")),
    "moves stood": Subject("RULES 5.8", lambda t: t.gettext("nobody can stand now")),
    "moves passed": Subject("RULES 5.6", lambda t: t.gettext("nobody can pass now")),
    "moves size": Subject(
        "RULES 5.9", lambda t: t.gettext("so many cards cannot be exchanged for so many")
    ),
    "moves there": Subject(
        "RULES 5.9", lambda t: t.gettext("cards are exchanged that are not there")
    ),
    "timeouts moment": Subject("", lambda t: t.gettext("it does not happen in its time")),
    "timeouts since": Subject("", lambda t: t.gettext("when the turn begins")),
    "timeouts number": Subject("", lambda t: t.gettext("the number of the turn")),
    "timeouts turn": Subject("", lambda t: t.gettext("the number of the turn")),
    "timeouts seat": Subject("", _on_turn),
    "timeouts due": Subject("", lambda t: t.gettext("it was not due yet")),
    "rulings round": Subject("", _round),
    "rulings reason": Subject("RULES 7.1", lambda t: t.gettext("why the round ends")),
    "rulings knocker": Subject("RULES 5.4", lambda t: t.gettext("who has knocked")),
    "rulings hands": Subject("RULES 7.1", lambda t: t.gettext("the hands that are shown")),
    "rulings values": Subject("RULES 8", lambda t: t.gettext("the points of the hands")),
    "rulings losses": Subject("RULES 7", lambda t: t.gettext("the lives lost")),
    "rulings lives": Subject("RULES 7", lambda t: t.gettext("the lives that are left")),
    "rulings eliminated": Subject("RULES 7.9", lambda t: t.gettext("who is out")),
    "rulings tie_break": Subject("RULES 10.2", lambda t: t.gettext("who plays a tie-break")),
    "rulings redeal": Subject("RULES 10.2", lambda t: t.gettext("whether it is dealt again")),
    "rulings rulings": Subject("RULES 7", lambda t: t.gettext("no rule is named that decided")),
    "rulings owed": Subject("RULES 7", _unsettled),
    "rulings seat": Subject("RULES 7.9", lambda t: t.gettext("who is out")),
    "rulings place": Subject("RULES 10.5", lambda t: t.gettext("the place")),
    "rulings places": Subject("RULES 10.5", lambda t: t.gettext("the places in the end")),
    "rulings winners": Subject("RULES 10", lambda t: t.gettext("who wins")),
}
"""By the name of a promise and what of it is compared."""


def page_subjects(texts: Texts) -> dict[str, tuple[str, str]]:
    """Return for each kind of finding what it is about, and the clause it goes against."""
    return {kind: (subject.told(texts), subject.clause) for kind, subject in SUBJECTS.items()}
