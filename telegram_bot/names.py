"""What people are called at a table: their own names, which are untrusted text, made safe.

The results are plain text without control, direction and other invisible characters, short enough
for a line, visibly different from one another, and never an identifier.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Final
from uuid import UUID

from domain.computer.identity import is_computer
from telegram_bot.texts import Texts

ROBOT: Final = "🤖"
"""The sign of computer players, which no person has in their name."""

COMPUTERS: Final = (
    *("Ada", "Alba", "Bento", "Caio", "Celso", "Dora", "Edda", "Elmo", "Fausto", "Flora"),
    *("Gil", "Greta", "Hugo", "Ida", "Ivo", "Jonas", "Lena", "Lola", "Marta", "Milo"),
    *("Nina", "Olga", "Otto", "Rosa", "Ruth", "Selma", "Tito", "Vera", "Willi", "Zeno"),
)
"""What computer players are called, at one table each by a name of its own."""

MOST_GRAPHEMES: Final = 24
MOST_CHARACTERS: Final = 64
"""A bound for names that make few graphemes of many characters."""


@dataclass(frozen=True)
class Contact:
    """What Telegram tells about a person.

    Attributes:
        first_name: As they wrote it; empty once the account is deleted.
        last_name: As they wrote it, or empty.
        username: Their public name without `@`, or empty.
        deleted: Whether the account, or our record of the person, has been deleted.
        computer: What the name follows from, for a computer player; none for a person.
    """

    first_name: str = ""
    last_name: str = ""
    username: str = ""
    deleted: bool = False
    computer: int | None = None


def display_names(contacts: Sequence[Contact | None], texts: Texts) -> tuple[str, ...]:
    """Return the names of the seats of a table, in seat order. Escape them for HTML.

    Args:
        contacts: By seat; nothing for a person who is not known any more.
        texts: The reader's language.
    """
    return _shown(
        name or texts.gettext("Player {number}", number=seat + 1)
        for seat, name in enumerate(_own_names(contacts))
    )


def remembered_names(contacts: Sequence[Contact | None], texts: Texts) -> tuple[str, ...]:
    """Return the names of people who have played once, as above; they may have left for good."""
    return _shown(name or texts.gettext("Somebody who left") for name in _own_names(contacts))


def contact_of(player_id: UUID) -> Contact | None:
    """Return what is known of somebody of whom Telegram tells nothing, if it is a computer."""
    return Contact(computer=player_id.int) if is_computer(player_id) else None


def _shown(names: Iterable[str]) -> tuple[str, ...]:
    return tuple(map(_isolated, _told_apart(list(names))))


def graphemes(text: str) -> list[str]:
    """Split a text into what people see as one character each.

    The rules of Unicode's annex 29 as far as names need them: marks, joiners, selectors, skin
    tones, flags and Korean syllables.
    """
    clusters: list[str] = []
    for character in text:
        if clusters and _continues(clusters[-1], character):
            clusters[-1] += character
        else:
            clusters.append(character)
    return clusters


def _own_names(contacts: Sequence[Contact | None]) -> Iterator[str]:
    """Return the names that people and computer players bring along; empty where there is none."""
    taken: set[str] = set()
    for contact in contacts:
        if contact is None or contact.computer is None:
            yield _own_name(contact)
            continue
        first = contact.computer % len(COMPUTERS)
        names = (*COMPUTERS[first:], *COMPUTERS[:first])
        name = next((name for name in names if name not in taken), names[0])
        taken.add(name)
        yield f"{ROBOT} {name}"


def _own_name(contact: Contact | None) -> str:
    if contact is None or contact.deleted:
        return ""
    full = _safe(f"{contact.first_name} {contact.last_name}")
    return _cut(full if _is_visible(full) else _safe(contact.username))


def _safe(name: str) -> str:
    """Leave out what is not seen or changes what is around it, and what would become a link."""
    kept = "".join(filter(_is_kept, unicodedata.normalize("NFC", _SPACES.sub(" ", name))))
    kept = _PILED_MARKS.sub(_four_marks, " ".join(kept.split()))
    return _LINKING_DOT.sub("\u2024", kept.translate(_LINKING)).lstrip(_JOINERS).rstrip(_JOINERS)


def _is_kept(character: str) -> bool:
    if character in _JOINERS:
        return True
    if character == ROBOT:
        return False
    return unicodedata.category(character) not in _HIDDEN and character not in _BLANKS


def _is_visible(name: str) -> bool:
    return any(unicodedata.category(character)[0] in "LNPS" for character in name)


def _cut(name: str) -> str:
    if not _is_visible(name):
        return ""
    clusters = [cluster[:_LONGEST_GRAPHEME] for cluster in graphemes(_without_loose_marks(name))]
    short = _fitting(clusters, MOST_GRAPHEMES)
    if len(short) < len(clusters):
        short = [*_fitting(clusters, MOST_GRAPHEMES - 1), "…"]
    return "".join(short)


def _fitting(clusters: Sequence[str], most: int) -> list[str]:
    room = MOST_CHARACTERS - 1
    fitting: list[str] = []
    for cluster in clusters[:most]:
        room -= len(cluster)
        if room < 0:
            break
        fitting.append(cluster)
    return fitting


def _without_loose_marks(name: str) -> str:
    """Leave out marks at the beginning, which would sit on whatever stands before the name."""
    start = next(i for i, one in enumerate(name) if unicodedata.category(one)[0] in "LNPS")
    return name[start:]


def _told_apart(names: Sequence[str]) -> list[str]:
    """Number the names that look like one before them."""
    natural = {_likeness(name) for name in names}
    taken: set[str] = set()
    distinct = []
    for name in names:
        chosen = name if _likeness(name) not in taken else _numbered(name, natural | taken)
        taken.add(_likeness(chosen))
        distinct.append(chosen)
    return distinct


def _numbered(name: str, taken: Iterable[str]) -> str:
    number = 2
    while _likeness(numbered := f"{name} ({number})") in taken:
        number += 1
    return numbered


def _likeness(name: str) -> str:
    """Return what remains of a name when nobody looks closely."""
    plain = unicodedata.normalize("NFKC", name).casefold()
    return "".join(one for one in plain if unicodedata.category(one)[0] in "LNPS")


def _isolated(name: str) -> str:
    """Keep a name that is written from right to left from turning the line around."""
    if any(unicodedata.bidirectional(one) in _RIGHT_TO_LEFT for one in name):
        return f"\u2068{name}\u2069"
    return name


def _continues(cluster: str, character: str) -> bool:
    """Tell whether a character belongs to the grapheme before it."""
    last = cluster[-1]
    if unicodedata.category(character) in _MARKS or character in _JOINERS:
        return True
    if _is_skin_tone(character):
        return True
    if last == _ZERO_WIDTH_JOINER:
        return unicodedata.category(character) == "So"
    if _is_flag_letter(character):
        return len(cluster) == 1 and _is_flag_letter(last)
    return _continues_syllable(last, character)


def _continues_syllable(last: str, character: str) -> bool:
    """Tell whether two Korean letters belong to one syllable."""
    if _HANGUL_VOWEL.match(character):
        return _HANGUL_BEFORE_VOWEL.match(last) is not None
    if _HANGUL_FINAL.match(character):
        return _HANGUL_BEFORE_FINAL.match(last) is not None
    return "\u1100" <= character <= "\u115f" and "\u1100" <= last <= "\u115f"


def _is_skin_tone(character: str) -> bool:
    return "\U0001f3fb" <= character <= "\U0001f3ff"


def _is_flag_letter(character: str) -> bool:
    return "\U0001f1e6" <= character <= "\U0001f1ff"


def _four_marks(piled: re.Match[str]) -> str:
    return piled[0][:4]


_ZERO_WIDTH_JOINER: Final = "\u200d"
_JOINERS: Final = "\u200c" + _ZERO_WIDTH_JOINER
"""Needed inside emoji, and inside words of Persian and of India."""

_HIDDEN: Final = {"Cc", "Cf", "Cn", "Co", "Cs"}
_MARKS: Final = {"Mn", "Me", "Mc"}
_BLANKS: Final = "\u115f\u1160\u3164\uffa0\u2800\u034f\u17b4\u17b5"
"""Letters, a sign and marks that show nothing."""

_RIGHT_TO_LEFT: Final = {"R", "AL", "AN"}
_LONGEST_GRAPHEME: Final = 16

_SPACES: Final = re.compile(r"[\s\u2028\u2029]+")
_PILED_MARKS: Final = re.compile(
    r"[\u0300-\u036f\u0483-\u0489\u0591-\u05bd\u064b-\u065f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff]{5,}"
)
_LINKING: Final = str.maketrans({"@": "\uff20", "#": "\uff03", "/": "\u2215", "$": "\uff04"})
"""Look-alikes of what Telegram makes mentions, tags, commands and addresses of."""

_LINKING_DOT: Final = re.compile(r"(?<=\w)\.(?=\w)")

_HANGUL_VOWEL: Final = re.compile("[\u1160-\u11a7]")
_HANGUL_FINAL: Final = re.compile("[\u11a8-\u11ff]")
_HANGUL_BEFORE_VOWEL: Final = re.compile("[\u1100-\u11a7]")
_HANGUL_BEFORE_FINAL: Final = re.compile("[\u1160-\u11ff\uac00-\ud7a3]")
