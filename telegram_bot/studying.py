"""Learning rules ahead of play, beside everything else."""

from concurrent.futures import ThreadPoolExecutor
from functools import lru_cache

from domain.computer.hard import prepare
from domain.rules import RuleSet


class Studying:
    """Lets the strongest computer player learn rules before it is to play by them.

    A decision that comes before all is learnt waits for what it needs, and learns nothing twice.
    """

    def __init__(self) -> None:
        """Prepare a thread of its own, so that nobody who waits for the database waits for it."""
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="study")
        self._begin = lru_cache(maxsize=256)(self._submit)

    def learn(self, rules: RuleSet) -> None:
        """Begin to learn, unless that was begun before."""
        self._begin(rules)

    def close(self) -> None:
        """Finish what is being learnt, and learn nothing more."""
        self._thread.shutdown(cancel_futures=True)

    def _submit(self, rules: RuleSet) -> None:
        self._thread.submit(prepare, rules)
