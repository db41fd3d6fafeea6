"""A memory that does not grow."""

from typing import TypeVar

K = TypeVar("K")
V = TypeVar("V")


class Bounded(dict[K, V]):
    """A dictionary of so many entries at the most: the oldest gives way to a new one."""

    def __init__(self, most: int) -> None:
        """Begin without an entry."""
        super().__init__()
        self._most = most

    def __setitem__(self, key: K, entry: V) -> None:
        """Keep an entry; one of a key that is known stays as old as it is."""
        super().__setitem__(key, entry)
        while len(self) > self._most:
            del self[next(iter(self))]
