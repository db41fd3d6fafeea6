"""The exact form in which events are stored, in every version that it has had.

The library that stores events reads whatever resembles one. Here nothing passes that it would not
have written, to the byte; so no change of a log hides in a blank or in a field too many.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from functools import lru_cache
from types import UnionType
from typing import (
    Annotated,
    Any,
    Final,
    Literal,
    NamedTuple,
    Protocol,
    get_args,
    get_origin,
    get_type_hints,
)
from uuid import UUID

import msgspec

from domain import facts
from domain.cards import RANK, Card
from domain.errors import InvalidRuleSet
from domain.events import TOPICS
from domain.facts import Fact
from domain.rules import RuleSet


class Row(Protocol):
    """An event as it is stored."""

    @property
    def topic(self) -> str:
        """What it is, as in `domain.events.TOPICS`."""

    @property
    def state(self) -> bytes:
        """Its fields, as JSON."""


class Recorded(NamedTuple):
    """An event as it was read.

    Attributes:
        number: Its place in the log of its game, from 1.
        fact: What happened, in today's form.
        at: When.
        version: The version of the form in which it is stored.
    """

    number: int
    fact: Fact
    at: datetime
    version: int


class Malformed(ValueError):  # noqa: N818 - an event, not the program, is at fault
    """An event that was not written by this program."""


def read(number: int, row: Row) -> Recorded:
    """Read an event.

    Raises:
        Malformed: It is none of a game, or not in the form in which events are stored.
    """
    form = _form_of(row)
    try:
        stored = form.decoder.decode(row.state)
    except (msgspec.DecodeError, RecursionError) as error:
        raise Malformed(str(error)) from None
    if _ENCODER.encode(stored) != row.state:
        raise Malformed("it is spelled otherwise than events are")
    fields = dict(zip(form.names, msgspec.structs.astuple(stored), strict=False))
    if "rules" in fields and not _in_order(fields["rules"]):
        raise Malformed("its rules are spelled otherwise than rules are")
    for name in form.wrapped:
        fields[name] = _unwrapped(fields[name])
    for upcast in form.upcasts:
        upcast(fields)
    fact = object.__new__(form.fact)
    vars(fact).update(fields)
    return Recorded(number, fact, _time(stored.timestamp.data), form.version)


class _Id(msgspec.Struct, forbid_unknown_fields=True, rename={"tag": "_type_", "data": "_data_"}):
    tag: Literal["uuid_hex"]
    data: str


class _Time(
    msgspec.Struct, forbid_unknown_fields=True, rename={"tag": "_type_", "data": "_data_"}
):
    tag: Literal["datetime_iso"]
    data: str


_ENCODER: Final = msgspec.json.Encoder()

_NUMBER: Final = Annotated[int, msgspec.Meta(ge=0)]

_DIGITS: Final = Annotated[str, msgspec.Meta(pattern=r"\A[0-9a-f]{64}\Z")]

_PLAIN: Final[Mapping[Any, Any]] = {
    int: _NUMBER,
    float: _NUMBER | float,
    Card: Literal[tuple(RANK)],
    UUID: _Id,
    datetime: _Time,
}
"""How values are written that JSON does not know, or allows too much of."""

_BY_NAME: Final[Mapping[str, Any]] = {"seed": _DIGITS, "commitment": _DIGITS}
"""Texts of which more is known than that they are texts."""

_OLDER: Final[Mapping[tuple[type[Fact], int], Mapping[str, Any]]] = {
    (facts.GameOpened, 1): {
        "group_id": UUID,
        "opener_id": UUID,
        "preset": str,
        "rules": dict[str, Any],
        "previous_id": UUID | None,
    },
    (facts.TableClosed, 1): {"player_id": UUID},
    (facts.RoundDealt, 1): {
        "round": int,
        "hands": Sequence[Sequence[Card]],
        "upcard": Card,
        "stock": Sequence[Card],
    },
}
"""The fields of forms that are written no more."""


@dataclass(frozen=True)
class _Form:
    """A form of a fact.

    Attributes:
        fact: The fact.
        version: The version of this form.
        ending: How every event in it ends.
        decoder: Reads it.
        names: The fields of the fact, in their order; others follow.
        wrapped: Those of them whose values JSON does not know.
        upcasts: What makes it the form of today.
    """

    fact: type[Fact]
    version: int
    ending: bytes
    decoder: msgspec.json.Decoder[Any]
    names: tuple[str, ...]
    wrapped: tuple[str, ...]
    upcasts: tuple[Callable[[dict[str, Any]], None], ...]


def _in_order(rules: dict[str, Any]) -> bool:
    """Tell whether options are spelled as `RuleSet` writes them, which may have had fewer.

    Options that are no rule set at all are for the game to judge.
    """
    try:
        known = RuleSet.from_dict(rules).to_dict()
    except InvalidRuleSet:
        return True
    spelled = {name: known[name] for name in known if name in rules}
    return _ENCODER.encode(spelled) == _ENCODER.encode(rules)


def _form_of(row: Row) -> _Form:
    """Return the form that an event is in, as far as its end tells."""
    forms = _FORMS.get(row.topic)
    if forms is None:
        raise Malformed(f"there is no event {row.topic!r} in a game")
    for form in forms[1:]:
        if row.state.endswith(form.ending):
            return form
    return forms[0]


def _forms(fact: type[Fact]) -> tuple[_Form, ...]:
    """Return the forms of a fact, the first one first."""
    current: int = getattr(fact, "class_version", 1)
    return tuple(_form(fact, version) for version in range(1, current + 1))


def _form(fact: type[Fact], version: int) -> _Form:
    hints = _OLDER.get((fact, version)) or get_type_hints(fact)
    fields = {
        name: _BY_NAME.get(name) or _written(hint)
        for name, hint in hints.items()
        if name != "class_version"
    }
    wrapped = tuple(name for name, written in fields.items() if _is_wrapped(written))
    names = tuple(fields)
    fields["timestamp"] = _Time
    ending = b',"class_version":%d}' % version if version > 1 else b""
    if version > 1:
        fields["class_version"] = Literal[version]
    struct = msgspec.defstruct(fact.__name__, fields.items(), forbid_unknown_fields=True)
    upcasts = tuple(
        getattr(fact, f"upcast_v{earlier}_v{earlier + 1}")
        for earlier in range(version, getattr(fact, "class_version", 1))
    )
    return _Form(fact, version, ending, msgspec.json.Decoder(struct), names, wrapped, upcasts)


def _written(hint: Any) -> Any:
    """Return the type of a field as it is written."""
    if hint in _PLAIN:
        return _PLAIN[hint]
    inner = tuple(map(_written, get_args(hint)))
    if get_origin(hint) is Sequence:
        return tuple[(*inner, ...)]  # type: ignore[valid-type] # made while running
    if get_origin(hint) is UnionType:
        return inner[0] | None
    return hint


def _is_wrapped(written: Any) -> bool:
    return written in {_Id, _Time} or any(map(_is_wrapped, get_args(written)))


def _unwrapped(value: Any) -> Any:
    match value:
        case _Id(data=text):
            return _id(text)
        case _Time(data=text):
            return _time(text)
        case tuple():
            return tuple(map(_unwrapped, value))
        case _:
            return value


def _id(text: str) -> UUID:
    try:
        read = UUID(text)
    except ValueError:
        raise Malformed(f"{text!r} is no id") from None
    if read.hex != text:
        raise Malformed(f"{text!r} is no id as ids are written")
    return read


@lru_cache(64)  # what happens in one moment is one after the other
def _time(text: str) -> datetime:
    try:
        read = datetime.fromisoformat(text)
    except ValueError:
        raise Malformed(f"{text!r} is no time") from None
    if read.tzinfo != UTC or read.isoformat() != text:
        raise Malformed(f"{text!r} is no time as times are written")
    return read


_FORMS: Final[Mapping[str, tuple[_Form, ...]]] = {
    topic: _forms(fact) for topic, fact in TOPICS.items() if topic.startswith("game.")
}
"""The forms of each event of a game, by its topic."""
