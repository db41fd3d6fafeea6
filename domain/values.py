"""Copies of frozen values, of which folding a log makes several for every event."""

from typing import TYPE_CHECKING, Any, TypeVar

T = TypeVar("T")

if TYPE_CHECKING:
    from dataclasses import replace as replace  # noqa: PLC0414 - so the names of fields are checked
else:

    def replace(value: T, /, **changes: Any) -> T:
        """Return a copy of a dataclass with some fields changed.

        As `dataclasses.replace`, in a tenth of the time, since nothing is asked of the class: it
        is for values that check nothing when they are made, and keep nothing that they computed.
        """
        copy = object.__new__(type(value))
        object.__setattr__(copy, "__dict__", {**vars(value), **changes})
        return copy
