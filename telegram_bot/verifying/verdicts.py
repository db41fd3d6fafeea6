"""A report of an audit in plain words, for whoever asked on a command line."""

from collections.abc import Iterator, Mapping
from typing import Final

from domain.audit.findings import Finding, Promise, Report, Standing, Verdict
from domain.codes import code_of
from domain.match import Phase
from telegram_bot.screens.scene import fingerprint

PROMISES: Final[Mapping[Promise, str]] = {
    Promise.FORM: "the log is whole, and written as thirtyone writes it",
    Promise.COMMITMENT: "each secret fits the fingerprint that was shown before the deal",
    Promise.DECK: "each deck follows from its secret, the players' cuts and mixes, the version",
    Promise.DRAWS: "each card drawn or turned up is the one that lay there",
    Promise.MOVES: "each move was legal, and made by whose turn it was",
    Promise.RULINGS: "each ruling, life and place follows from the rules",
    Promise.TIMEOUTS: "what was done for somebody was due, and is marked as such",
    Promise.DIGEST: "the fingerprint is the one that was published",
}

LONGEST: Final = 240
"""Signs told of what was expected, and of what was found."""

STANDINGS: Final[Mapping[Standing, str]] = {
    Standing.KEPT: "good",
    Standing.BROKEN: "BROKEN",
    Standing.UNKNOWN: "unknown",
    Standing.IDLE: "-",
}

ENDINGS: Final[Mapping[Phase, str]] = {
    Phase.ENDED: "played to its end",
    Phase.ABANDONED: "given up, without a winner",
    Phase.CLOSED: "closed before the start, so that nothing was dealt",
}


def told(report: Report) -> Iterator[str]:
    """Tell a report, line by line."""
    yield f"{_name(report)}: {report.events} events, {_ending(report)}"
    yield f"fingerprint of the log: {fingerprint(report.digest)}"
    yield from map(_line, report.verdicts.values())
    for number in report.unshown:
        yield f"The secret of round {number} was never shown: it is taken from the log as it is."
    yield from map(finding_told, report.findings)
    count = len(report.findings)
    yield "Nothing was found." if report.good else f"{count} finding{'s' if count > 1 else ''}."


def finding_told(finding: Finding) -> str:
    """Tell one finding, in one line."""
    place = f"event {finding.event}" if finding.event else "the whole"
    expected, found = finding.apart(LONGEST)
    return f"{place}, {finding.clause}: expected {expected} – found {found}"


def _name(report: Report) -> str:
    if report.game_id is None:
        return "no game"
    return f"game {code_of(report.game_id)} ({report.game_id})"


def _ending(report: Report) -> str:
    if report.phase is None:
        return "not judged"
    return ENDINGS.get(report.phase, "not over as far as it can be judged")


def _line(verdict: Verdict) -> str:
    told = f"{STANDINGS[verdict.standing]:8} {PROMISES[verdict.promise]}"
    match verdict.standing:
        case Standing.IDLE if verdict.promise is Promise.DIGEST:
            return f"{told}: compare it with the chat, or give it with --digest"
        case Standing.IDLE:
            return f"{told}: there was none"
        case Standing.UNKNOWN:
            return f"{told}: good up to there ({verdict.judged})"
        case _:
            return f"{told} ({verdict.judged})"
