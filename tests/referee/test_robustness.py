"""Whatever stands in a row, the referee answers with a result or with what is wrong."""

import copy
import json
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from telegram_bot.referee.kinds import settle_row
from telegram_bot.referee.reading import read_row
from telegram_bot.referee.verdict import Verdict, prose
from telegram_bot.texts import texts
from tests.golden.rows import CASES

ROWS: list[dict[str, Any]] = json.loads(CASES.read_text(encoding="utf-8"))["rows"]

junk = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 60) | st.floats(allow_nan=False) | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=4,
)
plausible = st.sampled_from(
    [
        *("", "KH", "KH 9H 4C", "A", "scat", "trinta", "schwimmen"),
        *("knock", "stock:KH", "keep", "x:KH>9S", "all", "close", "after"),
        *(0, 1, 2, 4, 30.5, [], {}),
    ]
)


def places(value: object, path: tuple[str | int, ...] = ()) -> list[tuple[str | int, ...]]:
    """List the ways to every value inside a JSON value."""
    found = [path] if path else []
    if isinstance(value, dict):
        inner: list[tuple[str | int, object]] = list(value.items())
    else:
        inner = list(enumerate(value)) if isinstance(value, list) else []
    for key, part in inner:
        found += places(part, (*path, key))
    return found


@st.composite
def damaged(draw: st.DrawFn) -> dict[str, Any]:
    """Draw a golden row in which one value is missing or is something else."""
    row: dict[str, Any] = copy.deepcopy(draw(st.sampled_from(ROWS)))
    *way, last = draw(st.sampled_from(places(row)))
    inside: Any = row
    for key in way:
        inside = inside[key]
    if draw(st.booleans()):
        inside[last] = draw(plausible | junk)
    else:
        del inside[last]
    return row


@settings(max_examples=600, deadline=None)
@given(damaged())
def test_a_damaged_row_is_settled_or_refused_in_words(row: dict[str, Any]) -> None:
    answer = answered(row)

    assert answer if isinstance(answer, str) else prose(texts("en"), "row", answer)
    if isinstance(answer, Verdict):
        assert json.loads(json.dumps(answer.result)) == answer.result


@settings(max_examples=200, deadline=None)
@given(junk)
def test_junk_is_refused_in_words(value: object) -> None:
    assert isinstance(answered(value), str)


def answered(value: object) -> Verdict | str:
    """Return the verdict on a row, or the error; any other exception fails the test."""
    try:
        return settle_row(read_row(value))
    except ValueError as error:
        return str(error)
