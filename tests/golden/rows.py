"""The rows of `tests/cases/rules.json`, read once."""

import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

import pytest
from _pytest.mark import ParameterSet

CASES: Final = Path(__file__).parents[1] / "cases" / "rules.json"


@dataclass(frozen=True)
class Case:
    """One row: what is given and what is to follow."""

    id: str
    kind: str
    preset: str
    options: dict[str, Any]
    input: dict[str, Any]
    expect: dict[str, Any]


def read_cases() -> tuple[Case, ...]:
    """Read every row, in the order of the file."""
    keys = ("id", "kind", "preset", "options", "input", "expect")
    rows = json.loads(CASES.read_text(encoding="utf-8"))["rows"]
    return tuple(Case(**{key: row[key] for key in keys}) for row in rows)


ALL: Final = read_cases()


def parameters(*kinds: str) -> list[ParameterSet]:
    """Return the rows of some kinds (of all, when none is named) as parameters of a test."""
    return [
        pytest.param(case, id=f"{case.id}-{case.kind}")
        for case in ALL
        if not kinds or case.kind in kinds
    ]
