"""Which language a text is in, as the catalogues have it."""

import re
from collections.abc import Iterator
from functools import cache
from html import unescape
from typing import Final

from babel.messages.pofile import read_po

from telegram_bot.texts import SOURCE, languages
from tests.screens.test_catalogues import LOCALES, forms

LEAST_LETTERS: Final = 4
"""A sentence of fewer letters, beside what is filled in, tells no language."""

_HOLE: Final = re.compile(r"\{\w+\}")
_TAG: Final = re.compile(r"<[^<>]+>")
_BULLET: Final = re.compile(r"^(?:[•▸▹✓]|\d+\.)\s*|\s+[➕➖]$")


def parts_of(text: str) -> Iterator[str]:
    """Yield what a text is put together from: lines, and what dots keep apart in one."""
    for line in unescape(_TAG.sub("", text)).splitlines():
        for part in line.split(" · "):
            bare = _BULLET.sub("", part.strip())
            if bare:
                yield bare


@cache
def speaks(language: str, part: str) -> bool:
    """Tell whether a language has a sentence that a part of a text may be."""
    return any(sentence.fullmatch(part) for sentence in _sentences(language))


@cache
def foreign(reader: str, part: str) -> frozenset[str]:
    """Return the languages that a part of a text is in, where its reader's is none of them."""
    if speaks(reader, part):
        return frozenset()
    return frozenset(each for each in languages() if speaks(each, part))


@cache
def own(language: str, part: str) -> bool:
    """Tell whether a part of a text is in one language, and in no other."""
    return speaks(language, part) and not any(
        speaks(each, part) for each in languages() if each != language
    )


@cache
def _sentences(language: str) -> tuple[re.Pattern[str], ...]:
    lines = {line for said in _said(language) for line in said.splitlines()}
    parts = {part for line in lines for part in (line, *line.split(" · "))}
    return tuple(
        re.compile(".+".join(map(re.escape, _HOLE.split(part))))
        for part in sorted(parts)
        if sum(map(str.isalpha, _HOLE.sub("", part))) >= LEAST_LETTERS
    )


def _said(language: str) -> Iterator[str]:
    folder = LOCALES if language == SOURCE else LOCALES / language / "LC_MESSAGES"
    with (folder / f"messages.po{'t' if language == SOURCE else ''}").open("rb") as file:
        for message in read_po(file):
            if message.id:
                yield from forms(message.id if language == SOURCE else message.string)
