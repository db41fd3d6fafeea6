"""The outcome of an audit, as the caption of the game's file."""

from collections.abc import Callable, Iterator
from typing import Final

from domain.audit.findings import Finding, Promise, Report, Standing, Verdict
from domain.codes import code_of
from telegram_bot.screens.markup import bold, code, paragraphs, safe
from telegram_bot.screens.scene import fingerprint
from telegram_bot.texts import Texts

MOST_FINDINGS: Final = 3
LONGEST: Final = 80
"""Letters told of what was expected, and of what was found: a caption holds 1,024."""

PROMISES: Final[dict[Promise, Callable[[Texts], str]]] = {
    Promise.FORM: lambda t: t.gettext("the log is whole"),
    Promise.COMMITMENT: lambda t: t.gettext("each secret fits the mark shown before the deal"),
    Promise.DECK: lambda t: t.gettext("each deck follows from its secret and the players' cuts"),
    Promise.DRAWS: lambda t: t.gettext("each card is the one that lay there"),
    Promise.MOVES: lambda t: t.gettext("each move was legal and in turn"),
    Promise.RULINGS: lambda t: t.gettext("each ruling and each life follows from the rules"),
    Promise.TIMEOUTS: lambda t: t.gettext("what was done for somebody was due and is marked"),
    Promise.DIGEST: lambda t: t.gettext("the log is the one whose mark was published"),
}

STANDINGS: Final[dict[Standing, Callable[[Texts, str], str]]] = {
    Standing.KEPT: lambda t, promise: t.gettext("✓ {promise}", promise=promise),
    Standing.BROKEN: lambda t, promise: t.gettext("✗ not true: {promise}", promise=promise),
    Standing.UNKNOWN: lambda t, promise: t.gettext("? not known: {promise}", promise=promise),
    Standing.IDLE: lambda t, promise: t.gettext("– nothing to judge: {promise}", promise=promise),
}


def audit_caption(report: Report, texts: Texts, *, with_file: bool = True) -> str:
    """Say what holds of a game and what does not, and how to find out without the bot.

    Args:
        report: The verdicts.
        texts: The language.
        with_file: Whether the game's file comes with it.
    """
    verdicts = [
        verdict
        for verdict in report.verdicts.values()
        if verdict.promise is not Promise.DIGEST or verdict.standing is not Standing.IDLE
    ]
    return paragraphs(
        (_heading(report, texts),),
        (_told(verdict, texts) for verdict in verdicts),
        _findings(report, texts),
        (texts.gettext("log {mark}", mark=code(fingerprint(report.digest))),),
        (_how_to_check(report, texts),) if with_file else (),
    )


def _how_to_check(report: Report, texts: Texts) -> str:
    return texts.gettext("Anyone can check this file: {command}", command=code(_command(report)))


def _heading(report: Report, texts: Texts) -> str:
    name = code(code_of(report.game_id)) if report.game_id else ""
    if report.good:
        return bold(texts.gettext("Audit of {code}: all is well", code=name))
    return bold(texts.gettext("Audit of {code}: something is wrong", code=name))


def _told(verdict: Verdict, texts: Texts) -> str:
    return STANDINGS[verdict.standing](texts, PROMISES[verdict.promise](texts))


def _findings(report: Report, texts: Texts) -> Iterator[str]:
    for finding in report.findings[:MOST_FINDINGS]:
        yield _finding(finding, texts)
    further = len(report.findings) - MOST_FINDINGS
    if further > 0:
        yield texts.ngettext("… and one more", "… and {n} more", further)


def _finding(finding: Finding, texts: Texts) -> str:
    expected, found = finding.apart(LONGEST)
    return texts.gettext(
        "Event {event}, {clause}: expected {expected}, found {found}",
        event=finding.event,
        clause=safe(finding.clause),
        expected=safe(expected),
        found=safe(found),
    )


def file_name(report: Report) -> str:
    """Return the name of a game's file."""
    return f"game-{code_of(report.game_id)}.jsonl" if report.game_id else "game.jsonl"


def _command(report: Report) -> str:
    return f'thirtyone verify {file_name(report)} --digest "{fingerprint(report.digest)}"'
