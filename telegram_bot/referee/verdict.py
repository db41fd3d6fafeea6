"""What the referee answers: a result for machines, and the reasons for people."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from telegram_bot.texts import Texts


@dataclass(frozen=True)
class Reason:
    """A sentence of an explanation.

    Attributes:
        say: The sentence in a language.
        clause: The clause of RULES that decided, or an empty string.
    """

    say: Callable[[Texts], str]
    clause: str = ""


@dataclass(frozen=True)
class Verdict:
    """The answer to one row.

    Attributes:
        result: JSON values under the keys that `expect` has for that kind (RULES 13).
        reasons: Why, in the order in which the rules were applied.
    """

    result: dict[str, Any]
    reasons: tuple[Reason, ...]


def number(points: float) -> float:
    """Write points as people do: 19 rather than 19.0, and 30.5."""
    return int(points) if points == int(points) else points


def prose(texts: Texts, title: str, verdict: Verdict) -> str:
    """Tell a verdict in sentences, each with the clause that decided."""
    return "\n".join((title, *(f"  {_sentence(texts, reason)}" for reason in verdict.reasons)))


def _sentence(texts: Texts, reason: Reason) -> str:
    said = reason.say(texts)
    return f"{said} (RULES {reason.clause})" if reason.clause else said
