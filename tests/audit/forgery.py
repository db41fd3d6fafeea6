"""What somebody could change in an event who knows how events are written."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Any

from domain.cards import RANK
from tests.audit.played import State

Path = tuple[str | int, ...]


def forgeries(state: State) -> Iterator[tuple[str, State]]:
    """Return every way to change one value of an event, with the name of the field it is in."""
    for path, value in _leaves(state):
        for other in _others(value):
            yield str(path[0]), _with(state, path, other)


def _leaves(value: Any, path: Path = ()) -> Iterator[tuple[Path, Any]]:
    """Return every value that holds no others; an id or a time is one."""
    if isinstance(value, dict) and "_type_" not in value:
        for name, inner in value.items():
            yield from _leaves(inner, (*path, name))
    elif isinstance(value, list) and value:
        for place, inner in enumerate(value):
            yield from _leaves(inner, (*path, place))
    else:
        yield path, value


def _others(value: Any) -> Iterator[Any]:
    """Return values that might stand in the place of another."""
    match value:
        case bool():
            yield not value
        case int() | float():
            yield value + 1
            if value >= 1:
                yield value - 1
        case None:
            yield 0
        case {"_type_": "uuid_hex", "_data_": digits}:
            yield {"_type_": "uuid_hex", "_data_": digits[::-1]}
        case {"_type_": "datetime_iso", "_data_": text}:
            for seconds in (-1, 1):
                moved = datetime.fromisoformat(text) + timedelta(seconds=seconds)
                yield {"_type_": "datetime_iso", "_data_": moved.isoformat()}
        case str() if value in RANK:
            yield from (card for card in ("2C", "AH") if card != value)
        case str():
            yield f"{value[:-1]}{'0' if value[-1:] != '0' else '1'}"
        case []:
            yield [0]


def _with(state: Any, path: Path, value: Any) -> Any:
    """Return a copy with one value changed."""
    if not path:
        return value
    first, rest = path[0], path[1:]
    copy = dict(state) if isinstance(state, dict) else list(state)
    copy[first] = _with(copy[first], rest, value)  # type: ignore[index] # the kind of the copy
    return copy
