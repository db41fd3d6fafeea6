"""What an audit finds, and what it promises when it finds nothing."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from itertools import takewhile
from uuid import UUID

from domain.match import Phase


class Promise(StrEnum):
    """What a game that was fairly kept holds to, in the order in which it is told."""

    FORM = "form"
    """The log, or the file, is what this program writes, from the opening to the end."""
    COMMITMENT = "commitment"
    """Each secret that was shown is the one whose fingerprint was shown before the deal."""
    DECK = "deck"
    """Each deck follows from its secret, from what the players added, and from the version."""
    DRAWS = "draws"
    """Each card that was dealt, drawn or turned up is the one that the deck had there."""
    MOVES = "moves"
    """Each move was legal and was made by whose turn it was."""
    RULINGS = "rulings"
    """Each ruling, life, place and victory follows from the rules."""
    TIMEOUTS = "timeouts"
    """What was done for somebody was due, and is marked as such."""
    DIGEST = "digest"
    """The log is the one whose fingerprint was published."""


@dataclass(frozen=True)
class Finding:
    """Something that is not as it should be.

    Attributes:
        event: The event in which it shows, counted from 1; 0 for the whole.
        promise: What is broken by it.
        clause: What it goes against: a clause, as `RULES 7.5`, or `shuffle`, `format`, `digest`,
            `deadlines` or `votes`.
        expected: What should be there.
        found: What is.
    """

    event: int
    promise: Promise
    clause: str
    expected: str
    found: str

    def apart(self, longest: int) -> tuple[str, str]:
        """Return what was expected and what was found, so that the difference shows.

        Signs that are not printed, such as those by which a file could write anywhere on a
        terminal, are spelled out.

        Args:
            longest: How many signs there is room for, of each.
        """
        pairs = zip(self.expected, self.found, strict=False)
        first = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
        start = max(0, first - longest // 4)
        return _part(self.expected, start, longest), _part(self.found, start, longest)


def _part(text: str, start: int, longest: int) -> str:
    """Return a part of a text that is too long; of a shorter one, all of it."""
    if len(text) <= longest:
        start = 0
    shown = "".join(map(_printed, text[start : start + longest]))
    return f"{'…' * (start > 0)}{shown}{'…' * (start + longest < len(text))}"


def _printed(sign: str) -> str:
    return sign if sign.isprintable() else f"\\u{ord(sign):04x}"


class Standing(StrEnum):
    """What became of a promise."""

    KEPT = "kept"
    BROKEN = "broken"
    UNKNOWN = "unknown"
    """Something else was found first, so that it could be judged only up to there."""
    IDLE = "idle"
    """There was nothing to judge."""


@dataclass(frozen=True)
class Verdict:
    """What became of one promise.

    Attributes:
        promise: Which one.
        standing: What became of it.
        judged: How many events it was held against and found good.
    """

    promise: Promise
    standing: Standing
    judged: int


@dataclass(frozen=True)
class Report:
    """The outcome of an audit.

    Attributes:
        game_id: The game; none where nothing could be read.
        events: How many events were read.
        phase: Where the game stood after the last event that could be judged.
        digest: The fingerprint of the log as it is, hexadecimal.
        verdicts: One for each promise.
        findings: What was found, in the order of the events.
        unshown: Rounds whose secret was never shown: it is taken from the log, as it is there.
    """

    game_id: UUID | None
    events: int
    phase: Phase | None
    digest: str
    verdicts: Mapping[Promise, Verdict]
    findings: tuple[Finding, ...]
    unshown: tuple[int, ...]

    @property
    def good(self) -> bool:
        """Whether nothing was found."""
        return not self.findings
