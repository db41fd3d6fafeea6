"""The catalogues are complete, up to date with the sources, and keep every placeholder."""

import re
import string
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.pofile import read_po

from telegram_bot.texts import SOURCE, languages

ROOT = Path(__file__).parents[2]
LOCALES = ROOT / "telegram_bot" / "locales"
TRANSLATIONS = [language for language in languages() if language != SOURCE]

Key = tuple[str | None, str | tuple[str, ...]]


def keys(catalogue: Catalog) -> set[Key]:
    return {(m.context, m.id if isinstance(m.id, str) else tuple(m.id)) for m in catalogue if m.id}


@pytest.fixture(scope="module")
def sources() -> set[Key]:
    """Every text in the sources of the bot."""
    found = extract_from_dir(
        ROOT / "telegram_bot", [("**.py", "python")], keywords=DEFAULT_KEYWORDS
    )
    return {(context, message) for _, _, message, _, context in found}


@pytest.fixture(scope="module")
def template() -> Catalog:
    with (LOCALES / "messages.pot").open("rb") as file:
        return read_po(file)


def translation(language: str) -> Catalog:
    with (LOCALES / language / "LC_MESSAGES" / "messages.po").open("rb") as file:
        return read_po(file, language)


def test_the_template_is_what_the_sources_say(template: Catalog, sources: set[Key]) -> None:
    """`pybabel extract -F babel.cfg --no-location --omit-header` makes it."""
    assert keys(template) == sources


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_translation_has_every_text_and_no_other(language: str, sources: set[Key]) -> None:
    assert keys(translation(language)) == sources


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_nothing_is_left_to_translate(language: str) -> None:
    catalogue = translation(language)
    for message in catalogue:
        if message.id:
            plural = not isinstance(message.id, str)

            assert all(forms(message.string)), message.id
            assert len(forms(message.string)) == (catalogue.num_plurals if plural else 1)
            assert not message.fuzzy, message.id
    assert not catalogue.obsolete


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_translation_fills_the_same_places(language: str) -> None:
    """A singular may leave out the number that its words name."""
    for message in translation(language):
        if message.id:
            needed = places(forms(message.id)[-1])
            number = {"n"} if len(forms(message.id)) > 1 else set()
            for form in forms(message.string):
                assert needed - number <= places(form) <= needed | number, message.id


@pytest.mark.parametrize("language", TRANSLATIONS)
def test_a_translation_keeps_markup_commands_and_line_breaks(language: str) -> None:
    for message in translation(language):
        if message.id:
            kept = [marks(form) for form in forms(message.id)]
            for form in forms(message.string):
                assert marks(form) in kept, message.id


def marks(text: str) -> list[str]:
    """Return what is no matter of language: tags, references, commands, and lines."""
    return sorted(re.findall(r"</?[a-z][^<>]*>|&\w+;|(?<!\w)/[a-z]+\b|\n", text))


def forms(text: Any) -> tuple[str, ...]:
    """Return a text in its singular and plural forms, if it has several."""
    return (text,) if isinstance(text, str) else tuple(text or ())


def places(text: str) -> set[str | None]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name is not None}
