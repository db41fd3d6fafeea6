"""The audit of a game: all that is held against its log, and the verdicts.

It needs the log and nothing else: no database, no network, and no word of the host's.
"""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final
from uuid import UUID

from domain.audit import game_file
from domain.audit.course import Course
from domain.audit.decks import decks, found_in, pack_of
from domain.audit.findings import Finding, Promise, Report, Standing, Verdict
from domain.audit.forms import Malformed, Recorded, Row, read
from domain.audit.game_file import GameFile, NotAGameFile, digest_of, taken_apart
from domain.match import Phase


def audit(game_id: UUID, rows: Sequence[Row], published: str | None = None) -> Report:
    """Audit a game by its log.

    Args:
        game_id: The game.
        rows: Its events as they are stored, in order.
        published: The fingerprint that was published of it, or the beginning of that, in
            hexadecimal digits and blanks; none where nobody gives it.
    """
    return _Audit(game_id, rows).report(published)


def verify(data: bytes, published: str | None = None) -> Report:
    """Audit a game by the file that it was exported as.

    Args:
        data: The file.
        published: As for `audit`.
    """
    try:
        file = taken_apart(data)
    except NotAGameFile as error:
        broken = Finding(error.event, Promise.FORM, "format", error.expected, error.found)
        return _Audit(None, (), [broken]).report(published)
    return _Audit(file.game_id, file.lines, file=file).report(published)


_BY_PLAY: Final = frozenset({Promise.DRAWS, Promise.MOVES, Promise.RULINGS, Promise.TIMEOUTS})
"""What can be judged only as far as the game could be played again."""

_BY_DECK: Final = frozenset({Promise.COMMITMENT, Promise.DECK})
"""What is judged deck by deck."""


@dataclass
class _Audit:
    """An audit at work.

    Attributes:
        game_id: The game, if there is one.
        rows: Its events as they are stored.
        findings: What was found so far.
        file: The file that it comes from, if it does.
        judged: How many events were found good.
        unknown: Promises that cannot be judged any more.
        phase: Where the game stood when it was played again to its end, or as far as it went.
        unshown: Rounds whose secret was never shown.
    """

    game_id: UUID | None
    rows: Sequence[Row]
    findings: list[Finding] = field(default_factory=list)
    file: GameFile | None = None
    judged: Counter[Promise] = field(default_factory=Counter)
    unknown: set[Promise] = field(default_factory=set)
    phase: Phase | None = None
    unshown: tuple[int, ...] = ()

    def report(self, published: str | None) -> Report:
        """Judge everything."""
        digest = digest_of(self.rows)
        self._compare_digest(digest, published)
        events = self._read()
        if self.game_id is None or events is None:
            self.unknown |= _BY_PLAY | _BY_DECK
        else:
            self._play(self.game_id, events)
            self._deal(self.game_id, events)
        return Report(
            game_id=self.game_id,
            events=len(self.rows),
            phase=self.phase,
            digest=digest,
            verdicts={promise: self._verdict(promise) for promise in Promise},
            findings=self._in_order(),
            unshown=self.unshown,
        )

    def _compare_digest(self, digest: str, published: str | None) -> None:
        if self.file is not None and self.file.footer != (last := game_file.footer(self.rows)):
            self._find(0, Promise.DIGEST, "digest", last, self.file.footer)
        if published is None:
            return
        told = "".join(published.split()).lower()
        if digest.startswith(told):
            self.judged[Promise.DIGEST] += 1
        else:
            self._find(0, Promise.DIGEST, "digest", told, digest)

    def _read(self) -> list[Recorded] | None:
        events: list[Recorded] = []
        for number, row in enumerate(self.rows, 1):
            try:
                events.append(read(number, row))
            except Malformed as error:
                self._find(number, Promise.FORM, "format", "an event as it is stored", str(error))
                return None
            self.judged[Promise.FORM] += 1
        if self.file is not None:
            first = game_file.header(self.file.game_id, events)
            if first != self.file.header:
                self._find(0, Promise.FORM, "format", first, self.file.header)
        return events

    def _play(self, game_id: UUID, events: Sequence[Recorded]) -> None:
        course = Course(game_id, events)
        parted = course.run()
        if parted is not None:
            self.findings.append(parted)
            self.unknown |= _BY_PLAY
        self.phase = course.match.phase if course.match else None
        self.judged.update({promise: course.judged[promise] for promise in _BY_PLAY})

    def _deal(self, game_id: UUID, events: Sequence[Recorded]) -> None:
        committed, pack = decks(events), pack_of(events)
        for number, deck in committed.items():
            found = list(found_in(game_id, number, deck, pack))
            self.findings += found
            broken = {finding.promise for finding in found}
            self.judged[Promise.COMMITMENT] += Promise.COMMITMENT not in broken
            self.judged[Promise.DECK] += deck.dealt is not None and not broken
        self.unshown = tuple(number for number, deck in committed.items() if deck.shown is None)

    def _find(
        self, event: int, promise: Promise, clause: str, expected: str | bytes, found: str | bytes
    ) -> None:
        self.findings.append(Finding(event, promise, clause, _text(expected), _text(found)))

    def _in_order(self) -> tuple[Finding, ...]:
        """Return what was found by events, once for each promise that an event breaks."""
        by_place = {(found.event, found.promise): found for found in reversed(self.findings)}
        return tuple(sorted(by_place.values(), key=lambda found: found.event))

    def _verdict(self, promise: Promise) -> Verdict:
        judged = self.judged[promise]
        if any(finding.promise is promise for finding in self.findings):
            return Verdict(promise, Standing.BROKEN, judged)
        if promise in self.unknown:
            return Verdict(promise, Standing.UNKNOWN, judged)
        return Verdict(promise, Standing.KEPT if judged else Standing.IDLE, judged)


def _text(line: str | bytes) -> str:
    return line if isinstance(line, str) else line.decode(errors="replace")
