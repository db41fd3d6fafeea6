"""Looking back on a round: which decision of a seat has cost most."""

from collections.abc import Iterable
from dataclasses import dataclass
from random import Random

from domain.computer.hard import best, reasons
from domain.computer.observation import Observation
from domain.computer.reason import Reason
from domain.moves import Tap


@dataclass(frozen=True)
class Judgement:
    """A decision, by what was known when it was made.

    Attributes:
        seen: What the seat knew.
        chosen: What it did, and what was to be expected of that.
        best: What it had better done, and what was to be expected of that.
    """

    seen: Observation
    chosen: Reason
    best: Reason

    @property
    def cost(self) -> float:
        """The chance to win the match that was given away; 0 for the best move."""
        return self.best.win - self.chosen.win


def judge(seen: Observation, tap: Tap, chance: Random) -> Judgement:
    """Weigh a decision against all that were possible.

    Args:
        seen: What the seat knew, on turn.
        tap: What it did.
        chance: Picks what is thought of, as for `reasons`.

    Raises:
        ValueError: The tap was not possible.
    """
    weighed = reasons(seen, chance)
    chosen = next((reason for reason in weighed if reason.tap == tap), None)
    if chosen is None:
        msg = f"{tap} was not possible"
        raise ValueError(msg)
    return Judgement(seen, chosen, best(weighed))


def costliest(judgements: Iterable[Judgement]) -> Judgement | None:
    """Return the decision that cost most, the first of equals; nothing if none cost anything."""
    worst = max(judgements, key=lambda judged: judged.cost, default=None)
    return worst if worst is not None and worst.cost > 0 else None
