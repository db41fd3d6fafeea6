"""Checks a request against the Bot API data: names, types, required fields and limits.

The data is `botapi/api_10.3.json`. Telegram itself ignores much of what is reported here (an
unknown parameter, say); the sandbox records it so that a test can demand that there is none.
"""

import json
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

DATA = Path(__file__).with_name("botapi") / "api_10.3.json"

_RANGE = re.compile(r"(\d+)[-–](\d+) (characters|bytes)")
_MAXIMUM = re.compile(r"(?:up to|at most|exceed) (\d+) (characters|bytes)")
_INTEGER = re.compile(r"-?\d+")
_FLOAT = re.compile(r"-?\d+(\.\d+)?")
_BOOLEANS = ("true", "false", "True", "False", "1", "0")
_BUTTON_ACTIONS = frozenset(
    {
        "url",
        "callback_data",
        "web_app",
        "login_url",
        "switch_inline_query",
        "switch_inline_query_current_chat",
        "switch_inline_query_chosen_chat",
        "copy_text",
        "callback_game",
        "pay",
        "disabled",
    }
)


@dataclass(frozen=True, slots=True)
class Limit:
    """How long a string may be; `unit` is "characters" or "bytes"."""

    least: int
    most: int
    unit: str

    def problem(self, where: str, value: str) -> list[str]:
        """Return what is wrong with the length of `value`."""
        size = len(value.encode()) if self.unit == "bytes" else len(value)
        if self.least <= size <= self.most:
            return []
        return [f"{where}: {size} {self.unit}, allowed {self.least}-{self.most}"]


@dataclass(frozen=True, slots=True)
class Field:
    """A parameter of a method or a field of an object."""

    name: str
    types: tuple[str, ...]
    required: bool
    limit: Limit | None

    @property
    def takes_file(self) -> bool:
        """Whether an upload may stand here."""
        return any("InputFile" in kind for kind in self.types)


@dataclass(frozen=True, slots=True)
class Kind:
    """An object type of the Bot API: its fields, or its variants, or its allowed values."""

    name: str
    fields: dict[str, Field]
    variants: tuple[str, ...]
    values: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Spec:
    """The Bot API as data; `check` is what it is for."""

    version: str
    methods: dict[str, dict[str, Field]]
    kinds: dict[str, Kind]

    def knows(self, method: str) -> bool:
        """Tell whether the Bot API has this method; case does not matter."""
        return method.lower() in self.methods

    def check(
        self, method: str, values: Mapping[str, Any], files: Collection[str] = ()
    ) -> list[str]:
        """Return what is wrong with a request, one sentence each.

        Args:
            method: the method's name.
            values: parameters as they came: strings with JSON inside, or JSON values.
            files: names of the uploaded files.
        """
        fields = self.methods.get(method.lower())
        if fields is None:
            return [f"{method}: unknown method in {self.version}"]
        problems = [
            f"{method}.{name}: unknown parameter in {self.version}"
            for name in values
            if name not in fields
        ]
        for name, field in fields.items():
            where = f"{method}.{name}"
            if name in files:
                problems += [] if field.takes_file else [f"{where}: file not allowed"]
            elif name in values:
                problems += self._value(where, values[name], field, wire=True)
            elif field.required:
                problems.append(f"{where}: required, missing")
        return problems

    def check_object(self, kind: str, value: Any) -> list[str]:
        """Return what is wrong with an object that is said to be a `kind`."""
        return self._typed(kind, value, kind, wire=False)

    def _value(self, where: str, value: Any, field: Field, *, wire: bool) -> list[str]:
        problems = self._as_one_of(where, value, field.types, wire=wire)
        if problems:
            return problems
        if field.limit is not None and isinstance(value, str):
            return field.limit.problem(where, value)
        return []

    def _as_one_of(self, where: str, value: Any, kinds: Iterable[str], *, wire: bool) -> list[str]:
        """Return what is wrong with a value as the kind that it fits best."""
        tried = []
        for kind in kinds:
            problems = self._typed(where, value, kind, wire=wire)
            if not problems:
                return []
            tried.append(problems)
        return min(tried, key=len)

    def _typed(self, where: str, value: Any, kind: str, *, wire: bool) -> list[str]:
        if kind in _PRIMITIVES:
            return [] if _is_primitive(value, kind, wire=wire) else [f"{where}: not a {kind}"]
        known = self.kinds.get(kind)
        if known is not None and known.values:
            return [] if value in known.values else [f"{where}: {value!r} is no {kind}"]
        if wire and isinstance(value, str):
            try:
                value = json.loads(value)
            except ValueError:
                return [f"{where}: not JSON"]
        if kind.startswith("Array of "):
            return self._array(where, value, kind.removeprefix("Array of "))
        if known is None:
            return [f"{where}: unknown type {kind}"]
        if known.variants:
            return self._as_one_of(where, value, known.variants, wire=False)
        return self._object(where, value, known)

    def _array(self, where: str, value: Any, item: str) -> list[str]:
        if not isinstance(value, list):
            return [f"{where}: not an array"]
        return [
            problem
            for index, each in enumerate(value)
            for problem in self._typed(f"{where}[{index}]", each, item, wire=False)
        ]

    def _object(self, where: str, value: Any, kind: Kind) -> list[str]:
        if not isinstance(value, dict):
            return [f"{where}: not an object {kind.name}"]
        problems = [
            f"{where}.{name}: unknown field of {kind.name}"
            for name in value
            if name not in kind.fields
        ]
        for name, field in kind.fields.items():
            if name in value:
                problems += self._value(f"{where}.{name}", value[name], field, wire=False)
            elif field.required:
                problems.append(f"{where}.{name}: required field of {kind.name}")
        if kind.name == "InlineKeyboardButton":
            actions = len(_BUTTON_ACTIONS.intersection(value))
            problems += [] if actions == 1 else [f"{where}: one action needed, got {actions}"]
        return problems


_PRIMITIVES = frozenset({"Integer", "Float", "String", "Boolean", "True", "False", "InputFile"})


def _is_primitive(value: Any, kind: str, *, wire: bool) -> bool:
    """Tell whether `value` is a `kind`; on the wire numbers and booleans may be strings."""
    if kind in ("String", "InputFile"):
        return isinstance(value, str)
    if kind in ("Boolean", "True", "False"):
        return isinstance(value, bool) or (wire and value in _BOOLEANS)
    if isinstance(value, bool):
        return False
    if wire and isinstance(value, str):
        return (_INTEGER if kind == "Integer" else _FLOAT).fullmatch(value) is not None
    return isinstance(value, int if kind == "Integer" else (int, float))


def _limit(description: str) -> Limit | None:
    """Read a length out of a field's description.

    Lengths "after entities parsing" are left to the methods, which parse.
    """
    if "parsing" in description:
        return None
    if found := _RANGE.search(description):
        return Limit(int(found[1]), int(found[2]), found[3])
    if found := _MAXIMUM.search(description):
        return Limit(0, int(found[1]), found[2])
    return None


def _fields(raw: list[dict[str, Any]] | None) -> dict[str, Field]:
    return {
        field["name"]: Field(
            name=field["name"],
            types=tuple(field["types"]),
            required=field["required"],
            limit=_limit(field.get("description", "")) if "String" in field["types"] else None,
        )
        for field in raw or ()
    }


@cache
def load_spec(path: Path = DATA) -> Spec:
    """Read the Bot API data; the result is shared."""
    data = json.loads(path.read_text(encoding="utf-8"))
    return Spec(
        version=data["version"],
        methods={
            name.lower(): _fields(raw.get("fields")) for name, raw in data["methods"].items()
        },
        kinds={
            name: Kind(
                name=name,
                fields=_fields(raw.get("fields")),
                variants=tuple(raw.get("subtypes") or ()),
                values=tuple(raw.get("enum") or ()),
            )
            for name, raw in data["types"].items()
        },
    )
