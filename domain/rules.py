"""The rule set of a table: every option of RULES 12.

A rule set is one validated value. A game carries its own from its first event to its last, so
that a running game never changes its rules.
"""

from collections.abc import Callable, Mapping
from dataclasses import asdict, dataclass, field, fields, replace
from typing import Any, Final

from domain.cards import DECKS
from domain.errors import InvalidRuleSet


@dataclass(frozen=True)
class BuyIn:
    """Whether an eliminated player may re-enter, how often, and for what (RULES 9.1).

    Attributes:
        enabled: Whether the offer is made at all.
        at: When it is made; only at elimination.
        max: Offers that one player may accept in a match.
        lives: Lives on re-entry; `full` is the number of the start.
        stake: Points the player stakes. Points only, never money.
    """

    enabled: bool = False
    at: str = "elimination"
    max: int = 1
    lives: str = "full"
    stake: int = 1


@dataclass(frozen=True)
class RuleSet:
    """The rules of one table. Each attribute is an option of RULES 12; defaults are `scat`.

    Lives and losses are counted in lives, hands in points, `max_circuits` in turns per player.
    """

    mode: str = "draw"
    deck: str = "std52"
    players: tuple[int, int] = (2, 7)
    hand_size: int = 3
    lives: int = 3
    grace: bool = True
    overflow: str = "cap"
    trio_value: float | None = 30.5
    instant_total: int = 31
    instant_penalty: str = "all_others"
    instant_after_knock: str = "showdown"
    fire: bool = False
    first_turn_knock: bool = False
    knocker_lowest_penalty: int = 2
    knocker_tie: str = "safe"
    all_tied: str = "apply"
    tie_break: str = "none"
    stock_empty: str = "pass_or_knock"
    return_taken_discard: bool = False
    final_turn_stand: bool = True
    exchange_sizes: tuple[int, ...] = (1, 3)
    swap_all_locks: bool = False
    close_timing: str = "instead"
    all_pass: str = "refresh"  # noqa: S105 - a rule of the game
    all_out: str = "tiebreak"
    match_end: str = "last_standing"
    offer_cut: bool = True
    first_dealer: str = "cut"
    max_circuits: int = 50
    buy_in: BuyIn = field(default_factory=BuyIn)

    def __post_init__(self) -> None:
        """Validate the set as a whole.

        Raises:
            InvalidRuleSet: An option is out of range, or the combination cannot be dealt.
        """
        for option, allowed in CHOICES.items():
            if not _is_one_of(getattr(self, option), allowed):
                raise InvalidRuleSet(option, f"choose one of {', '.join(map(str, allowed))}")
        for option, fits in _RANGES.items():
            if not fits(getattr(self, option)):
                raise InvalidRuleSet(option, f"{getattr(self, option)!r} is out of range")
        if self.hand_size == 4 and self.mode == "exchange":
            raise InvalidRuleSet("hand_size", "four cards are for the draw games only")
        least = 0 if self.mode == "exchange" else 1
        if self.undealt(self.players[1]) < least:
            raise InvalidRuleSet("players", "the pack is too small for so many hands")

    @property
    def laid_out(self) -> int:
        """Cards laid on the table at the deal: the upcard, or the centre (RULES 4.4, 4.5)."""
        return 3 if self.mode == "exchange" else 1

    def undealt(self, players: int) -> int:
        """Count the cards left in the stock after the deal (RULES 2.6)."""
        return len(DECKS[self.deck]) - players * self.hand_size - self.laid_out

    def seats(self, players: int) -> bool:
        """Tell whether so many players may sit down (RULES 2.1, 2.2)."""
        return self.players[0] <= players <= self.players[1]

    def to_dict(self) -> dict[str, Any]:
        """Return the options as JSON values, complete, for the first event of a game."""
        listed = {"players": list(self.players), "exchange_sizes": list(self.exchange_sizes)}
        return asdict(self) | listed

    @classmethod
    def from_dict(cls, options: Mapping[str, Any]) -> "RuleSet":
        """Rebuild a rule set that `to_dict` wrote.

        Options added since are as in the first preset of the same mode, so that no game gets a
        rule of the other kind of game.

        Raises:
            InvalidRuleSet: The options are not a rule set.
        """
        mode = options.get("mode")
        base = next((preset for preset in PRESETS.values() if preset.mode == mode), cls())
        return _with_options(base, options)


def _is_int(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_one_of(value: object, allowed: tuple[object, ...]) -> bool:
    """Compare types too, since JSON has 1, 1.0 and true, which are equal in Python."""
    return any(value == one and type(value) is type(one) for one in allowed)


def _is_range(players: tuple[Any, Any]) -> bool:
    low, high = players
    return _is_int(low) and _is_int(high) and 2 <= low <= high


def _is_trio_value(value: object) -> bool:
    return value is None or (
        isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= 50
    )


def _is_buy_in(offer: BuyIn) -> bool:
    return (
        isinstance(offer.enabled, bool)
        and (offer.at, offer.lives) == ("elimination", "full")
        and (_is_int(offer.max) and 1 <= offer.max <= 20)
        and (_is_int(offer.stake) and 0 <= offer.stake <= 1000)
    )


CHOICES: Final[dict[str, tuple[Any, ...]]] = {
    "mode": ("draw", "exchange"),
    "deck": tuple(DECKS),
    "hand_size": (3, 4),
    "grace": (True, False),
    "overflow": ("cap", "eliminate"),
    "instant_total": (31, 41),
    "instant_penalty": ("all_others", "lowest"),
    "instant_after_knock": ("showdown", "instant", "instant_knocker_two"),
    "fire": (True, False),
    "first_turn_knock": (True, False),
    "knocker_lowest_penalty": (1, 2),
    "knocker_tie": ("safe", "one", "two", "knocker_only"),
    "all_tied": ("apply", "nobody"),
    "tie_break": ("none", "rank_suit"),
    "stock_empty": ("pass_or_knock", "showdown", "reshuffle", "void"),
    "return_taken_discard": (True, False),
    "final_turn_stand": (True, False),
    "swap_all_locks": (True, False),
    "close_timing": ("instead", "after"),
    "all_pass": ("refresh",),
    "all_out": ("tiebreak", "shared", "replay"),
    "match_end": ("last_standing", "last_with_life"),
    "offer_cut": (True, False),
    "first_dealer": ("cut", "random", "seat"),
}
"""The values that an option with a fixed list may take (RULES 12)."""

_RANGES: Final[dict[str, Callable[[Any], bool]]] = {
    "players": _is_range,
    "lives": lambda n: _is_int(n) and 1 <= n <= 20,
    "trio_value": _is_trio_value,
    "exchange_sizes": lambda sizes: bool(sizes) and set(sizes) <= {1, 2, 3},
    "max_circuits": lambda n: _is_int(n) and 1 <= n <= 1000,
    "buy_in": _is_buy_in,
}

PRESETS: Final[dict[str, RuleSet]] = {
    "scat": RuleSet(),
    "trinta": RuleSet(
        players=(2, 9),
        trio_value=None,
        instant_after_knock="instant",
        first_turn_knock=True,
        knocker_tie="one",
        offer_cut=False,
        first_dealer="random",
    ),
    "schwimmen": RuleSet(
        mode="exchange",
        deck="piquet32",
        players=(2, 9),
        instant_penalty="lowest",
        instant_after_knock="instant",
        first_turn_knock=True,
        knocker_lowest_penalty=1,
        knocker_tie="one",
        tie_break="rank_suit",
        offer_cut=False,
        first_dealer="random",
    ),
}

ALIASES: Final[dict[str, tuple[str, dict[str, Any]]]] = {
    "scat_four": ("scat", {"hand_size": 4}),
    "scat_no_trio": ("scat", {"trio_value": None}),
    "scat_no_bus": ("scat", {"grace": False}),
    "scat_buy_in": ("scat", {"buy_in": {"enabled": True}}),
    "trinta_casa": ("trinta", {"trio_value": 30.5, "first_turn_knock": False}),
    "schwimmen_fire": ("schwimmen", {"fire": True}),
}
"""Named house rules: a preset with some options changed (RULES 12)."""


def highest_total(hand_size: int) -> int:
    """Return what a whole hand of one suit can be worth: an ace and ten-cards (RULES 6.1, 9.4)."""
    return 1 + 10 * hand_size


def rule_set(preset: str, options: Mapping[str, Any] | None = None) -> RuleSet:
    """Build the rules of a preset or alias with options of one's own.

    Four cards raise `instant_total` to 41 unless it is given (RULES 9.4, 12).

    Raises:
        InvalidRuleSet: No such preset or option, or a combination that cannot be dealt.
    """
    base, changes = ALIASES.get(preset, (preset, {}))
    if base not in PRESETS:
        known = ", ".join((*PRESETS, *ALIASES))
        raise InvalidRuleSet("preset", f"there is no {preset!r}; choose one of {known}")
    return _with_options(PRESETS[base], {**changes, **(options or {})})


def differences(rules: RuleSet, preset: str) -> dict[str, Any]:
    """Return the options in which a rule set differs from a preset, with their values."""
    base = rule_set(preset)
    return {
        f.name: getattr(rules, f.name)
        for f in fields(RuleSet)
        if getattr(rules, f.name) != getattr(base, f.name)
    }


def _with_options(base: RuleSet, options: Mapping[str, Any]) -> RuleSet:
    changes = dict(options)
    unknown = changes.keys() - {f.name for f in fields(RuleSet)}
    if unknown:
        raise InvalidRuleSet(min(unknown), "there is no such option")
    if changes.get("hand_size") == 4:
        changes.setdefault("instant_total", highest_total(4))
    if "buy_in" in changes:
        changes["buy_in"] = _buy_in(base.buy_in, changes["buy_in"])
    if "players" in changes:
        changes["players"] = _players(changes["players"])
    if "exchange_sizes" in changes:
        changes["exchange_sizes"] = _sizes(changes["exchange_sizes"])
    return replace(base, **changes)


def _players(value: object) -> tuple[Any, Any]:
    if isinstance(value, list | tuple) and len(value) == 2:
        return value[0], value[1]
    raise InvalidRuleSet("players", "give the least and the most, such as [2, 7]")


def _sizes(value: object) -> tuple[int, ...]:
    if isinstance(value, list | tuple) and all(_is_int(size) for size in value):
        return tuple(sorted(set(value)))
    raise InvalidRuleSet("exchange_sizes", "give the sizes, such as [1, 3]")


def _buy_in(base: BuyIn, value: object) -> BuyIn:
    if isinstance(value, BuyIn):
        return value
    if isinstance(value, bool):
        return replace(base, enabled=value)
    if value == "off":
        return replace(base, enabled=False)
    if isinstance(value, Mapping):
        unknown = value.keys() - {f.name for f in fields(BuyIn)}
        if unknown:
            raise InvalidRuleSet("buy_in", f"there is no {min(unknown)!r} in it")
        return replace(base, **value)
    raise InvalidRuleSet("buy_in", "give true, false, or an object")
