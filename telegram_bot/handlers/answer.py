"""What a tap brings back to whoever tapped."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Answer:
    """What the presser is told: a toast, or an alert that waits to be closed."""

    text: str
    alert: bool = False
