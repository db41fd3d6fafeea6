"""`thirtyone verify FILE`: is this game what it says it is?"""

import argparse
import re
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from domain.audit.findings import Report
from domain.audit.judging import verify
from telegram_bot.errors import OperatorError
from telegram_bot.verifying.verdicts import told

NOTHING_FOUND = 0
SOMETHING_FOUND = 1
OPERATORS_TO_MEND = 2

LEAST_DIGITS: Final = 8
"""Digits of a fingerprint that are compared at the least: fewer may agree by chance."""


def main(arguments: Sequence[str]) -> int:
    """Verify a file, or what comes by the standard input, and tell the verdicts.

    Returns:
        0 when nothing is found, 1 when something is, 2 when there is nothing to read.
    """
    options = _parser().parse_args(arguments)
    try:
        published = published_digest(options.digest)
        data = sys.stdin.buffer.read() if options.file == "-" else Path(options.file).read_bytes()
    except (OSError, OperatorError) as error:
        sys.stderr.write(f"thirtyone: {error}\n")
        return OPERATORS_TO_MEND
    if not data:
        sys.stderr.write(f"thirtyone: {options.file} is empty: there is nothing to verify\n")
        return OPERATORS_TO_MEND
    return show(verify(data, published))


def show(report: Report) -> int:
    """Tell the verdicts, and return the exit status."""
    sys.stdout.writelines(f"{line}\n" for line in told(report))
    return NOTHING_FOUND if report.good else SOMETHING_FOUND


def published_digest(text: str | None) -> str | None:
    """Return a fingerprint as somebody typed it.

    Raises:
        OperatorError: It is none, or too little of one to tell anything.
    """
    if text is None:
        return None
    digits = "".join(text.split()).lower()
    if not re.fullmatch(rf"[0-9a-f]{{{LEAST_DIGITS},64}}", digits):
        msg = (
            f"{text!r} is no fingerprint: give {LEAST_DIGITS} to 64 of its digits, as in the chat"
        )
        raise OperatorError(msg)
    return digits


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="thirtyone verify",
        description="Verify a game by the file it was exported as. Nothing else is asked.",
    )
    parser.add_argument("file", help="the file; - reads stdin")
    parser.add_argument(
        "--digest", metavar="DIGITS", help="the fingerprint that the chat showed at the end"
    )
    return parser
