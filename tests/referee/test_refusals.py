"""Every refusal of the domain has a sentence that fits a toast."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import domain
from telegram_bot.screens.refusals import SENTENCES, sentence
from telegram_bot.texts import texts

TOAST = 200
"""Characters that Telegram shows in the answer to a tap."""


def codes_in_the_domain() -> set[str]:
    """Read the code of every `Refused(…)` and `RuleBroken(…)` from the source."""
    files = Path(domain.__path__[0]).rglob("*.py")
    return {code for file in files for code in _codes(ast.parse(file.read_text("utf-8")))}


def _codes(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=ast.Name(id="Refused" | "RuleBroken"), args=[code, *_]):
                yield from _literals(code)
            case _:
                pass


def _literals(argument: ast.expr) -> Iterator[str]:
    """A code is a literal, or a choice between two, so that it can be found here."""
    if isinstance(argument, ast.IfExp):
        yield from _literals(argument.body)
        yield from _literals(argument.orelse)
    else:
        assert isinstance(argument, ast.Constant), ast.dump(argument)
        yield str(argument.value)


def test_every_code_of_the_domain_has_a_sentence_and_the_reverse() -> None:
    assert codes_in_the_domain() == set(SENTENCES)


@pytest.mark.parametrize("code", SENTENCES)
def test_a_sentence_fits_a_toast(code: str) -> None:
    words = sentence(texts("en"), code)

    assert 0 < len(words) <= TOAST
    assert words.endswith(".")


def test_a_code_of_a_later_version_gets_a_sentence_too() -> None:
    assert sentence(texts("en"), "no_such_code") == "That is not possible now."
