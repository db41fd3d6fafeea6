"""Every ruling can be quoted, in every language, in one alert."""

import ast
from itertools import product
from pathlib import Path

import pytest

from domain import showdown as settling
from domain.match import Showdown
from domain.rules import ALIASES, PRESETS, rule_set
from domain.showdown import Ruling
from telegram_bot.screens.quotes import CLOSING, QUOTES, quote
from telegram_bot.screens.rulings import SENTENCES
from telegram_bot.texts import languages, texts
from tests.screens.measures import ALERT

LONGEST_CLAUSE = "10.10"


def showdown(*codes: str) -> Showdown:
    rulings = tuple(Ruling(code, LONGEST_CLAUSE) for code in codes)
    return Showdown(1, "knock", None, (), (), (), (), rulings, (), (), redeal=False)


def test_every_ruling_has_a_sentence_and_a_quote() -> None:
    assert set(QUOTES) == set(SENTENCES)
    assert set(CLOSING) <= set(QUOTES)


def test_the_rulings_are_those_that_a_showdown_reports() -> None:
    """Codes are written out, but for those that end with the value of an option."""
    written = {
        node.value
        for node in ast.walk(ast.parse(Path(settling.__file__).read_text()))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }
    stems = ("knocker_tie_", "overflow_", "all_out_")

    assert {code for code in QUOTES if not code.startswith(stems)} <= written


@pytest.mark.parametrize("language", languages())
def test_a_quote_fits_an_alert(language: str) -> None:
    for code, preset in product(QUOTES, (*PRESETS, *ALIASES)):
        said = quote(showdown(code), 1, rule_set(preset), texts(language))

        assert said
        assert len(said) <= ALERT, code
        assert said.endswith(f"({LONGEST_CLAUSE})")


@pytest.mark.parametrize("place", [-1, 0, 3, 10**9])
def test_a_ruling_that_was_not_made_is_not_quoted(place: int) -> None:
    assert quote(showdown("trio", "lowest"), place, rule_set("scat"), texts("en")) is None
