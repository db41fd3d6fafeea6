"""Take a row apart with care: every mistake in it becomes a sentence that says what is wrong."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from reprlib import repr as shorten
from typing import Any, Final

from domain.cards import DECKS, Hand, parse_cards
from domain.rules import RuleSet, rule_set

NO_PRESET: Final = "n/a"

WITHOUT_PRESET: Final = frozenset({"count", "rotation", "placement"})
"""Kinds of rows that may name no preset: hands count as in `scat`, the rest is alike for all."""


@dataclass(frozen=True)
class Fields:
    """An object of a row, whose values are read by key and checked.

    Every method raises `Unreadable` when the value is missing or is not what it should be.
    """

    name: str
    values: Mapping[str, object]

    def __contains__(self, key: str) -> bool:
        return key in self.values

    def any(self, key: str) -> object:
        """Return a value of any type."""
        if key not in self.values:
            raise Unreadable(f"{self.name} has no {key!r}")
        return self.values[key]

    def text(self, key: str) -> str:
        """Return a text."""
        return as_text(self.any(key), f"{self.name}.{key}")

    def whole(self, key: str, least: int = 0) -> int:
        """Return a whole number that is not below `least`."""
        return as_whole(self.any(key), f"{self.name}.{key}", least)

    def items(self, key: str) -> list[object]:
        """Return a list."""
        value = self.any(key)
        if not isinstance(value, list):
            raise Unreadable(f"{self.name}.{key} should be a list, not {shorten(value)}")
        return value

    def names(self, key: str) -> tuple[str, ...]:
        """Return a list of different texts."""
        names = tuple(as_text(item, f"{self.name}.{key}") for item in self.items(key))
        if len(set(names)) != len(names):
            raise Unreadable(f"{self.name}.{key} names somebody twice")
        return names

    def fields(self, key: str) -> "Fields":
        """Return an object."""
        return as_fields(self.any(key), f"{self.name}.{key}")


@dataclass(frozen=True)
class Row:
    """One question to the referee.

    Attributes:
        kind: What is asked.
        rules: The rules of the table.
        input: What is to be settled.
    """

    kind: str
    rules: RuleSet
    input: Fields


def read_row(value: object) -> Row:
    """Read a row of `cases/rules.json` (RULES 13).

    Raises:
        Unreadable: It is not a row.
        InvalidRuleSet: Its preset or options are not rules that can be played.
    """
    fields = as_fields(value, "the row")
    kind, preset = fields.text("kind"), fields.text("preset")
    options = fields.any("options") if "options" in fields else {}
    if preset == NO_PRESET and kind in WITHOUT_PRESET:
        preset = "scat"
    return Row(
        kind=kind,
        rules=rule_set(preset, as_fields(options, "options").values),
        input=as_fields(fields.any("input"), "input"),
    )


def row_id(value: object) -> Any:
    """Return the id of a row, or nothing when it has none."""
    return value.get("id") if isinstance(value, dict) else None


def as_fields(value: object, name: str) -> Fields:
    """Take a JSON object for its fields."""
    if not isinstance(value, dict):
        raise Unreadable(f"{name} should be an object, not {shorten(value)}")
    return Fields(name, value)


def as_text(value: object, name: str) -> str:
    """Take a JSON text that is not empty."""
    if not isinstance(value, str) or not value.strip():
        raise Unreadable(f"{name} should be a text, not {shorten(value)}")
    return value


def as_whole(value: object, name: str, least: int = 0) -> int:
    """Take a whole JSON number that is not below `least`."""
    if not isinstance(value, int) or isinstance(value, bool):
        raise Unreadable(f"{name} should be a whole number, not {shorten(value)}")
    if value < least:
        raise Unreadable(f"{name} should be at least {least}, not {value}")
    return value


def read_cards(text: str, rules: RuleSet) -> Hand:
    """Read cards of the table's pack (RULES 2.4).

    Raises:
        ValueError: A card does not exist, is not in this pack, or stands twice.
    """
    cards = parse_cards(text)
    foreign = [card for card in cards if card not in DECKS[rules.deck]]
    if foreign:
        raise Unreadable(f"{foreign[0]} is not in the pack {rules.deck} (RULES 2.4)")
    return cards


def read_hand(text: str, rules: RuleSet) -> Hand:
    """Read a hand at rest.

    Raises:
        ValueError: It is not made of cards of the pack, or is of the wrong size (RULES 5.2).
    """
    hand = read_cards(text, rules)
    if len(hand) != rules.hand_size:
        raise Unreadable(
            f"{text!r} has {len(hand)} cards, a hand has {rules.hand_size} (RULES 5.2)"
        )
    return hand


def check_one_pack(hands: Iterable[Hand]) -> None:
    """Make sure that no card stands in two hands.

    Raises:
        Unreadable: One does (RULES 2.7).
    """
    seen: set[str] = set()
    for hand in hands:
        twice = seen.intersection(hand)
        if twice:
            raise Unreadable(f"{min(twice)} stands in two hands: there is one pack (RULES 2.7)")
        seen.update(hand)


def check_players(players: Iterable[str], rules: RuleSet) -> None:
    """Make sure that so many can play a round; a match thins out, so two are always enough.

    Raises:
        Unreadable: They are too few or too many (RULES 2).
    """
    count, most = len(tuple(players)), rules.players[1]
    if not 2 <= count <= most:
        raise Unreadable(f"{count} players cannot play a round: 2 to {most} can (RULES 2)")


def read_lives(fields: Fields, players: Iterable[str]) -> dict[str, int]:
    """Read the lives of exactly these players; 0 is on the bus (RULES 7.9).

    Raises:
        Unreadable: Somebody is missing or too many, or a number of lives is no number.
    """
    lives = fields.fields("lives")
    known = tuple(players)
    for name in lives.values:
        if name not in known:
            raise Unreadable(f"{lives.name} names {name!r}, who does not play this round")
    return {name: lives.whole(name) for name in known}


class Unreadable(ValueError):  # noqa: N818 - what a row is, in the words of its error
    """A row that the referee cannot read; the text says what is wrong with it."""
