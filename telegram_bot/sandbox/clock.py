"""A clock that stands still until told otherwise."""


class ManualClock:
    """Time as a test wants it: call it for Unix seconds, `advance` it at will."""

    def __init__(self, start: float = 1_790_000_000.0) -> None:
        self._now = start

    def __call__(self) -> float:
        """Return the Unix time in seconds."""
        return self._now

    def advance(self, seconds: float) -> None:
        """Let `seconds` pass."""
        if seconds < 0:
            raise ValueError(seconds)
        self._now += seconds
