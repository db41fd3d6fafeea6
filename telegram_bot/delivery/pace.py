"""How often a chat may be written to: a bucket of calls that fills with time."""

from dataclasses import dataclass


@dataclass
class Bucket:
    """Calls that may be made at once, refilled steadily. Times are in seconds.

    Attributes:
        size: Calls in a full bucket.
        per_second: Calls added in a second.
        calls: Calls in it now.
        filled_at: When that was.
    """

    size: float
    per_second: float
    calls: float
    filled_at: float

    def wait(self, now: float) -> float:
        """Return how long to wait until a call may be made; 0 when it may be made now."""
        self._fill(now)
        return max(0.0, (1 - self.calls) / self.per_second)

    def take(self, now: float) -> None:
        """Count a call."""
        self._fill(now)
        self.calls -= 1

    def is_full(self, now: float) -> bool:
        """Tell whether it holds no less than a new one."""
        self._fill(now)
        return self.calls >= self.size

    def _fill(self, now: float) -> None:
        grown = self.calls + (now - self.filled_at) * self.per_second
        self.calls = min(self.size, grown)
        self.filled_at = now


class Pace:
    """A bucket for each chat, made when it is first written to."""

    def __init__(self, per_minute: float, burst: float) -> None:
        """Allow so many calls a minute to each chat, and so many at once."""
        self._per_second = per_minute / 60
        self._burst = burst
        self._buckets: dict[int, Bucket] = {}

    def wait(self, chat_id: int, now: float) -> float:
        """Return the seconds until a chat may be written to."""
        return self._bucket(chat_id, now).wait(now)

    def take(self, chat_id: int, now: float) -> None:
        """Count a call to a chat."""
        self._bucket(chat_id, now).take(now)

    def _bucket(self, chat_id: int, now: float) -> Bucket:
        if chat_id not in self._buckets:
            self._forget_full(now)
            self._buckets[chat_id] = Bucket(self._burst, self._per_second, self._burst, now)
        return self._buckets[chat_id]

    def _forget_full(self, now: float) -> None:
        """Drop the buckets of chats left alone for a while: they tell no more than new ones."""
        full = [chat_id for chat_id, bucket in self._buckets.items() if bucket.is_full(now)]
        for chat_id in full:
            del self._buckets[chat_id]
