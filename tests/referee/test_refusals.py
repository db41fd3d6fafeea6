"""Every refusal has a sentence that fits a toast."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import domain
import telegram_bot
from telegram_bot.screens.refusals import SENTENCES, sentence
from telegram_bot.texts import texts

TOAST = 200
"""Characters that Telegram shows in the answer to a tap."""

UNDEALABLE = ("players", "hand_size")
"""The options at fault where values that may be chosen cannot be dealt together."""


def codes_in_the_source() -> set[str]:
    """Read the code of every `Refused(…)` and `RuleBroken(…)` that a person can meet."""
    folders = (Path(package.__path__[0]) for package in (domain, telegram_bot))
    files = (
        file for folder in folders for file in folder.rglob("*.py") if "referee" not in file.parts
    )
    return {code for file in files for code in _codes(ast.parse(file.read_text("utf-8")))}


def _codes(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="Refused" | "RuleBroken"), args=[code, *_]):
                yield from _literals(code)
            case _:
                pass


def _literals(argument: ast.expr) -> Iterator[str]:
    """A code is a literal, a choice between two, or `invalid_` and an option: found here."""
    match argument:
        case ast.IfExp(body=one, orelse=other):
            yield from _literals(one)
            yield from _literals(other)
        case ast.JoinedStr(values=[ast.Constant(value="invalid_"), _]):
            yield from (f"invalid_{option}" for option in UNDEALABLE)
        case _:
            assert isinstance(argument, ast.Constant), ast.dump(argument)
            yield str(argument.value)


def test_every_code_has_a_sentence_and_the_reverse() -> None:
    assert codes_in_the_source() == set(SENTENCES)


@pytest.mark.parametrize("code", SENTENCES)
def test_a_sentence_fits_a_toast(code: str) -> None:
    words = sentence(texts("en"), code)

    assert 0 < len(words) <= TOAST
    assert words.endswith(".")


def test_a_code_of_a_later_version_gets_a_sentence_too() -> None:
    assert sentence(texts("en"), "no_such_code") == "That is not possible now."
