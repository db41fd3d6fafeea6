"""`thirtyone referee FILE|-`: rows in, one line of JSON or a few sentences each out."""

import argparse
import json
import os
import sys
from collections.abc import Sequence
from math import isfinite
from pathlib import Path
from typing import NoReturn

from telegram_bot.referee.kinds import settle_row
from telegram_bot.referee.reading import read_row, row_id
from telegram_bot.referee.verdict import Verdict, prose
from telegram_bot.texts import Texts, texts

ALL_SETTLED = 0
SOME_UNREADABLE = 1
NO_ROWS = 2


def main(arguments: Sequence[str]) -> int:
    """Settle the rows of a file, or of the standard input.

    Returns:
        0 when every row was settled, 1 when one could not be, 2 when there is nothing to read.
    """
    options = _parser().parse_args(arguments)
    try:
        rows = read_rows(options.file)
    except (OSError, ValueError, RecursionError) as error:
        why = " ".join(str(error).split())
        print(f"thirtyone referee: {options.file}: {why}", file=sys.stderr)
        return NO_ROWS
    language = texts(options.language) if options.explain else None
    try:
        settled = [_answer(row, language) for row in rows]
    except BrokenPipeError:
        return _nobody_reads()
    except OSError as error:
        print(f"thirtyone referee: the answers cannot be written: {error}", file=sys.stderr)
        return NO_ROWS
    return ALL_SETTLED if all(settled) else SOME_UNREADABLE


def read_rows(file: str) -> list[object]:
    """Read one row, a list of rows, or an object with `rows`; `-` is the standard input.

    Raises:
        OSError: There is no such file, or it cannot be read.
        ValueError: It is not JSON.
        RecursionError: It is JSON of an absurd depth.
    """
    content = sys.stdin.read() if file == "-" else Path(file).read_text(encoding="utf-8-sig")
    content = content.removeprefix("\ufeff")
    found = json.loads(content, parse_constant=_refuse_constant, parse_float=_finite)
    if isinstance(found, dict) and isinstance(found.get("rows"), list):
        found = found["rows"]
    return found if isinstance(found, list) else [found]


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="thirtyone referee", description="Settle arguments at a card table."
    )
    parser.add_argument("file", help="a JSON row, a list of rows or a cases file; - reads stdin")
    parser.add_argument(
        "--explain", action="store_true", help="tell the reasons in words, with their clauses"
    )
    parser.add_argument(
        "--language", default="en", help="the language of --explain, such as pt-BR"
    )
    return parser


def _answer(row: object, language: Texts | None) -> bool:
    """Print the answer to one row, and tell whether it was settled."""
    name = row_id(row)
    try:
        verdict = settle_row(read_row(row))
    except ValueError as error:
        _say(f"{name}: {error}" if language else json.dumps({"id": name, "error": str(error)}))
        return False
    _say(_told(name, verdict, language))
    return True


def _told(name: object, verdict: Verdict, language: Texts | None) -> str:
    if language is None:
        return json.dumps({"id": name, "result": verdict.result})
    return prose(language, str(name), verdict)


def _say(line: str) -> None:
    """Print a line, also when it holds half a character that JSON can carry and UTF-8 cannot."""
    print(line.encode(errors="backslashreplace").decode())


def _nobody_reads() -> int:
    """Stop without a complaint when the reader has gone, as in `… | head`."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return ALL_SETTLED


def _finite(text: str) -> float:
    number = float(text)
    return number if isfinite(number) else _refuse_constant(text)


def _refuse_constant(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
